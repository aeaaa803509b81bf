"""Table ids: twelve letters and digits that can be read out, 59 bits, so that nobody guesses one.

A table in another file than the first has that file's letter after its id, so that its place is always known,
however many processes there are.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # without look-alikes
LENGTH: Final = 12
KEY_LENGTH: Final = 22
MOST_FILES: Final = len(LETTERS)


def new_id(file: int = 0) -> str:
    """A new id for a table in this file."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH)) + mark_of(file)


def new_key() -> str:
    """An id that is also the only key to its sheet: 109 bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(KEY_LENGTH))


def is_key(text: str) -> bool:
    return len(text) == KEY_LENGTH and set(text) <= set(LETTERS)


def mark_of(file: int) -> str:
    """The suffix of the ids in a file; empty for the first file."""
    return LETTERS[file] if file else ""


def is_id(text: str) -> bool:
    if not set(text) <= set(LETTERS):
        return False
    return len(text) == LENGTH or (len(text) == LENGTH + 1 and text[LENGTH] != LETTERS[0])


def file_of(table: str) -> int:
    """The number of a table's file; 0 is the first, for ids without a mark."""
    return LETTERS.index(table[LENGTH]) if len(table) > LENGTH and is_id(table) else 0


def next_id(table: str) -> str:
    """The id of a table's rematch, in the same file: the same for everybody who asks.

    Only those who know the first id can derive it.
    """
    number = int.from_bytes(hashlib.sha256(f"rematch of {table}".encode()).digest(), "big")
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters) + mark_of(file_of(table))
