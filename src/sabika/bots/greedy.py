"""A bot that tries every move, looks at the position it leads to, and takes the best one."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sabika.bots.bot import rng_of
from sabika.bots.worth.base import Worth
from sabika.engine.sight import Sight
from sabika.engine.state import State

LOOK: Final[i64] = 1  # further decisions of one's own that are looked at: a second action, or where a tile goes
CLEARLY: Final = 1e-6  # a difference below this is rounding, and the earlier move stays


class GreedyBot:
    """Plays what is worth most after its own turn; what others may do then is the judge's business."""

    def __init__(self, seed: int, worth: Worth | None = None, look: int = LOOK) -> None:
        self.rng = rng_of(seed)
        self.worth = worth  # None: the judge of the game that is played
        self.look = look

    def choose(self, sight: Sight) -> int:
        from sabika.bots.worth import worth_of

        worth = worth_of(sight.game) if self.worth is None else self.worth
        return best_move(sight.imagine(self.rng), worth, self.look)


def best_move(state: State, worth: Worth, look: i64) -> i64:
    """The move that leads to the position worth most to the seat that is asked."""
    moves = worth.shortlist(state)
    best = moves[0]
    if len(moves) == 1:
        return best
    most = -1e9
    for move in moves:
        value = outlook(after(state, move), state.actor, worth, look)
        if value > most + CLEARLY:
            most = value
            best = move
    return best


def outlook(state: State, seat: i64, worth: Worth, look: i64) -> float:
    """What a position is worth: if the seat is still asked, what its best next move makes of it."""
    if look == 0 or state.actor != seat:
        return worth.of(state, seat)
    most = -1e9
    for move in worth.shortlist(state):
        most = max(most, outlook(after(state, move), seat, worth, look - 1))
    return most


def after(state: State, move: i64) -> State:
    twin = state.clone()
    twin.play(move)
    return twin
