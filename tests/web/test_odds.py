"""What stands beside and below the columns of dice: how many of a kind, and what the dice may bring."""

from __future__ import annotations

import pytest

from tests.web.conftest import Visitor, go_on
from tests.web.robot import BOT, asked, make_table, sit_down
from tests.web.test_screens import IN_SIGHT, ON_ITS_SIDE, SMALL


@pytest.mark.parametrize("game", ["alhambra_dice", "alcazaba"])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 800), (390, 844), *ON_ITS_SIDE, SMALL])
def test_odds_and_what_they_mean_are_in_sight(game: str, width: int, height: int, visit: Visitor) -> None:
    page = visit(width=width, height=height, reduced_motion="reduce")
    sit_down(page, make_table(page, game, BOT, BOT))
    assert asked(page)
    go_on(page.locator("dialog.moment"))
    page.get_by_role("button", name="Odds").click()
    page.locator(".columns .caption").wait_for()
    assert page.evaluate(IN_SIGHT, ".columns p")


# Are the numbers of rows higher than the rows are apart?
CROWDED = """() => {
    const [first, second] = document.querySelectorAll('.columns .rows span');
    const apart = second.getBoundingClientRect().top - first.getBoundingClientRect().top;
    return parseFloat(getComputedStyle(first).fontSize) > apart;
}"""


@pytest.mark.parametrize("scene", ["keep", "many", "rebuild"])
def test_rows_are_numbered_without_overlapping(scene: str, visit: Visitor) -> None:
    page = visit(f"/learn/alcazaba/{scene}", width=360, height=740, touch=True, is_mobile=True)
    assert asked(page)
    page.locator(".columns .rows").wait_for()
    assert not page.evaluate(CROWDED)
