"""The names of tables: twelve letters and figures that can be read out, 59 bits, so that none is ever guessed."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # none that is taken for another
LENGTH: Final = 12


def new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def is_id(text: str) -> bool:
    return len(text) == LENGTH and set(text) <= set(LETTERS)


def next_id(table: str) -> str:
    """The id of a table's rematch: whoever asks for it first, it is one table. Who knows it knew the first."""
    number = int.from_bytes(hashlib.sha256(f"rematch of {table}".encode()).digest(), "big")
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)
