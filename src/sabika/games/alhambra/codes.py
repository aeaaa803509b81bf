"""A move as bit fields of one integer; moves that build are coded in `games/parts/building.py`.

bits 0-3 the kind; then
TAKE    four fields of 6 bits from bit 4: a card + 1 each, falling, 0 for none
BUY     tile (6 bits from 4), currency (2 from 10), payment (18 from 12, two bits for each value)
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sabika.games.alhambra.facts import CARDS
from sabika.games.parts.building import builds, kind_of, tile_of
from sabika.games.parts.tiles import FOUNTAIN

TAKE: Final[i64] = 1  # money from the display (A12)
BUY: Final[i64] = 2  # a tile from the market (A13)


def card_of(move: i64, n: i64) -> i64:
    """The n-th card taken, -1 when there is none."""
    return ((move >> (4 + 6 * n)) & 63) - 1


def currency_of(move: i64) -> i64:
    return (move >> 10) & 3


def payment_of(move: i64) -> i64:
    return (move >> 12) & 0x3FFFF


def take(card: i64) -> i64:
    """One card."""
    return TAKE | ((card + 1) << 4)


def take_also(move: i64, n: i64, card: i64) -> i64:
    """The same with the n-th card added; cards come in falling order."""
    return move | ((card + 1) << (4 + 6 * n))


def buy(tile: i64, currency: i64, payment: i64) -> i64:
    return BUY | (tile << 4) | (currency << 10) | (payment << 12)


def well_formed(move: i64) -> bool:
    """Does this code stand for a move at all?"""
    kind = kind_of(move)
    if kind == TAKE:
        return move >> 28 == 0 and falling(move)
    if kind == BUY:
        return move >> 30 == 0 and tile_of(move) <= FOUNTAIN
    return builds(move)


def falling(move: i64) -> bool:
    """Are the cards of a TAKE real and in order?"""
    before = CARDS - 1
    for n in range(i64(4)):
        card = card_of(move, n)
        if card > before:
            return False
        before = card
    return True
