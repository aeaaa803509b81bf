"""A bot that tries every move, looks at the position it leads to, and takes the best one."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, remove, vec
from mypy_extensions import i64

from sabika.bots.bot import rng_of
from sabika.bots.worth.base import Worth
from sabika.engine.playout import random_playout
from sabika.engine.rng import Rng
from sabika.engine.sight import Sight
from sabika.engine.state import State

LOOK: Final[i64] = 1  # further decisions of one's own that are looked at: a second action, or where a tile goes
CLEARLY: Final = 1e-6  # a difference below this is rounding
TRIED: Final[i64] = 16  # moves at most that are told apart by playing on
TRIES: Final[i64] = 6  # how often each of them


class GreedyBot:
    """Plays what is worth most after its own turn; what others may do then is the judge's business."""

    def __init__(self, seed: int, worth: Worth | None = None, look: int = LOOK) -> None:
        self.rng = rng_of(seed)
        self.worth = worth  # None: the judge of the game that is played
        self.look = look

    def choose(self, sight: Sight) -> int:
        from sabika.bots.worth import worth_of

        worth = worth_of(sight.game) if self.worth is None else self.worth
        state = sight.imagine(self.rng)
        best = best_moves(state, worth, self.look)
        if len(best) == 1 or worth.play_on == 0:
            return best[0]
        return most_promising(state, some_of(best, self.rng), worth, self.rng)


def best_moves(state: State, worth: Worth, look: i64) -> vec[i64]:
    """The moves that lead to the position worth most to the seat that is asked; several are level."""
    moves = worth.shortlist(state)
    if len(moves) == 1:
        return moves
    most = -1e9
    best = vec[i64]()
    for move in moves:
        value = outlook(after(state, move), state.actor, worth, look)
        if value > most + CLEARLY:
            most = value
            best = vec[i64]()
        if value >= most - CLEARLY:
            best = append(best, move)
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


# Where the judge sees no difference: play on at random for a while, and see what comes of it.


def some_of(moves: vec[i64], rng: Rng) -> vec[i64]:
    """As many of the moves as can be tried, drawn at random."""
    while len(moves) > TRIED:
        moves = remove(moves, moves[rng.below(len(moves))])
    return moves


def most_promising(state: State, moves: vec[i64], worth: Worth, rng: Rng) -> i64:
    """The move after which random play goes best, in the mean of some tries."""
    best = moves[0]
    most = -1e9
    luck = rng.next()
    for move in moves:
        value = 0.0
        for n in range(TRIES):
            twin = after(state, move)
            random_playout(twin, Rng(luck + n), worth.play_on)  # all moves have the same luck
            value += worth.of(twin, state.actor)
        if value > most:
            most = value
            best = move
    return best
