"""The 54 building tiles, the extra tower and the fountain."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

TYPES: Final = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
SIDES: Final = "NESW"

# Sources: two independent public lists agree on all 54 tiles. The extra tower's price and walls are our
# assumption (A5): 9 and S W, the one corner pair that the eleven towers lack.
NAMES: Final = (
    "pavilion-2-NEW pavilion-3-SW pavilion-4-ES pavilion-5-NW pavilion-6-N pavilion-7-E pavilion-8-none "
    "seraglio-3-ESW seraglio-4-NE seraglio-5-SW seraglio-6-ES seraglio-7-W seraglio-8-S seraglio-9-none "
    "arcades-4-NES arcades-5-NW arcades-6-NE arcades-6-SW arcades-7-ES arcades-8-N arcades-8-E "
    "arcades-9-none arcades-10-none "
    "chambers-5-NSW chambers-6-ES chambers-7-NE chambers-7-SW chambers-8-NW chambers-9-S chambers-9-W "
    "chambers-10-none chambers-11-none "
    "garden-6-ESW garden-7-NSW garden-8-NE garden-8-NW garden-8-SW garden-9-E garden-10-N garden-10-W "
    "garden-10-none garden-11-none garden-12-S "
    "tower-7-NEW tower-8-NES tower-9-NE tower-9-NW tower-9-ES tower-10-W tower-11-N tower-11-S "
    "tower-11-none tower-12-none tower-13-E "
    "tower-9-SW fountain-0-none"
).split()

BASE_TILES: Final[i64] = 54
EXTRA_TOWER: Final[i64] = 54  # tile number of the extra tower
FOUNTAIN: Final[i64] = 55  # tile number of every fountain
FIRST_TOWER: Final[i64] = 43  # the base towers are 43 to 53
NO_TILE: Final[i64] = 255

TILE_NUMBER: Final = {name: number for number, name in enumerate(NAMES)}


def walls_in(letters: str) -> int:
    """The sides named by letters as a bit mask: `NE` is 3."""
    return sum(2 ** SIDES.index(letter) for letter in letters)


TYPE: Final = vec[u8]([(*TYPES, "fountain").index(name.split("-")[0]) for name in NAMES])
PRICE: Final = vec[u8]([int(name.split("-")[1]) for name in NAMES])
WALLS: Final = vec[u8]([walls_in(name.split("-")[2].replace("none", "")) for name in NAMES])

# Masks of tiles are i64 with bit t for tile t; a table, because compiled code must not shift a literal.
BIT: Final = vec[i64]([2**number for number in range(62)])


def tiles_in(mask: i64) -> i64:
    """How many tiles a mask holds."""
    mask -= (mask >> 1) & 0x1555555555555555  # no mask uses bit 62, and a number above it would be boxed
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    mask += mask >> 8
    mask += mask >> 16
    mask += mask >> 32
    return mask & 127


def nth_tile(mask: i64, n: i64) -> i64:
    """The n-th tile of a mask, from 0, in tile order."""
    tile: i64 = 0
    while True:
        if (mask >> tile) & 1:
            if n == 0:
                return tile
            n -= 1
        tile += 1


def tile_list(mask: i64) -> list[int]:
    """The tiles of a mask in tile order."""
    return [tile for tile in range(62) if (mask >> tile) & 1]
