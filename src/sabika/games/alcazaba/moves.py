"""Moves of Alcazaba by name: actions, notation and JSON <-> codes."""

from __future__ import annotations

from sabika.engine.game import Action, Unreadable
from sabika.games.alcazaba import codes
from sabika.games.alcazaba.codes import CHIP, PICK
from sabika.games.parts import building, city_moves, dice_moves
from sabika.games.parts.building import kind_of, tile_of
from sabika.games.parts.city_moves import Building, tile_number
from sabika.games.parts.dice_moves import DiceTurn
from sabika.games.parts.texts import shorten
from sabika.games.parts.tiles import NAMES

FIRST_PLAYER = "first-player"


class PickPrize(Action, frozen=True, tag="pick"):
    """Take a tile of the column, or the first-player chip (C57)."""

    prize: str  # a tile, or `first-player`


Named = DiceTurn | Building | PickPrize


def action_of(move: int) -> Named:
    if kind_of(move) == PICK:
        return PickPrize(prize_of(move))
    return city_moves.action_of(move) if building.builds(move) else dice_moves.action_of(move)


def code_of(action: Named) -> int:
    if isinstance(action, PickPrize):
        return codes.pick(prize_number(action.prize))
    return city_moves.code_of(action) if isinstance(action, Building) else dice_moves.code_of(action)


def notation_of(move: int) -> str:
    """`pick tower-9-NE`, `pick first-player`, a move that builds, or one of a turn with dice."""
    if kind_of(move) == PICK:
        return f"pick {prize_of(move)}"
    return city_moves.notation_of(move) if building.builds(move) else dice_moves.notation_of(move)


def parse(text: str) -> int:
    match text.split():
        case ["pick", prize]:
            return codes.pick(prize_number(prize))
        case [word, *_] as words if word in dice_moves.WORDS:
            return dice_moves.parse_words(words)
        case [word, *_] as words if word in city_moves.WORDS:
            return city_moves.parse_words(words)
        case ["pick", *_]:
            raise Unreadable("'pick' is written pick TILE, or pick first-player")
    known = ", ".join([*dice_moves.WORDS, "pick", *city_moves.WORDS])
    raise Unreadable(f"{shorten(text)} is not a move; moves begin with {known}")


def prize_of(move: int) -> str:
    return FIRST_PLAYER if tile_of(move) == CHIP else NAMES[tile_of(move)]


def prize_number(name: str) -> int:
    return CHIP if name == FIRST_PLAYER else tile_number(name)
