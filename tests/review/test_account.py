"""The account of a game closes, luck is fair, and nobody is judged by what could not be known."""

from __future__ import annotations

from random import Random

import pytest

from sabika import Table, bots
from sabika.bots.value import Estimate, valuer_of
from sabika.bots.value.estimate import mean_of, side_count
from sabika.engine.game import Unreadable
from sabika.engine.registry import find
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK
from sabika.review.account import DecisionEntry, LuckEntry, account_of, questions
from sabika.review.question import Question, answer, review_move
from tests.bots.walks import any_move, walk
from tests.fuzz import first
from tests.review.games import MAIN, NAMES, record, recorded
from tests.review.games import account as reviewed


@pytest.mark.parametrize("name", first(NAMES, len(MAIN) + 2))
def test_the_account_closes_for_every_side_in_points_and_chances(name: str) -> None:
    account, end = reviewed(name), Table.replay(recorded(name))
    found = account.start + account.luck() + account.decisions() + account.revision()
    scores = {int(end.state.side(player)): score for player, score in enumerate(end.result.scores)}
    assert found.points == pytest.approx([scores[side] for side in sorted(scores)])
    winners = {int(end.state.side(seat)) for seat in end.result.winners}
    won = [1 / len(winners) if side in winners else 0 for side in sorted(scores)]
    assert found.wins == pytest.approx(won, abs=1e-9)
    assert len(account.entries) == len(end.record.steps)
    by_seat = [account.decisions(seat) for seat in range(len(account.seats))]
    stand_ins = [each.gain for each in account.entries if isinstance(each, DecisionEntry) and each.by]
    assert sum(each.points[0] for each in by_seat + stand_ins) == pytest.approx(account.decisions().points[0])


def resigned(text: str, *seats: int) -> str:
    """The record of a game in which these seats resigned."""
    numbers = ", ".join(str(seat + 1) for seat in seats)
    return text.replace("\nresult: ", f"\nresigned: {numbers}\nresult: ")


@pytest.mark.parametrize("game", ["alhambra", "alhambra_dice", "alcazaba", "zatre"])
def test_the_account_closes_where_the_winner_resigned(game: str) -> None:
    """Play is judged as if nobody had; at the end the one who resigned has no chance, and another has won."""
    text = record(game, 3, 1)
    usual, winner = account_of(text), Table.replay(text).result.winners[0]
    account = account_of(resigned(text, winner))
    assert (account.entries, account.last) == (usual.entries, usual.last)
    assert account.result.wins[winner] == 0
    assert sum(account.result.wins) == pytest.approx(1)
    assert account.resignation.wins[winner] == -usual.result.wins[winner]
    assert not any(account.resignation.points)
    found = account.start + account.luck() + account.decisions() + account.revision() + account.resignation
    assert found.wins == pytest.approx(account.result.wins, abs=1e-9)
    assert found.points == pytest.approx(usual.result.points)
    (_, before), (step, end) = list(account.curve())[-2:]
    assert step == len(account.entries)
    assert end == before + account.resignation
    assert end.wins[winner] == pytest.approx(0, abs=1e-6)


def test_if_everybody_resigned_nobody_has_won() -> None:
    account = account_of(resigned(record("zatre", 2, 3), 0, 1))
    assert account.result.wins == (0.0, 0.0)


def test_a_partner_wins_without_the_one_who_resigned() -> None:
    text = recorded("zatre-4-teams").replace("sabika record 1", "sabika record 2").replace("\nid:", "\nbots: -\nid:")
    text = text.replace("\nnonces:", "\nnonce commits: -, -, -, -\nnonces:")
    winner = Table.replay(text).result.winners[0]
    account = account_of(resigned(text, winner))
    assert account.result == account_of(text).result
    assert account.resigned == [winner]


@pytest.mark.parametrize("name", MAIN)
def test_no_decision_gains_a_chance_for_whoever_made_it(name: str) -> None:
    account = reviewed(name)
    for entry in account.entries:
        if isinstance(entry, DecisionEntry):
            assert entry.gain.wins[account.sides[entry.seat]] <= 1e-9
            if entry.best == entry.chosen:
                assert entry.gain.points == pytest.approx([0.0] * len(account.start.points))


