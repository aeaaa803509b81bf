"""Where a tile may stand, and what a redesign may do (A17, A18)."""

from __future__ import annotations

import pytest

from sabika.engine.rule import NONE, Rule
from sabika.games.parts.building import ADD, REMOVE, on_cell, redesign, redesign_refusal, swap, with_tile
from sabika.games.parts.city import new_city
from sabika.games.parts.rules import A17A, A17B, A17C, A17D, A17E, A18
from sabika.games.parts.tiles import FOUNTAIN, NO_TILE, TILE_NUMBER
from tests.games.parts.cities import built, city, mask, tile_with, tiles

# A17: building.

BESIDE_THE_FOUNTAIN = {
    "open side meets open side": ("", (0, -1), NONE),
    "far walls are free": ("NE", (0, -1), NONE),
    "three far walls are free": ("NEW", (0, -1), NONE),
    "to the east": ("NES", (1, 0), NONE),
    "to the south": ("ESW", (0, 1), NONE),
    "to the west": ("NSW", (-1, 0), NONE),
    "wall meets open side in the north": ("S", (0, -1), A17C),
    "wall meets open side in the east": ("W", (1, 0), A17C),
    "wall meets open side in the south": ("N", (0, 1), A17C),
    "wall meets open side in the west": ("E", (-1, 0), A17C),
    "touches by a corner only": ("", (1, 1), A17B),
    "touches nothing": ("", (2, 0), A17B),
    "far beyond the grid": ("", (50, 50), A17B),
    "cell already built on": ("", (0, 0), A17A),
}


@pytest.mark.parametrize(("walls", "at", "expected"), BESIDE_THE_FOUNTAIN.values(), ids=BESIDE_THE_FOUNTAIN)
def test_building_beside_the_fountain(walls: str, at: tuple[int, int], expected: Rule) -> None:
    """A17 a to d."""
    assert new_city().refusal(tile_with(walls), *at) is expected


NOOK = "pavilion-6-N@1,0 garden-10-none@0,-1"  # at 1,-1 the west is open and the south is walled
ALLEY = "tower-13-E@1,0 garden-10-none@0,1 garden-11-none@1,1 tower-11-none@2,1"  # at 2,0 only the south is open
BLIND_ALLEY = "tower-13-E@1,0 garden-10-none@0,1 garden-11-none@1,1 pavilion-6-N@2,1"  # at 2,0 both sides are walled
IN_A_NOOK = {
    "wall meets wall, and the other side is open": (NOOK, "S", (1, -1), NONE),
    "open side meets wall": (NOOK, "", (1, -1), A17C),
    "wall meets wall, and a wall meets the open side": (NOOK, "SW", (1, -1), A17C),
    "far walls are free in a nook": (NOOK, "NES", (1, -1), NONE),
    "one open side is enough to walk in": (ALLEY, "W", (2, 0), NONE),
    "the only touched side is a wall": ("tower-13-E@1,0", "W", (2, 0), A17D),
    "every touched side is a wall": (BLIND_ALLEY, "SW", (2, 0), A17D),
    "a wall too few among walls": (BLIND_ALLEY, "W", (2, 0), A17C),
}


@pytest.mark.parametrize(("around", "walls", "at", "expected"), IN_A_NOOK.values(), ids=IN_A_NOOK)
def test_building_in_a_nook(around: str, walls: str, at: tuple[int, int], expected: Rule) -> None:
    """A17 c and d: on every touched side, and one of them open."""
    assert city(around).refusal(tile_with(walls), *at) is expected


# Tiles without walls, so that only holes matter. A city is drawn: `@` fountain, `#` tile, `?` the new tile.

