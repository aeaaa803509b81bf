"""Whole games at the prompt: what is shown, what is accepted, and how one leaves."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from sabika import Table
from sabika.bots import Advice, Bot
from sabika.engine.dealer import FastDealer, ScriptedDealer
from sabika.engine.rng import Rng
from sabika.engine.rule import NONE
from sabika.engine.sight import Sight
from sabika.engine.verify import verify
from sabika.terminal import record_files
from sabika.terminal.commands import outlook
from sabika.terminal.play import play
from tests.terminal.hands import played, random_game, screen, sit

MARKET = "pavilion-2-NEW seraglio-3-ESW arcades-4-NES chambers-5-NSW"
HANDS = "y2 g3 b4 o8 o3  g2 g2 g2 y4 y4 y9  b2 b2 b2 o4 o4 o9"  # the first has fewest cards, so begins (A8)
DISPLAY = "y1 g3 b3 o9"


def rich_table(*names: str) -> Table:
    """The first player can pay for three tiles exactly."""
    dealer = ScriptedDealer(f"{MARKET} {HANDS} {DISPLAY}".split())
    return Table.deal("alhambra", names or ("you", "novice", "novice 2"), dealer=dealer)


def monkey(table: Table, seed: int) -> Callable[[], str]:
    """Somebody who tries everything, but buys whenever that is possible."""
    rng = Rng(seed)
    words = "help rules why show look undo 0 99 take buy 12345678901234567890 take\ty1 save".split()
    words += [
        "log 3",
        "look Ana",
        "look nobody",
        "why 1",
        "why take y1",
        "why buy tower-9-NE b4",
        "buy x y",
        "save a b",
    ]

    def answer() -> str:
        if table.over:
            return ""
        if rng.below(8) == 0:
            return words[rng.below(len(words))]
        bought = [text for text in map(table.game.notation, table.moves()) if text.startswith(("buy", "place"))]
        return bought[rng.below(len(bought))] if bought and rng.below(4) else str(1 + rng.below(5))

    return answer


@pytest.mark.parametrize(
    ("seed", "seats"), [(1, "you,novice"), (2, "Ana,novice,Ben"), (3, "Ana,Ben,Cem,novice,novice 2")]
)
def test_somebody_who_tries_everything_reaches_the_end(seed: int, seats: str) -> None:
    table = Table.deal("alhambra", seats.split(","), dealer=FastDealer(seed))
    code, text = played(table, monkey(table, seed), interactive=seed == 2)
    assert code == 0
    assert table.over
    assert "the end" in text
    assert f"with {max(table.result.scores[: table.state.seats])} points" in text
    verify(table.record.text)


def test_a_person_is_told_what_happened_since_their_last_turn() -> None:
    table = rich_table()
    _, text = played(table, ["take o9"])
    first, second = text.split("your turn")[1:]
    dealt = first.split("market")[0]  # start hands lie open (A7), and who begins follows from them (A8)
    assert "You are dealt y2 g3 b4 o3 o8: 5 cards, 20 in all (A7)" in dealt
    assert "Novice is dealt y4 y4 y9 g2 g2 g2: 6 cards" in dealt
    assert "You start, having been dealt the fewest cards (A8)" in dealt
    assert "Novice takes" not in dealt
    told = second.split("points")[0]
    assert "· Novice " in told
    assert "· Novice 2 " in told
    assert "You take" not in told


def test_exact_payments_go_on_and_tiles_are_placed_with_numbers_on_the_board() -> None:
    table = rich_table()
    code, text = played(
        table, ["buy pavilion-2-NEW y2", "buy seraglio-3-ESW g3", "take b3", "1", "1", "place seraglio-3-ESW 0,1"]
    )
    assert code == 0
    assert "to place  P  pavilion-2-NEW" in text
    assert "Place first   1 pavilion-2-NEW >    2 seraglio-3-ESW >" in text
    assert "[1]" in text
    tiles = {name for name, _, _ in _built(table, 0)}
    assert tiles == {"pavilion-2-NEW", "seraglio-3-ESW"}


def _built(table: Table, seat: int) -> list[tuple[str, int, int]]:
    from sabika.games.alhambra.view import AlhambraView

    view = table.view(seat)
    assert isinstance(view, AlhambraView)
    return [(placed.tile, *placed.cell) for placed in view.seats[seat].city.tiles[1:]]


REFUSALS = {
    "take y9": "Not all of y9 are in the display (A12)",
    "take g3 b3": "add up to 6; several cards may add up to 5 at most (A12)",
    "buy pavilion-2-NEW g3": "so you need yellow money (A13)",
    "buy chambers-5-NSW o3": "o3 add up to 3, but chambers-5-NSW costs 5 orange (A13)",
    "place pavilion-2-NEW 0,1": "tiles are placed after your last action (A16)",
    "remove fountain-0-none": "The fountain never moves (A18)",
    "fly": "'fly' is not a move; moves begin with take",
}


@pytest.mark.parametrize(("answer", "reason"), REFUSALS.items())
def test_a_refused_move_says_why_at_once_and_so_does_why(answer: str, reason: str) -> None:
    for line in (answer, f"why {answer}"):
        table = rich_table()
        _, text = played(table, [line], width=200)
        assert reason in text
        assert not any(str(step).startswith("1: ") for step in table.record.steps)


def test_a_move_that_cannot_be_read_leads_to_help() -> None:
    _, text = played(rich_table(), ["fly"], width=200)
    assert "moves begin with take" in text
    assert "`help` shows how moves are written." in text


def test_why_of_a_legal_move_and_of_a_number() -> None:
    _, text = played(rich_table(), ["why take y1", "why 1"])
    assert text.count("That move is allowed now.") == 2


def test_why_alone_opens_the_scores() -> None:
    _, text = played(rich_table(), ["why", "why score"])
    assert text.count("Nothing has been scored yet.") == 2
    assert text.count("And if the next scoring were held now:\nNobody would get anything.") == 2


def test_a_hint_names_the_best_moves_with_what_they_may_bring() -> None:
    table = rich_table()
    before = table.position
    _, text = played(table, ["hint"], width=120)
    hints = [line.split("  ")[0] for line in text.splitlines() if " % to win, " in line]
    assert len(hints) == 3
    assert all(table.refusal(move) is NONE for move in hints)
    assert re.search(r" {2}\d+ % to win, (\d+ points? (ahead|behind)|level) at the end", text)
    assert table.position == before


OUTLOOKS = {
    "far ahead": (12.4, "48 % to win, 12 points ahead at the end"),
    "one ahead": (0.9, "48 % to win, 1 point ahead at the end"),
    "level": (0.3, "48 % to win, level at the end"),
    "level from below": (-0.3, "48 % to win, level at the end"),
    "one behind": (-1.2, "48 % to win, 1 point behind at the end"),
    "far behind": (-7.0, "48 % to win, 7 points behind at the end"),
}


@pytest.mark.parametrize(("margin", "told"), OUTLOOKS.values(), ids=OUTLOOKS)
def test_a_hint_counts_as_people_do(margin: float, told: str) -> None:
    assert outlook(Advice(0, 0.48, margin)) == told


def test_why_opens_what_a_scoring_now_would_give() -> None:
    table = rich_table("Ana", "Ben", "Carla")
    played(table, ["", "buy pavilion-2-NEW y2", "take b3", "1"])
    _, text = played(table, ["", "why"])
    assert "P pavilion      1x 1st   1" in text
    assert "Ana: a wall of 3 sides: 0,-1 WNE (A24)." in text


def test_undo_takes_back_a_purchase_and_what_was_drawn_stays() -> None:
    table = rich_table()
    _, text = played(table, ["undo", "buy pavilion-2-NEW y2", "buy seraglio-3-ESW g3", "undo", "undo", "undo"])
    assert text.count("Undone.") == 2
    assert text.count("You cannot undo: something was drawn") == 2
    assert not any(str(step).startswith("1: ") for step in table.record.steps)


def test_a_turn_that_reveals_nothing_can_be_taken_back_after_its_end() -> None:
    table = rich_table()
    played(table, ["buy pavilion-2-NEW y2", "take b3", "1"])
    assert table.actor == 0
    answers = ["remove pavilion-2-NEW", "undo", "remove pavilion-2-NEW", "", "take y9"]
    _, text = played(table, answers)
    assert text.count("Your turn ends.") == 2
    assert text.count("Undone.") == 1
    assert [str(step) for step in table.record.steps].count("1: remove pavilion-2-NEW") == 1


def test_an_answer_given_too_early_counts_for_the_next_question() -> None:
    table = rich_table()
    played(table, ["buy pavilion-2-NEW y2", "take b3", "1"])
    _, text = played(table, ["remove pavilion-2-NEW", "help"])
    assert "How to write moves" in text


# Several people before one screen.


def test_hands_are_covered_before_the_screen_changes_hands() -> None:
    table = rich_table("Ana", "novice", "Ben")
    _, text = played(table, ["", "1", "", "1", ""], interactive=True)
    ana, *others = text.split("Pass the screen to ")[1:]
    assert ana.startswith("Ana, who then presses Enter")
    assert others[0].startswith("Ben, who then presses Enter")
    assert "\x1b[2J\x1b[3J" in ana
    assert "you hold" in ana


def test_nothing_typed_too_early_uncovers_a_hand() -> None:
    """An answer that Ana gives instead of ending her turn must not count as Ben's Enter."""
    table = rich_table("Ana", "Ben", "novice")
    table.play("buy pavilion-2-NEW y2")
    table.play("take b3")
    table.play("place pavilion-2-NEW 0,-1")
    table.play("take o9")
    table.play(table.moves()[0])
    _, text = played(table, ["", "remove pavilion-2-NEW", "take y1"], interactive=True)
    assert text.rstrip().endswith("Not saved.")
    assert "Your turn ends." in text
    assert "Ben's turn" not in text


