"""A move as bit fields of one integer; KEEP, MARK and NAME are coded in `games/parts/`.

bits 0-3 the kind; then
DISPLACE_MARK, BLACK_DIE   the type (3 bits from 4)
ANNUL_THROW                nothing
PRIZE                      0 two points, 1 a point and the chip (1 bit from 4); up to two fields of 3 bits from bit 5:
                           a column + 1 that gets a point by a swap chip, falling, 0 for none
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sabika.games.parts.building import kind_of
from sabika.games.parts.dice import FACES
from sabika.games.parts.rounds import is_turn_move
from sabika.games.parts.turns import type_of

DISPLACE_MARK: Final[i64] = 10  # place a marker by a displace chip (D28)
BLACK_DIE: Final[i64] = 11  # set the black die (D30)
ANNUL_THROW: Final[i64] = 12  # the last throw does not count (D29)
PRIZE: Final[i64] = 13  # take a prize (D20)

TWO_POINTS: Final[i64] = 0
POINT_AND_CHIP: Final[i64] = 1
PRIZES: Final = ("points", "chip")


def prize(which: i64) -> i64:
    """The code of PRIZE without a swap."""
    return PRIZE | (which << 4)


def swapped(move: i64, n: i64, column: i64) -> i64:
    """The same with the n-th swapped point going to a column; columns come in falling order."""
    return move | ((column + 1) << (5 + 3 * n))


def which_of(move: i64) -> i64:
    return (move >> 4) & 1


def swap_of(move: i64, n: i64) -> i64:
    """The column of the n-th swapped point (n = 0, 1), -1 when there is none."""
    return ((move >> (5 + 3 * n)) & 7) - 1


def swaps_in(move: i64) -> i64:
    """How many points are swapped."""
    if move >> 8:
        return 2
    return 1 if move >> 5 else 0


def well_formed(move: i64) -> bool:
    """Does this code stand for a move at all?"""
    kind = kind_of(move)
    if kind in (DISPLACE_MARK, BLACK_DIE):
        return move >> 7 == 0 and type_of(move) < FACES
    if kind == ANNUL_THROW:
        return move == ANNUL_THROW
    if kind == PRIZE:
        return move >> 11 == 0 and FACES > swap_of(move, 0) >= swap_of(move, 1)
    return is_turn_move(move)