HOLES = {
    "checked case: one gap closes": (
        """
        ####
        @..#
        .?##
        """,
        A17E,
    ),
    "checked case: the bay is cut in two": (
        """
        ####
        @?.#
        ..##
        """,
        A17E,
    ),
    "checked case: the bay is filled from behind": (
        """
        ####
        @.?#
        ..##
        """,
        NONE,
    ),
    "a bay one wide is no hole": (
        """
        ?.#
        @##
        """,
        NONE,
    ),
    "a bay two deep is no hole": (
        """
        ?.#
        #.#
        @##
        """,
        NONE,
    ),
    "a bay's last cell is filled": (
        """
        #?#
        @##
        """,
        NONE,
    ),
    "a gap open only across a corner is a hole": (
        """
        @##
        #.#
        #?.
        """,
        A17E,
    ),
    "a ring closes": (
        """
        @##
        #.#
        #?#
        """,
        A17E,
    ),
    "a ring's corner closes nothing that was open": (
        """
        @##
        #..
        ##?
        """,
        NONE,
    ),
    "a wide room closes": (
        """
        @####
        #...#
        #...#
        ##?##
        """,
        A17E,
    ),
    "touching its own tail across a corner": (
        """
        @##
        ..#
        .?#
        """,
        NONE,
    ),
    "the new tile shuts a cell from the last open side": (
        """
        @##
        ?.#
        .##
        """,
        A17E,
    ),
}


def drawn(picture: str) -> tuple[dict[tuple[int, int], str], tuple[int, int]]:
    """The cells of a picture, counted from the fountain, and where the new tile comes."""
    cells = {
        (x, y): letter
        for y, line in enumerate(picture.strip().splitlines())
        for x, letter in enumerate(line.strip())
        if letter != "."
    }
    fx, fy = next(cell for cell, letter in cells.items() if letter == "@")
    cells = {(x - fx, y - fy): letter for (x, y), letter in cells.items()}
    return cells, next(cell for cell, letter in cells.items() if letter == "?")


@pytest.mark.parametrize(("picture", "expected"), HOLES.values(), ids=HOLES)
def test_holes(picture: str, expected: Rule) -> None:
    """A17e and checked case 1."""
    cells, new = drawn(picture)
    wide = new_city()
    for cell, letter in cells.items():
        if letter == "#":
            wide.build(tile_with(""), *cell)
    assert wide.refusal(tile_with(""), *new) is expected


@pytest.mark.parametrize(("dx", "dy"), [(0, -1), (1, 0), (0, 1), (-1, 0)], ids=["north", "east", "south", "west"])
def test_a_city_may_reach_as_far_as_there_are_tiles(dx: int, dy: int) -> None:
    """A17: there is no edge of the table."""
    row = new_city()
    for step in range(1, 56):
        assert row.refusal(tile_with(""), dx * step, dy * step) is NONE
        assert row.tile_at(dx * step, dy * step) == NO_TILE
        row.build(tile_with(""), dx * step, dy * step)
        assert row.tile_at(dx * step, dy * step) == tile_with("")
    assert row.built() == [(FOUNTAIN, 0, 0)] + [(tile_with(""), dx * step, dy * step) for step in range(1, 56)]


# A18: redesigning.

ROW = "garden-10-none@1,0 garden-11-none@2,0"
LOOP = "garden-10-none@1,0 garden-11-none@1,1 tower-11-none@0,1"
WALLED_LOOP = "garden-10-none@1,0 seraglio-7-W@1,1 tower-13-E@0,1"
DOUBLE_WALL = "tower-13-E@1,0 garden-10-none@0,1 garden-11-none@1,1 tower-11-none@2,1 seraglio-7-W@2,0"
BLOCK = (
    "garden-11-none@1,0 pavilion-8-none@2,0 seraglio-9-none@1,-1 arcades-9-none@1,1 arcades-10-none@2,-1 "
    "chambers-10-none@2,1"
)
REMOVALS = {
    "a dead end may go": (ROW, "garden-11-none", NONE),
    "the only way to another tile must stay": (ROW, "garden-10-none", A17D),
    "where there are two ways, one may go": (LOOP, "garden-10-none", NONE),
    "a way round that is walled is no way": (WALLED_LOOP, "garden-10-none", A17D),
    "a tile behind a wall does not hang on it": (DOUBLE_WALL, "tower-13-E", NONE),
    "a tile out of the middle would leave a hole": (BLOCK, "garden-11-none", A17E),
    "a tile at the rim may go": (BLOCK, "pavilion-8-none", NONE),
    "the fountain stays": (ROW, "fountain-0-none", A18),
    "a tile on the reserve is not in the city": (ROW, "tower-12-none", A18),
}


