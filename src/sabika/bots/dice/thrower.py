"""How a turn is thrown quickly, nearly as the exact dice would and at a twentieth of the cost: for playouts.

Of the types that promise most it is tried which to keep together, on a fixed sample of throws. Chips are left out. To
keep one type only would be quicker still, but then playouts told nothing true about which markers will be beaten.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.dice.odds import HITS
from sabika.bots.dice.tables import zeros
from sabika.engine.rng import Rng
from sabika.games.parts.dice import DICE, FACES, THROWS, UNIT, dice_in, showing
from sabika.games.parts.space import target

COUNTS: Final[i64] = 9  # 0 to 8 dice of a type
PROMISES: Final[i64] = FACES * COUNTS
CONSIDERED: Final[i64] = 4  # types that may be kept, alone or together
NEARLY: Final = 6.0  # points that fewer throws may be worth
SAMPLE: Final[i64] = 36  # throws on which that is tried


def _sample() -> list[int]:
    """Sets of 0 to 8 dice, throw by throw: each die shows every face equally often, in an order of its own."""
    rng = Rng(1)
    dice: list[list[int]] = []
    for _ in range(8):
        faces = [face for face in range(6) for _ in range(SAMPLE // FACES)]
        for at in range(len(faces) - 1, 0, -1):
            other = rng.below(at + 1)
            faces[at], faces[other] = faces[other], faces[at]
        dice.append(faces)
    return [sum(32 ** dice[die][n] for die in range(number)) for n in range(SAMPLE) for number in range(9)]


ROLLS: Final = vec[i64](_sample())


class Thrower:
    """One turn: what a marker is worth on each cell is said by `marker`, which a game has to add."""

    def __init__(self) -> None:
        self.ends: vec[float] = zeros(PROMISES)  # of a marker after three throws, by type and number of symbols
        self.soon: vec[float] = zeros(PROMISES)  # of dice before the third throw
        self.kept: i64 = 0  # what is kept
        self.promised: float = 0.0  # and what it promises

    def marker(self, column: i64, cell: i64) -> float:
        """What a marker that is meant for this cell is worth."""
        raise NotImplementedError

    def judge_ends(self) -> None:
        """Ask what markers are worth; once for a turn."""
        for column in range(FACES):
            for count in range(i64(1), COUNTS):
                self.ends[column * COUNTS + count] = self.marker(column, target(count, THROWS))
            for count in range(COUNTS):
                self.soon[column * COUNTS + count] = self.promise(column, count)

    def promise(self, column: i64, count: i64) -> float:
        """What so many dice of a type are worth before the third throw: a marker now, or all others thrown for it."""
        found = 0.0
        for hits in range(DICE - count + 1):
            found += HITS[(DICE - count) * COUNTS + hits] * self.ends[column * COUNTS + count + hits]
        return max(found, self.marker(column, target(count, THROWS - 1))) if count > 0 else found

    def stop(self, dice: i64, throws: i64) -> i64:
        """The type of the marker to place now; -1: throw again, with the dice in `kept`."""
        if throws == THROWS:
            return self.best_type(dice)
        self.choose(dice, self.soon if throws == 1 else self.ends)
        return self.best_stop(dice, throws)

    def choose(self, dice: i64, worth: vec[float]) -> None:
        """The dice to keep, in `kept`, and what a throw from there promises, if dice are worth this after it."""
        types = vec[i64](capacity=CONSIDERED)
        left = dice
        while left > 0 and i64(len(types)) < CONSIDERED:
            best: i64 = 0
            most = -1e18
            for face in range(FACES):
                count = showing(left, face)
                if count > 0 and worth[face * COUNTS + count] > most:
                    most = worth[face * COUNTS + count]
                    best = face
            part = showing(left, best) * UNIT[best]
            types = append(types, part)
            left -= part
        self.promised = -1e18
        self.try_keeps(types, 0, 0, worth)

    def try_keeps(self, types: vec[i64], at: i64, kept: i64, worth: vec[float]) -> None:
        """Every choice of these types, from the given one on."""
        if at < i64(len(types)):
            self.try_keeps(types, at + 1, kept, worth)
            self.try_keeps(types, at + 1, kept + types[at], worth)
            return
        number = DICE - dice_in(kept)
        if number == 0:
            return
        total = 0.0
        for n in range(SAMPLE):
            total += best_worth(kept + ROLLS[n * COUNTS + number], worth)
        if total / float(SAMPLE) > self.promised:
            self.promised = total / float(SAMPLE)
            self.kept = kept

    def best_stop(self, dice: i64, throws: i64) -> i64:
        """The type for which a marker now is worth most, if more than what a throw promises; else -1."""
        best: i64 = -1
        most = self.promised
        for face in range(FACES):
            count = showing(dice, face)
            # A cell more to the left is worth a little more; only who is nearly there need be asked.
            if count > 0 and self.ends[face * COUNTS + count] > most - NEARLY:
                worth = self.marker(face, target(count, throws))
                if worth > most:
                    most = worth
                    best = face
        return best

    def best_type(self, dice: i64) -> i64:
        """The type for which a marker is worth most after the third throw."""
        best: i64 = 0
        most = -1e18
        for face in range(FACES):
            count = showing(dice, face)
            if count > 0 and self.ends[face * COUNTS + count] > most:
                most = self.ends[face * COUNTS + count]
                best = face
        return best


def best_worth(dice: i64, worth: vec[float]) -> float:
    """What the best type of these dice is worth."""
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
