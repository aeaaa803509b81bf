"""A walled city in characters: tiles as coloured bricks, walls as lines, the longest stretch doubled."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final, Protocol

from rich.text import Text

from sabika.terminal import Cell, Spots
from sabika.terminal.faces.pieces import BUILDING_STYLE, LETTER
from sabika.terminal.screen import NUMBER_STYLE, QUIET, Block, line, words

# What a side of a cell looks like; where lines meet, the higher one is drawn on top.
NOTHING: Final = 0
OPEN: Final = 1  # an open side to the outside: the city may grow here
WALL: Final = 2
LONGEST: Final = 3  # a wall of the longest stretch, which scores (A24)

WALL_STYLE: Final = ("", QUIET, "#b5835a", "bold #ffc83d")
ACROSS: Final = " ╌━═"
UPRIGHT: Final = " ╎┃║"
ASCII_ACROSS: Final = " .-#"
ASCII_UPRIGHT: Final = " .|#"
ASCII_CORNER: Final = " .+#"
BESIDE: Final = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ACROSS_FROM: Final = {"N": "S", "E": "W", "S": "N", "W": "E"}
LABELS: Final = 4  # columns left of the city, for the row numbers


class PlacedTile(Protocol):
    @property
    def tile(self) -> str: ...
    @property
    def cell(self) -> Cell: ...


class WalledCity(Protocol):
    """What a view tells about a city."""

    @property
    def tiles(self) -> Sequence[PlacedTile]: ...
    @property
    def stretch(self) -> Sequence[tuple[int, int, str]]: ...


def type_of(tile: str) -> str:
    return tile.split("-")[0]


def price_of(tile: str) -> str:
    return tile.split("-")[1]


def walls_of(tile: str | None) -> str:
    """The walled sides; an empty cell has none."""
    return "" if tile is None else tile.split("-")[2].replace("none", "")


def tile_text(tile: str) -> Text:
    """A tile in a list: its letter as a brick, then its name."""
    building = type_of(tile)
    return Text.assemble((f" {LETTER[building]} ", BUILDING_STYLE[building]), " ", tile, no_wrap=True)


# Where lines meet.


def box_characters() -> dict[tuple[int, ...], str]:
    """Unicode's box drawings by their arms: up, right, down, left, each NOTHING, OPEN (light), WALL or LONGEST."""
    found: dict[tuple[int, ...], str] = {}
    for code in range(0x2500, 0x2580):
        name = unicodedata.name(chr(code)).removeprefix("BOX DRAWINGS ")
        if not any(word in name for word in ("DASH", "DIAGONAL", "ARC")):
            found[arms_in(name)] = chr(code)
    return found


def arms_in(name: str) -> tuple[int, ...]:
    """The arms of a box drawing by its name: DOWN LIGHT AND RIGHT HEAVY, HEAVY DOWN AND RIGHT .."""
    weights = {"LIGHT": OPEN, "SINGLE": OPEN, "HEAVY": WALL, "DOUBLE": LONGEST}
    sides = {"UP": (0,), "RIGHT": (1,), "DOWN": (2,), "LEFT": (3,), "VERTICAL": (0, 2), "HORIZONTAL": (1, 3)}
    arms = [NOTHING] * 4
    weight = NOTHING
    for part in name.split(" AND "):
        weight = next((weights[word] for word in part.split() if word in weights), weight)
        for word in part.split():
            for arm in sides.get(word, ()):
                arms[arm] = weight
    return tuple(arms)


BOX: Final = box_characters()


def corner(arms: tuple[int, ...]) -> str:
    """The character for a point. No character joins double and heavy lines: there the longest wall is drawn alone."""
    if max(arms) <= OPEN and arms[0] == arms[2] and arms[1] == arms[3] and arms != (OPEN,) * 4:
        return (UPRIGHT if arms[0] else ACROSS)[max(arms)]
    if arms in BOX:
        return BOX[arms]
    heaviest = tuple(LONGEST if arm == LONGEST else NOTHING for arm in arms)
    return BOX.get(heaviest, "║" if heaviest[0] or heaviest[2] else "═")


# The drawing.