def test_open_hands_need_no_cover() -> None:
    table = Table.deal("alhambra", ["Ana", "Ben"], options={"open_money": "yes"}, dealer=FastDealer(1))
    _, text = played(table, ["1"])
    assert "Pass to" not in text


def test_a_lone_person_is_never_asked_to_pass() -> None:
    assert "Pass to" not in played(rich_table(), ["1", "1"])[1]


# The size of the screen.


def test_a_small_screen_shows_table_and_choices_on_two_pages() -> None:
    table = random_game(Table.deal("alhambra", 6, dealer=FastDealer(5)), 5, 150)
    table.record.seats[:] = ["novice 1", "novice 2", "novice 3", "novice 4", "novice 5", "novice 6"]
    table.record.seats[table.actor] = "you"
    small = sit(table, ["quit", ""], width=80, height=12, interactive=True)
    assert play(small) == 0
    assert "Enter for your choices quit" in screen(small)


def test_long_texts_come_page_by_page() -> None:
    sitting = sit(rich_table(), ["rules", "", "", "quit", ""], height=10, interactive=True)
    assert play(sitting) == 0
    assert screen(sitting).count("Enter for more") == 2


# Keeping.


def test_a_saved_game_goes_on_where_it_was(tmp_path: Path) -> None:
    file = str(tmp_path / "evening.sabika")
    table = Table.deal("alhambra", ["you", "novice"], seed=5)
    code, text = played(table, ["1", f"save {file}", "1", "quit", ""], width=300)
    assert code == 0
    assert f"`sabika resume {file}` continues it." in text
    assert "Not saved." in text
    again = Table.resume(record_files.load(file))
    assert table.record.text.startswith(again.record.text.partition("digest: ")[0])
    _, second = played(again, ["log"])
    assert "You take" in second.split("> log")[1]
    assert "· Novice" in second.split("your turn")[1].split("points")[0]


