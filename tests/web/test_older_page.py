"""A page of an older client: it loads itself anew once, and says so where that does not help."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Visitor
from tests.web.pages import sentences
from tests.web.robot import asked, make_table, sit_down

# The first `times` pages of a tab speak an older version of the protocol.
OLDER = """times => {
    const loads = Number(sessionStorage.getItem('loads')) + 1;
    sessionStorage.setItem('loads', loads);
    if (loads > times) return;
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        return send.call(this, text.replace(/"protocol":\\d+/, '"protocol":0'));
    };
}"""


def older(page: Page, times: int) -> None:
    page.add_init_script(f"({OLDER})({times})")


def loads(page: Page) -> int:
    return int(page.evaluate("sessionStorage.getItem('loads')"))


def test_an_older_page_loads_itself_anew(visit: Visitor) -> None:
    page = visit()
    table = make_table(page, "zatre", seed=5)
    older(page, 1)
    sit_down(page, table)
    assert asked(page)
    assert loads(page) == 2


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_older_page_that_stays_so_says_it(language: str, visit: Visitor) -> None:
    page = visit(locale=language)
    table = make_table(page, "zatre", seed=5)
    older(page, 100)
    page.goto(f"/table/{table}")
    expect(page.locator(".message")).to_contain_text(sentences(language)["problem.other-protocol"])
    page.wait_for_timeout(300)
    assert loads(page) == 2, "once is enough"


def test_a_part_that_the_server_no_longer_has(visit: Visitor) -> None:
    page = visit()
    visit.forgive("Failed to fetch dynamically imported module", "Failed to load resource")
    table = make_table(page, "zatre", seed=5)
    older(page, 0)
    shown: list[str] = []  # pages, one after the other
    page.on("framenavigated", lambda frame: shown.append(frame.url))
    page.route("**/assets/Board-*.js", lambda route: lose(route) if len(shown) < 2 else route.continue_())
    sit_down(page, table)
    assert asked(page)
    assert loads(page) == 2


def lose(route: Route) -> None:
    route.fulfill(status=404, body="")
