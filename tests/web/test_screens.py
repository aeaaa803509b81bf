"""From a small phone to a large screen; and a whole game with the thumb."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page

from tests.web.conftest import Tour, Visitor
from tests.web.pages import WIDTHS
from tests.web.robot import make_table, play_to_the_end, sit_down, start

# What sticks out sideways, and is not cut off by something that scrolls by itself.
WIDE = """() => {
    const root = document.scrollingElement;
    if (root.scrollWidth <= innerWidth) return [];
    const out = (each) => each.getBoundingClientRect().right > innerWidth + 1;
    const wide = [...document.querySelectorAll('main *')].filter(out);
    return [`${root.scrollWidth} > ${innerWidth}`, ...wide.slice(0, 4).map((each) => each.outerHTML.slice(0, 90))];
}"""


def sideways(page: Page) -> list[str]:
    return list(page.evaluate(WIDE))


def test_no_page_scrolls_sideways(visit: Visitor, tour: Tour) -> None:
    page = visit(storage_state=tour.person)
    found: dict[str, list[str]] = {}
    for name in tour.walk(page):
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            if wide := sideways(page):
                found[f"{name} at {width}"] = wide
    assert found == {}


def test_a_whole_game_with_the_thumb(visit: Visitor) -> None:
    page = visit(width=360, height=740, touch=True, is_mobile=True)
    start(page, "zatre")
    assert play_to_the_end(page, "zatre", Random(6)) > 10
    assert sideways(page) == []


def test_a_building_can_be_dragged_with_the_mouse(visit: Visitor) -> None:
    """Choosing by dragging: a card to the hand."""
    page = visit()
    sit_down(page, make_table(page, "alhambra", seed=3))
    card = page.locator(".display .card:enabled").first
    card.hover()
    page.mouse.down()
    page.locator(".hold").hover()
    page.mouse.up()
    page.locator(".bar .button.primary").wait_for()
