"""Who gets the last tiles (A26)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from sabika.engine.state import Line
from sabika.games.alhambra.facts import CURRENCIES, SQUARES
from sabika.games.alhambra.purse import Purse, worth
from sabika.games.parts.tiles import NAMES, NO_TILE


def richest(hands: list[Purse], currency: i64) -> i64:
    """The seat with the strictly highest sum of a currency, -1 when there is none (A26)."""
    best: i64 = 0
    winner: i64 = -1
    for seat in range(i64(len(hands))):
        total = worth(hands[seat].packed[currency])
        if total > best:
            best = total
            winner = seat
        elif total == best:
            winner = -1
    return winner


def last_lines(last: vec[u8], hands: list[Purse]) -> list[Line]:
    """Who got each last tile, and why: everybody's sum of its square's currency (A26)."""
    return [last_line(last, hands, square) for square in range(SQUARES) if last[square] != NO_TILE]


def last_line(last: vec[u8], hands: list[Purse], square: i64) -> Line:
    """The last tile of one square; player -1 when nobody had most."""
    winner = i64(last[square + SQUARES])
    if winner == NO_TILE:
        winner = -1
    sums = [int(worth(hand.packed[square])) for hand in hands]
    why: dict[str, object] = {"square": square + 1, "currency": CURRENCIES[square], "sums": sums}
    return Line(winner, "last-tiles", NAMES[i64(last[square])], 0, why)