@pytest.mark.parametrize("game", ["alhambra", "alhambra_dice", "alcazaba", "zatre"])
def test_luck_is_nought_on_average_over_everything_it_may_bring(game: str) -> None:
    """At places of all kinds: the exact mean of what is booked is 0, whatever the judge thinks."""
    rng, valuer = Random(4), valuer_of(game)
    for least in (0, 3, 40, 90):
        state = walk(find(game).start(3), rng, lambda at: at.actor == LUCK and at.luck_total() < 2000, any_move, least)
        before, total, first = valuer.before(state), int(state.luck_total()), 0
        found: list[tuple[float, Estimate]] = []
        for _, ways in state.chances():
            twin = state.clone()
            twin.settle(first)
            found.append((ways / total, valuer.fallen(twin) - before))
            first += ways
        mean = mean_of(found, side_count(state))
        assert mean.points == pytest.approx([0.0] * len(mean.points), abs=1e-3)
        assert mean.wins == pytest.approx([0.0] * len(mean.wins), abs=1e-5)


def test_luck_is_booked_where_it_fell() -> None:
    account = reviewed("zatre-2")
    table = Table.replay(recorded("zatre-2"))
    luck = [entry.step for entry in account.entries if isinstance(entry, LuckEntry)]
    assert luck == [n for n, step in enumerate(table.record.steps, 1) if str(step).startswith("luck")]
    assert {entry.kind for entry in account.entries if isinstance(entry, LuckEntry)} == {"tiles"}


def test_worlds_that_look_the_same_from_a_seat_give_the_same_verdict() -> None:
    """In Zatre others hold tiles that the mover cannot see: two such worlds are told apart by nothing."""
    game, rng, compared = find("zatre"), Random(11), 0
    for seed in range(6):
        state = walk(game.start(3), rng, lambda at: at.actor >= 0, any_move, 30 + 9 * seed)
        sight = game.sight(state, state.actor)
        other = game.sight(sight.imagine(Rng(seed)), state.actor)
        assert other.text() == sight.text()
        move = int(sight.moves()[0])
        verdicts = [review_move(each, move, valuer_of("zatre"), 0, 5) for each in (sight, other)]
        assert verdicts[0] == verdicts[1]
        compared += 1
    assert compared == 6


def test_a_decision_is_a_question_that_another_process_can_answer() -> None:
    text = record("alhambra", 2, 3)
    for step, question in list(questions(text, 0, 7))[::40]:
        assert isinstance(question, Question)
        found = answer(question)
        entry = account_of(text, 7).entries[step - 1]
        assert isinstance(entry, DecisionEntry)
        assert find("alhambra").notation(found.best) == entry.best


def test_a_game_that_is_not_over_is_read_up_to_what_is_hidden() -> None:
    text = record("zatre", 2, 1)
    lines = text.splitlines()
    hidden = [n for n, line in enumerate(lines) if line.startswith("luck tiles/")][30]
    kept = [line for line in lines[: hidden + 1] if not line.startswith(("result", "seed"))]
    kept[-1] = kept[-1].rpartition(":")[0] + f": ? of {kept[-1].split(' of ')[1].split(' ')[0]} -> ?"
    account = account_of("\n".join(kept) + "\n")
    assert not account.over
    assert len(account.entries) == sum(line.startswith(("luck ", "1:", "2:")) for line in kept) - 1
    assert sum(account.result.wins) == pytest.approx(1)


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(Unreadable):
        account_of("nonsense")


@pytest.mark.parametrize("game", ["alhambra", "alhambra_dice", "alcazaba", "zatre"])
def test_a_game_from_a_position_begins_with_what_can_be_expected_there(game: str) -> None:
    """Who is ahead there is ahead from the start, not by a revision of the first decision."""
    table, players = Table.deal(game, 2, 4), [bots.find("novice")(seat) for seat in range(2)]
    while sum(entry.points for entry in table.state.score_now()) < 60:
        table.play(players[table.actor].choose(table.sight))
    fork = Table.from_position(table.position, ["Ana", "Ben"], seed=1)
    fork.play(players[fork.actor].choose(fork.sight))
    found = account_of(fork.record.text)
    assert found.start == valuer_of(game).of(table.state)
    total = found.start + found.luck() + found.decisions() + found.revision()
    assert total.points == pytest.approx(found.result.points)
