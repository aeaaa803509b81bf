"""The luck of an arena: every game of a deal draws the same numbers, whoever sits where."""

from __future__ import annotations

import hashlib

from sabika.engine.rng import Rng
from sabika.engine.state import State


class PairedDealer:
    """Luck from one stream a kind: the n-th draw of a kind is the same number in all games of a deal.

    A number is the same part of its total, so games of a deal draw alike as long as they go alike, and similarly after.
    """

    def __init__(self, seed: int, deal: int) -> None:
        self.seed = seed
        self.deal = deal
        self.streams: dict[str, Rng] = {}

    def answer(self, state: State) -> int:
        luck = state.luck()
        if luck.kind not in self.streams:
            self.streams[luck.kind] = Rng(mixed(self.seed, self.deal, "luck", luck.kind))
        return self.streams[luck.kind].below(luck.total)


def mixed(*parts: object) -> int:
    """A seed that follows from all parts, and has nothing to do with that of other parts."""
    text = "|".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 2
