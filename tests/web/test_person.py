"""Who somebody is stays as it is, however slowly the server says so, or when it does not answer at all."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Visitor
from tests.web.pages import sentences
from tests.web.robot import ask, board_is_there

DELAY = 1_000  # ms before the question who this is goes out

# Pages that need somebody as soon as they open.
AT_ONCE = {"a lesson": "/learn/zatre", "a first game": "/learn/zatre/game"}


def known(visit: Visitor) -> tuple[Page, list[str]]:
    """A page of Ana's; and all that it asks to be made a person."""
    page = visit()
    ask(page, "POST", "/people", {"name": "Ana"})
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.url) if each.url.endswith("/api/people") else None)
    return page, asked


@pytest.mark.parametrize("path", AT_ONCE.values(), ids=AT_ONCE)
def test_a_page_waits_until_it_knows_who_opened_it(path: str, visit: Visitor) -> None:
    page, asked = known(visit)

    def late(route: Route) -> None:
        page.wait_for_timeout(DELAY)
        route.continue_()

    page.route("**/api/me", late)
    page.goto(path)
    board_is_there(page)
    page.unroute_all(behavior="wait")
    assert asked == []
    assert ask(page, "GET", "/me")["name"] == "Ana"


def test_a_page_that_cannot_ask_makes_nobody_and_asks_again(visit: Visitor) -> None:
    page, asked = known(visit)
    visit.forgive("ERR_FAILED")
    page.route("**/api/me", lambda route: route.abort())
    page.goto("/learn/zatre/game")
    expect(page.get_by_role("alert")).to_have_text(sentences("en")["home.offline"])
    page.unroute_all(behavior="wait")
    page.locator(".brand").click()
    page.get_by_role("button", name="play Zatre now", exact=True).click()
    board_is_there(page)
    assert asked == []
    expect(page.locator("nav .me")).to_have_text("Ana")


def test_a_stranger_becomes_somebody_once(visit: Visitor) -> None:
    page = visit("/learn/zatre/game")
    board_is_there(page)
    expect(page.locator("nav .me")).to_have_text(sentences("en")["person.guest"])


def test_another_name_is_saved_before_and_after_one_is_known(visit: Visitor) -> None:
    page = visit("/me")
    for name in ("Ana", "Eva"):
        page.locator("input[autocomplete=nickname]").fill(name)
        page.get_by_role("button", name=sentences("en")["me.rename"], exact=True).click()
        expect(page.locator("nav .me")).to_have_text(name)
        assert ask(page, "GET", "/me")["name"] == name
    page.reload()
    expect(page.locator("nav .me")).to_have_text("Eva")


# Boxes to tick whose words stand below them and not beside them.
BELOW = """() => [...document.querySelectorAll('label:has([type=checkbox])')].filter((label) => {
    const words = document.createRange();
    words.selectNodeContents(label.lastChild);
    const box = label.querySelector('input').getBoundingClientRect();
    return words.getBoundingClientRect().left < box.right;
}).map((label) => label.innerText)"""


@pytest.mark.parametrize("locale", ["en-US", "hu-HU"])
def test_on_a_phone_a_box_to_tick_stands_beside_its_words(locale: str, visit: Visitor) -> None:
    page = visit("/me", width=360, height=740, touch=True, is_mobile=True, locale=locale)
    page.locator("[type=checkbox]").first.wait_for()
    assert page.evaluate(BELOW) == []
