"""A bot that tries every move, looks at the position it leads to, and takes the best one."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import remove, vec
from mypy_extensions import i64

from sabika.bots.bot import Advice, rng_of
from sabika.bots.value.advice import advised
from sabika.bots.worth import worth_of
from sabika.bots.worth.base import Worth, after, best_moves
from sabika.engine.playout import random_playout
from sabika.engine.rng import Rng
from sabika.engine.sight import Sight
from sabika.engine.state import State

TRIED: Final[i64] = 16  # at most this many moves are compared by playing on
TRIES: Final[i64] = 6  # how often each of them
OVERLOOKED: Final[i64] = 4  # an apprentice does not see one move in this many
MISJUDGED: Final = 0.5  # and is off in what it thinks of the others: by so much of how far they are apart


class GreedyBot:
    """Plays what is worth most after its own turn; what others may do then is the judge's business."""

    def __init__(self, seed: int, worth: Worth | None = None) -> None:
        self.rng = rng_of(seed)
        self.worth = worth  # None: the judge of the game that is played

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (0, self.worth), (None, {"rng": self.rng})

    def choose(self, sight: Sight) -> int:
        worth = judge_of(sight, self.worth)
        state = sight.imagine(self.rng)
        best = best_moves(state, worth)
        if len(best) == 1 or worth.play_on == 0:
            return best[0]
        return most_promising(state, some_of(best, self.rng), worth, self.rng)

    def explain(self, sight: Sight, most: int = 3) -> list[Advice]:
        """The moves that are worth most, the best first."""
        worth = judge_of(sight, self.worth)
        state = sight.imagine(Rng(self.rng.word))  # to be asked for advice changes no later move
        moves = worth.shortlist(state)
        values = worth.weigh(state, moves)
        return ranked(state, moves, values, values, most)


class ApprenticeBot(GreedyBot):
    """The same with the slips of a person: overlooks some moves, and takes one for better than it is."""

    def choose(self, sight: Sight) -> int:
        worth = judge_of(sight, self.worth)
        state = sight.imagine(self.rng)
        moves = worth.shortlist(state)
        if len(moves) == 1:
            return moves[0]
        values = worth.weigh(state, moves)
        slip = MISJUDGED * apart(values)
        best = moves[0]
        most = -1e9
        for n in range(len(moves)):
            value = values[n] + slip * bell(self.rng)
            if value > most and (self.rng.below(OVERLOOKED) > 0 or len(moves) == 2):
                most = value
                best = moves[n]
        return best


def apart(values: vec[float]) -> float:
    """The standard deviation of some values."""
    mean = 0.0
    for value in values:
        mean += value / float(len(values))
    variance = 0.0
    for value in values:
        variance += (value - mean) ** 2 / float(len(values))
    return math.sqrt(variance)


def bell(rng: Rng) -> float:
    """A number near 0, as the normal distribution has it: four throws of an even die come close enough."""
    total = 0.0
    for _ in range(i64(4)):
        total += float(rng.below(2001)) / 1000.0 - 1.0
    return total * 0.866  # so that its deviation is 1


def judge_of(sight: Sight, worth: Worth | None) -> Worth:
    """The judge that a bot was given, or else the one of the game that is played."""
    return worth_of(sight.game) if worth is None else worth


def ranked(state: State, moves: vec[i64], values: vec[float], judged: vec[float], most: int) -> list[Advice]:
    """The moves that are worth most, the best first; by how much they were found to be worth more than the judge says,
    the mover's prospects change.
    """
    order = sorted(range(len(moves)), key=lambda n: -values[n])[:most]
    return advised(state, [moves[n] for n in order], [values[n] - judged[n] for n in order])


# Where the judge sees no difference: play on at random for a while, and see what comes of it.


def some_of(moves: vec[i64], rng: Rng) -> vec[i64]:
    """As many of the moves as can be tried, drawn at random."""
    while len(moves) > TRIED:
        moves = remove(moves, moves[rng.below(len(moves))])
    return moves


def most_promising(state: State, moves: vec[i64], worth: Worth, rng: Rng) -> i64:
    """The move after which random play goes best, on average over some tries."""
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