def test_the_file_is_kept_up_to_date_without_asking(tmp_path: Path) -> None:
    file = tmp_path / "kept.sabika"
    table = Table.deal("alhambra", ["you", "novice"], seed=5)
    sitting = sit(table, ["1", "1", "quit"], file=str(file))
    assert play(sitting) == 0
    assert file.read_text() == table.saved
    assert f"The game is saved in {file}: `sabika resume {file}` continues it." in screen(sitting).replace("\n", "")
    assert [path.name for path in tmp_path.iterdir()] == ["kept.sabika"]


def test_nothing_else_is_overwritten(tmp_path: Path) -> None:
    letter, game = tmp_path / "letter.txt", tmp_path / "game.sabika"
    letter.write_text("Dear Ana")
    game.write_text(Table.deal("alhambra", ["you", "novice"], seed=6).saved)
    before = game.read_text()
    _, text = played(Table.deal("alhambra", ["you", "novice"], seed=5), [f"save {letter}", f"save {game}"], width=300)
    assert text.count("exists and is not this game; choose another name.") == 2
    assert letter.read_text() == "Dear Ana"
    assert game.read_text() == before


def test_a_folder_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    _, text = played(rich_table(), [f"save {tmp_path / 'no' / 'file'}", "save", 'save "x'], width=300)
    assert "cannot be written: no such file or directory." in text
    assert text.count("Name a file, for example: save") == 2


