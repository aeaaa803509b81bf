"""The box of Alhambra: The Dice Game: its 26 bonus chips and the building track.

The rulebooks give the kinds and their numbers: 16 point chips, 2 swap, 2 displace, 3 annul, 3 black die; 6 of the 26
have a dark back. No source gives two things, and the table below is our assumption (Q24):
- how many point chips bear 1, 2 and 3: as even as 16 allows, 6, 5 and 5;
- which chips are dark: six point chips, two of each value. Dark chips come out in the last round, after which no
  dice are thrown, and the other 20 chips are then just the four light stacks of five.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# Kinds of chip; those that score come first, so that kind + 1 is what they score (D26).
POINT_KINDS: Final[i64] = 3
SWAP: Final[i64] = 3  # a building point in another column (D27)
DISPLACE: Final[i64] = 4  # take an opponent's cell (D28)
ANNUL: Final[i64] = 5  # a throw does not count (D29)
BLACK: Final[i64] = 6  # one more symbol (D30)
KINDS: Final[i64] = 7
FIRST_PLAYER: Final[i64] = 7  # the first-player chip, in the place of a bonus chip (D31)
NO_CHIP: Final[i64] = 15
ALL_EMPTY: Final[i64] = 0xFFFFFF  # NO_CHIP on all six bonus fields
CHIP_NAMES: Final = ("points-1", "points-2", "points-3", "swap", "displace", "annul", "black-die", "first-player")

LIGHT_CHIPS: Final = (4, 3, 3, 2, 2, 3, 3)  # four stacks of five (D3)
DARK_CHIPS: Final = (2, 2, 2, 0, 0, 0, 0)  # the stack of the last round (D3)

# Chips are counted in a number with four bits for each kind.
CHIP: Final = vec[i64]([16**kind for kind in range(8)])
LIGHT: Final[i64] = sum(count * 16**kind for kind, count in enumerate(LIGHT_CHIPS))
DARK: Final[i64] = sum(count * 16**kind for kind, count in enumerate(DARK_CHIPS))

TOP: Final[i64] = 12  # the last space of the building track (D37)
SCORINGS: Final = ("first", "second", "third")  # A, B and C on the board (D5)


def chips_of(chips: i64, kind: i64) -> i64:
    """How many chips of a kind there are."""
    return (chips >> (4 * kind)) & 15


def chips_in(chips: i64) -> i64:
    """How many chips these are."""
    total: i64 = 0
    while chips:
        total += chips & 15
        chips >>= 4
    return total


def chip_list(chips: i64) -> list[int]:
    """The kind of every chip, equal ones repeated."""
    return [kind for kind in range(7) for _ in range(chips_of(chips, kind))]
