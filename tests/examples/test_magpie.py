"""The example package: a game with hidden cards that is not ours, played everywhere."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from magpie import MAGPIE
from magpie.state import HAND, M3, Magpie

from sabika import ScriptedDealer, Table
from sabika.engine.rule import NONE
from sabika.locales import LANGUAGES, of_game
from tests.contract import test_clone as clones
from tests.contract import test_luck as luck
from tests.contract import test_moves as moves
from tests.contract import test_play as plays
from tests.contract import test_records as records
from tests.contract import test_scores as scores
from tests.contract import test_texts as texts
from tests.contract import test_undo as undos
from tests.contract import test_views as views
from tests.contract import test_words as words
from tests.contract.setups import SETUPS, Setup, setups_of
from tests.examples.installed import knowing
from tests.examples.registered import registered
from tests.test_locales import unlike

SEATS = [2, 3, 4]


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """To this process, and to the contract suite."""
    monkeypatch.setitem(SETUPS, "magpie", setups_of(MAGPIE))
    with registered(MAGPIE):
        yield


# The rules.

HANDS = [1, 4, 9, 16, 20, 24, 2, 3, 10, 15, 21, 23]  # of seat 1, then of seat 2


def dealt(*treasures: int) -> Table:
    return Table.deal(MAGPIE, ["Ana", "Ben"], dealer=ScriptedDealer([*map(str, HANDS), *map(str, treasures)]))


def test_the_highest_card_takes_the_treasure_and_leads() -> None:
    table = dealt(7, -4)
    table.play("play 20")
    table.play("play 21")
    assert table.result.scores == [0, 7]
    assert table.actor == 1


def test_a_trap_is_taken_too() -> None:
    table = dealt(-4, 1)
    table.play("play 4")
    table.play("play 3")
    assert table.result.scores == [-4, 0]


def test_only_ones_own_cards_are_played() -> None:
    table = dealt(7)
    assert table.refusal("play 21") is M3
    assert table.why("play 21") == "You do not hold the 21 (M3)."
    assert table.why("play 21", language="de") == "Du hast die 21 nicht (M3)."
    assert table.refusal("play 20") is NONE


def test_six_tricks_make_a_game() -> None:
    table = Table.deal(MAGPIE, 4, seed=1)
    for _ in range(4 * HAND):
        table.play(table.moves()[0])
    assert table.over
    assert sum(len(won) for won in state_of(table).won) == HAND


def state_of(table: Table) -> Magpie:
    assert isinstance(table.state, Magpie)
    return table.state


# The contract, as our own games keep it.


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("seats", SEATS)
def test_it_keeps_the_contract(seats: int) -> None:
    setup = Setup(MAGPIE, seats, ())
    plays.check_random_games(setup, 300)
    moves.check_listed_moves(setup, 200)
    moves.check_mutants(setup, 200)
    luck.check_luck(setup, 30)
    clones.check_clones(setup, 20)
    scores.check_any_time(setup, 30)
    scores.check_ends(setup, 3)
    records.check_record(setup, 0)
    records.check_resume(setup, 0)
    undos.check_undos(setup, 3)


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("seats", SEATS)
def test_its_texts_come_back_and_spoilt_ones_are_refused(seats: int) -> None:
    setup = Setup(MAGPIE, seats, ())
    texts.check_forms(setup, 30)
    texts.check_positions(setup, 3)
    texts.check_lockstep(setup, 2)
    texts.check_spoiled_moves(setup, 200)
    texts.check_spoiled_positions(setup, 300)


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("seats", SEATS)
def test_hands_are_seen_by_their_owners_alone(seats: int) -> None:
    """Worlds that differ only in what somebody may not see look the same to him."""
    setup = Setup(MAGPIE, seats, ())
    assert views.check_pairs(setup, 100) >= 100
    views.check_sights(setup, 60)
    words.test_nothing_hidden_is_told(setup)


# Its words.


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("seats", SEATS)
def test_all_of_it_is_told(seats: int) -> None:
    setup = Setup(MAGPIE, seats, ())
    words.test_everything_can_be_told(setup)
    words.test_a_whole_game_is_told(setup)
    words.test_choices_differ(setup)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_the_same_in_every_language(language: str) -> None:
    assert not unlike(dict(of_game(MAGPIE, language)), dict(of_game(MAGPIE, "en")))


# Installed, as anybody would install it.


def sabika(magpie: Path, *arguments: str, answers: str = "") -> str:
    """What the command prints in a process that finds the package."""
    command = [sys.executable, "-m", "sabika", *arguments]
    done = subprocess.run(command, input=answers, env=knowing(magpie), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_listed(magpie: Path) -> None:
    assert "magpie" in sabika(magpie, "games")


def test_without_the_package_there_is_one_line(magpie: Path, tmp_path: Path) -> None:
    file = tmp_path / "evening.sabika"
    sabika(magpie, "play", "magpie", "--seats", "you,novice", "--save", str(file), answers="1\n")
    command = [sys.executable, "-m", "sabika", "resume", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (1, 2)
    assert "the game 'magpie' is not installed" in done.stderr
    assert "Traceback" not in done.stderr


def test_it_is_played_in_the_terminal(magpie: Path) -> None:
    """A whole game against bots, with the first card each time; what others hold is not on the screen."""
    shown = sabika(magpie, "play", "magpie", "--seats", "you,builder,novice", "--seed", "3", answers="1\n\n" * 12)
    assert "Magpie with you, builder (bot) and novice (bot)" in shown
    assert "Builder holds 6 cards." in shown
    assert "You hold " in shown
    assert "Choose   1 Play " in shown
    assert " wins with " in shown or " win with " in shown
    assert "is dealt" not in shown


def test_it_is_played_in_the_arena_with_two_jobs(magpie: Path, tmp_path: Path) -> None:
    """The workers know the game too, and play the same games as one job does."""
    kept = []
    for jobs in ("1", "2"):
        folder = tmp_path / jobs
        settings = ["--games", "12", "--seed", "5", "--jobs", jobs, "--records", str(folder)]
        sabika(magpie, "arena", "magpie", "--bots", "novice,random", *settings)
        kept.append(
            {file.name: file.read_text() for file in folder.iterdir() if file.name != "results.jsonl"}
        )  # has times
    assert len(kept[0]) >= 12
    assert kept[0] == kept[1]
