"""Loops over a state that are worth compiling: settling luck and random play."""

from __future__ import annotations

from mypy_extensions import i64

from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER, State


def settle_all(state: State, rng: Rng) -> None:
    """Answer luck until it is a seat's turn or the game is over."""
    while state.actor == LUCK:
        state.settle(rng.below(state.luck_total()))


def random_move(state: State, rng: Rng) -> i64:
    """Any legal move, all equally likely."""
    moves = state.moves()
    return moves[rng.below(len(moves))]


def random_playout(state: State, rng: Rng, most: i64) -> i64:
    """Random play to the end, or for `most` decisions; returns how many were made."""
    decisions: i64 = 0
    settle_all(state, rng)
    while state.actor != OVER and decisions < most:
        state.play(random_move(state, rng))
        settle_all(state, rng)
        decisions += 1
    return decisions
