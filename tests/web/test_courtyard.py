"""The ground under a city."""

from __future__ import annotations

import pytest

from tests.web.conftest import Visitor
from tests.web.robot import make_table


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1440, 900)], ids=str)
@pytest.mark.parametrize("game", ["alhambra", "alcazaba"])
def test_a_city_stands_in_a_courtyard_that_fills_its_place(game: str, size: tuple[int, int], visit: Visitor) -> None:
    page = visit("/me", *size)
    page.goto(f"/table/{make_table(page, game, seed=7)}")
    ground = page.locator(".place .frame:not(.small) .ground .top").first
    ground.wait_for()
    frame = page.locator(".place .frame:not(.small) > svg").bounding_box()
    box = ground.bounding_box()
    assert frame is not None
    assert box is not None
    assert box["width"] == pytest.approx(frame["width"], rel=0.12)
    assert box["height"] == pytest.approx(frame["height"], rel=0.12)
    assert box["x"] >= frame["x"]
    assert box["y"] >= frame["y"]
