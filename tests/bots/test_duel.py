"""The duel script: fair pairs, honest intervals."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench.duel import PairedDealer, Side, duel, factory, mean_margin, report, wilson
from sabika import bots
from sabika.engine.state import LUCK
from sabika.games import ALHAMBRA
from sabika.games.alhambra.state import Alhambra

ROOT = Path(__file__).parents[2]


def dealt(deal: int) -> Alhambra:
    """A table after the set-up."""
    state, dealer = ALHAMBRA.new(2, ALHAMBRA.settle_options({})), PairedDealer(deal)
    while state.actor == LUCK:
        state.settle(dealer.answer(state))
    return state


def test_both_games_of_a_deal_begin_alike_and_other_deals_do_not() -> None:
    assert dealt(4).text() == dealt(4).text()
    assert len({dealt(deal).text() for deal in range(20)}) == 20


def test_a_draw_of_one_kind_does_not_shift_those_of_another() -> None:
    """After one money card more, the tiles still come in the same order."""
    plain, shifted = PairedDealer(9), PairedDealer(9)
    state = ALHAMBRA.start(2)
    money = dealt(1)
    money.play(money.moves()[0])
    assert money.luck().kind == "money"
    shifted.answer(money)
    assert [plain.answer(state) for _ in range(20)] == [shifted.answer(state) for _ in range(20)]


def test_each_side_sits_in_each_seat_equally_often() -> None:
    sides = [Side("random", bots.find("random")), Side("novice", bots.find("novice"))]
    duel(ALHAMBRA, sides, games=4, seats=2)
    assert sides[0].wins + sides[1].wins == pytest.approx(4)
    assert len(sides[0].points) == 4
    assert "novice" in report(sides, 4)


INTERVALS = {  # known values of Wilson's interval
    "none of ten": (0, 10, 0.0, 0.2775),
    "five of ten": (5, 10, 0.2366, 0.7634),
    "all of ten": (10, 10, 0.7225, 1.0),
    "95 of a hundred": (95, 100, 0.8883, 0.9785),
}


@pytest.mark.parametrize(("wins", "games", "low", "high"), INTERVALS.values(), ids=list(INTERVALS))
def test_the_interval_of_a_rate(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_the_margin_counts_a_deal_as_one_observation() -> None:
    """Swapped seats cancel the luck of the deal: +30 and -10 in each of two deals is +10 without doubt."""
    assert mean_margin([30, 0, 30, 0], [0, 10, 0, 10]) == (10.0, 0.0)


def test_the_command_prints_a_line_for_the_duel_and_one_for_each_side() -> None:
    command = [sys.executable, "bench/duel.py", "alhambra", "novice", "random", "--games", "2", "--seats", "3"]
    lines = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert lines[0].startswith("novice against random, 2 games: wins ")
    assert [line.split()[0] for line in lines[1:]] == ["novice", "random"]


def test_the_builder_can_be_given_other_numbers() -> None:
    """One that values neither money nor an exact payment chooses otherwise."""
    deals = [dealt(deal) for deal in range(6)]
    plain, spender = (
        [factory(name)(1).choose(state.sight(state.actor)) for state in deals]
        for name in ("builder", "builder:money=0,exact=0,look=0")
    )
    assert plain != spender


UNKNOWN = {
    "a bot that does not exist": ("bulider", "there is no bot 'bulider'"),
    "a number that does not exist": ("builder:exatc=0", "the builder has no number 'exatc'; it has look, chance"),
    "a bot without numbers": ("novice:exact=0", "only the builder has numbers to change, not 'novice'"),
}


@pytest.mark.parametrize(("name", "line"), UNKNOWN.values(), ids=list(UNKNOWN))
def test_an_unknown_bot_or_number_is_answered_in_one_line(name: str, line: str) -> None:
    with pytest.raises(ValueError, match=f"^{line}[^\n]*$"):
        factory(name)
