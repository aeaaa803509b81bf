"""Tables that make estimates of a judge's figures, fitted to games that were played to the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from sabika.bots.value.calibration import KNOTS, PLAIN, Calibration, at
from sabika.bots.value.estimate import chances

PART = 0.1  # of an independent position that each counts for: its neighbours are much like it
FAITH = 300.0  # in what was thought before, in points squared,
TOGETHER = 10.0  # .. and so many times as much in what all tables say of differences: as much as in 50 games

BySeats = dict[int, list["Look"]]
Tables = dict[int, Calibration]  # by seats


@dataclass(frozen=True)
class Look:
    """A position, and how its game came out."""

    game: int  # positions of one game are no independent ones
    progress: float
    prospects: tuple[float, ...]  # by side, as the judge sees them
    ground: float  # what it sees for all of them on average
    points: tuple[float, ...]
    wins: tuple[float, ...]
    seats: int  # sides that can win come first

    def middle(self, row: Sequence[float]) -> float:
        return sum(row[: self.seats]) / self.seats


@cache
def hats(progress: float) -> list[float]:
    """How much each knot counts here: `at` of a row is the sum of its figures by these parts."""
    return [at([1.0 if n == knot else 0.0 for n in range(len(KNOTS))], progress) for knot in range(len(KNOTS))]


class Squares:
    """Least squares, with a little faith in what was thought before: a pair a figure, the thought and the faith."""

    def __init__(self, *thoughts: tuple[float, float]) -> None:
        self.matrix = [[faith * (row == at) for row in range(len(thoughts))] for at, (_, faith) in enumerate(thoughts)]
        self.right = [faith * prior for prior, faith in thoughts]

    def add(self, basis: Sequence[float], value: float, weight: float) -> None:
        for row, part in enumerate(basis):
            if part:
                self.right[row] += weight * part * value
                for column, other in enumerate(basis):
                    if other:
                        self.matrix[row][column] += weight * part * other

    def solved(self) -> tuple[float, ...]:
        return tuple(solve(self.matrix, self.right))


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Gauss: the matrix is positive definite, so no row has to be exchanged."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for n, pivot in enumerate(rows):
        pivot[:] = [each / pivot[n] for each in pivot]
        for row in rows:
            if row is not pivot and row[n]:
                factor = row[n]
                row[:] = [each - factor * top for each, top in zip(row, pivot, strict=True)]
    return [row[-1] for row in rows]


def knots(prior: float, faith: float) -> list[tuple[float, float]]:
    return [(prior, faith)] * len(KNOTS)


def fitted(looks: Sequence[Look], like: Calibration = PLAIN, trust: float = 1.0) -> Calibration:
    """The table that fits these games best, drawn a little towards another."""
    level, ghost = Line(), Line()
    spread = Squares(*((each, FAITH * trust) for each in like.spread))
    for look in looks:
        middle, came = look.middle(look.prospects), look.middle(look.points)
        level.add(look.progress, look.ground, came)
        for side in range(look.seats):
            apart = look.prospects[side] - middle
            spread.add([part * apart for part in hats(look.progress)], look.points[side] - came, PART)
        for side in range(look.seats, len(look.points)):
            ghost.add(look.progress, look.prospects[side], look.points[side])
    ends = {look.game: look for look in looks}.values()
    start = sum(look.middle(look.points) for look in ends) / len(ends)
    ghost_start = sum(look.points[-1] for look in ends) / len(ends) if len(looks[0].points) > looks[0].seats else 0.0
    spreads = rounded(spread.solved())
    scale = rounded(scales(looks, spreads, like.scale))
    return Calibration(*level.solved(), spreads, scale, *ghost.solved(), round(start, 1), round(ghost_start, 1))


def all_fitted(by_seats: BySeats) -> Tables:
    """By seats, each drawn towards what fits all of them together."""
    together = fitted([look for looks in by_seats.values() for look in looks])
    return {seats: fitted(looks, together, TOGETHER) for seats, looks in by_seats.items()}


def crossed(by_seats: BySeats) -> tuple[Tables, Tables]:
    """Tables for games of even and for games of odd number: each was fitted to the other half."""
    evens, odds = ({seats: half(looks, odd) for seats, looks in by_seats.items()} for odd in (0, 1))
    return all_fitted(odds), all_fitted(evens)


def half(looks: Sequence[Look], odd: int) -> list[Look]:
    return [look for look in looks if look.game % 2 == odd]


class Line:
    """At each knot of progress a straight line from what the judge sees to what came."""

    def __init__(self) -> None:
        self.rows: list[tuple[float, float, float]] = []

    def add(self, progress: float, seen: float, came: float) -> None:
        self.rows.append((progress, seen, came))

    def solved(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Level and tilt, by knot."""
        number = max(1, len(self.rows))
        centre, usual = (sum(row[at] for row in self.rows) / number for at in (1, 2))
        squares = Squares(*knots(usual, 1.0), *knots(0.0, 30.0))
        for progress, seen, came in self.rows:
            basis = hats(progress)
            squares.add([*basis, *(part * (seen - centre) for part in basis)], came, PART)
        found = squares.solved()
        tilts = found[len(KNOTS) :]
        return rounded([level - tilt * centre for level, tilt in zip(found, tilts, strict=False)]), rounded(tilts)


def rounded(row: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(each, 3) for each in row)


def scales(looks: Sequence[Look], spread: Sequence[float], like: Sequence[float]) -> tuple[float, ...]:
    """Points of lead that make a win e times as likely: the likeliest by who won, found in a few steps of Newton."""
    thought = [1 / each for each in like]
    steep = list(thought)
    for _ in range(8):
        squares = Squares(*((prior - each, FAITH) for prior, each in zip(thought, steep, strict=True)))
        for look in looks:
            apart = [at(spread, look.progress) * (each - look.middle(look.prospects)) for each in look.prospects]
            sure = chances(apart, range(look.seats), 1 / at(steep, look.progress))
            mean = sum(p * d for p, d in zip(sure, apart, strict=True))
            variance = sum(p * d * d for p, d in zip(sure, apart, strict=True)) - mean * mean
            slope = sum(win * d for win, d in zip(look.wins, apart, strict=True)) - mean
            if variance > 1e-9:
                squares.add(hats(look.progress), slope / variance, PART * variance)
        steep = [moved(each, more) for each, more in zip(steep, squares.solved(), strict=True)]
    return tuple(1 / each for each in steep)


def moved(steep: float, more: float) -> float:
    """A step, not too far and not out of all reason."""
    return min(2.0, max(1 / 60, steep + min(0.05, max(-0.05, more))))
