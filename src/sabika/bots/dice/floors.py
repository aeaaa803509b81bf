"""Means of throws, and of throws with a floor: the better of what is thrown and what you may go back to."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.dice.tables import Tables, zeros
from sabika.games.parts.dice import FACES

EACH: Final = 1 / 6  # the chance of a face


def means(tables: Tables, worth: vec[float]) -> vec[float]:
    """For every keep the mean worth of what is thrown from it: die by die, each of which shows any face."""
    first = tables.first
    more = tables.more
    found = zeros(first)
    for keep in range(first - 1, i64(-1), i64(-1)):  # larger sets first
        total = 0.0
        for at in range(keep * FACES, keep * FACES + FACES):
            one = more[at]
            if one < first:
                total += found[one]
            else:
                total += worth[one - first]
        found[keep] = total * EACH
    return found


def best_parts(tables: Tables, means: vec[float]) -> vec[float]:
    """For every outcome the best of all its keeps: a part of it is a part of what is left without some die."""
    less = tables.less
    best = means[:]
    for keep in range(tables.first):
        for at in range(keep * FACES, keep * FACES + FACES):
            if less[at] >= 0 and best[less[at]] > best[keep]:
                best[keep] = best[less[at]]
    found = vec[float](capacity=len(tables.outcomes))
    for place in range(tables.first, tables.first + i64(len(tables.outcomes))):
        most = -1e18
        for at in range(place * FACES, place * FACES + FACES):
            if less[at] >= 0 and best[less[at]] > most:
                most = best[less[at]]
        found = append(found, most)
    return found


def means_above(tables: Tables, worth: vec[float], floor: float) -> vec[float]:
    """The same if you may have the floor instead of what is thrown."""
    found = vec[float](capacity=len(worth))
    for one in worth:
        found = append(found, max(one, floor))
    return means(tables, found)


def best_throws(tables: Tables, worth: vec[float], floors: vec[float]) -> vec[float]:
    """For every outcome the mean of the best throw from it, if you may have its own floor instead of what is thrown.

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
    """For every keep the outcomes of a throw, the best first, with the sums up to each: for any floors at all.

    To make one takes far longer than to fill it, so it may be filled again.
    """

    def __init__(self, tables: Tables) -> None:
        pairs = i64(len(tables.keeps))
        self.starts: vec[i64] = tables.throws  # where the outcomes of each keep begin, and the end
        self.worth: vec[float] = zeros(pairs)  # of an outcome, falling
        self.chance: vec[float] = zeros(pairs)  # of this outcome or a better one
        self.total: vec[float] = zeros(pairs)  # of worth times chance, up to this one
        self.thrown: vec[float] = zeros(pairs)  # what `means` found

    def fill(self, tables: Tables, worths: vec[float]) -> None:
        """Outcome by outcome, the best first, each to all keeps from which it can be thrown."""
        starts = tables.starts
        keeps = tables.keeps
        weights = tables.weights
        worth = self.worth
        chances = self.chance
        totals = self.total
        ends = self.starts[:]
        chance = zeros(tables.first)  # for each keep: up to its end
        total = zeros(tables.first)
        for place in falling(worths):
            best = worths[place]
            for pair in range(starts[place], starts[place + 1]):
                keep = keeps[pair]
                at = ends[keep]
                chance[keep] += weights[pair]
                total[keep] += weights[pair] * best
                worth[at] = best
                chances[at] = chance[keep]
                totals[at] = total[keep]
                ends[keep] = at + 1

    def mean(self, keep: i64, floor: float) -> float:
        """What a throw from this keep is worth if you may have the floor instead of what it shows."""
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

    def means(self, tables: Tables, floors: vec[float], price: float) -> vec[float]:
        """The same for every pair, each with a floor of its own less a price; holds until it is asked again.

        Keep by keep, because many pairs of a keep have one floor: what the keep itself was worth with a chip less.
        """
        found = self.thrown
        starts = self.starts
        pairs = tables.by_keep
        for keep in range(tables.first):
            floor = floors[pairs[starts[keep]]]
            mean = self.mean(keep, floor - price)
            for at in range(starts[keep], starts[keep + 1]):
                pair = pairs[at]
                if floors[pair] != floor:
                    floor = floors[pair]
                    mean = self.mean(keep, floor - price)
                found[pair] = mean
        return found


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
