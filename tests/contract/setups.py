"""Every table there can be: each game with all its seat counts and all combinations of its options."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import ceil

import pytest

import sabika.engine.state
import sabika.games
from sabika.engine.game import Game
from sabika.engine.state import State
from tests.fuzz import FACTOR

GAMES = sabika.games.GAMES
COMPILED = not str(sabika.engine.state.__file__).endswith(".py")
LONG = FACTOR  # multiplies the numbers below
UNCOMPILED_PART = 0.02  # of these numbers, where the rules are not compiled

# How much is tried in one run, over all games together.
MOVES = 100_000
MUTANTS = 50_000
PAIRS = 20_000
POSITIONS = 4_000  # for what takes longer: texts, clones, luck
GAMES_PLAYED = 60  # whole ones, at a table with its record


@dataclass(frozen=True)
class Setup:
    """A game, a number of seats, and a value for every option."""

    game: Game
    seats: int
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        """The name, the seats and the options that are not the usual ones: `alhambra-3-extra_tower=added`."""
        usual = {(option.name, option.choices[0]) for option in self.game.options}
        unusual = [f"-{name}={value}" for name, value in self.options if (name, value) not in usual]
        return f"{self.game.name}-{self.seats}" + "".join(unusual)

    def start(self) -> State:
        return self.game.start(self.seats, dict(self.options))


def setups_of(game: Game) -> list[Setup]:
    """Every seat count with every combination of options that can be played with it."""
    combinations = list(product(*([(option.name, choice) for choice in option.choices] for option in game.options)))
    setups = [Setup(game, seats, options) for seats in range(game.fewest, game.most + 1) for options in combinations]
    return [setup for setup in setups if can_be(setup)]


def can_be(setup: Setup) -> bool:
    """Some options ask for certain numbers of seats, like teams; `test_play` sees to it that this hides nothing."""
    try:
        setup.start()
    except ValueError:
        return False
    return True


def usual(game: Game) -> Setup:
    """The game as most people play it: the usual options, and three seats where it can be."""
    options = tuple((option.name, option.choices[0]) for option in game.options)
    return Setup(game, min(max(3, game.fewest), game.most), options)


def tried(name: str) -> list[Setup]:
    """All of a game's setups; under `make check` the usual options with few, three and many seats, the others once."""
    if LONG >= 1:
        return SETUPS[name]
    found, met = list[Setup](), set[tuple[str, str]]()
    for setup in SETUPS[name]:
        as_usual = usual(setup.game)
        seats = setup.seats in (setup.game.fewest, as_usual.seats, setup.game.most)
        if (setup.options == as_usual.options and seats) or not met.issuperset(setup.options):
            found.append(setup)
            met.update(setup.options)
    return found


SETUPS = {game.name: setups_of(game) for game in GAMES.values()}
USUAL_SETUPS = [setup for setups in SETUPS.values() for setup in setups if setup.options == usual(setup.game).options]
every_setup = pytest.mark.parametrize("setup", [setup for game in SETUPS for setup in tried(game)], ids=str)
every_number_of_seats = pytest.mark.parametrize("setup", USUAL_SETUPS, ids=str)
usual_setups = pytest.mark.parametrize("setup", [usual(game) for game in GAMES.values()], ids=str)


def share(total: int, setup: Setup) -> int:
    """How many of a run's total fall to one setup: every game gets as many as any other."""
    part = total * LONG * (1 if COMPILED else UNCOMPILED_PART)
    return ceil(part / len(GAMES) / len(SETUPS[setup.game.name]))
