"""Whole games by clicks against bots, in a real browser at a real server."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visitor
from tests.web.robot import GAMES, play_to_the_end, start


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicks(game: str, visit: Visitor) -> None:
    page = visit()
    start(page, game)
    moves = play_to_the_end(page, game, Random(4))
    assert moves >= 5
    expect(page.get_by_role("heading", level=2).first).to_contain_text("win")
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay")
    page.get_by_role("button", name="Check every draw").click()
    expect(page.locator("[role=status]")).to_contain_text("draws and")


def test_what_is_set_for_one_game_is_not_asked_of_another(visit: Visitor) -> None:
    page = visit()
    alhambra = page.locator("article").first
    alhambra.get_by_role("button", name="Options").click()
    alhambra.get_by_role("combobox", name="Opponents").select_option("1")
    alhambra.get_by_role("combobox", name="open money").select_option("yes")
    start(page, "zatre")
    expect(page.get_by_role("region", name="Players", exact=True).locator("tbody tr")).to_have_count(2)
