"""What each side can expect: points at the end, and a chance to win."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sabika.engine.state import OVER, State, winners_without

STEEPEST: Final = 50.0  # beyond this many scales behind, a chance is nothing


@dataclass(frozen=True)
class Estimate:
    """Points and chances to win, by side. The ghost's side is among them, and cannot win."""

    points: tuple[float, ...]
    wins: tuple[float, ...]

    def __add__(self, other: Estimate) -> Estimate:
        return Estimate(plus(self.points, other.points, 1.0), plus(self.wins, other.wins, 1.0))

    def __sub__(self, other: Estimate) -> Estimate:
        return Estimate(plus(self.points, other.points, -1.0), plus(self.wins, other.wins, -1.0))

    def lead(self, side: int, sides: Iterable[int]) -> float:
        """By how many points a side is ahead of the best of the other `sides`; alone, its points."""
        others = [self.points[other] for other in sides if other != side]
        return self.points[side] - max(others) if others else self.points[side]


def plus(left: Sequence[float], right: Sequence[float], times: float) -> tuple[float, ...]:
    return tuple(a + times * b for a, b in zip(left, right, strict=True))


def nothing(sides: int) -> Estimate:
    return Estimate((0.0,) * sides, (0.0,) * sides)


def mean_of(weighted: Iterable[tuple[float, Estimate]], sides: int) -> Estimate:
    """The mean by weights that add up to one."""
    points, wins = [0.0] * sides, [0.0] * sides
    for weight, each in weighted:
        for side in range(sides):
            points[side] += weight * each.points[side]
            wins[side] += weight * each.wins[side]
    return Estimate(tuple(points), tuple(wins))


def sides_of(state: State) -> list[int]:
    """The sides that can win, each once."""
    return sorted({int(state.side(seat)) for seat in range(state.seats)})


def side_count(state: State) -> int:
    """How many sides there are, the ghost's included."""
    return int(max(state.side(player) for player in range(state.players()))) + 1


def chances(points: Sequence[float], sides: Sequence[int], scale: float) -> tuple[float, ...]:
    """Each side's chance to win, if a lead of `scale` points makes it e times as likely as a rival's."""
    best = max(points[side] for side in sides)
    found = [0.0] * len(points)
    for side in sides:
        found[side] = math.exp(max(-STEEPEST, (points[side] - best) / scale))
    total = sum(found)
    return tuple(each / total for each in found)


def outcome_of(state: State, resigned: Sequence[int] = ()) -> Estimate:
    """How a game came out; those who share the win have a part each, and seats that resigned have none."""
    assert state.actor == OVER
    result = state.result()
    points = [0.0] * side_count(state)
    seen: set[int] = set()
    for player, score in enumerate(result.scores):
        side = int(state.side(player))
        if side not in seen:  # partners have one score
            points[side] = float(score)
            seen.add(side)
    winners = {int(state.side(seat)) for seat in winners_without(result, state.seats, resigned)}
    return Estimate(tuple(points), tuple(1 / len(winners) if side in winners else 0.0 for side in range(len(points))))
