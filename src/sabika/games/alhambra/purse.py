"""Money cards as counts: a hand, the pile, the spent cards."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.games.alhambra.facts import NO_CARD, VALUES

# The cards of one currency are a number with two bits for each value: how many of the 1, of the 2 .. of the 9.
UNIT: Final = vec[i64]([4**value for value in range(9)])
FULL: Final[i64] = 0x3FFFF


class Purse:
    """How many there are of each money card."""

    def __init__(self, packed: vec[i64]) -> None:
        self.packed: vec[i64] = packed  # a number for each currency

    def clone(self) -> Purse:
        return Purse(self.packed[:])

    def add(self, card: i64) -> None:
        self.packed[card // VALUES] += UNIT[card % VALUES]

    def take(self, card: i64) -> None:
        self.packed[card // VALUES] -= UNIT[card % VALUES]

    def has(self, card: i64) -> i64:
        """How many of this card there are."""
        return (self.packed[card // VALUES] >> (card % VALUES * 2)) & 3

    def covers(self, currency: i64, payment: i64) -> bool:
        """Are all cards of the payment here?"""
        held = self.packed[currency]
        return all((payment >> (value * 2)) & 3 <= (held >> (value * 2)) & 3 for value in range(VALUES))

    def size(self) -> i64:
        """Number of cards."""
        cards: i64 = 0
        for held in self.packed:
            cards += cards_in(held)
        return cards

    def total(self) -> i64:
        """Sum of all values."""
        total: i64 = 0
        for held in self.packed:
            total += worth(held)
        return total

    def nth(self, n: i64) -> i64:
        """The n-th card, from 0, equal ones one after the other."""
        for currency in range(i64(4)):
            held = self.packed[currency]
            here = cards_in(held)
            if n >= here:
                n -= here
                continue
            value: i64 = 0
            while n >= held & 3:
                n -= held & 3
                held >>= 2
                value += 1
            return currency * VALUES + value
        return NO_CARD

    def cards(self) -> list[int]:
        """Every card, equal ones repeated."""
        return [card for card in range(36) for _ in range(self.has(card))]


def new_purse() -> Purse:
    return Purse(vec[i64]([0, 0, 0, 0]))


def cards_in(packed: i64) -> i64:
    """Number of cards of one currency."""
    pairs = (packed & 0x33333) + ((packed >> 2) & 0x33333)
    quads = (pairs & 0x0F0F0F) + ((pairs >> 4) & 0x0F0F0F)
    return (quads + (quads >> 8) + (quads >> 16)) & 255


def worth(packed: i64) -> i64:
    """Sum of the values of cards of one currency."""
    total: i64 = 0
    value: i64 = 1
    while packed:
        total += (packed & 3) * value
        packed >>= 2
        value += 1
    return total


def lowest(packed: i64) -> i64:
    """The smallest value among cards of one currency, which are at least one."""
    value: i64 = 1
    while packed & 3 == 0:
        packed >>= 2
        value += 1
    return value


def payments(held: i64, price: i64) -> vec[i64]:
    """All payments of at least the price without a superfluous card.

    Cards are added from high to low and the payment is complete as soon as it reaches the price: the last card,
    the smallest, was needed, so each is.
    """
    found = vec[i64]()
    if worth(held) < price:
        return found
    return _payments(held, price, VALUES - 1, 0, found)


def _payments(held: i64, price: i64, highest: i64, paid: i64, found: vec[i64]) -> vec[i64]:
    value = highest
    while value >= 0:
        if (held >> (value * 2)) & 3:
            unit = UNIT[value]
            if value + 1 >= price:
                found = append(found, paid + unit)
            else:
                found = _payments(held - unit, price - value - 1, value, paid + unit, found)
        value -= 1
    return found
