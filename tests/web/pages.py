"""Every page there is, with a table in every state, as one person."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page

from tests.web.robot import BOT, GAMES, ME, PERSON, advance, finish, make_table

MOVES = {"alhambra": 14, "alhambra_dice": 8, "alcazaba": 14, "zatre": 12}  # to the middle of something
SCREENS = ((320, 800), (360, 800), (390, 844), (844, 390), (768, 800), (1440, 900), (2560, 1300))
CATALOGUES = Path(__file__).parents[2] / "src" / "sabika" / "locales"


def sentences(language: str) -> dict[str, str]:
    return dict(json.loads((CATALOGUES / f"{language}.json").read_text(encoding="utf-8")))


def prepared(page: Page) -> dict[str, str]:
    """Make the tables; the paths of all pages by what they are."""
    paths = {"first page": "/", "me": "/me", "lessons": "/learn", "puzzles": "/puzzles"}
    paths["no such puzzle"] = "/puzzles/zatre/9999"
    for game in GAMES:
        table = make_table(page, game, BOT, BOT, seed=7)
        advance(page, table, MOVES[game])
        paths |= {f"{game} in the middle": f"/table/{table}", f"rules of {game}": f"/rules/{game}"}
        paths |= {f"lesson of {game}": f"/learn/{game}", f"first game of {game}": f"/learn/{game}/game"}
        paths |= {f"puzzles of {game}": f"/puzzles/{game}", f"a puzzle of {game}": f"/puzzles/{game}/1"}
        paths[f"position of {game}"] = f"/editor/{game}"
    ended = make_table(page, "alcazaba", seed=7)
    finish(page, ended)
    gathering = make_table(page, "alhambra", PERSON, BOT, public=True)
    shared = make_table(page, "zatre", {**ME, "name": "Eva"})
    return paths | {
        "gathering": f"/table/{gathering}",
        "at one screen": f"/table/{shared}",
        "result": f"/table/{ended}",
        "replay": f"/table/{ended}/replay/40",
        "review": f"/table/{ended}/review",
        "review of a record": "/review",
        "no such table": "/table/aaaaaaaaaaaa",
        "no such page": "/nonsense",
    }


SETTLED = """() => {
    if (document.querySelector('main > p[role=status]')?.classList.contains('quiet')) return false;
    if (document.querySelector('[data-status=opening]')) return false;
    const place = document.querySelector('.place');
    return document.querySelector('main h1, main h2') !== null && (place === null || place.childElementCount > 0);
}"""


def settle(page: Page) -> None:
    """Until the page shows what it is about."""
    page.wait_for_function(SETTLED)
