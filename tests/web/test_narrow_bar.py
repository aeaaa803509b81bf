"""The bar of a small phone: what it says and all its buttons, and no higher than that needs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Visitor
from tests.web.robot import BOT, asked, make_table, of_kind, play_until, sit_down

HIGHEST = 118  # px; two lines of words and a row of buttons


def bought(options: list[dict[str, Any]]) -> str | None:
    """Wins or buys a building, and stops before it is placed."""
    if of_kind(options, "place"):
        return None
    return str((of_kind(options, "buy", "take") or options)[0]["move"])


@pytest.mark.parametrize("locale", ["en-US", "de-DE", "es-ES", "hu-HU", "it-IT"])
def test_with_all_its_buttons_the_bar_stays_low(locale: str, visit: Visitor) -> None:
    page = visit(width=360, height=740, touch=True, is_mobile=True, locale=locale)
    table = make_table(page, "alhambra", BOT)
    play_until(page, table, bought)
    sit_down(page, table)
    assert asked(page)
    page.locator(".bar .undo").wait_for()
    assert page.evaluate("() => document.querySelector('.bar').offsetHeight") <= HIGHEST
