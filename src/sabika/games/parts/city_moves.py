"""Moves that build in a city: named actions, notation and JSON."""

from __future__ import annotations

from collections.abc import Sequence

from sabika.engine.game import Action, Unreadable
from sabika.games.parts import building
from sabika.games.parts.building import ADD, GIVE, PLACE, REMOVE, RESERVE, SWAP
from sabika.games.parts.texts import cell_of, shorten
from sabika.games.parts.tiles import FOUNTAIN, NAMES, TILE_NUMBER

FARTHEST = 63  # no city of 55 tiles reaches farther from its fountain


class AddBuilding(Action, frozen=True, tag="add"):
    """Build a tile of the reserve (A18)."""

    tile: str
    cell: tuple[int, int]


class RemoveBuilding(Action, frozen=True, tag="remove"):
    """Put a tile of the city on the reserve (A18)."""

    tile: str


class SwapBuilding(Action, frozen=True, tag="swap"):
    """Put a tile of the reserve in the place of one in the city (A18)."""

    tile: str
    leaver: str


class PlaceBuilding(Action, frozen=True, tag="place"):
    """Build a new tile (A16)."""

    tile: str
    cell: tuple[int, int]


class ReserveBuilding(Action, frozen=True, tag="reserve"):
    """Put a new tile on the reserve (A16)."""

    tile: str


class GiveBuilding(Action, frozen=True, tag="give"):
    """Give a new tile to the ghost (A16)."""

    tile: str


Building = AddBuilding | RemoveBuilding | SwapBuilding | PlaceBuilding | ReserveBuilding | GiveBuilding
ON_CELL: dict[int, type[AddBuilding] | type[PlaceBuilding]] = {ADD: AddBuilding, PLACE: PlaceBuilding}
WITH_TILE: dict[int, type[RemoveBuilding] | type[ReserveBuilding] | type[GiveBuilding]] = {
    REMOVE: RemoveBuilding,
    RESERVE: ReserveBuilding,
    GIVE: GiveBuilding,
}
WORDS = {"add": ADD, "remove": REMOVE, "swap": SWAP, "place": PLACE, "reserve": RESERVE, "give": GIVE}
WORD_OF = {kind: word for word, kind in WORDS.items()}


def action_of(move: int) -> Building:
    """The named action of a code that builds."""
    kind, tile = building.kind_of(move), NAMES[building.tile_of(move)]
    if kind == SWAP:
        return SwapBuilding(tile, NAMES[building.leaver_of(move)])
    if kind in ON_CELL:
        return ON_CELL[kind](tile, (building.x_of(move), building.y_of(move)))
    return WITH_TILE[kind](tile)


def code_of(action: Building) -> int:
    """The code of a named action that builds."""
    tile = tile_number(action.tile)
    match action:
        case SwapBuilding(leaver=leaver):
            return building.swap(tile, tile_number(leaver))
        case AddBuilding(cell=(x, y)):
            return building.on_cell(ADD, tile, *near(x, y))
        case PlaceBuilding(cell=(x, y)):
            return building.on_cell(PLACE, tile, *near(x, y))
        case RemoveBuilding():
            return building.with_tile(REMOVE, tile)
        case ReserveBuilding():
            return building.with_tile(RESERVE, tile)
        case GiveBuilding():
            return building.with_tile(GIVE, tile)


def notation_of(move: int) -> str:
    """The short text of a code that builds: `place tower-9-NE 1,-2`, `swap tower-9-NE garden-8-NE`."""
    kind = building.kind_of(move)
    text = f"{WORD_OF[kind]} {NAMES[building.tile_of(move)]}"
    if kind == SWAP:
        return f"{text} {NAMES[building.leaver_of(move)]}"
    if kind in ON_CELL:
        return f"{text} {building.x_of(move)},{building.y_of(move)}"
    return text


def parse_words(words: Sequence[str]) -> int:
    """The code of a short text that builds, split into words."""
    kind = WORDS[words[0]]
    if len(words) != (3 if kind == SWAP or kind in ON_CELL else 2):
        raise Unreadable(f"'{words[0]}' is written {usage(kind)}")
    tile = tile_number(words[1])
    if kind == SWAP:
        return building.swap(tile, tile_number(words[2]))
    if kind in ON_CELL:
        return building.on_cell(kind, tile, *cell_named(words[2]))
    return building.with_tile(kind, tile)


def usage(kind: int) -> str:
    """How a move of this kind is written."""
    return {
        ADD: "add TILE X,Y",
        PLACE: "place TILE X,Y",
        SWAP: "swap RESERVE-TILE CITY-TILE",
        REMOVE: "remove TILE",
        RESERVE: "reserve TILE",
        GIVE: "give TILE",
    }[kind]


def tile_number(name: str) -> int:
    number = TILE_NUMBER.get(name)
    if name == "fountain" or number == FOUNTAIN:
        raise Unreadable("the fountain never moves (A18)")
    if number is None:
        raise Unreadable(f"there is no tile {shorten(name)}; one is named like tower-9-NE")
    return number


def cell_named(text: str) -> tuple[int, int]:
    return near(*cell_of(text, "cell"))


def near(x: int, y: int) -> tuple[int, int]:
    if max(abs(x), abs(y)) > FARTHEST:
        raise Unreadable(f"no city reaches {x},{y}")
    return x, y
