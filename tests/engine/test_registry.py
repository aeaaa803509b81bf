"""Games are found by name; a package brings its own, and a broken one harms nobody else."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from sabika import ScriptedDealer, Table
from sabika.cli.games import command as games_command
from sabika.engine import registry
from sabika.engine.game import Game, Option
from sabika.engine.registry import GAMES, GameMissing, find, installed, names, register
from sabika.engine.rule import Rule
from sabika.engine.state import Luck, State
from tests.examples.pig import Pig, PigGame, SecretPigGame
from tests.examples.registered import registered

HOUSE = ["alhambra", "alhambra_dice", "alcazaba", "zatre"]
MODULE = """
from tests.examples.pig import PigGame, SecretPigGame

PIG = PigGame()
NUMBER = 7
NAMELESS = SecretPigGame()
NAMELESS.name = "Pig!"
ALIAS = PigGame()
"""
ENTRY_POINTS = """
[sabika.games]
pig = my_games:PIG
gone = my_vanished_module:GAME
typo = my_games:PGI
number = my_games:NUMBER
Pig! = my_games:NAMELESS
hog = my_games:ALIAS
zatre = my_games:PIG
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package with a good game, five broken ones, and one that would like the name of another."""
    (tmp_path / "my_games.py").write_text(MODULE)
    info = tmp_path / "my_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-games\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    return tmp_path


@pytest.fixture
def guests(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(folder))
    registry.guests.cache_clear()
    with registered():
        yield
    registry.guests.cache_clear()


def test_the_games_of_the_house_are_known() -> None:
    assert names()[:4] == list(GAMES)[:4] == HOUSE


def test_an_unknown_name_is_answered_in_one_line_with_all_there_are() -> None:
    with pytest.raises(GameMissing, match=r"^the game 'chess' is not installed; choose one of alhambra, [^\n]*zatre$"):
        find("chess")


@pytest.mark.usefixtures("guests")
def test_a_game_of_another_package_is_found_by_its_name_and_plays() -> None:
    assert "pig" not in GAMES  # read when it is looked for, not before
    assert "pig" in names()
    table = Table.deal("pig", seats=2, dealer=ScriptedDealer(["6"]))
    table.play("throw")
    assert Table.replay(table.record.text).position == table.position


@pytest.mark.process
def test_another_process_finds_it_too(folder: Path) -> None:
    code = "from sabika.engine.registry import find; print(find('pig').title)"
    path = os.pathsep.join([str(folder), str(Path(__file__).parents[2]), str(Path(registry.__file__).parents[2])])
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=True)
    assert done.stdout == "Pig\n"


BROKEN = {
    "its module is gone": ("gone", "ModuleNotFoundError: No module named 'my_vanished_module'"),
    "its object is gone": ("typo", "AttributeError: module 'my_games' has no attribute 'PGI'"),
    "it is no game": ("number", "TypeError: my_games:NUMBER is not a game of this name"),
    "it calls itself something else": ("hog", "TypeError: my_games:ALIAS is not a game of this name"),
}


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize(("name", "reason"), BROKEN.values(), ids=list(BROKEN))
def test_a_broken_game_gives_one_line_that_names_it_and_its_package(name: str, reason: str) -> None:
    with pytest.raises(GameMissing, match=f"^{re.escape(f'the game {name!r} of my-games does not load: {reason}')}$"):
        find(name)


@pytest.mark.usefixtures("guests")
def test_broken_games_do_not_break_the_others() -> None:
    games, problems = installed()
    assert [game.name for game in games] == [*HOUSE, "pig"]
    assert len(problems) == 6
    assert all("\n" not in line for line in problems)
    assert find("zatre").title == "Zatre"


CLASHES = [
    "the game 'pig' of my-games is ignored: an-older-package has a game of that name",
    "the game 'zatre' of my-games is ignored: Sabika has a game of that name",
]


@pytest.fixture
def two_packages(folder: Path) -> None:
    """Another package, earlier in the alphabet, that also offers a pig."""
    info = folder / "an_older_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: an-older-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sabika.games]\npig = my_older_games:PIG\n")
    (folder / "my_older_games.py").write_text("from tests.examples.pig import PigGame\n\nPIG = PigGame()\n")


@pytest.mark.usefixtures("two_packages", "guests")
def test_a_name_that_two_offer_goes_to_us_or_else_to_the_first_package_in_the_alphabet() -> None:
    games, problems = installed()
    assert [game.name for game in games] == [*HOUSE, "pig"]
    assert problems[-2:] == CLASHES
    assert find("pig") is importlib.import_module("my_older_games").PIG
    assert type(find("zatre")).__module__.startswith("sabika.")
    assert (registry.is_guest("pig"), registry.is_guest("zatre")) == (True, False)


@pytest.mark.usefixtures("two_packages", "guests")
def test_the_command_names_each_game_that_is_ignored() -> None:
    shown = CliRunner().invoke(games_command)
    assert shown.exit_code == 0
    assert shown.stderr.splitlines()[-2:] == CLASHES


def test_a_name_is_taken_once() -> None:
    game = PigGame()
    with registered(game):
        register(game)  # the same one is no other
        with pytest.raises(ValueError, match="there is already a game 'pig'"):
            register(PigGame())
        assert find("pig") is game


def called(name: str) -> Game:
    """Pig by another name."""
    game = PigGame()
    game.name = name
    return game


NAMES = {
    "capital letters": "Pig",
    "empty": "",
    "a digit first": "1pig",
    "a space": "old pig",
    "too long": "p" * 41,
    "a path": "../pig",
    "the face of all": "plain",
    "a part of ours": "parts",
    "a module of the judges": "base",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=list(NAMES))
def test_a_name_that_cannot_be(name: str) -> None:
    with registered(), pytest.raises(ValueError, match=r"cannot be played: (a name has|its name is taken)"):
        register(called(name))
    assert name not in GAMES


class TwoRules(PigGame):
    refusals = (Rule("P1"), Rule("P1"))


class EngineRule(PigGame):
    refusals = (Rule("E1"),)


class OddOption(PigGame):
    options = (Option("goal", ("30 points",), "how far"),)


class Amnesia(PigGame):
    def load(self, text: str) -> Pig:
        state = super().load(text)
        state.points[0] += 1
        return state


class TwoLines(PigGame):
    def text(self, state: State) -> str:
        return super().text(state) + "\n"


class Elsewhere(SecretPigGame):
    name = "pig"


UNFIT: dict[str, tuple[Callable[[], Game], str]] = {
    "two rules with one label": (TwoRules, "label of its own"),
    "a rule of the engine": (EngineRule, "label of its own"),
    "an option in two words": (OddOption, "words of 1 to 40"),
    "the start comes back otherwise": (Amnesia, "does not come back"),
    "a position in two lines": (TwoLines, "does not come back"),
    "states of another game": (Elsewhere, "say that they are of 'secret-pig'"),
}


@pytest.mark.parametrize(("game", "reason"), UNFIT.values(), ids=list(UNFIT))
def test_a_game_that_cannot_be_kept_is_not_registered(game: Callable[[], Game], reason: str) -> None:
    with registered(), pytest.raises(ValueError, match=f"^the game 'pig' cannot be played: .*{reason}"):
        register(game())


def test_a_record_of_a_game_that_is_gone_says_so() -> None:
    with registered(PigGame()):
        text = Table.deal("pig", seats=2, seed=1).record.text
    with pytest.raises(ValueError, match=r"^the header: the game 'pig' is not installed; choose one of"):
        Table.replay(text)


class Wordy(Pig):
    kind, answer = "die", "6"

    def luck(self) -> Luck:
        return Luck(self.kind, 6)

    def outcome(self, k: int) -> str:
        return self.answer

    def clone(self) -> Wordy:
        return self  # never asked to differ here


class WordyGame(PigGame):
    def new(self, seats: int, options: dict[str, str]) -> Wordy:
        return Wordy(seats)


LUCK_WORDS = {
    "a kind in two words": ("big die", "6", "luck of the kind 'big die'"),
    "a kind with a comma": ("die,die", "6", "luck of the kind"),
    "an outcome in two words": ("die", "six pips", "the outcome 'six pips'"),
    "an outcome in two lines": ("die", "6\n1: hold", "the outcome"),
    "no outcome": ("die", "", "the outcome ''"),
    "an outcome that looks hidden": ("die", "?", "the outcome '?'"),
    "a very long outcome": ("die", "6" * 401, "the outcome"),
}


@pytest.mark.parametrize(("kind", "answer", "reason"), LUCK_WORDS.values(), ids=list(LUCK_WORDS))
def test_luck_that_a_record_could_not_hold(
    kind: str, answer: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Wordy, "kind", kind)
    monkeypatch.setattr(Wordy, "answer", answer)
    table = Table.deal(WordyGame(), seats=2, dealer=ScriptedDealer())
    with pytest.raises(ValueError, match=f"^a record cannot hold {re.escape(reason)}[^\n]*$"):
        table.play("throw")


def test_a_move_that_a_record_could_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WordyGame, "notation", lambda self, move: "hold\nthrow")
    table = Table.deal(WordyGame(), seats=2, dealer=ScriptedDealer())
    with pytest.raises(ValueError, match=r"^a record cannot hold the move 'hold"):
        table.play(0)
