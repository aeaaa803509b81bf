"""Means of throws that have a floor: the better of what is thrown and of what one may go back to."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.dice.tables import Tables, zeros


def means(tables: Tables, worth: vec[float]) -> vec[float]:
    """For every keep the mean worth of what is thrown from it."""
    found = zeros(tables.first)
    starts = tables.starts
    keeps = tables.keeps
    weights = tables.weights
    for place in range(len(worth)):
        mine = worth[place]
        for pair in range(starts[place], starts[place + 1]):
            found[keeps[pair]] += weights[pair] * mine
    return found


def means_above(tables: Tables, worth: vec[float], floor: float) -> vec[float]:
    """The same if one may have the floor instead of what is thrown."""
    found = vec[float](capacity=len(worth))
    for one in worth:
        found = append(found, max(one, floor))
    return means(tables, found)


def best_throws(tables: Tables, worth: vec[float], floors: vec[float]) -> vec[float]:
    """For every outcome the mean of the best throw from it, if one may have its own floor instead of what is thrown.

    All outcomes and all floors are passed from the highest down; what lies above a floor has been counted when it is
    reached, keep by keep, and the rest is the floor itself.
    """
    starts = tables.starts
    keeps = tables.keeps
    weights = tables.weights
    chance = zeros(tables.first)  # for each keep: of all that was passed
    total = zeros(tables.first)  # worth times chance of it
    found = zeros(i64(len(worth)))
    order = falling(worth)
    passed: i64 = 0
    for asked in falling(floors):
        floor = floors[asked]
        while passed < i64(len(order)) and worth[order[passed]] > floor:
            place = order[passed]
            mine = worth[place]
            for pair in range(starts[place], starts[place + 1]):
                chance[keeps[pair]] += weights[pair]
                total[keeps[pair]] += weights[pair] * mine
            passed += 1
        most = floor
        for pair in range(starts[asked], starts[asked + 1]):
            keep = keeps[pair]
            most = max(most, total[keep] + (1.0 - chance[keep]) * floor)
        found[asked] = most
    return found


class Tails:
    """For every keep the outcomes of a throw, the best first, with the sums up to each: for any floors at all."""

    def __init__(self, tables: Tables, worth: vec[float]) -> None:
        pairs = i64(len(tables.keeps))
        self.starts: vec[i64] = tables.throws  # where the outcomes of each keep begin, and the end
        self.worth: vec[float] = zeros(pairs)  # of an outcome, falling
        self.chance: vec[float] = zeros(pairs)  # of this outcome or a better one
        self.total: vec[float] = zeros(pairs)  # of worth times chance, up to this one
        self.fill(tables, worth)

    def fill(self, tables: Tables, worth: vec[float]) -> None:
        """Outcome by outcome, the best first, each to all keeps from which it can be thrown."""
        ends = self.starts[:]
        for place in falling(worth):
            best = worth[place]
            for pair in range(tables.starts[place], tables.starts[place + 1]):
                keep = tables.keeps[pair]
                chance = tables.weights[pair]
                total = chance * best
                at = ends[keep]
                if at > self.starts[keep]:
                    chance += self.chance[at - 1]
                    total += self.total[at - 1]
                self.worth[at] = best
                self.chance[at] = chance
                self.total[at] = total
                ends[keep] = at + 1

    def mean(self, keep: i64, floor: float) -> float:
        """What a throw from this keep is worth if one may have the floor instead of what it shows."""
        worth = self.worth
        first = self.starts[keep]
        low = first
        high = self.starts[keep + 1]
        while low < high:  # the outcomes above the floor end here
            middle = (low + high) >> 1
            if worth[middle] > floor:
                low = middle + 1
            else:
                high = middle
        if low == first:
            return floor
        return self.total[low - 1] + (1.0 - self.chance[low - 1]) * floor


def falling(worth: vec[float]) -> vec[i64]:
    """Where the numbers stand, the highest first; of equal ones the first."""
    number = i64(len(worth))
    order = vec[i64](capacity=number)
    for at in range(number):
        order = append(order, at)
    size: i64 = 1
    while size < number:  # runs of this length are in order; two of them are merged into one
        merged = vec[i64](capacity=number)
        for start in range(i64(0), number, 2 * size):
            merged = merge(order, worth, start, min(start + size, number), min(start + 2 * size, number), merged)
        order = merged
        size *= 2
    return order


def merge(order: vec[i64], worth: vec[float], start: i64, middle: i64, end: i64, found: vec[i64]) -> vec[i64]:
    """Add two runs that are in order, the highest first."""
    left = start
    right = middle
    while left < middle or right < end:
        if right == end or (left < middle and worth[order[left]] >= worth[order[right]]):
            found = append(found, order[left])
            left += 1
        else:
            found = append(found, order[right])
            right += 1
    return found
