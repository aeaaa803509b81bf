"""Proven blind: in two worlds that look the same from a seat, a bot with one seed makes the same move.

The worlds differ in all that a seat cannot know: the luck to come, and what others hold hidden. Planted bots that
peek show that the test would notice.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import cast

import pytest

import sabika
from sabika import FastDealer, Rng, Table, bots, doctor
from sabika.bots import Bot, Factory
from sabika.engine.game import Game
from sabika.engine.record import Record
from sabika.engine.registry import GAMES
from sabika.engine.sight import Sight
from sabika.engine.state import LUCK, State
from tests.examples.pig import PigGame, SecretPigGame
from tests.examples.registered import registered
from tests.fuzz import fewer

EXAMPLES = {game.name: game for game in (PigGame(), SecretPigGame())}
ALL = [*GAMES, *EXAMPLES]
JUDGED = fewer(200) if doctor.compiled() else 30  # pairs for a bot that weighs every move
THOUGHT = fewer(200) if doctor.compiled() else 4  # and for one that searches
PAIRS = {
    "random": 200,
    "novice": 200,
    "apprentice": JUDGED,
    "builder": JUDGED,
    "architect@50": THOUGHT,
    "vizier@50": THOUGHT,
}


@pytest.fixture(autouse=True)
def _examples() -> Iterator[None]:
    with registered(*EXAMPLES.values()):
        yield


def ask(table: Table, bot: Bot) -> int:
    """As a server would ask: the bot is handed the sight, though the whole table is near."""
    return bot.choose(table.sight)


def pairs(game: Game, number: int) -> Iterator[tuple[Table, Table]]:
    """Pairs of worlds that look the same to the seat that is asked."""
    rng = Random(7)
    while number:
        state = walk(game, rng, rng.randrange(80))
        if state.actor >= 0:
            yield world(game, state, rng.getrandbits(32)), world(game, state, rng.getrandbits(32))
            number -= 1


def walk(game: Game, rng: Random, steps: int) -> State:
    """A state after some random decisions, in any variant of the game."""
    state = variant(game, rng.randint(game.fewest, min(4, game.most)), rng)
    while state.actor == LUCK or (state.actor >= 0 and steps > 0):
        if state.actor == LUCK:
            state.settle(rng.randrange(state.luck_total()))
        else:
            state.play(rng.choice(list(state.moves())))
            steps -= 1
    return state


def variant(game: Game, seats: int, rng: Random) -> State:
    """A new game with some options that go with the seats."""
    while True:
        with suppress(ValueError):
            return game.start(seats, {option.name: rng.choice(option.choices) for option in game.options})


def world(game: Game, state: State, number: int) -> Table:
    """A table where the seat that is asked knows what it knows, and all else is as chance will have it."""
    imagined = game.sight(state, state.actor).imagine(Rng(number))
    assert game.sight(imagined, state.actor).text() == game.sight(state, state.actor).text()
    return Table(game, imagined, FastDealer(number + 1), Record(game.name, game.rules, {}, []))


def blind(factory: Factory, game: Game, number: int) -> bool:
    """Does the bot make the same move in both worlds of every pair?"""
    return all(
        ask(one, factory(seed)) == ask(other, factory(seed)) for seed, (one, other) in enumerate(pairs(game, number))
    )


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("game", ALL)
def test_a_bot_knows_only_what_its_seat_may_know(game: str, name: str) -> None:
    assert blind(bots.find(name), sabika.games.find(game), PAIRS[name])


# Planted: bots that look past their sight.


class Peeker:
    """Climbs from its own call to the table of the one who asked."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, sight: Sight) -> int:
        frame = inspect.currentframe()
        assert frame is not None
        assert frame.f_back is not None
        secret = self.peek(cast(Table, frame.f_back.f_locals["table"]))
        return sight.moves()[Random(secret).randrange(len(sight.moves()))]

    def peek(self, table: Table) -> str:
        raise NotImplementedError


class FutureReader(Peeker):
    """Knows the dealer's next number."""

    def peek(self, table: Table) -> str:
        assert isinstance(table.dealer, FastDealer)
        return str(table.dealer.rng.word)


class CupLifter(Peeker):
    """Knows the whole state."""

    def peek(self, table: Table) -> str:
        return table.position


class Forgetful:
    """Plays by a die of its own that no seed governs: not blind in our sense, because nobody can repeat it."""

    def __init__(self, seed: int) -> None:
        self.random = Random()

    def choose(self, sight: Sight) -> int:
        return self.random.choice(list(sight.moves()))


PLANTED = {
    "one that reads the luck to come, in Alhambra": (FutureReader, "alhambra"),
    "one that reads the luck to come, in Pig": (FutureReader, "pig"),
    "one that lifts the others' cups": (CupLifter, "secret-pig"),
    "one that looks into the others' hands, in Zatre": (CupLifter, "zatre"),
    "one that nobody can repeat": (Forgetful, "alhambra"),
}


@pytest.mark.parametrize(("factory", "game"), PLANTED.values(), ids=list(PLANTED))
def test_a_bot_that_peeks_is_caught(factory: Factory, game: str) -> None:
    assert not blind(factory, sabika.games.find(game), 60)
