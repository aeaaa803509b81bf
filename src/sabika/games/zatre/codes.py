"""A move as bit fields of one integer.

bits 0-3 the kind; then
LAY     value (3 bits from 4), cell (9 bits from 7)
DRAW    how many tiles, 0 or 1 (1 bit from 4); only where the table plays `keeping=free`
STOP    nothing; only there too
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sabika.games.zatre.facts import VALUES, WIDTH

LAY: Final[i64] = 1  # a tile on a square (Z8)
DRAW: Final[i64] = 2  # draw one tile, or none (Z7, Z11)
STOP: Final[i64] = 3  # keep what is left (Z11)

CELL_UNIT: Final[i64] = 128  # from a LAY to the same on the next cell


def kind_of(move: i64) -> i64:
    return move & 15


def value_of(move: i64) -> i64:
    return (move >> 4) & 7


def cell_of(move: i64) -> i64:
    return move >> 7


def drawn_in(move: i64) -> i64:
    """How many tiles a DRAW asks for."""
    return move >> 4


def lay(value: i64, cell: i64) -> i64:
    return LAY | (value << 4) | (cell << 7)


def draw(tiles: i64) -> i64:
    return DRAW | (tiles << 4)


def well_formed(move: i64) -> bool:
    """Does this code stand for a move at all?"""
    kind = move & 15
    if kind == LAY:
        value = (move >> 4) & 7
        cell = move >> 7  # one with x and y from -7 to 7
        return 0 < value <= VALUES and WIDTH <= cell < 16 * WIDTH and cell & 15 < 15
    if kind == DRAW:
        return 0 <= move >> 4 <= 1
    return move == STOP
