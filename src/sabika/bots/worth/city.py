"""What the judges of Alhambra and Alcazaba share: places in each type, and what would fit into a city."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from sabika.games.parts.city import ENCLOSES, City, fits
from sabika.games.parts.majority import place_points
from sabika.games.parts.tiles import BIT, TYPE, TYPES, WALLS, tiles_in

KINDS: Final[i64] = 6  # types of building
TILES: Final[i64] = 55  # the extra tower included
SETTLED: Final = 0.05  # tiles by which even a place that is settled is in doubt: nearly certain

# Masks of tiles: of each type, of each pattern of walls.
OF_KIND: Final = vec[i64]([sum(2**tile for tile in range(55) if TYPE[tile] == kind) for kind in range(len(TYPES))])
SIDES_IN: Final = vec[u8]([sum(mask >> side & 1 for side in range(4)) for mask in range(16)])  # how many a mask has
OF_WALLS: Final = vec[i64]([sum(2**tile for tile in range(55) if WALLS[tile] == walls) for walls in range(16)])


class Places:
    """The tiles of each type that every player counts on, and the places that these can expect (A22, A23)."""

    def __init__(self, players: i64, unrest: float) -> None:
        self.players: i64 = players
        self.unrest: float = unrest  # how far places change, as a part of what blind winning of tiles would change
        self.tiles: vec[float] = vec[float]([0.0] * (players * KINDS))  # by player and type

    def count(self, player: i64, tile: i64, part: float) -> None:
        """Count this much of one more tile."""
        kind = i64(TYPE[tile])
        if kind < KINDS:  # the fountain is none
            self.tiles[player * KINDS + kind] += part

    def count_all(self, player: i64, tiles: i64) -> None:
        """The tiles of a mask."""
        if tiles:
            for kind in range(KINDS):
                self.tiles[player * KINDS + kind] += float(tiles_in(tiles & OF_KIND[kind]))

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
        """Points for a type at one scoring, before which this many more of these tiles come to each seat.

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


class Growth:
    """What one tile more would make of a city's wall, for every pattern of walls that a tile may have.

    A tile on a free cell replaces the sides of the outline that face this cell by its own free sides. If nothing is
    enclosed (A17e) the replaced sides are neighbours on the outline, so the new wall is found without building.
    """

    def __init__(self, city: City) -> None:
        self.city: City = city
        self.around: vec[i64] = city.outline()
        self.sides: i64 = len(self.around)
        self.wall: i64 = self.longest(self.beyond_wall(), self.sides)  # as it is (A24)
        self.gap: Gap = Gap()
        self.best: vec[i64] = vec[i64]([-1] * 16)  # by walls: the wall with one such tile more, -1: it fits nowhere
        for at in range(self.sides):
            self.try_cell(at)

    def try_cell(self, at: i64) -> None:
        """Every tile that fits on the free cell beyond this side, if the sides that face the cell begin here."""
        cell = self.faced(at)
        known = i64(self.city.cells[cell])
        if self.faced(self.before(at)) == cell or ENCLOSES[(known >> 16) & 255]:
            return
        touched = (known >> 8) & 15
        facing = i64(SIDES_IN[touched])
        rest = self.sides - facing
        gap = self.gap
        gap.longest = self.longest(at + facing, rest)
        gap.after = self.run(at + facing, rest, 1)
        gap.before = self.run(at - 1, rest, -1)
        gap.rest = rest
        first = ((self.around[at] >> 1) + 2) & 3  # this side, seen from the new tile
        for walls in range(i64(15)):
            if (walls ^ (known >> 12)) & touched == 0 and touched & ~walls != 0:
                wall = gap.filled(walls, first, 4 - facing)
                if wall > self.best[walls]:
                    self.best[walls] = wall

    def faced(self, at: i64) -> i64:
        """The free cell beyond a side of the outline."""
        return (self.around[at] >> 3) + self.city.step((self.around[at] >> 1) & 3)

    def before(self, at: i64) -> i64:
        return at - 1 if at > 0 else self.sides - 1

    def has_wall(self, at: i64) -> bool:
        """Is there a wall on this side, counted round the outline?"""
        return self.around[at % self.sides] & 1 == 1

    def beyond_wall(self) -> i64:
        """Some side without a wall; the first when there is none."""
        for at in range(self.sides):
            if self.around[at] & 1 == 0:
                return at
        return 0

    def longest(self, start: i64, number: i64) -> i64:
        """The longest wall on this many sides from this one on."""
        best: i64 = 0
        run: i64 = 0
        for at in range(start, start + number):
            if self.has_wall(at):
                run += 1
                if run > best:
                    best = run
            else:
                run = 0
        return best

    def run(self, start: i64, most: i64, step: i64) -> i64:
        """How far a wall goes from this side on, or back."""
        length: i64 = 0
        while length < most and self.has_wall(start + step * length):
            length += 1
        return length

    def more(self, tile: i64) -> i64:
        """By how much the tile can lengthen the wall; below 0 when it can only shorten it."""
        return self.best[i64(WALLS[tile])] - self.wall

    def fits(self, tile: i64) -> bool:
        return self.best[i64(WALLS[tile])] >= 0


class Gap:
    """The outline without the sides that a new tile would touch."""

    def __init__(self) -> None:
        self.longest: i64 = 0  # wall on the sides that stay
        self.after: i64 = 0  # sides of wall that go on after the gap
        self.before: i64 = 0  # and that come up to it
        self.rest: i64 = 0  # sides that stay

    def filled(self, walls: i64, first: i64, number: i64) -> i64:
        """The longest wall with a tile in the gap: its free sides come, clockwise, after the first it touches with."""
        longest = self.longest
        run = self.before
        come = run  # the wall that comes up to the gap and goes on along the tile
        unbroken = True
        for turn in range(i64(1), number + 1):
            if (walls >> ((first + turn) & 3)) & 1:
                run += 1
                if run > longest:
                    longest = run
                if unbroken:
                    come = run
            else:
                run = 0
                unbroken = False
        run += self.after  # the wall that goes along the tile and on after the gap
        if unbroken:
            run = min(run, self.rest + number)
        elif self.after == self.rest:
            run += come - self.before  # a wall all round but for the tile's open sides
        return max(run, longest)
