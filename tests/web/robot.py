"""Somebody who plays by clicking what the page offers, and knows no rules."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Locator, Page, expect

GAMES = {
    "alhambra": "Alhambra",
    "alhambra_dice": "Alhambra: The Dice Game",
    "alcazaba": "Alcazaba",
    "zatre": "Zatre",
}
MOST = 400  # moves of one person in a game


def start(page: Page, game: str) -> None:
    """One click on the first page."""
    page.get_by_role("button", name=f"play {GAMES[game]} now", exact=True).click()
    page.wait_for_url("**/table/*")


# Where a move may begin, in this order; then it is confirmed.
OFFERS = {
    "alhambra": [".city .spot", ".hold .tray .button", ".market .piece.can:enabled", ".display .card:enabled"],
    "alhambra_dice": [".turn .chips .button", ".columns .mark"],
    "alcazaba": [".city .spot", ".left .tray button.piece", ".left .tray .button", ".columns .mark"],
    "zatre": [".board .spot", ".hold .button"],
}
FIRST_THROW = ".tray .row .button:enabled"


def offered(page: Page, game: str, rng: Random) -> Locator | None:
    """Something to click."""
    if game in ("alhambra_dice", "alcazaba") and rng.random() < 0.5:
        throw = page.locator(FIRST_THROW)
        if throw.count():
            return throw.first
    for selector in OFFERS[game]:
        found = page.locator(selector)
        number = found.count()
        if number:
            return found.nth(rng.randrange(number))
    return None


def play_to_the_end(page: Page, game: str, rng: Random) -> int:
    """Click until the result is shown; how many moves that took."""
    moves = 0
    state = page.locator("main.table")
    expect(state).to_be_visible()
    while True:
        page.locator("[data-asks=true], [data-status=over]").first.wait_for(state="attached")
        if page.locator("[data-status=over]").count():
            return moves
        move(page, game, rng)
        moves += 1
        assert moves < MOST


def move(page: Page, game: str, rng: Random) -> None:
    """One move: choose, confirm, and wait until the table has gone on."""
    version = page.locator("main.table").get_attribute("data-version")
    thing = offered(page, game, rng)
    assert thing is not None, page.locator("main.table").inner_text()
    thing.click()
    confirm(page)
    page.wait_for_function("version => document.querySelector('main.table').dataset.version !== version", arg=version)


def confirm(page: Page) -> None:
    page.locator(".bar .button.primary").click()