class Plan:
    """A city laid out in characters: which cells are shown, and what each side looks like."""

    def __init__(self, city: WalledCity, spots: Spots, inside: int, *, ascii_only: bool) -> None:
        self.tiles = {placed.cell: placed.tile for placed in city.tiles}
        self.longest = {(x, y, side) for x, y, side in city.stretch}
        self.spots = spots
        self.inside = inside  # characters between the sides of a cell
        self.ascii_only = ascii_only
        shown = [*self.tiles, *spots]
        self.west, self.east = min(x for x, _ in shown), max(x for x, _ in shown)
        self.north, self.south = min(y for _, y in shown), max(y for _, y in shown)

    def side(self, x: int, y: int, side: str) -> int:
        """What the side of a cell looks like, from whichever tile has something to say."""
        dx, dy = BESIDE[side]
        here, there = self.tiles.get((x, y)), self.tiles.get((x + dx, y + dy))
        if (x, y, side) in self.longest or (x + dx, y + dy, ACROSS_FROM[side]) in self.longest:
            return LONGEST
        if side in walls_of(here) or ACROSS_FROM[side] in walls_of(there):
            return WALL
        return OPEN if (here is None) != (there is None) else NOTHING

    def arms(self, x: int, y: int) -> tuple[int, ...]:
        """The lines that meet at the north-western corner of a cell: up, right, down, left."""
        return self.side(x, y - 1, "W"), self.side(x, y, "N"), self.side(x, y, "W"), self.side(x - 1, y, "N")

    def edge_row(self, y: int) -> Text:
        """The line of characters north of row y."""
        text = words("")
        for x in range(self.west, self.east + 2):
            arms = self.arms(x, y)
            text.append(ASCII_CORNER[max(arms)] if self.ascii_only else corner(arms), WALL_STYLE[max(arms)])
            if x <= self.east:
                weight = self.side(x, y, "N")
                text.append((ASCII_ACROSS if self.ascii_only else ACROSS)[weight] * self.inside, WALL_STYLE[weight])
        return text

    def cell_row(self, y: int) -> Text:
        """The line of characters through the cells of row y."""
        text = words("")
        for x in range(self.west, self.east + 2):
            weight = self.side(x, y, "W")
            text.append((ASCII_UPRIGHT if self.ascii_only else UPRIGHT)[weight], WALL_STYLE[weight])
            if x <= self.east:
                text.append_text(self.cell(x, y))
        return text

    def cell(self, x: int, y: int) -> Text:
        tile = self.tiles.get((x, y))
        number = self.spots.get((x, y))
        if number is not None:
            label = f"[{number}]" if len(number) + 2 <= self.inside else number
            return words(
                f"{label:^{self.inside}}",
                NUMBER_STYLE if tile is None else f"{BUILDING_STYLE[type_of(tile)]} underline",
            )
        if tile is None:
            return words(" " * self.inside)
        building = type_of(tile)
        label = LETTER[building] + (price_of(tile) if self.inside > 2 and building != "fountain" else "")
        return words(f"{label:^{self.inside}}", BUILDING_STYLE[building])

    def drawn(self, *, labels: bool) -> Block:
        """All rows from north to south; with labels, the numbers of columns and rows beside them."""
        found: Block = []
        if labels:
            pitch = self.inside + 1
            numbers = "".join(f"{x:^{pitch}}" for x in range(self.west, self.east + 1))
            found.append(words(" " * (LABELS + 1) + numbers.rstrip(), QUIET))
        for y in range(self.north, self.south + 2):
            edge = self.edge_row(y)
            found.append(words(" " * LABELS if labels else "").append_text(edge))
            if y <= self.south:
                number = f"{y:>{LABELS - 1}} " if labels else ""
                found.append(line((number, QUIET), self.cell_row(y)))
        return found


def width_of(city: WalledCity, spots: Spots, inside: int) -> int:
    """Columns that a drawing with labels takes."""
    shown = [x for x, _ in [*(placed.cell for placed in city.tiles), *spots]]
    return LABELS + (max(shown) - min(shown) + 1) * (inside + 1) + 1


def large(city: WalledCity, spots: Spots, room: int, *, ascii_only: bool) -> Block:
    """The city with its coordinates, in cells as wide as the room allows."""
    inside = next((inside for inside in (5, 4) if width_of(city, spots, inside) <= room), 3)
    return Plan(city, spots, inside, ascii_only=ascii_only).drawn(labels=True)


def small(city: WalledCity, inside: int, *, ascii_only: bool) -> Block:
    """The city without coordinates; cells one character wide show letters only."""
    return Plan(city, {}, inside, ascii_only=ascii_only).drawn(labels=False)
