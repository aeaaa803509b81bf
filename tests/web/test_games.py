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
    page.get_by_role("link", name="Look back").click()
    page.wait_for_url("**/replay")
    page.get_by_role("button", name="Check every draw").click()
    expect(page.locator("[role=status]")).to_contain_text("draws and")
