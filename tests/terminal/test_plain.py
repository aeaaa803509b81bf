"""A game without a face of its own, at the prompt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from sabika import Table
from sabika.engine.rng import Rng
from sabika.games import GAMES
from sabika.terminal.faces.plain import FACE
from sabika.terminal.play import play
from tests.examples.pig import PigGame, SecretPigGame
from tests.examples.registered import registered
from tests.fuzz import first, some
from tests.terminal.hands import played, screen, sit

QUICKEST = sorted(GAMES, key=["zatre", "alhambra_dice", "alcazaba", "alhambra"].index)


@pytest.fixture(autouse=True)
def pigs() -> Iterator[None]:
    with registered(PigGame(), SecretPigGame()):
        yield


def test_a_game_of_pig_reads_well() -> None:
    table = Table.deal(PigGame(), ["you", "Ben"], seed=3)
    _, text = played(table, ["2", "2", "1"])
    assert "Choose   1 Hold     2 Throw" in text
    assert re.search(r"· Die: [1-6]\.", text)
    assert re.search(r"you +\d+ points", text)
    assert "· Pot: 0" in text


def test_commands_answer_at_the_plain_face() -> None:
    table = Table.deal(PigGame(), ["you", "Ben"], seed=3)
    _, text = played(table, ["2", "help", "rules", "why", "look Ben", "look", "log", "why 1", "why hold", "fly"])
    assert "That move is allowed now." in text
    assert "A move of Pig is hold or throw." in text
    assert "shows how moves are written" not in text  # this face has nothing to show


def test_what_others_hold_is_not_told() -> None:
    """The cups were thrown before the first move; the log is everybody's."""
    table = Table.deal(SecretPigGame(), ["Ana", "Ben"], seed=3)
    _, text = played(table, ["log"])
    assert "Cup:" not in text
    assert re.search(r"Cups: [1-6], -", text)


@pytest.mark.parametrize("name", first(QUICKEST, 2))
@pytest.mark.parametrize("interactive", some([True, False], 1))
def test_every_game_can_be_played_to_its_end(name: str, *, interactive: bool) -> None:
    """By somebody who types any number that is offered; the numbers lead through all questions."""
    game, rng = GAMES[name], Rng(5)
    table = Table.deal(game, ["you", "Ben"], seed=5)
    sitting = sit(table, lambda: "" if table.over else str(1 + rng.below(24)), interactive=interactive)
    sitting = replace(sitting, face=FACE)
    assert play(sitting) == 0
    assert table.over
    assert "{" not in screen(sitting)
