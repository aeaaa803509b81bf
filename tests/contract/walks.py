"""Random play through a game, and the positions met on the way."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

from sabika.engine.dealer import ScriptedDealer
from sabika.engine.game import Game
from sabika.engine.record import Record
from sabika.engine.state import LUCK, OVER, State
from sabika.engine.table import Table
from tests.contract.setups import Setup

SEED = os.environ.get("SABIKA_SEED", "1")  # another one plays other games
GLIMPSES = 25  # positions looked at in one game


def generator(setup: Setup, what: str, number: int = 0) -> Random:
    """The same numbers in every run; others for each setup, test and game."""
    return Random(f"{SEED} {setup} {what} {number}")


def step(game: Game, state: State, rng: Random, *, varied: bool = False) -> None:
    """Let luck or a random move happen."""
    if state.actor == LUCK:
        state.settle(rng.randrange(state.luck_total()))
    else:
        state.play(choose(game, state, rng, varied=varied))


def choose(game: Game, state: State, rng: Random, *, varied: bool = False) -> int:
    """Any legal move. Varied: first any kind of move, so that rare kinds are played as often as others."""
    moves = list(state.moves())
    if not varied:
        return rng.choice(moves)
    kinds: dict[str, list[int]] = {}
    for move in moves:
        kinds.setdefault(game.notation(move).split()[0], []).append(move)
    return rng.choice(list(kinds.values())[rng.randrange(len(kinds))])


def positions(setup: Setup, rng: Random, *, varied: bool = False) -> Iterator[State]:
    """One state, before every step of a random game and at its end; it is for looking at only."""
    state = setup.start()
    yield state
    while state.actor != OVER:
        step(setup.game, state, rng, varied=varied)
        yield state


def glimpses(setup: Setup, what: str, number: int) -> Iterator[tuple[State, Random]]:
    """So many positions from anywhere in random games, each with numbers for whoever looks at it."""
    looked, played = 0, 0
    while looked < number:
        varied = played % 2 == 1
        length = sum(1 for _ in positions(setup, generator(setup, what, played), varied=varied))
        rng = generator(setup, f"{what}, when", played)
        chosen = set(rng.sample(range(length), min(GLIMPSES, number - looked, length)))
        for at, state in enumerate(positions(setup, generator(setup, what, played), varied=varied)):
            if at in chosen:
                yield state, rng
        looked += len(chosen)
        played += 1


def decisions(setup: Setup, what: str, number: int) -> Iterator[tuple[State, Random]]:
    """So many positions in which a seat is asked."""
    looked = 0
    for state, rng in glimpses(setup, what, number * 20):
        if state.actor >= 0:
            yield state, rng
            looked += 1
        if looked == number:
            return


def table_of(setup: Setup, state: State) -> Table:
    """A table at which this position has come up; luck goes on with the first chances."""
    names = [f"seat {seat + 1}" for seat in range(setup.seats)]
    record = Record(setup.game.name, setup.game.rules, dict(setup.options), names)
    return Table(setup.game, state.clone(), ScriptedDealer(), record)


def where(setup: Setup, state: State, move: int | None = None) -> str:
    """What one needs to see a failure again."""
    told = f"{setup}: {setup.game.text(state)}"
    return told if move is None else f"{told}\nmove {move}"
