"""Intervals and tests against known truths: simulated results whose law we chose."""

from __future__ import annotations

import math
import random

import pytest

from sabika.arena.stats import Estimate, Sprt, elo_of, mean, rate, score_of, student, wilson
from tests.fuzz import fewer

KNOWN = {  # known values of Wilson's interval
    "none of ten": (0, 10, 0.0, 0.2775),
    "five of ten": (5, 10, 0.2366, 0.7634),
    "all of ten": (10, 10, 0.7225, 1.0),
    "95 of a hundred": (95, 100, 0.8883, 0.9785),
}


@pytest.mark.parametrize(("wins", "games", "low", "high"), KNOWN.values(), ids=list(KNOWN))
def test_wilsons_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins / games, games) == pytest.approx((low, high), abs=1e-4)


def test_single_games_give_wilsons_interval_itself() -> None:
    """Where every deal is one game, nothing is corrected."""
    found = rate([1.0] * 95 + [0.0] * 5)
    assert (found.low, found.high) == pytest.approx(wilson(0.95, 100))


def test_swapped_seats_that_cancel_luck_make_it_narrower_and_deals_that_decide_all_do_not() -> None:
    split = rate([0.5] * 90 + [1.0] * 10)
    decided = rate([1.0] * 55 + [0.0] * 45)
    assert split.value == pytest.approx(decided.value)
    assert split.high - split.low < 0.5 * (decided.high - decided.low)


def test_a_few_equal_deals_are_no_certainty() -> None:
    found = rate([0.5] * 4)
    assert found.high - found.low > 0.4
    assert rate([]) == Estimate(0.5, 0.0, 1.0)


def test_the_interval_moves_with_every_loss() -> None:
    lows = [rate([1.0] * (200 - n) + [0.5] * n).low for n in range(6)]
    assert lows == sorted(lows, reverse=True)


def deal(rng: random.Random, first: float, luck: float) -> float:
    """Two games with seats swapped; `luck` is how often the deal gives both to one seat, so that they are split."""
    if rng.random() < luck:
        return 0.5
    return ((rng.random() < first) + (rng.random() < first)) / 2


LAWS = {
    "even": (0.5, 0.0, 200),
    "strong": (0.8, 0.0, 100),
    "very strong": (0.98, 0.0, 100),
    "luck of the deal cancels": (0.6, 0.5, 100),
    "few deals": (0.65, 0.2, 15),
}


@pytest.mark.parametrize(("first", "luck", "deals"), LAWS.values(), ids=list(LAWS))
def test_95_of_100_intervals_hold_the_true_rate(first: float, luck: float, deals: int) -> None:
    rng = random.Random(7)
    truth = luck * 0.5 + (1 - luck) * first
    found = [rate([deal(rng, first, luck) for _ in range(deals)]) for _ in range(1000)]
    held = sum(each.low <= truth <= each.high for each in found) / 1000
    assert 0.93 <= held <= 0.985


@pytest.mark.parametrize("deals", [5, 40])
def test_95_of_100_intervals_hold_the_true_mean(deals: int) -> None:
    rng = random.Random(8)
    found = [mean([rng.gauss(3, 20) for _ in range(deals)]) for _ in range(2000)]
    assert 0.935 <= sum(each.low <= 3 <= each.high for each in found) / 2000 <= 0.965


def test_the_margin_counts_a_deal_as_one_observation() -> None:
    assert mean([10.0, 10.0]) == Estimate(10.0, 10.0, 10.0)
    assert math.isinf(mean([10.0]).high)
    assert mean([]).value == 0


@pytest.mark.parametrize(("freedom", "value"), [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (100, 1.984)])
def test_students_quantiles(freedom: int, value: float) -> None:
    assert student(freedom) == pytest.approx(value, rel=0.04)


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (107.5, 0.65)])
def test_elo_and_score(elo: float, score: float) -> None:
    assert score_of(elo) == pytest.approx(score, abs=1e-3)
    assert elo_of(score_of(elo)) == pytest.approx(elo)


def test_sure_wins_have_no_elo() -> None:
    assert elo_of(1.0) == math.inf
    assert elo_of(0.0) == -math.inf


# The sequential test.


def verdict_of(rng: random.Random, elo: float, luck: float, elo0: float, elo1: float) -> tuple[str, int]:
    """Deals of a known strength until there is a verdict."""
    test = Sprt(elo0, elo1)
    first = (score_of(elo) - luck * 0.5) / (1 - luck)  # so that the mean of a deal is that of the strength
    for n in range(1, 3000):
        test.note(deal(rng, first, luck))
        if test.verdict:
            return test.verdict, n
    return "", 3000


@pytest.mark.parametrize("luck", [0.0, 0.5], ids=["independent games", "luck of the deal cancels"])
def test_the_errors_of_the_test_are_about_five_percent(luck: float) -> None:
    """400 runs at either strength: with a chance of 5 %, more than 33 errors would come up once in a thousand.

    Of 40 runs, more than 7.
    """
    runs = fewer(400, 40)
    most = 33 if runs == 400 else 7 * runs // 40
    rng = random.Random(9)
    wrong_up = sum(verdict_of(rng, 0, luck, 0, 100)[0] != "elo0" for _ in range(runs))
    wrong_down = sum(verdict_of(rng, 100, luck, 0, 100)[0] != "elo1" for _ in range(runs))
    assert wrong_up <= most
    assert wrong_down <= most


def test_a_clear_case_is_decided_soon_and_a_cancelled_luck_sooner() -> None:
    rng = random.Random(10)
    lengths = [verdict_of(rng, 400, 0, 0, 100)[1] for _ in range(50)]
    assert max(lengths) < 40
    plain, paired = (sum(verdict_of(rng, 100, luck, 0, 100)[1] for _ in range(60)) for luck in (0.0, 0.5))
    assert paired < plain


def test_only_wins_are_evidence_that_counts_as_for_a_coin() -> None:
    test = Sprt(0, 100)
    for _ in range(10):
        test.note(1.0)
    assert test.ratio == pytest.approx(10 * math.log(score_of(100) / 0.5), rel=0.01)


def test_without_results_nothing_is_known() -> None:
    test = Sprt(0, 50)
    assert (test.ratio, test.verdict) == (0.0, "")
    assert test.facts()["elo1"] == 50
    assert (test.lower, test.upper) == pytest.approx((-2.944, 2.944), abs=1e-3)


@pytest.mark.parametrize(("elo0", "elo1"), [(50, 0), (0, 0), (0, math.inf), (math.nan, 3)])
def test_two_strengths_that_are_none(elo0: float, elo1: float) -> None:
    with pytest.raises(ValueError, match="between a lower and a higher number"):
        Sprt(elo0, elo1)
