"""The moves that build: from hand or reserve into the city and back; their codes, refusals and effect.

bits 0-3 the kind; then
ADD, PLACE              tile (6 bits from 4), x + 64 (7 from 10), y + 64 (7 from 17)
SWAP                    tile (6 from 4), the tile that leaves (6 from 10)
REMOVE, RESERVE, GIVE   tile (6 from 4)
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.engine.rule import Rule
from sabika.games.parts.city import City, fits
from sabika.games.parts.rules import A18
from sabika.games.parts.tiles import BIT, FOUNTAIN

ADD: Final[i64] = 3  # a reserve tile to the city (A18)
REMOVE: Final[i64] = 4  # a tile from the city to the reserve (A18)
SWAP: Final[i64] = 5  # a reserve tile for one in the city (A18)
PLACE: Final[i64] = 6  # a new tile in the city (A16)
RESERVE: Final[i64] = 7  # a new tile on the reserve (A16)
GIVE: Final[i64] = 8  # a new tile to the ghost (A16)


def kind_of(move: i64) -> i64:
    return move & 15


def tile_of(move: i64) -> i64:
    return (move >> 4) & 63


def x_of(move: i64) -> i64:
    return ((move >> 10) & 127) - 64


def y_of(move: i64) -> i64:
    return ((move >> 17) & 127) - 64


def leaver_of(move: i64) -> i64:
    """The tile that a swap puts on the reserve."""
    return (move >> 10) & 63


def on_cell(kind: i64, tile: i64, x: i64, y: i64) -> i64:
    """The code of ADD or PLACE."""
    return kind | (tile << 4) | ((x + 64) << 10) | ((y + 64) << 17)


def swap(tile: i64, leaver: i64) -> i64:
    """The code of SWAP."""
    return SWAP | (tile << 4) | (leaver << 10)


def with_tile(kind: i64, tile: i64) -> i64:
    """The code of REMOVE, RESERVE or GIVE."""
    return kind | (tile << 4)


def builds(move: i64) -> bool:
    """Is this the code of one of these moves?"""
    kind = kind_of(move)
    if move < 0 or tile_of(move) > FOUNTAIN:
        return False
    if kind in (ADD, PLACE):
        return move >> 24 == 0
    if kind == SWAP:
        return move >> 16 == 0 and leaver_of(move) <= FOUNTAIN
    return kind in (REMOVE, RESERVE, GIVE) and move >> 10 == 0


# Redesigning: exactly one of add, remove and swap (A18).


def redesigns(city: City, found: vec[i64]) -> vec[i64]:
    """Every way to redesign the city: adds, removals, swaps."""
    if city.reserve:
        found = sites(ADD, city, city.reserve, found)
    needed = city.passages()
    for entry in city.tiles:
        tile = i64(entry) & 255
        enclosed = (i64(city.cells[i64(entry) >> 8]) >> 8) & 15 == 15
        if not (needed >> tile) & 1 and not enclosed:
            found = append(found, with_tile(REMOVE, tile))
    if city.reserve:
        found = swaps(city, found)
    return found


def swaps(city: City, found: vec[i64]) -> vec[i64]:
    """Every way to put a reserve tile in the place of one in the city."""
    reserve = city.reserve
    tile: i64 = 0
    while reserve:
        if reserve & 1:
            for entry in city.tiles:
                leaver = i64(entry) & 255
                if leaver != FOUNTAIN and city.swaps(tile, leaver, i64(entry) >> 8):
                    found = append(found, swap(tile, leaver))
        reserve >>= 1
        tile += 1
    return found


def redesign_refusal(city: City, move: i64) -> Rule:
    """Why the city may not be redesigned so; NONE when it may."""
    kind = kind_of(move)
    tile = tile_of(move)
    if kind == REMOVE:
        return city.removal_refusal(tile)
    if not (city.reserve >> tile) & 1:
        return A18  # only a tile of one's own reserve
    if kind == SWAP:
        return city.swap_refusal(tile, leaver_of(move))
    return city.refusal(tile, x_of(move), y_of(move))


def redesign(city: City, move: i64) -> None:
    """Carry a tile between reserve and city."""
    kind = kind_of(move)
    tile = tile_of(move)
    if kind == ADD:
        city.reserve ^= BIT[tile]
        city.build(tile, x_of(move), y_of(move))
    elif kind == REMOVE:
        city.remove(tile)
        city.reserve |= BIT[tile]
    else:
        leaver = leaver_of(move)
        city.replace(leaver, tile)
        city.reserve ^= BIT[tile] | BIT[leaver]


def wall_after(city: City, move: i64) -> i64:
    """The longest wall (A24) that a legal move that builds would leave."""
    twin = city.clone()
    if kind_of(move) == PLACE:
        twin.build(tile_of(move), x_of(move), y_of(move))
    elif kind_of(move) in (ADD, REMOVE, SWAP):
        redesign(twin, move)
    return twin.longest_wall()


# Placing new tiles: in the city or on the reserve (A16).


def sites(kind: i64, city: City, tiles: i64, found: vec[i64]) -> vec[i64]:
    """A move of this kind (ADD or PLACE) for each tile of the mask and each cell where it may stand."""
    spots = city.spots()
    tile: i64 = 0
    while tiles:
        if tiles & 1:
            for spot in spots:
                if fits(tile, spot):
                    cell = spot >> 24
                    found = append(found, on_cell(kind, tile, city.x_of(cell), city.y_of(cell)))
        tiles >>= 1
        tile += 1
    return found


def with_each(kind: i64, tiles: i64, found: vec[i64]) -> vec[i64]:
    """A move of this kind (RESERVE or GIVE) for each tile of the mask."""
    tile: i64 = 0
    while tiles:
        if tiles & 1:
            found = append(found, with_tile(kind, tile))
        tiles >>= 1
        tile += 1
    return found
