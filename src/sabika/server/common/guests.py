"""Guests: a person, their device and their name."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct

from sabika import bots
from sabika.engine.record import seat_name
from sabika.locales import LANGUAGES, common
from sabika.server.common.lookalikes import skeleton

LONGEST_NAME: Final = 24
NUMBERS: Final = "0123456789 @#"  # suffixes of bots: a number, and a budget


class Person(Struct, frozen=True):
    """Somebody who plays."""

    id: str
    name: str
    made: int


class Session(Struct, frozen=True):
    """A person on one device."""

    person: Person
    token: bytes  # hashed
    by_cookie: bool  # otherwise in the Authorization header, which no browser sends by itself


def fit_name(name: str) -> str:
    """A name in a form that fits a table and a record, without brackets; ValueError for an empty one or a bot's."""
    plain = " ".join(name.translate({ord("("): None, ord(")"): None, ord(","): " "}).split())[:LONGEST_NAME]
    if not bots_called().isdisjoint((skeleton(plain), skeleton(plain.rstrip(NUMBERS)))):
        raise ValueError(f"{plain} is the name of a bot")
    return seat_name(plain)


@cache
def bots_called() -> frozenset[str]:
    """The skeletons of the bots' names, in every language."""
    said = [name for language in LANGUAGES for key, name in common(language).items() if key.startswith("bot.")]
    return frozenset(map(skeleton, [*bot_names(), *said]))


@cache
def bot_names() -> tuple[str, ...]:
    """Cached: the packages that bring bots do not change while a server runs."""
    return tuple(bots.names())
