"""The table of a scoring: what it says, and that its names and points stay in sight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Visitor
from tests.web.robot import BOT, finish, make_table, sit_down

# Which of these are not wholly within what scrolls, or lie under something else.
HIDDEN = """selectors => {
    const frame = document.querySelector('dialog.moment .scroll').getBoundingClientRect();
    return selectors.filter((selector) => {
        const thing = document.querySelector(`dialog.moment ${selector}`);
        const { x, y, width, height, bottom } = thing.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return y < frame.top - 1 || bottom > frame.bottom + 1 || !thing.contains(top);
    });
}"""


def finished(page: Page, game: str) -> None:
    table = make_table(page, game, BOT, BOT)
    finish(page, table)
    sit_down(page, table)


def last_scoring(page: Page, game: str) -> None:
    """A finished game, and the table of its last scoring."""
    finished(page, game)
    page.remove_locator_handler(page.locator("dialog.moment"))
    page.evaluate("() => document.querySelectorAll('dialog.moment').forEach((each) => each.close())")
    page.get_by_role("button", name="All scorings").click()
    page.locator("dialog.moment[data-settled=true]").wait_for()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (844, 390), (667, 375), (390, 844)])
def test_names_and_points_stay_in_sight(width: int, height: int, visit: Visitor) -> None:
    page = visit(width=width, height=height, reduced_motion="reduce")
    last_scoring(page, "alhambra_dice")  # prizes and tracks: more rows than fit
    for place in ("0", "each.scrollHeight"):
        page.locator("dialog.moment .scroll").evaluate(f"(each) => {{ each.scrollTop = {place} }}")
        assert page.evaluate(HIDDEN, ["thead th", "tfoot td strong"]) == []


def test_a_shared_place_says_what_is_divided(visit: Visitor) -> None:
    page = visit(reduced_motion="reduce")
    last_scoring(page, "alhambra")
    shared = []
    for _ in range(3):
        shared += [line.inner_text().split() for line in page.locator("dialog.moment .line", has_text="÷").all()]
        page.locator("dialog.moment .turn").first.evaluate("(each) => each.click()")
        page.locator("dialog.moment[data-settled=true]").wait_for()
    assert shared, "three scorings without a tie"
    for points, *brief in shared:
        found = re.search(r"(\d+) ÷ (\d+)$", " ".join(brief))
        assert found, brief
        assert int(points) == int(found[1]) // int(found[2])


@pytest.mark.parametrize("game", ["zatre", "alhambra"])
def test_a_result_says_every_sum_once(game: str, visit: Visitor) -> None:
    page = visit()
    finished(page, game)
    page.locator(".outcome tbody tr").first.wait_for()
    rows = [row.locator("th, td").all_inner_texts() for row in page.locator(".outcome tbody tr").all()]
    columns = list(zip(*rows, strict=True))
    assert len(columns) > 1
    assert len(set(columns)) == len(columns), columns
