"""Moves of a turn with dice: named actions, notation and JSON."""

from __future__ import annotations

from collections.abc import Sequence

from sabika.engine.game import Action, Unreadable
from sabika.games.parts import building
from sabika.games.parts.dice import DICE, FACE_NUMBER, FACES, KEEP, UNIT, dice_name, is_dice, keep, kept_by, showing
from sabika.games.parts.rounds import name_first, seat_of
from sabika.games.parts.texts import shorten
from sabika.games.parts.tiles import TYPES
from sabika.games.parts.turns import MARK, type_of, with_type


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
WORDS = {
    "keep": "keep DICE, like keep pav2-tow3, or keep none",
    "mark": "mark TYPE, like mark tower",
    "name": "name SEAT, like name 2",
}


def action_of(move: int) -> DiceTurn:
    """The named action of KEEP, MARK or NAME."""
    kind = building.kind_of(move)
    if kind == KEEP:
        dice = kept_by(move)
        return KeepDice(tuple(TYPES[face] for face in range(FACES) for _ in range(showing(dice, face))))
    return PlaceMarker(TYPES[type_of(move)]) if kind == MARK else NameFirst(seat_of(move))


def code_of(action: DiceTurn) -> int:
    if isinstance(action, KeepDice):
        if len(action.dice) > DICE:
            raise Unreadable("there are eight dice")
        return keep(sum(UNIT[type_number(name)] for name in action.dice))
    if isinstance(action, PlaceMarker):
        return with_type(MARK, type_number(action.column))
    return name_first(near_seat(action.seat))


def notation_of(move: int) -> str:
    """`keep pav2-tow3`, `mark tower`, `name 2`."""
    kind = building.kind_of(move)
    if kind == KEEP:
        return f"keep {dice_name(kept_by(move))}"
    return f"mark {TYPES[type_of(move)]}" if kind == MARK else f"name {seat_of(move) + 1}"


def parse_words(words: Sequence[str]) -> int:
    """The code of KEEP, MARK or NAME written in two words."""
    if len(words) != 2:
        raise Unreadable(f"'{words[0]}' is written {WORDS[words[0]]}")
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
        if showing(dice, number):
            raise Unreadable(f"{shorten(text)} names the same face twice; together it is written like pav2")
        dice += UNIT[number] * int(count)
        if not is_dice(dice):
            raise Unreadable(f"{shorten(text)} are more than eight dice")
    return dice


COUNTS = set("12345678")


def type_number(name: str) -> int:
    if name not in TYPES:
        raise Unreadable(f"{shorten(name)} is no type; choose one of {', '.join(TYPES)}")
    return TYPES.index(name)


def near_seat(seat: int) -> int:
    if not 0 <= seat < 6:
        raise Unreadable("there are at most six seats")
    return seat
