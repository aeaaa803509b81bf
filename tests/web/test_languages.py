"""Every page in every language, from the browser or chosen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Tour, Visitor
from tests.web.pages import sentences
from tests.web.robot import FIRST, make_table, pay_with_other_money, sit_down
from tests.web.test_screens import sideways

LOCALES = {"en": "en-GB", "es": "es-MX", "it": "it-IT", "hu": "hu-HU", "de": "de-AT"}
UNFILLED = re.compile(r"\{[a-z]+\}")  # a sentence whose argument nobody gave
UNSAID = re.compile(r"(?<![\w.])[a-z]+(?:\.[a-z0-9-]+)+(?![\w.])")  # a key that stands for its sentence
HEARD = "() => [...document.querySelectorAll('[aria-label]')].map((each) => each.ariaLabel).join('\\n')"


@pytest.mark.parametrize("language", LOCALES)
def test_every_page_speaks(language: str, visit: Visitor, tour: Tour) -> None:
    """No sentence is missing or lacks an argument, and none is too long for a small phone."""
    page = visit(locale=LOCALES[language], width=320, height=640, storage_state=tour.person)
    known = sentences(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_text(known["home.lead"])).to_be_visible()
    for name in tour.walk(page):
        page.evaluate("document.querySelectorAll('main details').forEach((each) => (each.open = true))")
        text = page.locator("body").inner_text() + page.evaluate(HEARD)
        assert UNFILLED.findall(text) == [], name
        assert UNSAID.findall(text) == [], name
        assert sideways(page) == [], name


def test_a_chosen_language_is_kept(visit: Visitor) -> None:
    page = visit(locale="fr-FR")  # one that is not spoken here
    expect(page.locator("html")).to_have_attribute("lang", "en")
    for language in LOCALES:
        page.locator("nav select").select_option(language)
        expect(page.get_by_text(sentences(language)["home.lead"])).to_be_visible()
    page.locator("nav select").select_option("hu")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    expect(page.locator("nav select")).to_have_value("hu")


def test_at_a_table_the_rules_answer_in_the_new_language(visit: Visitor) -> None:
    page = visit()
    sit_down(page, make_table(page, "alhambra", seed=FIRST))
    page.locator("nav select").select_option("de")
    expect(page.locator(".turn.mine")).to_have_text(sentences("de")["table.your-turn"])
    page.locator(".market .piece.can:enabled").first.click()
    pay_with_other_money(page)
    expect(page.locator(".note")).to_contain_text(re.compile(r"A13"))
    expect(page.locator(".note")).to_contain_text("Geld")


LETTERS = {"en": "P S A C G T", "de": "P S A Ge Ga T"}


def test_letters_of_buildings_follow_the_language(visit: Visitor) -> None:
    page = visit()
    sit_down(page, make_table(page, "alhambra_dice", seed=5))
    for language, letters in LETTERS.items():
        page.locator("nav select").select_option(language)
        expect(page.locator(".columns .letter")).to_have_text(letters.split())
