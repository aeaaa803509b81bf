"""All that eight dice can show and all that can be kept of them, laid out once for quick sums.

Of the 1,287 outcomes each has up to 144 parts that may be kept, 74,295 pairs in all (D10). Thrown from the other side:
a pair is a way to come from this part to that outcome, with its chance.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.games.parts.dice import BEFORE, DICE, ENDS, FACES, FIRST, ONES, POWERS, SETS, UNIT, dice_in, showing

COUNTS: Final[i64] = 9  # 0 to 8 dice of a type
PROMISES: Final[i64] = 54  # the same of all six types

_READY: Final[dict[int, Tables]] = {}


def number_of(dice: i64) -> i64:
    """Where a set of dice stands among all sets of up to eight, smaller ones first."""
    size = dice_in(dice)
    sums = dice * ONES  # field f: dice that show face f or an earlier one
    number = FIRST[size]
    for face in range(FACES - 1):
        number += BEFORE[face * COUNTS + size - ((sums >> (5 * face)) & 31)]
    return number


def chance_of(thrown: i64) -> float:
    """The chance that a throw of this many dice shows just these."""
    size = dice_in(thrown)
    number = number_of(thrown)
    ways = ENDS[number]
    if number > FIRST[size]:
        ways -= ENDS[number - 1]
    return float(ways) / float(POWERS[size])


def parts_of(dice: i64) -> vec[i64]:
    """Every set of these dice but all of them."""
    found = vec[i64]([0])
    for face in range(FACES):
        smaller = found
        for count in range(i64(1), showing(dice, face) + 1):
            for part in smaller:
                found = append(found, part + count * UNIT[face])
    return found[: len(found) - 1]


def best_worth(dice: i64, worth: vec[float]) -> float:
    """What the best type of these dice is worth, of worths by type and number of dice."""
    most = worth[dice & 31]
    at = COUNTS
    dice >>= 5
    while at < PROMISES:
        one = worth[at + (dice & 31)]
        if one > most:
            most = one
        at += COUNTS
        dice >>= 5
    return most


class Tables:
    """The outcomes of a number of dice with their keeps."""

    def __init__(self, dice: i64) -> None:
        self.dice: i64 = dice
        self.first: i64 = FIRST[dice]  # number of the first outcome among all sets; keeps are all sets before it
        self.outcomes: vec[i64] = SETS[FIRST[dice] : FIRST[dice + 1]]
        self.chances: vec[float] = vec[float](capacity=len(self.outcomes))  # of each outcome in a throw of all dice
        self.starts: vec[i64] = vec[i64](capacity=len(self.outcomes) + 1)  # where the pairs of each outcome begin
        self.keeps: vec[i64] = vec[i64](capacity=75000)  # of each pair the number of what is kept
        self.weights: vec[float] = vec[float](capacity=75000)  # of each pair the chance of its throw
        for outcome in self.outcomes:
            self.add(outcome)
        self.starts = append(self.starts, i64(len(self.keeps)))
        self.more: vec[i64] = self.neighbours(self.first, 1)  # of each keep and face, the set with one such die more
        self.less: vec[i64] = self.neighbours(FIRST[dice + 1], -1)  # with one less; -1: there is none
        self.throws: vec[i64] = self.throw_starts()  # the pairs by keep: where those of each begin, and the end
        self.by_keep: vec[i64] = self.pairs_by_keep()  # their numbers

    def neighbours(self, number: i64, step: i64) -> vec[i64]:
        """Of this many sets the numbers of those with a die more, or a die less, of each face."""
        found = vec[i64](capacity=number * FACES)
        for at in range(number):
            for face in range(FACES):
                none = step < 0 and showing(SETS[at], face) == 0
                found = append(found, i64(-1) if none else number_of(SETS[at] + step * UNIT[face]))
        return found

    def throw_starts(self) -> vec[i64]:
        """A keep of k out of n dice has as many outcomes as there are sets of n - k dice."""
        start: i64 = 0
        starts = vec[i64](capacity=self.first + 1)
        for keep in range(self.first):
            starts = append(starts, start)
            thrown = self.dice - dice_in(SETS[keep])
            start += FIRST[thrown + 1] - FIRST[thrown]
        return append(starts, start)

    def pairs_by_keep(self) -> vec[i64]:
        found = vec[i64]([0] * len(self.keeps))
        ends = self.throws[:]
        for pair in range(i64(len(self.keeps))):
            keep = self.keeps[pair]
            found[ends[keep]] = pair
            ends[keep] += 1
        return found

    def add(self, outcome: i64) -> None:
        """The pairs of one outcome."""
        self.chances = append(self.chances, chance_of(outcome))
        self.starts = append(self.starts, i64(len(self.keeps)))
        for part in parts_of(outcome):
            self.keeps = append(self.keeps, number_of(part))
            self.weights = append(self.weights, chance_of(outcome - part))

    def place(self, dice: i64) -> i64:
        """Where an outcome stands."""
        return number_of(dice) - self.first


def tables(dice: i64 = DICE) -> Tables:
    """The tables for this many dice, made when they are first asked for."""
    found = _READY.get(dice)
    if found is None:
        found = Tables(dice)
        _READY[dice] = found
    return found


def zeros(number: i64) -> vec[float]:
    """This many zeros."""
    found = vec[float](capacity=number)
    for _ in range(number):
        found = append(found, 0.0)
    return found
