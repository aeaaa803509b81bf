"""A lost line and a restarted server: the page says so, the game goes on, and nothing is lost or doubled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.server_process import GENEROUS, ServerProcess, started_server
from tests.web.conftest import Visitor
from tests.web.robot import (
    BOT,
    ME,
    ask,
    asked,
    confirm,
    gone_on,
    in_step,
    make_table,
    move,
    offered,
    offers,
    play_to_the_end,
    press,
    sit_down,
    version,
)

# A browser that is set offline keeps the lines that are open: they are cut by hand.
SOCKETS = """() => {
    const Plain = WebSocket;
    window.lines = [];
    window.WebSocket = class extends Plain { constructor(...all) { super(...all); window.lines.push(this); } };
}"""
LOST = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "WebSocket", "Failed to fetch", "status of 503")


def cut(page: Page) -> None:
    page.context.set_offline(True)
    page.evaluate("window.lines.forEach((line) => line.close())")


def own_moves(page: Page, table: str) -> list[str]:
    """Every move of the record so far."""
    whole: dict[str, Any] = ask(page, "GET", f"/tables/{table}")
    return [step["what"]["move"] for step in whole["recent"] if step["what"]["type"] == "played"]


def test_a_lost_line_loses_nothing(visit: Visitor) -> None:
    page = visit()
    visit.forgive(*LOST)
    page.add_init_script(f"({SOCKETS})()")
    table = make_table(page, "zatre", {**ME, "name": "Eva"}, options={})
    sit_down(page, table)
    page.locator(".uncover").click()
    assert asked(page)
    before = version(page)
    moves = own_moves(page, table)

    cut(page)
    expect(page.locator(".lost")).to_be_visible()
    thing = offered(page, offers("zatre", Random(1)), Random(1))
    assert thing is not None
    thing.click()
    confirm(page)  # said into a dead line
    page.wait_for_timeout(500)
    assert version(page) == before

    page.context.set_offline(False)
    expect(page.locator(".lost")).to_have_count(0)
    gone_on(page, before)
    assert len(own_moves(page, table)) == len(moves) + 1, "what was confirmed is played once"


def test_what_happened_meanwhile_is_there_after_the_return(visit: Visitor) -> None:
    page = visit()
    visit.forgive(*LOST)
    page.add_init_script(f"({SOCKETS})()")
    table = make_table(page, "alhambra", seed=4)
    sit_down(page, table)
    assert asked(page)
    other = page.context.new_page()  # the same person, at another device
    visit.watch(other)
    sit_down(other, table)
    assert asked(other)
    cut(page)
    expect(page.locator(".lost")).to_be_visible()
    page.context.set_offline(False)
    move(other, "alhambra", Random(1))
    assert asked(other)
    in_step(page, other)
    expect(page.locator(".lost")).to_have_count(0)
    told = other.locator("aside table").inner_text()
    expect(page.locator("aside table")).to_have_text(told, use_inner_text=True)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server for a test that stops it."""
    with started_server(tmp_path, "--pace", "0", limits=GENEROUS) as running:
        yield running


def test_a_restart_in_the_middle_of_a_game(browser: Browser, own: ServerProcess) -> None:
    visit = Visitor(browser, own.url)
    visit.forgive(*LOST)
    page = visit()
    table = make_table(page, "alhambra_dice", BOT, seed=9)
    sit_down(page, table)
    rng = Random(8)
    for stop in (own.stop, own.kill):
        for _ in range(3):
            assert asked(page)
            move(page, "alhambra_dice", rng)
        assert asked(page)
        moves = own_moves(page, table)
        stop()
        expect(page.locator(".lost")).to_be_visible()
        own.start()
        expect(page.locator(".lost")).to_have_count(0, timeout=30_000)
        assert own_moves(page, table)[-len(moves) :] == moves
    play_to_the_end(page, "alhambra_dice", rng)
    checked = ask(page, "GET", f"/tables/{table}/verify")
    assert checked["scores"] == ask(page, "GET", f"/tables/{table}")["table"]["result"]["scores"]
    visit.close()
    assert visit.complaints() == []
    assert visit.abroad == []


def test_the_first_page_says_that_the_server_does_not_answer(visit: Visitor) -> None:
    page = visit()
    visit.forgive(*LOST)
    page.get_by_role("button", name="play Zatre now").wait_for()
    page.context.set_offline(True)
    press(page.get_by_role("button", name="play Zatre now"))
    expect(page.locator("main [role=alert]")).to_have_text("The server is not answering.")
