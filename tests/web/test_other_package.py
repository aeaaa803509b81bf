"""A game of another package, of which the client knows nothing: it is played on the plain board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.examples.installed import knowing
from tests.server.server_process import GENEROUS, ServerProcess, started_server
from tests.web.conftest import Visitor
from tests.web.keys import move_by_keys, tab_to
from tests.web.pages import SCREENS
from tests.web.robot import BOT, ME, asked, in_step, make_table, move, play_to_the_end, press, sit_down, version
from tests.web.test_accessible import violations
from tests.web.test_languages import UNFILLED, UNSAID
from tests.web.test_screens import sideways

CARDS = 6  # of everybody, and so moves


@pytest.fixture(scope="module")
def guests(magpie: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that knows the example game."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", knowing(magpie)["PYTHONPATH"])
        with started_server(tmp_path_factory.mktemp("guests"), "--pace", "0", limits=GENEROUS) as running:
            yield running
            assert running.failures() == []


@pytest.fixture
def visit(browser: Browser, guests: ServerProcess) -> Iterator[Visitor]:
    visitor = Visitor(browser, guests.url)
    yield visitor
    visitor.close()
    assert visitor.complaints() == []
    assert visitor.abroad == []


def text_of(page: Page) -> str:
    page.evaluate("document.querySelectorAll('main details').forEach((each) => (each.open = true))")
    return page.locator("body").inner_text()


def sound(page: Page) -> None:
    """Everything is said, and said so that everybody can read it."""
    text = text_of(page)
    assert UNFILLED.findall(text) + UNSAID.findall(text) == []
    assert violations(page) == []


def test_a_whole_game_by_clicks(visit: Visitor) -> None:
    page = visit(reduced_motion="reduce")
    press(page.get_by_role("button", name="play Magpie now", exact=True))
    page.wait_for_url("**/table/*")
    assert asked(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Magpie")
    expect(page.locator(".position")).to_contain_text("You hold")
    expect(page.locator(".choice")).to_have_count(CARDS)
    expect(page.locator(".choice").first).to_have_text(re.compile(r"Play \d+"))
    sound(page)
    assert play_to_the_end(page, "magpie", Random(4)) == CARDS
    expect(page.get_by_role("heading", level=2).first).to_contain_text("win")
    expect(page.locator(".log")).to_contain_text(re.compile(r"you play \d+"))
    expect(page.locator(".log")).to_contain_text(re.compile(r"builder 1 plays \d+"))
    sound(page)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay")
    page.get_by_role("button", name="to the end").click()
    expect(page.locator(".position")).to_contain_text("taken")
    sound(page)
    page.get_by_role("button", name="Check every draw").click()
    expect(page.locator("[role=status]")).to_contain_text("draws and")


def test_a_whole_game_without_a_mouse(visit: Visitor) -> None:
    page = visit()
    page.get_by_role("button", name="play Magpie now", exact=True).wait_for()
    tab_to(page, "button[aria-label='play Magpie now']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    moves = 0
    while asked(page):
        move_by_keys(page, "magpie", Random(moves))
        moves += 1
    assert moves == CARDS
    expect(page.locator(".outcome")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_first_page_and_its_rules(scheme: str, visit: Visitor) -> None:
    page = visit(color_scheme=scheme, reduced_motion="reduce")
    card = page.locator("article", has=page.get_by_role("heading", name="Magpie"))
    expect(card).to_contain_text("Six tricks")
    card.get_by_role("button", name="Options").click()
    sound(page)
    card.get_by_role("link", name="The rules").click()
    expect(page.locator("main li")).to_have_count(5)
    sound(page)


def test_it_speaks_the_language_of_the_reader(visit: Visitor) -> None:
    page = visit(locale="de-DE")
    sit_down(page, make_table(page, "magpie", BOT, seed=3))
    assert asked(page)
    expect(page.locator(".choice").first).to_have_text(re.compile(r"\d+ "))
    german = page.locator(".position").inner_text()
    page.locator("nav select").select_option("hu")
    expect(page.locator(".position")).not_to_have_text(german, use_inner_text=True)
    sound(page)


def test_hidden_cards_are_covered_at_one_screen(visit: Visitor) -> None:
    page = visit()
    table = make_table(page, "magpie", {**ME, "name": "Eva"}, seed=3)
    sit_down(page, table)
    expect(page.locator(".uncover")).to_have_text(re.compile("Ana"))
    expect(page.locator(".position")).to_have_count(0)
    page.locator(".uncover").click()
    expect(page.locator(".choice")).to_have_count(CARDS)
    move(page, "magpie", Random(1))
    expect(page.locator(".uncover")).to_have_text(re.compile("Eva"))


def test_two_players_see_the_same_game(visit: Visitor) -> None:
    page = visit()
    table = make_table(page, "magpie", BOT, seed=3)
    sit_down(page, table)
    assert asked(page)
    watcher = visit()
    sit_down(watcher, table)
    in_step(page, watcher)
    expect(watcher.locator(".choice")).to_have_count(0)
    assert re.search(r"You hold|holds \d+,", watcher.locator(".position").inner_text()) is None
    before = version(page)
    move(page, "magpie", Random(1))
    assert version(page) != before


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_it_fits(width: int, height: int, visit: Visitor) -> None:
    page = visit(width=width, height=height)
    sit_down(page, make_table(page, "magpie", BOT, BOT, BOT, seed=3))
    assert asked(page)
    assert sideways(page) == []
