"""A position is set up: told why it cannot be, mended, asked about, handed on by its link and played on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Visitor
from tests.web.robot import GAMES, asked, finish, make_table
from tests.web.test_accessible import violations

SCREENS = {"phone": {"width": 390, "height": 844, "touch": True}, "desk": {"width": 1440, "height": 900}}
IMPOSSIBLE = {
    "alhambra": "do not match",
    "alhambra_dice": "do not agree with whose turn it is",
    "alcazaba": "do not match",
    "zatre": "does not fit on",
}


def verdict(page: Page) -> Locator:
    return page.get_by_label("Is this position possible?")


def build(page: Page, kind: str, tile: str, where: str) -> None:
    """A tile of the bag beside the fountain."""
    page.get_by_label("buildings").get_by_role("button", name=kind).click()
    page.get_by_role("button", name=tile, exact=True).click()
    expect(page.get_by_text(f"{tile}: choose a place for it")).to_be_visible()
    page.get_by_role("button", name=f"build here: {where}", exact=True).click()


def mark(page: Page, player: str, row: int) -> None:
    page.get_by_role("group", name="Place or take markers of").get_by_role("button", name=player).click()
    page.get_by_label("pavilion", exact=True).get_by_role("button", name=re.compile(f"^{row} .*1$")).click()


def lay(page: Page, value: int, *squares: str) -> None:
    page.get_by_role("group", name="tiles in the bag").get_by_role("button", name=f"tile {value}").click()
    for square in squares:
        page.get_by_role("button", name=f"{square}, free", exact=True).click()


SPOIL: dict[str, Callable[[Page], object]] = {
    "alhambra": lambda page: build(page, "tower", "tower 9, N W", "1 east of the fountain"),
    "alhambra_dice": lambda page: mark(page, "player 1", 8),
    "alcazaba": lambda page: build(page, "tower", "tower 9, N W", "1 east of the fountain"),
    "zatre": lambda page: lay(page, 6, "on the red square", "1 east of the red square", "2 east of the red square"),
}
CHANGE: dict[str, Callable[[Page], object]] = {
    "alhambra": lambda page: build(page, "tower", "tower 9, N E", "1 east of the fountain"),
    "alhambra_dice": lambda page: page.get_by_label("Throws made").select_option("2"),
    "alcazaba": lambda page: page.get_by_role("combobox", name="Round", exact=True).select_option("2"),
    "zatre": lambda page: lay(page, 4, "on the red square", "1 east of the red square", "1 south of the red square"),
}


def opened(visit: Visitor, game: str, screen: str) -> Page:
    page = visit(f"/editor/{game}", **SCREENS[screen])  # type: ignore[arg-type]
    expect(verdict(page)).to_contain_text("This is possible.")
    return page


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_set_up_and_played_on(game: str, screen: str, visit: Visitor) -> None:
    page = opened(visit, game, screen)
    SPOIL[game](page)
    expect(verdict(page)).to_contain_text("This is not possible:")
    expect(verdict(page)).to_contain_text(IMPOSSIBLE[game])
    expect(page.get_by_role("button", name="Play on")).to_have_count(0)
    assert violations(page) == []
    while page.get_by_role("button", name="Undo").is_enabled():
        page.get_by_role("button", name="Undo").click()
    expect(verdict(page)).to_contain_text("This is possible.")
    CHANGE[game](page)
    expect(verdict(page)).to_have_attribute("aria-busy", "false")
    expect(verdict(page)).to_contain_text("This is possible.")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("list", name="Hint").locator("li").first).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Play on").click()
    page.wait_for_url("**/table/*")
    assert asked(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_link_opens_the_same_position(game: str, visit: Visitor) -> None:
    page = opened(visit, game, "desk")
    before = page.url
    CHANGE[game](page)
    expect(page).not_to_have_url(before)
    expect(verdict(page)).to_contain_text("This is possible.")
    page.wait_for_timeout(1_000)  # a change may be several, each with an answer of its own
    other = visit(page.url.removeprefix(visit.url))
    expect(verdict(other)).to_contain_text("This is possible.")
    text = page.get_by_role("textbox", name="The position as text", include_hidden=True).input_value()
    assert text.startswith(f"{game}:1 ")
    assert other.get_by_role("textbox", name="The position as text", include_hidden=True).input_value() == text


def test_a_text_is_pasted(visit: Visitor) -> None:
    page = opened(visit, "alhambra", "desk")
    page.get_by_text("The position as text").click()
    field = page.get_by_role("textbox", name="The position as text")
    text = field.input_value()
    field.fill("nonsense")
    field.blur()
    expect(verdict(page)).to_contain_text("not a position")
    expect(page.get_by_text("This text cannot be drawn.")).to_be_visible()
    field.fill(text.replace("market=", "market=palace-9-N,"))
    field.blur()
    expect(verdict(page)).to_contain_text("should have 4 parts")
    field.fill(text.replace(" turn=1 ", " turn=2 "))
    field.blur()
    expect(verdict(page)).to_contain_text("To move: player 2")


def test_pieces_are_moved_by_keys_alone(visit: Visitor) -> None:
    page = opened(visit, "alhambra", "desk")
    page.get_by_label("buildings").get_by_role("button", name="garden").press("Enter")
    page.get_by_role("button", name="garden 11, no walls", exact=True).press("Enter")
    page.get_by_role("button", name="build here: 1 east of the fountain", exact=True).press("Enter")
    expect(page.get_by_role("group", name="player 1: 1 building")).to_be_visible()
    page.get_by_role("button", name="pick garden 11", exact=True).press("Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_text("choose a place for it")).to_have_count(0)
    page.get_by_role("button", name="pick garden 11", exact=True).press("Enter")
    page.get_by_role("button", name="put garden 11, no walls here: reserve").press("Enter")
    expect(page.get_by_label("reserve", exact=True).get_by_role("button", name="garden 11, no walls")).to_be_visible()
    expect(verdict(page)).to_contain_text("This is possible.")


def test_another_number_of_players_is_dealt(visit: Visitor) -> None:
    page = opened(visit, "zatre", "desk")
    page.get_by_label("Players").first.select_option("4")
    expect(page.get_by_role("group", name="player 4: tiles")).to_be_visible()
    expect(verdict(page)).to_contain_text("This is possible.")


def test_the_building_tracks_of_six_fit_on_a_phone(visit: Visitor) -> None:
    page = opened(visit, "alhambra_dice", "phone")
    page.get_by_label("Players").first.select_option("6")
    fields = page.locator(".rest input")
    expect(fields).to_have_count(36)
    page.get_by_label("player 6: tower", exact=True).fill("3")
    page.get_by_label("player 6: tower", exact=True).blur()
    expect(page.get_by_label("player 6: tower", exact=True)).to_have_value("3")
    assert page.locator(".rest").evaluate("(each) => each.scrollWidth - each.clientWidth") <= 0
    assert fields.evaluate_all("(all) => Math.max(...all.map((each) => each.getBoundingClientRect().right))") < 380
    assert violations(page) == []


@pytest.mark.parametrize("game", ["alhambra_dice", "alcazaba"])
def test_on_a_desk_all_columns_are_in_sight(game: str, visit: Visitor) -> None:
    page = visit(f"/editor/{game}", width=1440, height=900)
    columns = page.locator(".round .wide")
    expect(columns.locator(".column")).to_have_count(6)
    assert columns.evaluate("(each) => each.scrollWidth <= each.clientWidth")


@pytest.mark.parametrize("size", [(844, 390), (740, 360)])
def test_squares_can_be_tapped_on_a_phone_held_sideways(size: tuple[int, int], visit: Visitor) -> None:
    page = visit("/editor/zatre", width=size[0], height=size[1], touch=True)
    expect(verdict(page)).to_contain_text("This is possible.")
    box = page.locator(".board .square").first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 23


def test_a_finished_game_is_set_up_from_one_of_its_decisions(visit: Visitor) -> None:
    page = visit()
    table = make_table(page, "alcazaba", seed=7)
    finish(page, table)
    page.goto(f"/table/{table}/replay/40")
    page.get_by_role("button", name="Set up from here").click()
    page.wait_for_url(re.compile("/editor/alcazaba#"))
    expect(verdict(page)).to_contain_text("This is possible.")


def test_the_first_page_leads_there(visit: Visitor) -> None:
    page = visit()
    page.get_by_role("link", name="Set up a position").first.click()
    expect(verdict(page)).to_contain_text("This is possible.")
