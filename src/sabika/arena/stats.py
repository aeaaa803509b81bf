"""Estimates with intervals, and when evidence suffices. A deal is one observation: its games share their luck."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Final

SURE: Final = 0.95  # this share of all intervals holds the truth
Z: Final = NormalDist().inv_cdf((1 + SURE) / 2)


@dataclass(frozen=True)
class Estimate:
    """A number that was measured, and the interval that holds the true one in 95 of 100 such measurements."""

    value: float
    low: float
    high: float


# Rates and means.


def wilson(rate: float, observations: float) -> tuple[float, float]:
    """Wilson's interval of a rate; it stays sensible near 0 and 1."""
    n, zz = observations, Z * Z
    middle = (rate + zz / (2 * n)) / (1 + zz / n)
    half = Z * math.sqrt(rate * (1 - rate) / n + zz / (4 * n * n)) / (1 + zz / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def rate(deals: Sequence[float]) -> Estimate:
    """A win rate from the part of the win that was taken in each deal.

    Wilson's interval for as many deals, corrected by how the deals really scatter: less than single games where seats
    swapped cancel luck, more where a deal decides all its games. Two deals won and two lost are thought of besides in
    that scatter, so that a few equal deals do not look like certainty.
    """
    if not deals:
        return Estimate(0.5, 0.0, 1.0)
    n = len(deals)
    mean = math.fsum(deals) / n
    scatter = math.fsum((each - mean) ** 2 for each in deals) + 1
    of_a_coin = n * mean * (1 - mean) + 1
    low, high = wilson(mean, n * of_a_coin / scatter)
    return Estimate(mean, low, high)


def mean(deals: Sequence[float]) -> Estimate:
    """A mean with Student's interval; of fewer than two deals nothing is known."""
    n = len(deals)
    if n < 2:
        return Estimate(deals[0] if deals else 0.0, -math.inf, math.inf)
    value = math.fsum(deals) / n
    variance = math.fsum((each - value) ** 2 for each in deals) / (n - 1)
    half = student(n - 1) * math.sqrt(variance / n)
    return Estimate(value, value - half, value + half)


def student(freedom: int) -> float:
    """The quantile of Student's t for a 95 % interval (Cornish and Fisher's series; within 4 % from 2 on)."""
    if freedom == 1:
        return 12.706
    z, n = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


# Elo.


def score_of(elo: float) -> float:
    """The share of the win that this many rating points are worth."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The other way round; 0 and 1 give infinity."""
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


# When evidence suffices.

MOST_ELO: Final = 2000  # apart: beyond, nobody wins a game in 100,000


@dataclass
class Sprt:
    """Wald's sequential test of two strengths, on deals: is the first bot elo1 better, or only elo0?

    The log-likelihood ratio is that of the two best-fitting distributions of a deal's result whose means are the
    scores of elo1 and elo0. Both errors have a chance of about 5 %.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05  # the chance to accept elo1 when elo0 is true
    beta: float = 0.05  # the chance to accept elo0 when elo1 is true
    results: Counter[float] = field(default_factory=Counter)  # of deals, by the part of the win

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            given = f"{self.elo0:g},{self.elo1:g}"
            raise ValueError(f"the test is between a lower and a higher number, {MOST_ELO} at most, not {given}")

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)

    def note(self, deal: float) -> None:
        """The part of the win that the first bot took in the next deal."""
        self.results[round(deal, 6)] += 1

    @property
    def ratio(self) -> float:
        """How much better elo1 explains the deals than elo0, as a logarithm."""
        if not self.results:
            return 0.0
        return likelihood(self.results, score_of(self.elo1)) - likelihood(self.results, score_of(self.elo0))

    @property
    def verdict(self) -> str:
        """elo1 or elo0 as soon as one is accepted; empty while the evidence does not suffice."""
        ratio = self.ratio
        return "elo1" if ratio >= self.upper else "elo0" if ratio <= self.lower else ""

    def facts(self) -> dict[str, object]:
        """How it stands, for programs."""
        names = ("elo0", "elo1", "alpha", "beta", "lower", "upper", "ratio", "verdict")
        return {name: getattr(self, name) for name in names}


BESIDES: Final = 1e-3  # of a result that was not seen, so that every mean can be explained


def likelihood(results: Mapping[float, int], mean: float) -> float:
    """The log-likelihood of the deals under the likeliest distribution that has this mean.

    It gives a result x the part p(x) / (1 + t (x - mean)), where p(x) is the observed part and t makes the mean right.
    """
    counts = {0.0: BESIDES, 0.5: BESIDES, 1.0: BESIDES, **results}
    total = math.fsum(counts.values())
    t = tilt({x: count / total for x, count in counts.items()}, mean)
    return math.fsum(count * math.log(count / total / (1 + t * (x - mean))) for x, count in counts.items())


def tilt(parts: Mapping[float, float], mean: float) -> float:
    """The t for which the tilted distribution has this mean: the sum falls with t, so it is found by halving."""
    low, high = -1 / (1 - mean), 1 / mean  # beyond, some part would be negative
    for _ in range(80):
        middle = (low + high) / 2
        if math.fsum(part * (x - mean) / (1 + middle * (x - mean)) for x, part in parts.items()) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
