"""Mutes and bans by an operator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct

What = Literal["mute", "ban"]


class Restriction(Struct, frozen=True):
    """A person is muted, or a person or an address is banned."""

    what: What
    whom: str  # a person's id, or an address as `network_of` gives it
    reason: str
    made: int
    until: int | None = None  # None: until it is lifted


class Restrictions:
    """All restrictions, in memory, since every request checks them."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self.all: Sequence[Restriction] = ()
        self._until: dict[tuple[What, str], int | None] = {}

    def replace(self, found: Sequence[Restriction]) -> None:
        """Replace all restrictions by these."""
        self.all = found
        self._until = {(each.what, each.whom): each.until for each in found}

    def is_muted(self, person: str) -> bool:
        return self._holds("mute", person)

    def is_banned(self, whom: str) -> bool:
        return self._holds("ban", whom)

    def _holds(self, what: What, whom: str) -> bool:
        if (what, whom) not in self._until:
            return False
        until = self._until[what, whom]
        return until is None or self.now() < until
