"""From a small phone to a large screen; and a whole game with the thumb."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PATIENCE, Tour, Visitor, go_on
from tests.web.pages import SCREENS, settle
from tests.web.robot import (
    BOT,
    FIRST,
    GAMES,
    advance,
    asked,
    make_table,
    of_kind,
    play_to_the_end,
    play_until,
    sit_down,
    start,
)

# What sticks out sideways, and is not cut off by something that scrolls by itself.
WIDE = """() => {
    const root = document.scrollingElement;
    if (root.scrollWidth <= innerWidth) return [];
    const out = (each) => each.getBoundingClientRect().right > innerWidth + 1;
    const wide = [...document.querySelectorAll('main *')].filter(out);
    return [`${root.scrollWidth} > ${innerWidth}`, ...wide.slice(0, 4).map((each) => each.outerHTML.slice(0, 90))];
}"""

# Nothing lies over them, nor are they below the window.
SEEN = """selector => [...document.querySelectorAll(selector)].every((each) => {
    const box = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 3));
})"""
ACTS_WITH = {
    "alhambra": ".market .piece, .display .card, .hand .card",
    "alhambra_dice": ".columns .mark, .tray .die",
    "alcazaba": ".columns .mark, .tray .die",
    "zatre": ".board .spot, .hand .tile",
}


def sideways(page: Page) -> list[str]:
    return list(page.evaluate(WIDE))


def test_no_page_scrolls_sideways(visit: Visitor, tour: Tour) -> None:
    page = visit(storage_state=tour.person)
    found: dict[str, list[str]] = {}
    for name in tour.walk(page):
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            if wide := sideways(page):
                found[f"{name} at {width} by {height}"] = wide
    assert found == {}


@pytest.mark.parametrize("game", GAMES)
def test_on_a_desk_talk_stands_beside_the_board(game: str, visit: Visitor) -> None:
    page = visit(width=1440, height=900)
    sit_down(page, make_table(page, game, BOT, BOT))
    assert asked(page)
    written = page.get_by_label("Say something")
    for thing in (written, page.get_by_role("button", name="Send"), page.locator("[role=log]"), page.locator(".bar")):
        expect(thing).to_be_in_viewport(ratio=1)
    written.fill("Good luck")
    page.set_viewport_size({"width": 768, "height": 1024})  # below the board, and what was begun is still there
    expect(page.locator("aside").get_by_label("Say something")).to_have_value("Good luck")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("place", ["", "/game"], ids=["scene", "first game"])
def test_on_a_phone_a_lesson_leaves_what_one_acts_with(game: str, place: str, visit: Visitor) -> None:
    page = visit(f"/learn/{game}{place}", width=360, height=740, touch=True, is_mobile=True)
    assert asked(page)
    page.locator(".scene, .coach").wait_for()
    page.wait_for_function(SEEN, arg=ACTS_WITH[game])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844), (844, 390)])
def test_on_a_phone_a_hint_leaves_what_one_acts_with(game: str, width: int, height: int, visit: Visitor) -> None:
    page = visit(width=width, height=height, touch=True, is_mobile=True)
    sit_down(page, make_table(page, game, BOT))
    assert asked(page)
    page.get_by_role("button", name="Hint", exact=True).tap()
    page.locator(".advice").wait_for()
    page.wait_for_function(SEEN, arg=ACTS_WITH[game])


# Hints as they stand: which row each begins in, and whether all of its words are within it.
ROWS_OF_HINTS = """() => [...document.querySelectorAll('.advice .button')].map((each) => {
    const box = each.getBoundingClientRect();
    const whole = each.scrollWidth <= each.clientWidth + 1 && each.scrollHeight <= each.clientHeight + 1;
    return [Math.round(box.top), whole && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight];
})"""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844), (844, 390)])
def test_on_a_phone_every_hint_can_be_read(game: str, width: int, height: int, visit: Visitor) -> None:
    page = visit(width=width, height=height, touch=True, is_mobile=True)
    sit_down(page, make_table(page, game, BOT, BOT, seed=FIRST))
    assert asked(page)
    page.get_by_role("button", name="Hint", exact=True).tap()
    page.locator(".advice").wait_for()
    rows = page.evaluate(ROWS_OF_HINTS)
    assert len({top for top, _ in rows}) == len(rows) > 1  # below one another
    assert all(whole for _, whole in rows), rows
    high = page.locator(".advice").bounding_box()
    page.locator(".advice .button").first.tap()
    expect(page.locator(".advice .button[aria-pressed=true]")).to_have_count(1)
    rows = page.evaluate(ROWS_OF_HINTS)
    assert rows[-1][0] - rows[0][0] < 3  # the others stay at hand in one row
    folded = page.locator(".advice").bounding_box()
    assert high
    assert folded
    assert folded["height"] < high["height"]


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_long_sentences_leave_what_one_acts_with(game: str, visit: Visitor) -> None:
    """In Hungarian the bar is up to five lines high."""
    page = visit(width=360, height=740, touch=True, is_mobile=True, locale="hu-HU")
    sit_down(page, make_table(page, game, BOT, BOT, seed=FIRST))
    assert asked(page)
    page.wait_for_function(SEEN, arg=ACTS_WITH[game])


def test_on_a_phone_a_puzzle_leaves_the_dice_to_see(visit: Visitor) -> None:
    page = visit("/puzzles/alcazaba/1", width=360, height=740, touch=True, is_mobile=True, locale="hu-HU")
    page.locator(".tray .die").first.wait_for()
    page.wait_for_function(SEEN, arg=".tray .die")


ON_ITS_SIDE = [(844, 390), (740, 360)]
SMALL = (667, 375)
LEAST_TARGET = 24  # px
LEAST_SQUARE = 22  # px, of a board that can be looked at from nearer

# What one acts with in a turn and a finger cannot have: too small, below the window, or under something else.
OUT_OF_REACH = """least => {
    const acts = '.place button:enabled, .place [role=button], .bar button:enabled';
    return [...document.querySelectorAll(acts)].flatMap((each) => {
        const box = each.getBoundingClientRect();
        if (!each.checkVisibility()) return []; // in what is folded up
        const name = each.getAttribute('aria-label') ?? each.innerText;
        const small = Math.min(box.width, box.height) < least - 0.5;
        const zooms = each.closest('svg')?.parentElement.querySelector('.lens');
        const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        const what = there ? `under ${there.localName}.${there.getAttribute('class')}` : 'outside';
        return [...(small && !zooms ? [`${name}: ${box.width} by ${box.height}`] : []),
            ...(each.contains(there) ? [] : [`${name}: ${what}`])];
    });
}"""
UNDER_THE_BAR = """() => {
    const bar = document.querySelector('.bar').getBoundingClientRect();
    const over = (box) => box.right > bar.left && box.bottom > bar.top && box.left < bar.right && box.top < bar.bottom;
    return [...document.querySelectorAll('.place *')].filter((each) => !each.closest('svg *'))
        .filter((each) => over(each.getBoundingClientRect())).map((each) => each.outerHTML.slice(0, 90));
}"""
# The board has the height of the window, and this is beside it.
BESIDE = """selector => {
    const [board, other] = ['.place', selector].map((each) => document.querySelector(each).getBoundingClientRect());
    return board.height > 0.8 * innerHeight && board.right <= other.left + 4;
}"""
# Its foot and all its buttons are no lower than the board's.
NO_LOWER = """selector => {
    const foot = document.querySelector(selector).getBoundingClientRect().bottom;
    const buttons = [...document.querySelectorAll(`${selector} button`)].filter((each) => each.checkVisibility());
    return foot <= document.querySelector('.place').getBoundingClientRect().bottom + 4
        && buttons.every((each) => each.getBoundingClientRect().bottom <= foot);
}"""
SQUARE = "() => document.querySelector('.board svg .spot').getBoundingClientRect().width"
ASIDE = {
    "alhambra": ".rival",
    "alhambra_dice": ".tracks .board, .players li",
    "alcazaba": ".rival",
    "zatre": ".sheets summary",
}
IN_SIGHT = """selector => [...document.querySelectorAll(selector)].every((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    const seen = (top) => each.contains(document.elementFromPoint(x + width / 2, top));
    return seen(y + 3) && seen(y + height - 3);
})"""


def all_in_reach(page: Page) -> None:
    """What a turn needs is there without scrolling, and large enough."""
    go_on(page.locator("dialog.moment"))
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert page.evaluate(OUT_OF_REACH, LEAST_TARGET) == []
    assert page.evaluate(UNDER_THE_BAR) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "height"), [*ON_ITS_SIDE, SMALL])
@pytest.mark.parametrize("moves", [0, 14], ids=["at the beginning", "in the middle"])
def test_on_a_phone_on_its_side_all_is_in_reach(game: str, width: int, height: int, moves: int, visit: Visitor) -> None:
    page = visit(width=width, height=height, touch=True, is_mobile=True, reduced_motion="reduce")
    table = make_table(page, game, BOT, BOT, seed=FIRST)
    advance(page, table, moves)
    sit_down(page, table)
    assert asked(page)
    all_in_reach(page)
    assert page.evaluate(IN_SIGHT, ASIDE[game])
    assert page.evaluate(SPILLS, ".own th, .columns .marker") == []
    assert page.evaluate(CUT_OFF, ".top select") is False
    assert sideways(page) == []
    page.get_by_role("button", name="Hint", exact=True).tap()
    page.locator(".advice").wait_for()
    all_in_reach(page)
    page.locator(".advice .button").first.tap()
    page.locator(".bar .row .primary").wait_for()
    all_in_reach(page)


# How much of the board's width the city has.
CITY = """() => document.querySelector('.city svg').getBoundingClientRect().width
    / document.querySelector('.place').getBoundingClientRect().width"""


@pytest.mark.parametrize(("width", "height"), [*ON_ITS_SIDE, SMALL])
@pytest.mark.parametrize("rivals", [2, 5])
def test_on_a_phone_on_its_side_alhambra_is_a_city_first(width: int, height: int, rivals: int, visit: Visitor) -> None:
    page = visit(width=width, height=height, touch=True, is_mobile=True, reduced_motion="reduce")
    sit_down(page, make_table(page, "alhambra", *[BOT] * rivals, seed=FIRST))
    assert asked(page)
    all_in_reach(page)
    assert page.evaluate(CITY) > 0.45
    assert page.evaluate(IN_SIGHT, ".rival, .hand .card")


OVER_THE_CITY = """() => document.querySelector('.corner').getBoundingClientRect().left
    < document.querySelector('.city svg').getBoundingClientRect().right - 1"""


@pytest.mark.parametrize(("width", "height"), [*ON_ITS_SIDE, SMALL])
def test_on_a_phone_on_its_side_nothing_covers_a_city_of_alcazaba(width: int, height: int, visit: Visitor) -> None:
    page = visit("/learn/alcazaba/rebuild", width=width, height=height, touch=True, is_mobile=True)
    assert asked(page)
    page.locator(".corner .reserve").wait_for()
    assert not page.evaluate(OVER_THE_CITY)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "height"), [*ON_ITS_SIDE, SMALL])
def test_on_a_phone_on_its_side_puzzles_are_solved_beside_the_board(
    game: str, width: int, height: int, visit: Visitor
) -> None:
    page = visit(width=width, height=height, touch=True, is_mobile=True, reduced_motion="reduce")
    page.goto(f"/puzzles/{game}/2")
    settle(page)
    all_in_reach(page)
    assert sideways(page) == []


@pytest.mark.parametrize(("width", "height"), [*ON_ITS_SIDE, SMALL])
def test_on_a_phone_on_its_side_a_game_is_looked_at_beside_its_board(width: int, height: int, visit: Visitor) -> None:
    page = visit(width=width, height=height, touch=True, is_mobile=True, reduced_motion="reduce")
    table = make_table(page, "zatre", BOT, seed=FIRST)
    advance(page, table, 500)
    page.goto(f"/table/{table}/replay/20")
    page.locator(".replay .place svg").first.wait_for()
    assert page.evaluate(BESIDE, ".replay .control")
    assert page.evaluate(NO_LOWER, ".replay .control")
    assert sideways(page) == []
    page.goto(f"/table/{table}/review")
    page.locator(".moment .place svg").first.wait_for()
    assert page.evaluate(BESIDE, ".moment .told")
    page.get_by_role("button", name="Try again").click()
    page.locator(".moment .bar").wait_for()
    assert page.evaluate(BESIDE, ".moment .told")
    assert page.evaluate(BESIDE, ".moment .bar")
    assert page.evaluate(NO_LOWER, ".moment .bar")
    assert sideways(page) == []


@pytest.mark.parametrize(("width", "height"), ON_ITS_SIDE)
def test_on_a_phone_on_its_side_a_board_comes_nearer(width: int, height: int, visit: Visitor) -> None:
    page = visit(width=width, height=height, touch=True, is_mobile=True)
    table = make_table(page, "zatre", BOT, seed=FIRST)
    advance(page, table, 20)
    sit_down(page, table)
    assert asked(page)
    before = page.evaluate(SQUARE) * 40 / 34  # the mark of a square is a little smaller than the square
    assert before >= LEAST_SQUARE
    page.get_by_role("button", name="zoom in").tap()
    assert page.evaluate(SQUARE) * 40 / 34 == pytest.approx(1.25 * before, rel=0.01)
    page.get_by_role("button", name="show all").tap()
    expect(page.get_by_role("button", name="show all")).to_be_hidden()


# What is larger than the box it stands in.
SPILLS = """selector => [...document.querySelectorAll(selector)]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
    .map((each) => each.innerText)"""

# Is it beyond the window's right edge?
CUT_OFF = "selector => document.querySelector(selector).getBoundingClientRect().right > innerWidth"


@pytest.mark.parametrize("game", ["alhambra", "alcazaba"])
def test_what_is_told_of_a_rival_stays_in_its_box(game: str, visit: Visitor) -> None:
    page = visit(width=844, height=390, touch=True, is_mobile=True, locale="de-DE")
    table = make_table(page, game, BOT, BOT, seed=FIRST)
    advance(page, table, 12)  # to points of two digits
    sit_down(page, table)
    assert asked(page)
    expect(page.locator(".rival")).to_have_count(2)
    assert page.evaluate(SPILLS, ".rival") == []


def one_marker() -> Callable[[list[dict[str, Any]]], str | None]:
    """Throws until a marker may be placed, and places it."""
    placed: list[str] = []

    def choose(options: list[dict[str, Any]]) -> str | None:
        if placed:
            return None
        marks = of_kind(options, "mark")
        placed.extend(mark["move"] for mark in marks[:1])
        return str((marks or options)[0]["move"])

    return choose


@pytest.mark.parametrize("game", ["alhambra_dice", "alcazaba"])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (844, 390), (768, 1024), (2560, 1440)])
def test_a_marker_says_whose_it_is(game: str, width: int, height: int, visit: Visitor) -> None:
    page = visit(width=width, height=height, locale="es-ES")
    table = make_table(page, game, BOT, BOT, seed=FIRST)
    play_until(page, table, one_marker())
    sit_down(page, table)
    assert asked(page)
    page.locator(".columns .marker").first.wait_for()
    assert page.evaluate(SPILLS, ".columns .marker, .tray, .tray .head") == []


# Rivals that are wholly in sight: nothing cuts them off, neither the window nor what they stand in.
WHOLE = """() => [...document.querySelectorAll('.rival')].filter((each) => {
    const box = each.getBoundingClientRect();
    const frames = [...document.querySelectorAll('.rivals, .side')].filter((frame) => frame.contains(each))
        .map((frame) => frame.getBoundingClientRect()).filter((frame) => frame.width > 0);
    return [{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, ...frames].every((frame) =>
        box.left >= frame.left - 1 && box.right <= frame.right + 1
        && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1);
}).length"""
SIZES = [(390, 844), (844, 390), (768, 1024), (1280, 800), (1440, 900)]


@pytest.mark.parametrize("game", ["alhambra", "alcazaba"])
def test_five_rivals_are_all_in_sight(game: str, visit: Visitor) -> None:
    page = visit()
    sit_down(page, make_table(page, game, BOT, BOT, BOT, BOT, BOT))
    assert asked(page)
    for width, height in [*SIZES, SMALL]:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".rival")).to_have_count(5)
        page.wait_for_function(f"() => ({WHOLE})() === 5", timeout=PATIENCE / 10)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_makes_a_table_is_not_below_the_fold(width: int, height: int, visit: Visitor) -> None:
    page = visit(width=width, height=height)
    for game in page.locator("article").all():
        game.get_by_role("button", name="With friends").click()
        expect(page.get_by_role("button", name="Make a table and invite friends")).to_be_in_viewport(ratio=1)


def test_a_whole_game_with_the_thumb(visit: Visitor) -> None:
    page = visit(width=360, height=740, touch=True, is_mobile=True)
    start(page, "zatre")
    moves = play_to_the_end(page, "zatre", Random(6))
    assert moves > 10, page.locator("main.table").inner_text()
    assert sideways(page) == []


def test_a_building_can_be_dragged_with_the_mouse(visit: Visitor) -> None:
    """Choosing by dragging: a card to the hand."""
    page = visit()
    sit_down(page, make_table(page, "alhambra", seed=FIRST))
    card = page.locator(".display .card:enabled").first
    card.hover()
    page.mouse.down()
    page.locator(".hold").hover()
    page.mouse.up()
    page.locator(".bar .button.primary").wait_for()
