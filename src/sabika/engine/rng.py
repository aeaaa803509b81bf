"""A small generator for simulation and bots; never for the luck of a live table."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# Multiply-with-carry on 32-bit words. MULTIPLIER * 2**32 - 1 and MULTIPLIER * 2**31 - 1 are prime, so the period
# is about 2**62. Every product stays below 2**63, so compiled and uncompiled runs give the same numbers.
MULTIPLIER: Final[i64] = 1853697195
WORD: Final[i64] = 0xFFFFFFFF
MIXER: Final[i64] = 0x6C8E944D  # odd numbers without a pattern
ROUND: Final[i64] = 0x9E3779B  # so that no round does the same as another
HALF: Final[i64] = 0x7FFFFFFF  # a seed has two halves of 31 bits
ROUNDS: Final[i64] = 4  # after which every bit of a seed has changed every other


class Rng:
    """Numbers from a seed; equal seeds give equal numbers on every machine and build."""

    def __init__(self, seed: i64) -> None:
        left = (seed >> 31) & HALF
        right = seed & HALF
        for turn in range(i64(1), ROUNDS + 1):  # the numbers of seed and seed + 1 are unrelated
            product = (right ^ (turn * ROUND)) * MIXER
            left, right = right, left ^ (product >> 31) ^ (product & HALF)
        self.word: i64 = ((left % (MULTIPLIER - 1) + 1) << 31) ^ right

    def __reduce__(self) -> tuple[object, ...]:
        return rng_at, (self.word,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rng) and self.word == other.word

    def __hash__(self) -> int:
        raise TypeError("a generator has no hash, because it changes")

    def __repr__(self) -> str:
        return f"<Rng at {self.word}>"

    def next(self) -> i64:
        """The next 32 bits."""
        low = self.word & WORD
        high = self.word >> 32
        self.word = MULTIPLIER * low + high
        return low ^ high

    def below(self, total: i64) -> i64:
        """A number from 0 to total - 1, all equally likely; total below 2**31."""
        product = self.next() * total
        if (product & WORD) < total:
            unfair = (WORD + 1) % total
            while (product & WORD) < unfair:
                product = self.next() * total
        return product >> 32


def rng_at(word: i64) -> Rng:
    """A generator that continues from here: equal words give equal numbers."""
    rng = Rng(0)
    rng.word = word
    return rng
