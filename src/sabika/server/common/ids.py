"""The names of tables: twelve letters and figures that can be read out, 59 bits, so that none is ever guessed.

A table that is kept in another file than the first has that file's letter behind its name: so everybody knows where it
is, however many processes serve it.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # none that is taken for another
LENGTH: Final = 12
KEY_LENGTH: Final = 22
MOST_FILES: Final = len(LETTERS)


def new_id(file: int = 0) -> str:
    """A name that nobody has, for a table in this file."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH)) + mark_of(file)


def new_key() -> str:
    """A name that is also the only key to what it names: 109 bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(KEY_LENGTH))


def is_key(text: str) -> bool:
    return len(text) == KEY_LENGTH and set(text) <= set(LETTERS)


def mark_of(file: int) -> str:
    """What stands behind the names of a file's tables: nothing for the first file."""
    return LETTERS[file] if file else ""


def is_id(text: str) -> bool:
    if not set(text) <= set(LETTERS):
        return False
    return len(text) == LENGTH or (len(text) == LENGTH + 1 and text[LENGTH] != LETTERS[0])


def file_of(table: str) -> int:
    """The number of the file that a table is in; 0 is the first, which has all that bear no mark."""
    return LETTERS.index(table[LENGTH]) if len(table) > LENGTH and is_id(table) else 0


def next_id(table: str) -> str:
    """The id of a table's rematch, in the same file: whoever asks for it first, it is one table.

    Who knows it knew the first.
    """
    number = int.from_bytes(hashlib.sha256(f"rematch of {table}".encode()).digest(), "big")
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters) + mark_of(file_of(table))
