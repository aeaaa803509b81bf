"""Moves that two games share, named: actions, notation and JSON. First those that build, then those of a dice turn."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sabika.engine.game import Action, Unreadable
from sabika.games.parts import building
from sabika.games.parts.building import ADD, GIVE, PLACE, REMOVE, RESERVE, SWAP
from sabika.games.parts.dice import DICE, FACE_NUMBER, FACES, KEEP, UNIT, dice_name, is_dice, keep, kept_by, showing
from sabika.games.parts.rounds import name_first, seat_of
from sabika.games.parts.tiles import FOUNTAIN, NAMES, TILE_NUMBER, TYPES
from sabika.games.parts.turns import MARK, type_of, with_type

FARTHEST = 63  # no city of 55 tiles reaches farther from its fountain
CELL = re.compile(r"(-?\d{1,3}),(-?\d{1,3})", re.ASCII)


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
    """A cell is x,y: x to the east, y to the south."""
    written = CELL.fullmatch(text)
    if written is None:
        raise Unreadable(f"{shorten(text)} is no cell; one is written like 1,-2")
    return near(int(written[1]), int(written[2]))


def near(x: int, y: int) -> tuple[int, int]:
    if max(abs(x), abs(y)) > FARTHEST:
        raise Unreadable(f"no city reaches {x},{y}")
    return x, y


def shorten(text: str) -> str:
    """A word from outside, safe to repeat in a message of one line."""
    return repr(text if len(text) <= 30 else text[:30] + "…")


# The moves of a turn with dice.


class KeepDice(Action, frozen=True, tag="keep"):
    """Keep these dice and throw the others (D10)."""

    dice: tuple[str, ...]  # the type that each of them shows


class PlaceMarker(Action, frozen=True, tag="mark"):
    """End the turn: place a marker for a type (D12)."""

    column: str


class NameFirst(Action, frozen=True, tag="name"):
    """Name the first player of the next round (D31)."""

    seat: int  # from 0, as everywhere in programs; notation counts from 1


DiceTurn = KeepDice | PlaceMarker | NameFirst
TURN_WORDS = {
    "keep": "keep DICE, like keep pav2-tow3, or keep none",
    "mark": "mark TYPE, like mark tower",
    "name": "name SEAT, like name 2",
}


def turn_action_of(move: int) -> DiceTurn:
    """The named action of KEEP, MARK or NAME."""
    kind = building.kind_of(move)
    if kind == KEEP:
        dice = kept_by(move)
        return KeepDice(tuple(TYPES[face] for face in range(FACES) for _ in range(showing(dice, face))))
    return PlaceMarker(TYPES[type_of(move)]) if kind == MARK else NameFirst(seat_of(move))


def turn_code_of(action: DiceTurn) -> int:
    if isinstance(action, KeepDice):
        if len(action.dice) > DICE:
            raise Unreadable("there are eight dice")
        return keep(sum(UNIT[type_number(name)] for name in action.dice))
    if isinstance(action, PlaceMarker):
        return with_type(MARK, type_number(action.column))
    return name_first(near_seat(action.seat))


def turn_notation_of(move: int) -> str:
    """`keep pav2-tow3`, `mark tower`, `name 2`."""
    kind = building.kind_of(move)
    if kind == KEEP:
        return f"keep {dice_name(kept_by(move))}"
    return f"mark {TYPES[type_of(move)]}" if kind == MARK else f"name {seat_of(move) + 1}"


def parse_turn(words: Sequence[str]) -> int:
    """The code of KEEP, MARK or NAME written in two words."""
    if len(words) != 2:
        raise Unreadable(f"'{words[0]}' is written {TURN_WORDS[words[0]]}")
    word, what = words
    if word == "keep":
        return keep(dice_named(what))
    if word == "mark":
        return with_type(MARK, type_number(what))
    if not (what.isascii() and what.isdecimal() and len(what) == 1):
        raise Unreadable(f"{shorten(what)} is no seat; seats are numbers from 1")
    return name_first(near_seat(int(what) - 1))


def dice_named(text: str) -> int:
    """Dice from `pav2-tow6`; `none` for no dice."""
    dice = 0
    for face in [] if text == "none" else text[:60].split("-"):
        number, count = FACE_NUMBER.get(face[:3]), face[3:]
        if number is None or count not in COUNTS:
            raise Unreadable(f"{shorten(text)} are no dice; they are written like pav2-tow6, or none")
        dice += UNIT[number] * int(count)
        if not is_dice(dice):
            raise Unreadable(f"{shorten(text)} are more than eight dice")
    return dice


COUNTS = set("12345678")


def type_number(name: str) -> int:
    if name not in TYPES:
        raise Unreadable(f"{shorten(name)} is no type; there are {', '.join(TYPES)}")
    return TYPES.index(name)


def near_seat(seat: int) -> int:
    if not 0 <= seat < 6:
        raise Unreadable("there are at most six seats")
    return seat