def test_a_disk_that_fails_does_not_end_the_game(tmp_path: Path) -> None:
    file = tmp_path / "kept.sabika"
    table = Table.deal("alhambra", ["you", "novice"], seed=5)
    answers = iter(["1", "1"])

    def answer() -> str:
        if file.is_file():
            file.unlink()
            file.mkdir()
        return next(answers)

    sitting = sit(table, answer, file=str(file), width=300)
    assert play(sitting) == 0
    assert screen(sitting).count("The game is no longer saved") == 1
    assert sum(str(step).startswith("1: ") for step in table.record.steps) == 2


def test_what_is_no_file_is_not_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    _, text = played(rich_table(), [f"save {pipe}", f"save {tmp_path}"], width=300)
    assert text.count("exists and is not this game") == 2


def test_a_link_goes_on_pointing_to_the_game(tmp_path: Path) -> None:
    file, link = tmp_path / "game.sabika", tmp_path / "link.sabika"
    table = Table.deal("alhambra", ["you", "novice"], seed=5)
    record_files.save(table, str(file))
    link.symlink_to(file)
    played(table, ["1", f"save {link}"], width=300)
    assert link.is_symlink()
    assert file.read_text() == table.saved


def test_quitting_asks_until_the_game_is_kept_or_let_go(tmp_path: Path) -> None:
    file = tmp_path / "late.sabika"
    code, text = played(rich_table(), ["quit", str(tmp_path), str(file)], width=300)
    assert code == 0
    assert text.count("Save this game?") == 2
    assert file.exists()


# The end.


def end_of(names: list[str], seed: int) -> Table:
    table = random_game(Table.deal("alhambra", names, dealer=FastDealer(seed)), seed, 100_000)
    assert table.over
    return table


def test_the_end_opens_every_score() -> None:
    table = end_of(["you", "novice"], 3)
    _, text = played(table, ["why", "look", "help me", "moo", ""], width=120)
    for title in ("First scoring", "Second scoring", "Third and last scoring", "The last tiles of the market"):
        assert text.count(title) == 2
    assert "Dirk" in text
    assert "The game is over. Type save FILE" in text
    scores = table.result.scores
    for name, points in zip(("you", "novice", "Dirk"), scores, strict=True):
        assert f"{points:>4}  {name}" in text


def test_the_parts_of_a_score_add_up() -> None:
    from sabika.terminal.commands import points_by_part

    table = end_of(["you", "novice", "novice 2"], 4)
    for player, points in enumerate(table.result.scores):
        assert sum(points_by_part(table.result.breakdown, player).values()) == points


def test_the_record_can_be_kept_after_the_end(tmp_path: Path) -> None:
    file = tmp_path / "done.sabika"
    table = end_of(["you", "novice"], 3)
    _, text = played(table, [f"save {file}", ""], width=300)
    assert f"Saved. `sabika replay {file}` shows it." in text
    assert verify(file.read_text()).scores == table.result.scores


def test_bots_alone_are_watched() -> None:
    table = Table.deal("alhambra", ["novice", "novice 2"], dealer=FastDealer(2))
    code, text = played(table, [])
    assert code == 0
    assert "Novice takes" in text
    assert "the end" in text
    assert "save FILE" not in text


class Crash:
    def choose(self, sight: Sight) -> int:
        raise ZeroDivisionError("no\nplan")


class Cheat:
    def choose(self, sight: Sight) -> int:
        return 2**70


FAILING = {
    "one that crashes": (Crash(), "failed (ZeroDivisionError: no plan), so the default move is played for it."),
    "one that cheats": (Cheat(), "failed (it did not answer with a legal move), so the default move is played for it."),
}


@pytest.mark.parametrize(("bot", "told"), FAILING.values(), ids=list(FAILING))
def test_a_bot_that_fails_is_named_and_the_game_goes_on(bot: Bot, told: str) -> None:
    table = Table.deal("alhambra", ["you", "my-bot"], dealer=FastDealer(3))
    sitting = sit(table, ["1", "1", "1"], width=200)
    sitting.bots = {1: bot}
    assert play(sitting) == 0
    assert f"my-bot {told}" in screen(sitting)
    assert any(str(step).startswith("2: ") for step in table.record.steps)
