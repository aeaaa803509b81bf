"""A move as bit fields of one integer; KEEP, MARK, NAME and the moves that build are coded in `games/parts/`.

PICK: bits 0-3 the kind, then the tile (6 bits from 4), or CHIP for the first-player chip.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sabika.games.parts.building import builds, kind_of, tile_of, with_tile
from sabika.games.parts.rounds import is_turn_move
from sabika.games.parts.tiles import EXTRA_TOWER

PICK: Final[i64] = 10  # take one thing of the column (C57)
CHIP: Final[i64] = 63  # the first-player chip, in the place of a tile


def pick(thing: i64) -> i64:
    """The code of PICK."""
    return with_tile(PICK, thing)


def well_formed(move: i64) -> bool:
    """Does this code stand for a move at all?"""
    if kind_of(move) == PICK:
        return move >> 10 == 0 and (tile_of(move) <= EXTRA_TOWER or tile_of(move) == CHIP)
    return builds(move) or is_turn_move(move)
