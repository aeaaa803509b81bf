"""Every move by keys alone; the focus is seen, and never lost."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.keys import RING, focus, holds, move_by_keys, tab_to
from tests.web.robot import (
    GAMES,
    MOST,
    OFFERS,
    advance,
    asked,
    confirm,
    gone_on,
    make_table,
    offered,
    sit_down,
    version,
)


def start_by_keys(page: Page, game: str) -> None:
    page.get_by_role("button", name=f"play {GAMES[game]} now", exact=True).wait_for()
    tab_to(page, f"button[aria-label='play {GAMES[game]} now']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    assert asked(page)


def test_a_whole_game_without_a_mouse(visit: Visitor) -> None:
    page = visit()
    start_by_keys(page, "zatre")
    rng = Random(11)
    moves = 0
    while asked(page):
        move_by_keys(page, "zatre", rng)
        moves += 1
        assert moves < MOST
    assert moves > 10
    expect(page.locator(".outcome")).to_be_focused()
    tab_to(page, "a[href$='/replay']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/replay")


@pytest.mark.parametrize("game", ["alhambra", "alhambra_dice", "alcazaba"])
def test_turns_without_a_mouse(game: str, visit: Visitor) -> None:
    page = visit()
    start_by_keys(page, game)
    rng = Random(5)
    for _ in range(8):  # a turn is at most four
        assert asked(page)
        move_by_keys(page, game, rng)


@pytest.mark.parametrize("game", GAMES)
def test_the_focus_is_seen_on_every_stop(game: str, visit: Visitor) -> None:
    page = visit()
    table = make_table(page, game, seed=5)
    advance(page, table, 6)
    sit_down(page, table)
    assert asked(page)
    stops = 0
    page.locator("nav.top a").first.focus()
    for _ in range(100):
        page.keyboard.press("Tab")
        if not focus(page):
            break
        assert page.evaluate(RING), focus(page)
        stops += 1
    assert stops > 8


@pytest.mark.parametrize("game", GAMES)
def test_a_mouse_leaves_no_box(game: str, visit: Visitor) -> None:
    """Neither on what was clicked nor on what has the focus after a move."""
    page = visit()
    sit_down(page, make_table(page, game, seed=5))
    assert asked(page)
    rng = Random(3)
    for _ in range(3):
        thing = offered(page, OFFERS[game], rng)
        assert thing is not None
        thing.click()
        assert not page.evaluate(RING), focus(page)
        before = version(page)
        confirm(page)
        gone_on(page, before)
        assert asked(page)
        assert not page.evaluate(RING), focus(page)


def test_escape_takes_a_choice_back_to_where_it_was_made(visit: Visitor) -> None:
    page = visit()
    sit_down(page, make_table(page, "zatre", seed=5))
    assert asked(page)
    tab_to(page, ".board .spot")
    page.keyboard.press("Enter")
    expect(page.locator(".bar .primary")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".board .spot:focus")).to_have_count(1)
    expect(page.locator(".bar .button.primary")).to_have_count(0)
    page.keyboard.press("Space")
    assert holds(page, ".board .spot"), "the space bar chooses and stays"
    expect(page.locator(".bar .button.primary")).to_have_count(1)
