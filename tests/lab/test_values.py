"""The lab's fit of judges to games finds what was put in."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from lab.blunders import Found
from lab.blunders import told as blunders_told
from lab.fitting import Look, all_fitted, crossed, fitted, hats, solve
from lab.values import Tenth, written
from sabika.bots.value.calibration import KNOTS, Calibration
from sabika.bots.value.estimate import chances


def games(number: int) -> list[Look]:
    """A judge who is 5 points too low, takes differences for too large, and knows nothing of the ghost's last 7."""
    rng, found = Random(1), []
    for n in range(number):
        prospects = (rng.gauss(100, 10), rng.gauss(100, 10), 50.0)
        middle = (prospects[0] + prospects[1]) / 2
        points = tuple(middle + 5 + 0.8 * (each - middle) for each in prospects[:2])
        first = rng.random() < chances(points, [0, 1], 6.0)[0]
        ends, wins = (*points, 57.0), (float(first), float(not first), 0.0)
        found.append(Look(n, rng.random(), prospects, middle, ends, wins, 2))
    return found


def test_the_fit_finds_what_was_put_in() -> None:
    found = fitted(games(3000))
    levels = [level + tilt * 100 for level, tilt in zip(found.level, found.tilt, strict=True)]
    assert levels == pytest.approx([105.0] * len(KNOTS), abs=2.0)  # few games are near the ends
    assert found.tilt == pytest.approx([1.0] * len(KNOTS), abs=0.1)
    assert found.spread == pytest.approx([0.8] * len(KNOTS), abs=0.05)
    ghosts = [level + tilt * 50 for level, tilt in zip(found.ghost, found.ghost_tilt, strict=True)]
    assert ghosts == pytest.approx([57.0] * len(KNOTS), abs=2.0)
    assert sum(found.scale) / len(KNOTS) == pytest.approx(6.0, abs=2.5)  # drawn a little to what was thought before
    assert found.start == pytest.approx(105, abs=1)
    assert found.ghost_start == 57.0


def test_a_number_of_seats_that_was_seldom_played_is_drawn_to_the_others() -> None:
    looks = games(400)
    few = all_fitted({2: looks, 3: looks[:2]})
    assert few[3].spread == pytest.approx(few[2].spread, abs=0.1)
    assert few[3].scale == pytest.approx(few[2].scale, rel=0.3)


def test_each_half_of_the_games_is_judged_by_the_other() -> None:
    looks = games(40)
    evens, odds = crossed({2: looks})
    assert evens == all_fitted({2: [look for look in looks if look.game % 2 == 1]})
    assert odds == all_fitted({2: [look for look in looks if look.game % 2 == 0]})


def test_a_tenth_tells_how_far_it_is_off_and_how_sure_that_is() -> None:
    tenth = Tenth()
    for game in range(100):
        for _ in range(3):  # three positions of one game are hardly more than one
            tenth.add((2, game), 0.5, float(game % 5 < 3))
    assert tenth.off() == pytest.approx(10.0)
    assert tenth.doubt() == pytest.approx(1.96 * 100 * (0.6 * 0.4 / 100) ** 0.5, rel=0.01)


def test_tables_are_written_as_they_are_read() -> None:
    known = {2: fitted(games(50))}
    assert msgspec.json.decode(written(known), type=dict[int, Calibration]) == known


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
