"""The box of Zatre: board, tiles, points and the printed bonuses."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

# The board (Z2): . dark, + light, @ red, # no square.
ROWS: Final = (
    "####..+#+..####",
    "#+...........+#",
    "#.+.........+.#",
    "#..+.......+..#",
    "....+.....+....",
    ".....+...+.....",
    "+.....+.+.....+",
    "#......@......#",
    "+.....+.+.....+",
    ".....+...+.....",
    "....+.....+....",
    "#..+.......+..#",
    "#.+.........+.#",
    "#+...........+#",
    "####..+#+..####",
)

# A cell is (y + 8) * 16 + x + 7: fifteen columns and one more that borders the rows on both sides, fifteen rows and
# one more above and below. So every neighbour of a square is a cell, and 32 cells, two rows, make one word of bits.
WIDTH: Final[i64] = 16
CELLS: Final[i64] = 272
WORDS: Final[i64] = 8  # words 0 to 7 hold all squares
RED: Final[i64] = 135  # the cell of 0,0

NO_SQUARE: Final[i64] = 0
DARK: Final[i64] = 1
LIGHT: Final[i64] = 2
START: Final[i64] = 3  # the red square


def cell_at(x: i64, y: i64) -> i64:
    """The cell of x,y, both from -7 to 7."""
    return (y + 8) * WIDTH + x + 7


def x_of(cell: i64) -> i64:
    return (cell & 15) - 7


def y_of(cell: i64) -> i64:
    return (cell >> 4) - 8


def _kind(cell: int) -> int:
    x, y = cell % 16, cell // 16 - 1
    return "#.+@".index(ROWS[y][x]) if x < 15 and 0 <= y < 15 else 0


def _words(kinds: tuple[int, ...]) -> list[int]:
    return [sum(2**bit for bit in range(32) if _kind(32 * word + bit) in kinds) for word in range(8)]


KIND: Final = vec[u8]([_kind(cell) for cell in range(272)])
LIGHTS: Final = vec[i64](_words((2,)))  # the light squares, word by word
DARKS: Final = vec[i64](_words((1, 3)))  # the others

# Compiled code must not shift a literal: tables instead.
BIT: Final = vec[i64]([2**bit for bit in range(32)])
# Where a word has its lowest bit: 32 shifts of this number differ in their five highest bits.
DE_BRUIJN: Final[i64] = 0x077CB531
PLACE: Final = vec[u8]([bit for _, bit in sorted(((2**bit * 0x077CB531) % 2**32 // 2**27, bit) for bit in range(32))])


def lowest(word: i64) -> i64:
    """The place of the lowest bit of a word that has one."""
    return i64(PLACE[(((word & -word) * DE_BRUIJN) >> 27) & 31])


# Tiles (Z3). Several of them are one number: byte v counts the tiles of value v, byte 0 all of them.
VALUES: Final[i64] = 6
TILES: Final[i64] = 121
UNIT: Final = vec[i64]([256**value + 1 if value else 0 for value in range(7)])
ALL_TILES: Final[i64] = 0x14141414141579  # 21 ones and 20 of each other value


def tiles_in(held: i64) -> i64:
    """How many tiles."""
    return held & 255


def count_of(held: i64, value: i64) -> i64:
    """How many tiles of a value."""
    return (held >> (value * 8)) & 255


def nth_value(held: i64, n: i64) -> i64:
    """The value of the n-th tile, from 0, ones first."""
    value: i64 = 1
    while n >= (held >> (value * 8)) & 255:
        n -= (held >> (value * 8)) & 255
        value += 1
    return value


def lowest_value(held: i64) -> i64:
    """The smallest value among tiles, which are at least one."""
    value: i64 = 1
    while (held >> (value * 8)) & 255 == 0:
        value += 1
    return value


def pips_of(held: i64) -> i64:
    """The sum of the values."""
    pips: i64 = 0
    for value in range(i64(1), VALUES + 1):
        pips += count_of(held, value) * value
    return pips


def values_of(held: i64) -> list[int]:
    """Every tile's value, small ones first."""
    return [value for value in range(1, 7) for _ in range(count_of(held, value))]


# Lines and points (Z9, Z13, Z14).
MOST: Final[i64] = 12  # no line may exceed it
LEAST: Final[i64] = 10  # lines from here on count
POINTS: Final = vec[u8]([1, 2, 4])  # of a 10, an 11, a 12

# The sheet (Z4).
PRINTED: Final = vec[u8]([3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6])  # bonus of rows 1 to 16

FIRST_TILES: Final[i64] = 3  # laid in the first turn (Z6)
