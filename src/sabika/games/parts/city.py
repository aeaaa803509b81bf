"""The walled city of Alhambra and Alcazaba: where a tile may stand, what may be moved, how long the wall is."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

from sabika.engine.rule import NONE, Rule
from sabika.games.parts.rules import A17A, A17B, A17C, A17D, A17E, A18
from sabika.games.parts.tiles import BIT, FOUNTAIN, NO_TILE, TYPE, WALLS

# What is known of a cell, in bit fields of one number:
#   bits 0-7   the tile on it plus 1, 0 when it is free
#   bits 8-11  sides that touch a tile            (N E S W)
#   bits 12-15 of these, sides where that tile shows a wall
#   bits 16-23 which of the eight neighbours are tiles (N NE E SE S SW W NW)
TILE_FIELD: Final[i64] = 255
FIRST_BITS: Final[i64] = 4  # a grid of 16 x 16 cells to begin with

# For every mask of the eight neighbours: would a tile here cut the free cells beside it into two or more groups?
# The city is in one piece and has no hole, so two groups mean that one of them loses its way out (A17e).
# Free cells N and E are joined beside the tile only if NE is free too, because a way out goes in orthogonal steps.


def _groups(ring: int) -> int:
    """In how many groups the free cells N E S W hang together round the ring."""
    free = [not ring >> spot & 1 for spot in range(8)]
    beside = sum(free[0::2])
    joined = sum(free[spot] and free[spot + 1] and free[(spot + 2) % 8] for spot in (0, 2, 4, 6))
    return 1 if joined == 4 else beside - joined


ENCLOSES: Final = vec[u8]([1 if _groups(ring) != 1 else 0 for ring in range(256)])

RING_BIT: Final = vec[i64]([2 ** (16 + spot) for spot in range(8)])
SIDE_BIT: Final = vec[i64]([1, 2, 4, 8])


class City:
    """One player's Alhambra with its reserve. A cell is x,y: x to the east, y to the south; the fountain is on 0,0."""

    def __init__(self, bits: i64, cells: vec[i32], tiles: vec[i32], reserve: i64) -> None:
        self.bits: i64 = bits  # the grid is 2**bits wide and high, the fountain in the middle; it grows when needed
        self.width: i64 = BIT[bits]  # from a cell to the one south of it
        self.cells: vec[i32] = cells  # what is known of each cell, row by row
        self.tiles: vec[i32] = tiles  # cell * 256 + tile of everything built, the fountain first
        self.reserve: i64 = reserve  # mask of the tiles on the reserve board

    def clone(self) -> City:
        return City(self.bits, self.cells[:], self.tiles[:], self.reserve)

    # Where things are.

    def cell(self, x: i64, y: i64) -> i64:
        """The place of x,y in the grid, -1 outside, where nothing can touch the city."""
        middle = self.width >> 1
        if x < -middle or x >= middle or y < -middle or y >= middle:
            return -1
        return ((y + middle) << self.bits) + x + middle

    def x_of(self, cell: i64) -> i64:
        return (cell & (self.width - 1)) - (self.width >> 1)

    def y_of(self, cell: i64) -> i64:
        return (cell >> self.bits) - (self.width >> 1)

    def tile_at(self, x: i64, y: i64) -> i64:
        """The tile on x,y, or NO_TILE."""
        cell = self.cell(x, y)
        if cell < 0 or self.free(cell):
            return NO_TILE
        return self.tile_on(cell)

    def tile_on(self, cell: i64) -> i64:
        """The tile on a cell that is not free."""
        return (i64(self.cells[cell]) & TILE_FIELD) - 1

    def cell_of(self, tile: i64) -> i64:
        """Where the tile stands, -1 when it is not in the city."""
        for entry in self.tiles:
            if i64(entry) & 255 == tile:
                return i64(entry) >> 8
        return -1

    def free(self, cell: i64) -> bool:
        return i64(self.cells[cell]) & TILE_FIELD == 0

    def size(self) -> i64:
        """Tiles built, the fountain not counted."""
        return len(self.tiles) - 1

    def count(self, building: i64) -> i64:
        """Tiles of one type in the city; the reserve never counts (A22)."""
        count: i64 = 0
        for entry in self.tiles:
            if i64(TYPE[i64(entry) & 255]) == building:
                count += 1
        return count

    def built(self) -> list[tuple[int, int, int]]:
        """Tile, x and y of everything built, the fountain first."""
        return [(int(entry) & 255, self.x_of(i64(entry) >> 8), self.y_of(i64(entry) >> 8)) for entry in self.tiles]

    # May it stand there?

    def refusal(self, tile: i64, x: i64, y: i64) -> Rule:
        """Why the tile may not be built on x,y; NONE when it may."""
        cell = self.cell(x, y)
        if cell < 0:
            return A17B
        known = i64(self.cells[cell])
        if known & TILE_FIELD:
            return A17A  # the cell is free
        touched = (known >> 8) & 15
        if touched == 0:
            return A17B  # it touches the Alhambra
        walls = i64(WALLS[tile])
        if (walls ^ (known >> 12)) & touched:
            return A17C  # wall meets wall, open meets open
        if touched & ~walls == 0:
            return A17D  # one can walk in
        if ENCLOSES[(known >> 16) & 255]:
            return A17E  # no hole
        return NONE

    def spots(self) -> vec[i64]:
        """The free cells where some tile might stand: they touch the city and closing them leaves no hole.

        Each is cell * 2**24 + what is known of it; `fits` tells which tiles match.
        """
        found = vec[i64](capacity=32)
        for entry in self.tiles:
            cell = i64(entry) >> 8
            for side in range(i64(4)):
                beside = cell + self.step(side)
                known = i64(self.cells[beside])
                if known & TILE_FIELD or ENCLOSES[(known >> 16) & 255]:
                    continue
                touched = (known >> 8) & 15
                if touched & -touched == i64(SIDE_BIT[(side + 2) & 3]):  # count it from its first side only
                    found = append(found, (beside << 24) | known)
        return found

    def removal_refusal(self, tile: i64) -> Rule:
        """Why the tile may not go to the reserve (A18); NONE when it may."""
        cell = self.cell_of(tile)
        if cell < 0 or tile == FOUNTAIN:
            return A18
        if (i64(self.cells[cell]) >> 8) & 15 == 15:
            return A17E  # the freed cell has no way out
        if (self.passages() >> tile) & 1:
            return A17D  # a tile behind it could not be reached
        return NONE

    def swap_refusal(self, tile: i64, out: i64) -> Rule:
        """Why the tile may not take the place of `out` (A18); NONE when it may."""
        cell = self.cell_of(out)
        if cell < 0 or out == FOUNTAIN:
            return A18
        if not self.swaps(tile, out, cell):
            return A17C
        return NONE

    def swaps(self, tile: i64, out: i64, cell: i64) -> bool:
        """`out` on its cell matches all it touches, so the tile must have the same walls on these sides (A17 c, d)."""
        touched = (i64(self.cells[cell]) >> 8) & 15
        return (i64(WALLS[tile]) ^ i64(WALLS[out])) & touched == 0

    def step(self, side: i64) -> i64:
        """From a cell to the one beside it: N E S W."""
        if side == 0:
            return -self.width
        if side == 1:
            return 1
        if side == 2:
            return self.width
        return -1

    def passages(self) -> i64:
        """Mask of the tiles that others need to be reached on foot; the fountain is always among them."""
        if len(self.tiles) < 3:
            return BIT[FOUNTAIN]
        walk = Walk(self)
        walk.explore(i64(self.tiles[0]) >> 8, -1)
        return walk.needed | BIT[FOUNTAIN]

    def walkable(self, cell: i64) -> i64:
        """The sides by which you can walk from this tile to the next."""
        known = i64(self.cells[cell])
        return (known >> 8) & ~(known >> 12) & 15

    # Building.

    def build(self, tile: i64, x: i64, y: i64) -> None:
        """Put the tile on x,y; whoever calls has asked `refusal`."""
        middle = self.width >> 1
        if x <= -middle or x >= middle - 1 or y <= -middle or y >= middle - 1:
            self.grow()
        cell = self.cell(x, y)
        self.tiles = append(self.tiles, i32((cell << 8) | tile))
        self.link(cell, tile)

    def remove(self, tile: i64) -> None:
        """Take the tile out of the city."""
        kept = vec[i32](capacity=len(self.tiles))
        for entry in self.tiles:
            if i64(entry) & 255 == tile:
                self.unlink(i64(entry) >> 8)
            else:
                kept = append(kept, entry)
        self.tiles = kept

    def replace(self, out: i64, tile: i64) -> None:
        """Put the tile in exactly the place of `out`."""
        for place in range(len(self.tiles)):
            entry = i64(self.tiles[place])
            if entry & 255 == out:
                cell = entry >> 8
                self.unlink(cell)
                self.link(cell, tile)
                self.tiles[place] = i32((cell << 8) | tile)

    def link(self, cell: i64, tile: i64) -> None:
        """Write the tile on its cell and tell the eight cells around it."""
        self.cells[cell] = i32((i64(self.cells[cell]) & ~TILE_FIELD) | (tile + 1))
        walls = i64(WALLS[tile])
        for side in range(i64(4)):
            beside = cell + self.step(side)
            facing = (side + 2) & 3
            mark = SIDE_BIT[facing] << 8
            if (walls >> side) & 1:
                mark |= SIDE_BIT[facing] << 12
            mark |= RING_BIT[facing * 2]
            self.cells[beside] = i32(i64(self.cells[beside]) | mark)
            corner = beside + self.step((side + 1) & 3)
            self.cells[corner] = i32(i64(self.cells[corner]) | RING_BIT[(side * 2 + 5) & 7])

    def unlink(self, cell: i64) -> None:
        """Undo `link`."""
        self.cells[cell] = i32(i64(self.cells[cell]) & ~TILE_FIELD)
        for side in range(i64(4)):
            beside = cell + self.step(side)
            facing = (side + 2) & 3
            mark = (SIDE_BIT[facing] << 8) | (SIDE_BIT[facing] << 12) | RING_BIT[facing * 2]
            self.cells[beside] = i32(i64(self.cells[beside]) & ~mark)
            corner = beside + self.step((side + 1) & 3)
            self.cells[corner] = i32(i64(self.cells[corner]) & ~RING_BIT[(side * 2 + 5) & 7])

    def grow(self) -> None:
        """Lay everything on a grid twice as wide."""
        larger = City(self.bits + 1, vec[i32]([0] * (self.width * self.width * 4)), vec[i32](), self.reserve)
        for entry in self.tiles:
            cell = larger.cell(self.x_of(i64(entry) >> 8), self.y_of(i64(entry) >> 8))
            tile = i64(entry) & 255
            larger.tiles = append(larger.tiles, i32((cell << 8) | tile))
            larger.link(cell, tile)
        self.bits = larger.bits
        self.width = larger.width
        self.cells = larger.cells
        self.tiles = larger.tiles

    # The wall.

    def outline(self) -> vec[i64]:
        """The sides that face free cells, once round the city clockwise: (cell * 4 + side) * 2 + has a wall."""
        around = vec[i64](capacity=64)
        cell = i64(self.tiles[0]) >> 8
        for entry in self.tiles:
            if i64(entry) >> 8 < cell:
                cell = i64(entry) >> 8  # a tile of the northernmost row: its north side is on the outline
        first = cell
        side: i64 = 0
        while True:
            walls = i64(WALLS[(i64(self.cells[cell]) & TILE_FIELD) - 1])
            around = append(around, (cell * 4 + side) * 2 + ((walls >> side) & 1))
            ahead = cell + self.step((side + 1) & 3)
            across = ahead + self.step(side)
            if not self.free(across):
                cell = across  # an inner corner
                side = (side + 3) & 3
            elif not self.free(ahead):
                cell = ahead  # straight on
            else:
                side = (side + 1) & 3  # an outer corner
            if cell == first and side == 0:
                return around

    def longest_stretch(self) -> vec[i64]:
        """The sides of the longest connected outer wall (A24), as in `outline`; the first of equals."""
        around = self.outline()
        sides = i64(len(around))
        start: i64 = 0
        while start < sides and around[start] & 1:
            start += 1
        if start == sides:
            return around  # a wall closed all round
        best: i64 = 0
        end: i64 = 0
        run: i64 = 0
        for at in range(start, start + sides):
            if around[at % sides] & 1:
                run += 1
            else:
                run = 0
            if run > best:
                best = run
                end = at
        stretch = vec[i64](capacity=best)
        for at in range(end - best + 1, end + 1):
            stretch = append(stretch, around[at % sides])
        return stretch

    def longest_wall(self) -> i64:
        """Points for the wall (A24)."""
        return len(self.longest_stretch())


