"""What the judges of Alhambra and Alcazaba share: places in each type, and what would fit into a city."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.games.parts.city import City, fits
from sabika.games.parts.majority import place_points
from sabika.games.parts.tiles import BIT, TYPE, TYPES, WALLS, tiles_in

KINDS: Final[i64] = 6  # types of building
TILES: Final[i64] = 55  # the extra tower included
SETTLED: Final = 0.05  # tiles by which even a place that is settled is in doubt: nearly certain

# Masks of tiles: of each type, of each pattern of walls.
OF_KIND: Final = vec[i64]([sum(2**tile for tile in range(55) if TYPE[tile] == kind) for kind in range(len(TYPES))])
OF_WALLS: Final = vec[i64]([sum(2**tile for tile in range(55) if WALLS[tile] == walls) for walls in range(16)])


class Places:
    """The tiles of each type that every player counts on, and the places that these can expect (A22, A23)."""

    def __init__(self, players: i64, unrest: float) -> None:
        self.players: i64 = players
        self.unrest: float = unrest  # how far places change, as a part of what blind winning of tiles would change
        self.tiles: vec[float] = vec[float]([0.0] * (players * KINDS))  # by player and type

    def count(self, player: i64, tile: i64, part: float) -> None:
        """So much of a tile more."""
        kind = i64(TYPE[tile])
        if kind < KINDS:  # the fountain is none
            self.tiles[player * KINDS + kind] += part

    def count_all(self, player: i64, tiles: i64) -> None:
        """The tiles of a mask."""
        for tile in range(TILES):
            if (tiles >> tile) & 1:
                self.count(player, tile, 1.0)

    def count_city(self, seat: i64, city: City) -> None:
        """What is built."""
        for entry in city.tiles:
            self.count(seat, i64(entry) & 255, 1.0)

    def count_reserve(self, seat: i64, city: City, ready: float, stuck: float) -> None:
        """A tile on the reserve is none yet (A22), but an action can bring it in, most easily if it fits already."""
        spots = city.spots()
        for tile in range(TILES):
            if (city.reserve >> tile) & 1:
                self.count(seat, tile, ready if any_fits(i64(WALLS[tile]), spots) else stuck)

    def place(self, player: i64, kind: i64, more: float, scoring: i64, coming: float) -> float:
        """Points for a type at one scoring, before which so many more of these tiles come to each seat.

        Every rival ends ahead with a chance that follows from the lead. Between two equals it is one half, which
        gives what sharing their places gives (A23).
        """
        mine = self.tiles[player * KINDS + kind] + more
        spread = SETTLED + self.unrest * math.sqrt(coming)
        nobody = 1.0  # the chance that nobody is ahead, that one is, that two are
        one = 0.0
        two = 0.0
        for rival in range(self.players):
            if rival != player:
                ahead = chance((self.tiles[rival * KINDS + kind] - mine) / spread)
                two += ahead * (one - two)
                one += ahead * (nobody - one)
                nobody -= ahead * nobody
        points = nobody * float(place_points(kind, scoring, 1))
        points += one * float(place_points(kind, scoring, 2)) + two * float(place_points(kind, scoring, 3))
        if mine < 1.0:  # without a tile there are no points (A22); one may still come
            points *= 1.0 - (1.0 - mine) * math.exp(-coming)
        return points


def chance(lead: float) -> float:
    """The chance that such a lead holds; one half for none."""
    if lead > 20.0:
        return 1.0
    return 1.0 / (1.0 + math.exp(-lead)) if lead > -20.0 else 0.0


def any_fits(walls: i64, spots: vec[i64]) -> bool:
    """Could a tile with these walls stand on one of the spots (A17)?"""
    for spot in spots:
        touched = (spot >> 8) & 15
        if (walls ^ (spot >> 12)) & touched == 0 and touched & ~walls != 0:
            return True
    return False


def fitting(tiles: i64, spots: vec[i64]) -> i64:
    """How many tiles of a mask could stand on one of the spots."""
    number: i64 = 0
    for walls in range(i64(15)):
        if tiles & OF_WALLS[walls] and any_fits(walls, spots):
            number += tiles_in(tiles & OF_WALLS[walls])
    return number


def build_best(city: City, tile: i64) -> None:
    """Build the tile for the longest wall, or put it on the reserve when it fits nowhere."""
    longest: i64 = -1
    place: i64 = -1
    for spot in city.spots():
        if fits(tile, spot):
            cell = spot >> 24
            twin = city.clone()
            twin.build(tile, city.x_of(cell), city.y_of(cell))
            wall = twin.longest_wall()
            if wall > longest:
                longest = wall
                place = cell
    if place < 0:
        city.reserve |= BIT[tile]
    else:
        city.build(tile, city.x_of(place), city.y_of(place))
