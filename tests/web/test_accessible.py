"""axe-core finds nothing to complain about: on every page, in light and dark."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.conftest import Tour, Visitor
from tests.web.robot import FIRST, make_table, sit_down

AXE = Axe()


SETTLED = """() => Promise.all(document.getAnimations()
    .filter((each) => Number.isFinite(each.effect.getComputedTiming().endTime))
    .map((each) => each.finished.catch(() => {})))"""


def violations(page: Page) -> list[str]:
    """Each with the first places where it is found, once what fades in is there."""
    page.evaluate(SETTLED)
    found = AXE.run(page).response["violations"]
    return [
        f"{each['id']}: {[node['html'][:100] + ' ' + node['failureSummary'][:160] for node in each['nodes'][:3]]}"
        for each in found
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible(scheme: str, visit: Visitor, tour: Tour) -> None:
    page = visit(storage_state=tour.person, color_scheme=scheme, reduced_motion="reduce")
    found = {}
    for name in tour.walk(page):
        if name == "first page":
            page.get_by_role("button", name="Options").first.click()
        page.evaluate("document.querySelectorAll('main details').forEach((each) => (each.open = true))")
        if wrong := violations(page):
            found[name] = wrong
    assert found == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_opened_rule_is_accessible(scheme: str, visit: Visitor) -> None:
    page = visit(color_scheme=scheme, reduced_motion="reduce")
    sit_down(page, make_table(page, "alhambra", seed=FIRST))
    page.locator("[role=log]").get_by_role("button", name="A7").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("One seat after another is dealt money")
    assert violations(page) == []


def test_a_position_is_told_in_words(visit: Visitor, tour: Tour) -> None:
    page = visit(storage_state=tour.person)
    for name, path in tour.paths.items():
        if "in the middle" not in name:
            continue
        page.goto(path)
        page.get_by_text("The position in words").click()
        lines = page.locator(".place ~ details li")
        expect(lines.nth(5)).to_be_visible()
        assert "undefined" not in page.locator(".place ~ details").inner_text()


def test_nothing_moves_where_less_motion_is_asked(visit: Visitor, tour: Tour) -> None:
    page = visit(storage_state=tour.person, reduced_motion="reduce")
    page.goto(tour.paths["alcazaba in the middle"])
    page.locator(".place > *").first.wait_for()
    assert page.evaluate("document.getAnimations().every((each) => each.effect.getTiming().duration < 1)")
