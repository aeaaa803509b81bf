"""What a bot is: something that chooses a move from what a seat may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sabika.engine.rng import Rng
from sabika.engine.sight import Sight


class Bot(Protocol):
    """Plays one seat of one game. The same seed and the same course of sights give the same moves."""

    def choose(self, sight: Sight) -> int:
        """One of `sight.moves()`."""
        ...


Factory = Callable[[int], Bot]  # from a seed


def rng_of(seed: int) -> Rng:
    """A bot's own generator, which has nothing to do with the table's luck."""
    return Rng(seed & 0x3FFFFFFFFFFFFFFF)
