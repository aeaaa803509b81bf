"""What a bot is: something that chooses a move from what a seat may know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from sabika.engine.rng import Rng
from sabika.engine.sight import Sight


class Bot(Protocol):
    """Plays one seat of one game. The same seed and the same course of sights give the same moves."""

    def choose(self, sight: Sight) -> int:
        """One of `sight.moves()`."""
        ...


Factory = Callable[[int], Bot]  # from a seed


@dataclass(frozen=True)
class Budget:
    """How long a bot thinks about a move: a number of playouts, which can be repeated anywhere, or a time."""

    playouts: int = 0  # 0: by time
    seconds: float = 0.0

    def __str__(self) -> str:
        return str(self.playouts) if self.playouts else f"{round(1000 * self.seconds)}ms"

    @classmethod
    def read(cls, text: str) -> Budget:
        """`400` is playouts, `200ms` time; ValueError with one line for anything else."""
        number, unit = text.removesuffix("ms"), text.endswith("ms")
        if not (number.isdecimal() and number.isascii() and 0 < int(number) <= 10**9):
            raise ValueError(
                f"a bot thinks for a number of playouts, as in @400, or of milliseconds, @200ms; not @{text}"
            )
        return cls(seconds=int(number) / 1000) if unit else cls(playouts=int(number))


class Thinker(Protocol):
    """A factory of bots that think for as long as they are told; by default as their level does."""

    thinks: bool  # True

    def __call__(self, seed: int, budget: Budget | None = None) -> Bot: ...


@dataclass(frozen=True)
class Advice:
    """What a bot thinks of a move."""

    move: int
    win: float  # the chance that the seat's side wins, 0 to 1
    margin: float  # points that its side expects to be ahead of the best other at the end


class Adviser(Bot, Protocol):
    """A bot that can tell why: all of our bots that think can."""

    def explain(self, sight: Sight, most: int = 3) -> list[Advice]:
        """The best few moves, the best first."""
        ...


def rng_of(seed: int) -> Rng:
    """A bot's own generator, which has nothing to do with the table's luck."""
    return Rng(seed & 0x3FFFFFFFFFFFFFFF)
