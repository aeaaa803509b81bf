"""Means of throws that have a floor: the better of what is thrown and of what one may go back to."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.dice.tables import Tables, zeros


class Tails:
    """For every keep the outcomes of a throw, the best first, with the sums up to each."""

    def __init__(self, tables: Tables, worth: vec[float]) -> None:
        self.starts: vec[i64] = tables.throws  # where the outcomes of each keep begin, and the end
        pairs = i64(len(tables.keeps))
        self.worth: vec[float] = zeros(pairs)  # of an outcome, falling
        self.chance: vec[float] = zeros(pairs)  # of this outcome or a better one
        self.sum: vec[float] = zeros(pairs)  # of worth times chance, up to this one
        self.fill(tables, worth)

    def fill(self, tables: Tables, worth: vec[float]) -> None:
        """Outcome by outcome, the best first, each to all keeps from which it can be thrown."""
        ends = self.starts[:]
        for place in falling(worth):
            best = worth[place]
            for pair in range(tables.starts[place], tables.starts[place + 1]):
                keep = tables.keeps[pair]
                weight = tables.weights[pair]
                at = ends[keep]
                chance = weight
                total = weight * best
                if at > self.starts[keep]:
                    chance += self.chance[at - 1]
                    total += self.sum[at - 1]
                self.worth[at] = best
                self.chance[at] = chance
                self.sum[at] = total
                ends[keep] = at + 1

    def mean(self, keep: i64, floor: float) -> float:
        """What a throw from this keep is worth if one may have the floor instead of what it shows."""
        low = self.starts[keep]
        first = low
        high = self.starts[keep + 1]
        while low < high:  # the outcomes above the floor end here
            middle = (low + high) >> 1
            if self.worth[middle] > floor:
                low = middle + 1
            else:
                high = middle
        if low == first:
            return floor
        return self.sum[low - 1] + (1.0 - self.chance[low - 1]) * floor


def falling(worth: vec[float]) -> list[int]:
    """Where the outcomes stand, the best first."""
    return [place for _, place in sorted([(-worth[place], int(place)) for place in range(len(worth))])]
