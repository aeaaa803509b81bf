"""What is drawn is drawn whole: covers, stars, boards, rings and notes, on every screen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.robot import BOT, FIRST, GAMES, advance, finish, make_table, play_until, sit_down

SIZES = {"phone": (390, 844), "phone on its side": (844, 390), "desk": (1440, 900), "large": (2560, 1300)}
DESKS = {"low desk": (1280, 720), "desk": (1440, 900)}  # where the bar is below the board and no sheet scrolls
MOST = 40  # moves until something is noted

# Drawings of which something is outside their box, and boxes outside the one that cuts them off.
CUT = """([drawn, frame]) => [...document.querySelectorAll(drawn)].filter((each) => {
    const [box, within] = [each.getBoundingClientRect(), each.closest(frame).getBoundingClientRect()];
    return box.left < within.left - 1 || box.right > within.right + 1
        || box.top < within.top - 1 || box.bottom > within.bottom + 1;
}).length"""


def cut(page: Page, drawn: str, frame: str) -> int:
    """How many of these stick out of what they stand in."""
    assert page.locator(drawn).count()
    return int(page.evaluate(CUT, [drawn, frame]))


def resized(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


ABOVE = """pair => {
    const [upper, lower] = pair.map((each) => document.querySelector(each).getBoundingClientRect());
    return upper.bottom <= lower.top;
}"""


@pytest.mark.parametrize("game", GAMES)
def test_the_cover_on_the_page_of_rules_is_whole(game: str, visit: Visitor) -> None:
    page = visit(f"/rules/{game}")
    page.locator("div.picture > svg").wait_for()
    for width, height in SIZES.values():
        resized(page, width, height)
        assert cut(page, "div.picture > svg", "div.picture") == 0
        box = page.locator("div.picture > svg").bounding_box()
        assert box
        assert box["width"] / box["height"] == pytest.approx(320 / 180, rel=0.02), (width, height)


def test_the_stars_of_a_result_are_whole(visit: Visitor) -> None:
    page = visit("/me", reduced_motion="reduce")
    table = make_table(page, "zatre", seed=7)
    finish(page, table)
    sit_down(page, table)
    page.locator(".stars path").first.wait_for()
    for width, height in SIZES.values():
        resized(page, width, height)
        assert cut(page, ".stars path", ".stars") == 0, (width, height)
        assert cut(page, ".stars", ".outcome") == 0, (width, height)


def test_the_board_of_zatre_is_whole_with_its_shadow(visit: Visitor) -> None:
    page = visit("/me", reduced_motion="reduce")
    sit_down(page, make_table(page, "zatre", seed=FIRST))
    page.locator(".board svg .cast").wait_for()
    for width, height in SIZES.values():
        resized(page, width, height)
        assert cut(page, ".board svg > g > path", "svg") == 0, (width, height)
        if (width, height) in DESKS.values():
            assert page.evaluate(ABOVE, [".board svg .cast", ".bar"]), (width, height)


# The ring of whose turn it is lies within the border of its box, and nothing cuts that off.
RING = """() => {
    const sheet = document.querySelector('.own details.asked');
    const style = getComputedStyle(sheet);
    const box = sheet.getBoundingClientRect(), own = sheet.closest('.own').getBoundingClientRect();
    const ring = style.outlineStyle === 'solid' && parseFloat(style.outlineOffset) <= -parseFloat(style.outlineWidth);
    return { inside: ring,
             whole: box.bottom <= own.bottom + 1 && box.top >= own.top - 1 && box.bottom <= innerHeight };
}"""


def test_a_long_sheet_keeps_its_border_and_its_ring(visit: Visitor) -> None:
    page = visit("/me")
    table = make_table(page, "zatre", BOT, seed=7)
    advance(page, table, 24)
    sit_down(page, table)
    page.locator(".own details.asked").wait_for()
    for width, height in DESKS.values():
        resized(page, width, height)
        assert page.evaluate(RING) == {"inside": True, "whole": True}, (width, height)


TOP = "document.querySelector('.place').getBoundingClientRect().top"
OVERLAP = """() => {
    const [a, b] = ['.note', '.moments'].map((each) => document.querySelector(each)?.getBoundingClientRect());
    return !a || !b ? null : a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


@pytest.mark.parametrize(("width", "height"), SIZES.values(), ids=SIZES)
def test_the_note_of_a_turn_leaves_what_happened_to_read(width: int, height: int, visit: Visitor) -> None:
    page = visit("/me", width=width, height=height, reduced_motion="reduce")
    table = make_table(page, "zatre", BOT, BOT, seed=7)
    mover = page.context.new_page()
    mover.goto("/me")
    page.add_init_script(
        "const later = setTimeout; setTimeout = (act, ms) => later(act, ms === 6000 ? 2 ** 30 : ms)"
    )  # notes stay
    sit_down(page, table)
    page.locator(".place > *").first.wait_for()
    top = page.evaluate(TOP)
    for _ in range(MOST):
        advance(mover, table, 1)
        page.wait_for_timeout(200)
        if page.locator(".note").count() and page.locator(".moments").count():
            break
    page.locator(".note").evaluate("note => Promise.all(note.getAnimations().map((each) => each.finished))")
    assert page.evaluate(OVERLAP) is False
    assert cut(page, ".note", "body") == 0
    assert page.evaluate(TOP) == pytest.approx(top, abs=1), "the board stays where it was"


@pytest.mark.parametrize("game", ["alhambra", "alcazaba"])
def test_the_reserve_says_what_it_is(game: str, visit: Visitor) -> None:
    page = visit("/me")
    table = make_table(page, game, BOT, seed=7)
    done: list[bool] = []

    def until_reserved(options: list[dict[str, Any]]) -> str | None:
        if done:
            return None
        kinds = {option["action"]["type"]: option["move"] for option in reversed(options)}
        if "reserve" in kinds:
            done.append(True)
        order = ("reserve", "buy", "pick", "mark", "take", "keep", "name")
        return str(next((kinds[kind] for kind in order if kind in kinds), options[0]["move"]))

    play_until(page, table, until_reserved)
    sit_down(page, table)
    reserve = page.get_by_role("group", name="reserve", exact=True).first
    expect(reserve.get_by_text("reserve")).to_be_visible()
    expect(reserve.locator(".piece")).to_have_count(1)
