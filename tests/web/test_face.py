"""Titles are in a face of our own; where it cannot come, they are in a serif."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.pages import settle
from tests.web.robot import GAMES, finish, make_table

LOADED = "() => document.fonts.ready.then(() => [...document.fonts].map((face) => face.status))"
FAMILY = "(element) => getComputedStyle(element).fontFamily.split(',')[0].replaceAll('\"', '')"
WIDTH = """(element) => {
    const range = new Range();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().width;
}"""


def face_of(page: Page, selector: str) -> str:
    return str(page.locator(selector).first.evaluate(FAMILY))


@pytest.mark.parametrize("path", ["/", "/learn", "/rules/zatre", "/me"])
def test_titles_are_in_our_own_face(path: str, visit: Visitor) -> None:
    page = visit(path)
    settle(page)
    assert page.evaluate(LOADED) == ["loaded"]
    assert face_of(page, "h2, h1") == "Sabika Titles"
    assert face_of(page, "p") != "Sabika Titles"


def test_the_result_is_told_in_it(visit: Visitor) -> None:
    page = visit("/me")
    table = make_table(page, "zatre", seed=7)
    finish(page, table)
    page.goto(f"/table/{table}")
    expect(page.locator(".outcome h2")).to_have_text("novice wins")
    assert face_of(page, ".outcome h2") == "Sabika Titles"


def test_without_it_titles_are_in_a_serif(visit: Visitor) -> None:
    """The page waits for no font."""
    with_it, without = visit("/"), visit("/me")
    without.route("**/*.woff", lambda route: route.abort())
    visit.forgive("net::ERR_FAILED")
    without.goto("/")
    widths = []
    for page in (with_it, without):
        settle(page)
        title = page.get_by_role("heading", name=GAMES["alhambra_dice"])
        expect(title).to_be_visible()
        widths.append(title.evaluate(WIDTH))
    assert widths[0] != widths[1]
