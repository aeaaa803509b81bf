"""Walks through a game to the state that a test wants: luck answers at random, seats choose as they are told."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from sabika.engine.state import LUCK, OVER, State

Walker = TypeVar("Walker", bound=State)


def any_move(state: State, rng: Random) -> int:
    return rng.choice(list(state.moves()))


def nowhere(state: State) -> bool:
    """To the end of the game."""
    return False


def walk(
    state: Walker,
    rng: Random,
    there: Callable[[Walker], bool] = nowhere,
    choose: Callable[[Walker, Random], int] = any_move,
    least: int = 0,
) -> Walker:
    """Play on until `there`, after at least so many steps, or until the game is over; the state itself."""
    steps = 0
    while state.actor != OVER and not (steps >= least and there(state)):
        steps += 1
        if state.actor == LUCK:
            state.settle(rng.randrange(state.luck_total()))
        else:
            state.play(choose(state, rng))
    return state
