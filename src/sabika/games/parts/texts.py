"""Moves and positions as text: what all games share of writing and reading them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sabika.engine.game import Unreadable
from sabika.engine.state import LUCK, OVER

LONGEST_TEXT = 20_000
CELL = re.compile(r"(0|-?[1-9]\d{0,2}),(0|-?[1-9]\d{0,2})", re.ASCII)


def joined(game: str, fields: dict[str, object]) -> str:
    """A position in one line: the game with the version of its text, then every field."""
    return f"{game}:1 " + " ".join(f"{key}={value}" for key, value in fields.items())


def actor_text(actor: int) -> str:
    return {LUCK: "luck", OVER: "over"}.get(actor, str(actor + 1))


def yes(flag: bool) -> str:
    return "yes" if flag else "no"


def listed(names: Iterable[str]) -> str:
    return ",".join(names) or "-"


def split_fields(text: str, game: str, title: str, keys: Sequence[str]) -> dict[str, str]:
    """The fields of a position by name; Unreadable when they are not exactly the keys, in order."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable(f"a position of {title} is one line of at most {LONGEST_TEXT:,} characters")
    words = text.split(" ")
    if words[0] != f"{game}:1":
        raise Unreadable(f"a position of {title} begins with {game}:1, not {shorten(words[0])}")
    fields = dict(word.partition("=")[::2] for word in words[1:])
    if list(fields) != list(keys) or len(words) != len(keys) + 1:
        missing = [key for key in keys if key not in fields]
        wrong = f"lacks {missing[0]}" if missing else "has unknown or repeated fields"
        raise Unreadable(f"the position {wrong}")
    return fields


def number(fields: dict[str, str], key: str, least: int, most: int) -> int:
    return read_number(fields[key], key, least, most)


def read_number(text: str, what: str, least: int, most: int) -> int:
    written = text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and str(int(text)) == text
    if not (written and least <= int(text) <= most):
        raise Unreadable(f"{what} is a number from {least} to {most}, not {shorten(text)}")
    return int(text)


def choice(fields: dict[str, str], key: str, choices: Iterable[str]) -> int:
    known = list(choices)
    if fields[key] not in known:
        raise Unreadable(f"{key} is one of {', '.join(known)}, not {shorten(fields[key])}")
    return known.index(fields[key])


def items(text: str, separator: str, length: int | None = None) -> list[str]:
    found = [] if text == "-" and length is None else text.split(separator)
    if length is not None and len(found) != length:
        raise Unreadable(f"{shorten(text)} should have {length} parts")
    return found


def read_actor(text: str, seats: int) -> int:
    if text in ("luck", "over"):
        return LUCK if text == "luck" else OVER
    return read_number(text, "actor", 1, seats) - 1


def shorten(text: str) -> str:
    """A word from outside, safe to repeat in a message of one line."""
    return repr(text if len(text) <= 30 else text[:30] + "…")


def cell_of(text: str, called: str) -> tuple[int, int]:
    """A place on a board, which a game calls a cell or a square: x,y, x to the east, y to the south."""
    written = CELL.fullmatch(text)
    if written is None:
        raise Unreadable(f"{shorten(text)} is no {called}; one is written like 1,-2")
    return int(written[1]), int(written[2])