class Walk:
    """A walk through a city from its fountain that finds the tiles others need (the cut points of the walking graph).

    Every tile gets the number of its turn. A tile is needed when some tile first reached through it has no way back,
    by itself or by those reached after it, to a tile numbered before it.
    """

    def __init__(self, city: City) -> None:
        self.city: City = city
        self.number: vec[u8] = vec[u8]([0] * 64)  # by tile, 0: not reached yet
        self.count: i64 = 0
        self.needed: i64 = 0

    def explore(self, cell: i64, came: i64) -> i64:
        """Walk on from a cell entered by side `came`; the lowest number one gets back to."""
        city = self.city
        tile = city.tile_on(cell)
        self.count += 1
        mine = self.count
        self.number[tile] = u8(mine)
        lowest = mine
        open_sides = city.walkable(cell)
        for side in range(i64(4)):
            if (open_sides >> side) & 1 and side != came:
                beside = cell + city.step(side)
                back = i64(self.number[city.tile_on(beside)])
                if back == 0:
                    back = self.explore(beside, (side + 2) & 3)
                    if back >= mine:
                        self.needed |= BIT[tile]
                if back < lowest:
                    lowest = back
        return lowest


def new_city() -> City:
    """A city with nothing but its fountain."""
    city = City(FIRST_BITS, vec[i32]([0] * BIT[FIRST_BITS * 2]), vec[i32](), 0)
    city.build(FOUNTAIN, 0, 0)
    return city


def fits(tile: i64, spot: i64) -> bool:
    """Do the tile's walls match this spot, with a way in?"""
    touched = (spot >> 8) & 15
    walls = i64(WALLS[tile])
    return (walls ^ (spot >> 12)) & touched == 0 and touched & ~walls != 0
