"""Phrases: key and arguments, which `sabika.locales` and the browser turn into a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec


class Player(msgspec.Struct, frozen=True):
    """A player; shown by name, or as "you" to the reader."""

    player: int  # a seat, or the number after the last seat: the ghost


if TYPE_CHECKING:
    Arg: TypeAlias = "str | int | Phrase | Player | Sequence[Arg]"  # several are shown as "a, b and c"
    Args = Mapping[str, Arg]
else:
    Args = dict[str, Any]  # msgspec distinguishes structs in a union only by a tag; phrases are never decoded


class Phrase(msgspec.Struct, frozen=True):
    """A sentence by its key. `who`, a Player, chooses the variant `key#you`; `count`, a number, `key#one` and so on."""

    key: str
    args: Args = {}


SAID_ELSEWHERE = ("viewer", "actor", "points")  # not needed: every screen shows whose turn it is, and the score


def fields(view: object) -> list[Phrase]:
    """A view in words for a game without its own: a line for each field, and for each entry of a list of structs."""
    found = []
    for name, value in plain_fields(view).items():
        if name in SAID_ELSEWHERE:
            continue
        if isinstance(value, list) and value and isinstance(value[0], dict):
            found += [
                Phrase("plain.item", {"name": spaced(name), "n": n, "value": plain_text(each)})
                for n, each in enumerate(value, start=1)
            ]
        elif value not in (None, "", [], {}):
            found.append(Phrase("plain.field", {"name": spaced(name), "value": plain_text(value)}))
    return found


def plain_fields(view: object) -> dict[str, object]:
    plain = msgspec.to_builtins(view)
    return plain if isinstance(plain, dict) else {"position": plain}


def plain_text(value: object) -> str:
    """`a 1, b 2` for fields, `1, 2` for a list, `-` for nothing."""
    if isinstance(value, dict):
        return ", ".join(f"{spaced(name)} {plain_text(each)}" for name, each in value.items())
    if isinstance(value, list):
        return ", ".join(map(plain_text, value)) or "-"
    return "-" if value is None else str(value)


def spaced(name: object) -> str:
    return str(name).replace("_", " ")
