"""The lab's fit of judges to games finds what was put in."""

from __future__ import annotations

from random import Random

import pytest

from lab.blunders import Found
from lab.blunders import told as blunders_told
from lab.values import Look, fitted, hats, solve
from sabika.bots.value.calibration import KNOTS
from sabika.bots.value.estimate import chances


def games(number: int) -> list[Look]:
    """A judge who is 5 points too low, takes differences for too large, and knows nothing of the ghost's last 7."""
    rng, found = Random(1), []
    for n in range(number):
        prospects = (rng.gauss(100, 10), rng.gauss(100, 10), 50.0)
        middle = (prospects[0] + prospects[1]) / 2
        points = tuple(middle + 5 + 0.8 * (each - middle) for each in prospects[:2])
        first = rng.random() < chances(points, [0, 1], 6.0)[0]
        found.append(Look(n, rng.random(), prospects, (*points, 57.0), (float(first), float(not first), 0.0), 2))
    return found


def test_the_fit_finds_what_was_put_in() -> None:
    found = fitted(games(3000))
    assert found.level == pytest.approx([5.0] * len(KNOTS), abs=1.5)  # few games are near the ends
    assert found.spread == pytest.approx([0.8] * len(KNOTS), abs=0.05)
    assert found.ghost == pytest.approx([7.0] * len(KNOTS), abs=2.1)
    assert sum(found.scale) / len(KNOTS) == pytest.approx(6.0, abs=2.5)  # drawn a little to what was thought before
    assert found.start == pytest.approx(105, abs=1)
    assert found.ghost_start == 57.0


def test_knots_share_what_lies_between_them() -> None:
    assert hats(KNOTS[2]) == [0, 0, 1, 0, 0, 0, 0]
    assert sum(hats(0.33)) == pytest.approx(1)


def test_equations_are_solved() -> None:
    assert solve([[2.0, 1.0], [1.0, 3.0]], [4.0, 7.0]) == pytest.approx([1.0, 2.0])


def test_what_is_told_of_blunders() -> None:
    lines = blunders_told([Found(True, True, True, 2.0), Found(False, True, False, 4.0)])
    assert lines[0].startswith("  deep finds 100 %")
    assert lines[1].startswith("  quick finds 50 %")
    assert lines[3] == "  a deep review takes 3.0 s of one core"
