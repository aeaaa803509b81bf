"""The walled city in codecs: a window of 21 x 21 cells round the fountain, and where every tile is."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from sabika.envs.codec import NO_ACTION, Field, Pen, across
from sabika.games.parts.building import ADD, SWAP, leaver_of, on_cell, sites, swap, x_of, y_of
from sabika.games.parts.city import City
from sabika.games.parts.tiles import BIT, FOUNTAIN, NO_TILE

REACH: Final[i64] = 10  # cells from the fountain to the window's edge
WIDTH: Final[i64] = 21
WINDOW: Final[i64] = 441
TILES: Final[i64] = 55  # all but the fountain

# Where a tile is, in the field `tiles`; a seat's own things have its number added, counted as in `asked` but from 0.
UNSEEN: Final[i64] = 1  # in the bag, in a stack
OPEN: Final[i64] = 2  # in the market, in the columns
WAITING: Final[i64] = 3  # has to be placed by the player who is asked
GHOST: Final[i64] = 4
GONE: Final[i64] = 5  # out of the game
BUILT: Final[i64] = 6
RESERVED: Final[i64] = 12
PRIZE: Final[i64] = 18  # won at the end and not placed yet


def cell_index(x: i64, y: i64) -> i64:
    """The place of a cell in the window, NO_ACTION outside."""
    if x < -REACH or x > REACH or y < -REACH or y > REACH:
        return NO_ACTION
    return (y + REACH) * WIDTH + x + REACH


def redesign_cell(city: City, kind: i64, move: i64) -> i64:
    """The cell of a new tile, or of the one that a swap puts on the reserve; NO_ACTION outside the window."""
    if kind != SWAP:
        return cell_index(x_of(move), y_of(move))
    cell = city.cell_of(leaver_of(move))
    return cell_index(city.x_of(cell), city.y_of(cell)) if cell >= 0 else NO_ACTION


def redesigned(city: City, tile: i64, cell: i64) -> i64:
    """The move that brings a reserve tile to a cell of the window: an ADD where it is free, else a SWAP."""
    x = cell % WIDTH - REACH
    y = cell // WIDTH - REACH
    leaver = city.tile_at(x, y)
    return on_cell(ADD, tile, x, y) if leaver == NO_TILE else swap(tile, leaver)


def redesigns_of(city: City, tile: i64) -> vec[i64]:
    """Every way to bring a tile of the reserve into the city."""
    found = sites(ADD, city, BIT[tile], vec[i64]())
    for entry in city.tiles:
        leaver = i64(entry) & 255
        if leaver != FOUNTAIN and city.swaps(tile, leaver, i64(entry) >> 8):
            found = append(found, swap(tile, leaver))
    return found


def placed(kind: i64, tile: i64, cell: i64) -> i64:
    """The move that puts a tile on a cell of the window."""
    return on_cell(kind, tile, cell % WIDTH - REACH, cell // WIDTH - REACH)


def city_fields(seats: int) -> list[Field]:
    """What `write_cities` writes."""
    return [
        Field(
            "cities", (seats, 21, 21), "the tile on each cell plus 1, 56 the fountain, row by row from the north-west"
        ),
        Field("outside", (seats,), "tiles that stand outside the window"),
    ]


def write_cities(cities: list[City], seat: i64, seats: i64, pen: Pen) -> None:
    """Every city's window, this seat's first."""
    start = pen.at
    pen.blank(seats * WINDOW + seats)
    row = pen.row
    for place in range(seats):
        city = cities[across(place, seat, seats)]
        outside: i64 = 0
        for entry in city.tiles:
            cell = i64(entry) >> 8
            at = cell_index(city.x_of(cell), city.y_of(cell))
            if at == NO_ACTION:
                outside += 1
            else:
                row[start + place * WINDOW + at] = u8((i64(entry) & 255) + 1)
        row[start + seats * WINDOW + place] = u8(outside)


TILES_FIELD: Final = (
    "where each tile is: 1 unseen, 2 open, 3 waiting, 4 the ghost's, 5 gone, 6 + p built, 12 + p reserved, "
    "18 + p won; p is the player, 0 this seat"
)


def write_owned(cities: list[City], seat: i64, seats: i64, pen: Pen) -> i64:
    """Begin the field `tiles` with what stands in cities and on reserves; where does it begin?"""
    start = pen.at
    pen.blank(TILES)
    for place in range(seats):
        city = cities[across(place, seat, seats)]
        for entry in city.tiles:
            tile = i64(entry) & 255
            if tile < TILES:
                pen.row[start + tile] = u8(BUILT + place)
        write_places(city.reserve, RESERVED + place, start, pen)
    return start


def write_places(tiles: i64, where: i64, start: i64, pen: Pen) -> None:
    """Enter a place for each tile of a mask."""
    row = pen.row
    tile: i64 = 0
    while tiles:
        if tiles & 1:
            row[start + tile] = u8(where)
        tiles >>= 1
        tile += 1