@pytest.mark.parametrize(("around", "tile", "expected"), REMOVALS.values(), ids=REMOVALS)
def test_removing(around: str, tile: str, expected: Rule) -> None:
    """A18."""
    place = city(around)
    place.reserve = mask("tower-12-none")
    assert redesign_refusal(place, with_tile(REMOVE, TILE_NUMBER[tile])) is expected


SWAPS = {
    "the same walls": (ROW, "tower-12-none", "garden-11-none", NONE),
    "other walls where nothing touches": (ROW, "tower-8-NES", "garden-11-none", NONE),
    "a wall would meet an open side": (ROW, "seraglio-5-SW", "garden-11-none", A17C),
    "in the middle of a row both ends must stay open": (ROW, "tower-8-NES", "garden-10-none", A17C),
    "walls above and below a row are free": (ROW, "pavilion-6-N", "garden-10-none", NONE),
    "an open side would meet a wall": (DOUBLE_WALL, "tower-12-none", "seraglio-7-W", A17C),
    "a wall still meets the wall": (DOUBLE_WALL, "pavilion-5-NW", "seraglio-7-W", NONE),
    "all around open": (BLOCK, "tower-12-none", "garden-11-none", NONE),
    "all around open, and a wall": (BLOCK, "pavilion-6-N", "garden-11-none", A17C),
    "the fountain stays": (ROW, "tower-12-none", "fountain-0-none", A18),
    "a tile that is not in the city": (ROW, "tower-12-none", "tower-11-S", A18),
    "a tile that is not on the reserve": (ROW, "tower-11-S", "garden-11-none", A18),
    "a tile of the city is not on the reserve": (ROW, "garden-10-none", "garden-11-none", A18),
}
RESERVE = "tower-12-none tower-8-NES seraglio-5-SW pavilion-6-N pavilion-5-NW"


@pytest.mark.parametrize(("around", "tile", "leaver", "expected"), SWAPS.values(), ids=SWAPS)
def test_swapping(around: str, tile: str, leaver: str, expected: Rule) -> None:
    """A18: in exactly the same cell, A17 c and d hold."""
    place = city(around)
    place.reserve = mask(RESERVE)
    assert redesign_refusal(place, swap(TILE_NUMBER[tile], TILE_NUMBER[leaver])) is expected


ADDS = {
    "a reserve tile where it fits": ("tower-12-none", (1, 1), NONE),
    "a reserve tile where it does not fit": ("pavilion-6-N", (1, 1), A17C),
    "a reserve tile on a taken cell": ("tower-12-none", (1, 0), A17A),
    "a reserve tile across a corner": ("tower-12-none", (3, 1), A17B),
    "a tile that is not on the reserve": ("tower-11-S", (1, 1), A18),
    "the fountain": ("fountain-0-none", (1, 1), A18),
}


@pytest.mark.parametrize(("tile", "at", "expected"), ADDS.values(), ids=ADDS)
def test_adding(tile: str, at: tuple[int, int], expected: Rule) -> None:
    """A18, A17."""
    place = city(ROW)
    place.reserve = mask(RESERVE)
    assert redesign_refusal(place, on_cell(ADD, TILE_NUMBER[tile], *at)) is expected


WORKS = {
    "adding takes a tile from the reserve": (
        on_cell(ADD, TILE_NUMBER["tower-12-none"], 0, 1),
        "garden-10-none@1,0 garden-11-none@2,0 tower-12-none@0,1",
        "pavilion-6-N",
    ),
    "removing puts it there": (
        with_tile(REMOVE, TILE_NUMBER["garden-11-none"]),
        "garden-10-none@1,0",
        "pavilion-6-N garden-11-none tower-12-none",
    ),
    "swapping does both in one cell": (
        swap(TILE_NUMBER["pavilion-6-N"], TILE_NUMBER["garden-10-none"]),
        "pavilion-6-N@1,0 garden-11-none@2,0",
        "garden-10-none tower-12-none",
    ),
}


@pytest.mark.parametrize(("move", "after", "reserve"), WORKS.values(), ids=WORKS)
def test_what_a_redesign_does(move: int, after: str, reserve: str) -> None:
    """A18."""
    place = city(ROW)
    place.reserve = mask("tower-12-none pavilion-6-N")
    redesign(place, move)
    assert (built(place), tiles(place.reserve)) == (after, reserve)
