"""Positions of Alhambra for tests: a table of two at the start of a turn, with a few things on it."""

from __future__ import annotations

from unittest.mock import patch

from sabika.games import ALHAMBRA
from sabika.games.alhambra import position_text
from sabika.games.alhambra.state import Alhambra

EMPTY_LEDGER = "00" * 63


def position(**given: str) -> Alhambra:
    """Seat 1 of two is to act; what is not given is empty. `hands="b4,b5/y1"`, `market="tower-9-NE,-,-,-"`.

    So little on a table never comes up in play; it is read without asking how it came about.
    """
    fields = {
        "seats": "2",
        "extra_tower": "off",
        "open_money": "no",
        "stage": "act",
        "turn": "1",
        "actor": "1",
        "market": "-,-,-,-",
        "display": "y9,g9,b9,o9",
        "spent": "-",
        "hidden": "2",
        "start": "68",
        "hands": "-/-",
        "cities": "-/-",
        "reserves": "-/-",
        "dirk": "-",
        "gone": "-",
        "waiting": "-",
        "bought": "no",
        "idle": "0",
        "due": "no",
        "held": "0",
        "gifts": "0",
        "ending": "playing",
        "prizes": "-/-",
        "last": "-,-,-,-",
        "ledger": EMPTY_LEDGER,
    }
    fields |= given
    with patch.object(position_text, "consistent"):
        return ALHAMBRA.load("alhambra:1 " + " ".join(f"{key}={text}" for key, text in fields.items()))
