"""Ratings recover strengths that we chose."""

from __future__ import annotations

import random

import pytest

from sabika.arena.ratings import anchor_of, ratings
from sabika.arena.stats import score_of
from tests.fuzz import fewer

TRUE = {"novice": 1100.0, "builder": 1500.0, "architect": 1600.0, "vizier": 1680.0}


def deals(rng: random.Random, count: int) -> list[dict[tuple[int, int], float]]:
    """Every pair twice a deal."""
    strengths = list(TRUE.values())
    return [
        {
            (a, b): sum(rng.random() < score_of(strengths[a] - strengths[b]) for _ in range(2)) / 2
            for a in range(4)
            for b in range(a + 1, 4)
        }
        for _ in range(count)
    ]


def test_strengths_are_recovered() -> None:
    found = ratings(list(TRUE), deals(random.Random(1), 2000))
    for estimate, true in zip(found, TRUE.values(), strict=True):
        assert estimate.value == pytest.approx(true, abs=30)
        assert estimate.low <= true <= estimate.high
        assert estimate.high - estimate.low < 80
    assert (found[1].value, found[1].low, found[1].high) == (1500, 1500, 1500)


def test_intervals_hold_the_truth_in_95_of_100_pools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabika.arena.ratings.RESAMPLES", 200)
    rng = random.Random(2)
    held = 0
    pools = fewer(60, 12)
    for _ in range(pools):
        found = ratings(list(TRUE), deals(rng, 60))
        held += sum(e.low <= true <= e.high for e, true in zip(found, TRUE.values(), strict=True) if e.low < e.high)
    assert 0.91 <= held / (3 * pools) <= 0.99


def test_a_bot_that_always_wins_has_a_rating_and_an_interval_all_the_same() -> None:
    """300 deals without a loss: far above, and open upwards."""
    found = ratings(["builder", "novice"], [{(0, 1): 1.0}] * 300)[1]
    assert 200 < found.value < 600
    assert found.low < found.value - 200
    assert found.high < 800


def test_who_never_met_is_compared_by_whom_both_met() -> None:
    met = [{(0, 1): 1.0}, {(0, 1): 0.5}, {(1, 2): 1.0}, {(1, 2): 0.5}] * 50
    best, builder, worst = ratings(["a", "builder", "c"], met)
    assert best.value - 1500 == pytest.approx(1500 - worst.value, abs=1)
    assert builder.value == 1500
    assert best.value > 1650


def test_equal_deals_narrow_the_interval() -> None:
    split = ratings(["a", "b"], [{(0, 1): 0.5}] * 200)[1]
    decided = ratings(["a", "b"], [{(0, 1): 0.0}, {(0, 1): 1.0}] * 100)[1]
    assert split.high - split.low < 0.3 * (decided.high - decided.low)


def test_the_anchor_is_the_builder_or_else_the_first() -> None:
    assert anchor_of(["a", "builder"]) == 1
    assert anchor_of(["a", "b"]) == 0


def test_the_same_results_give_the_same_ratings() -> None:
    assert ratings(["a", "b"], [{(0, 1): 0.5}] * 9) == ratings(["a", "b"], [{(0, 1): 0.5}] * 9)
