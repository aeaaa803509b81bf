"""Ratings of a pool of bots: Bradley and Terry's model on pairwise results, in Elo points around an anchor."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from sabika.arena.stats import SURE, Estimate

ANCHOR: Final = "builder"  # where it takes part; else the first of the pool
ANCHORED: Final = 1500.0
SCALE: Final = 400 / math.log(10)
RESAMPLES: Final = 1000
HALF: Final = 0.5  # imaginary deals, won and lost by either of two that met: Jeffreys' prior
SMALL: Final = 1e-9

Pair = tuple[int, int]
Deal = Mapping[Pair, float]  # of each pair that met: the part that the first of them took


def anchor_of(names: Sequence[str]) -> int:
    """Whose rating is fixed."""
    return names.index(ANCHOR) if ANCHOR in names else 0


def ratings(names: Sequence[str], deals: Sequence[Deal]) -> list[Estimate]:
    """Everyone's rating, with intervals from the same fit on deals weighted again at random, a thousand times.

    Weights are exponential (Rubin's Bayesian bootstrap), those of the imaginary deals are drawn alike; so with
    two bots and independent deals the interval is Jeffreys'. How the games of a deal hang together does not matter.
    """
    kinds = Counter(tuple(sorted(deal.items())) for deal in deals)
    pairs = sorted({pair for deal in deals for pair in deal})
    anchor = anchor_of(names)
    middle = fit(len(names), totals(kinds, pairs), anchor)
    rng = random.Random(0)
    drawn = [fit(len(names), totals(kinds, pairs, rng), anchor, middle) for _ in range(RESAMPLES)]
    return [spread(value, sorted(each[n] for each in drawn)) for n, value in enumerate(middle)]


def spread(value: float, drawn: Sequence[float]) -> Estimate:
    """The middle 95 % of sorted values, as ratings."""
    cut = round((1 - SURE) / 2 * len(drawn))
    low, high = drawn[cut], drawn[-1 - cut]
    return Estimate(*(ANCHORED + SCALE * each for each in (value, min(low, value), max(high, value))))


def totals(
    kinds: Mapping[tuple[tuple[Pair, float], ...], int], pairs: Sequence[Pair], rng: random.Random | None = None
) -> dict[Pair, tuple[float, float]]:
    """What the first of each pair won and lost, in deals; with a generator, weighted at random."""

    def weight(count: float) -> float:
        return rng.gammavariate(count, 1) if rng else count

    found = {pair: (weight(HALF), weight(HALF)) for pair in pairs}
    for kind, count in kinds.items():
        times = weight(count)
        for pair, part in kind:
            won, gone = found[pair]
            found[pair] = (won + times * part, gone + times * (1 - part))
    return found


def fit(
    bots: int, totals: Mapping[Pair, tuple[float, float]], anchor: int, start: Sequence[float] | None = None
) -> list[float]:
    """The strengths under which the totals are likeliest, by Newton's method; the anchor's is 0."""
    strength = list(start or [0.0] * bots)
    for _ in range(60):
        slope, bend = derivatives(strength, totals, anchor)
        step = solve(bend, slope)
        longest = max(map(abs, step))
        for n in range(bots):
            strength[n] += step[n] * min(1.0, 2 / max(longest, SMALL))  # far away the curve misleads: go carefully
        strength[anchor] = 0.0
        if longest < 1e-7:
            break
    return strength


def derivatives(
    strength: Sequence[float], totals: Mapping[Pair, tuple[float, float]], anchor: int
) -> tuple[list[float], list[list[float]]]:
    """How the log-likelihood grows with each strength, and how it bends (with the sign turned)."""
    count = len(strength)
    slope = [0.0] * count
    bend = [[SMALL if row == column else 0.0 for column in range(count)] for row in range(count)]
    for (a, b), (won, gone) in totals.items():
        chance = 1 / (1 + math.exp(max(-700.0, min(700.0, strength[b] - strength[a]))))
        pull = won - (won + gone) * chance
        stiff = (won + gone) * chance * (1 - chance)
        slope[a] += pull
        slope[b] -= pull
        bend[a][a] += stiff
        bend[b][b] += stiff
        bend[a][b] -= stiff
        bend[b][a] -= stiff
    slope[anchor] = 0.0
    bend[anchor] = [float(column == anchor) for column in range(count)]
    return slope, bend


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Linear equations, by elimination with pivots."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column and rows[row][column]:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [rows[n][size] / rows[n][n] for n in range(size)]
