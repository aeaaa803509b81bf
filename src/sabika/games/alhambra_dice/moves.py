"""Moves of the Dice Game by name: actions, notation and JSON <-> codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sabika.engine.game import Action, Unreadable
from sabika.games.alhambra_dice import codes
from sabika.games.alhambra_dice.codes import ANNUL_THROW, BLACK_DIE, DISPLACE_MARK, PRIZE, PRIZES
from sabika.games.parts import dice_moves
from sabika.games.parts.building import kind_of
from sabika.games.parts.dice_moves import DiceTurn, type_number
from sabika.games.parts.texts import shorten
from sabika.games.parts.tiles import TYPES
from sabika.games.parts.turns import type_of, with_type


class DisplaceMarker(Action, frozen=True, tag="displace"):
    """Place a marker on a cell that an opponent holds, with a displace chip (D28)."""

    column: str


class SetBlackDie(Action, frozen=True, tag="black"):
    """Set the black die to a type, with a black-die chip (D30)."""

    symbol: str


class AnnulThrow(Action, frozen=True, tag="annul"):
    """The last throw does not count, with an annul chip (D29)."""


class TakePrize(Action, frozen=True, tag="prize"):
    """Take two points, or one and the chip (D20); points may go to other columns by swap chips (D27)."""

    prize: Literal["points", "chip"]
    swaps: tuple[str, ...] = ()  # the other columns, one for each swapped point


Named = DiceTurn | DisplaceMarker | SetBlackDie | AnnulThrow | TakePrize

USAGE = {
    **dice_moves.WORDS,
    "displace": "displace TYPE, like displace tower",
    "black": "black TYPE, like black tower",
    "annul": "annul, and nothing else",
    "prize": "prize points or prize chip, and swap TYPE [TYPE] after it where points are swapped",
}


def action_of(move: int) -> Named:
    kind = kind_of(move)
    if kind == PRIZE:
        return TakePrize("chip" if codes.which_of(move) else "points", tuple(swaps_of(move)))
    if kind == DISPLACE_MARK:
        return DisplaceMarker(TYPES[type_of(move)])
    if kind == BLACK_DIE:
        return SetBlackDie(TYPES[type_of(move)])
    return AnnulThrow() if kind == ANNUL_THROW else dice_moves.action_of(move)


def code_of(action: Named) -> int:
    match action:
        case TakePrize(prize, swaps):
            return prize_code(prize, swaps)
        case DisplaceMarker(column):
            return with_type(DISPLACE_MARK, type_number(column))
        case SetBlackDie(symbol):
            return with_type(BLACK_DIE, type_number(symbol))
        case AnnulThrow():
            return ANNUL_THROW
        case _:
            return dice_moves.code_of(action)


def notation_of(move: int) -> str:
    """`keep tow5`, `mark tower`, `displace tower`, `black tower`, `annul`, `prize chip swap garden`, `name 2`."""
    kind = kind_of(move)
    if kind == PRIZE:
        swaps = swaps_of(move)
        return " ".join(["prize", PRIZES[codes.which_of(move)], *(["swap", *swaps] if swaps else [])])
    if kind == DISPLACE_MARK:
        return f"displace {TYPES[type_of(move)]}"
    if kind == BLACK_DIE:
        return f"black {TYPES[type_of(move)]}"
    return "annul" if kind == ANNUL_THROW else dice_moves.notation_of(move)


def parse(text: str) -> int:
    match text.split():
        case ["annul"]:
            return ANNUL_THROW
        case ["displace", column]:
            return with_type(DISPLACE_MARK, type_number(column))
        case ["black", symbol]:
            return with_type(BLACK_DIE, type_number(symbol))
        case ["prize", prize]:
            return prize_code(prize, ())
        case ["prize", prize, "swap", *swaps] if swaps:
            return prize_code(prize, swaps)
        case [word, *_] as words if word in dice_moves.WORDS:
            return dice_moves.parse_words(words)
        case [word, *_] if word in USAGE:
            raise Unreadable(f"'{word}' is written {USAGE[word]}")
    raise Unreadable(f"{shorten(text)} is not a move; moves begin with {', '.join(USAGE)}")


def swaps_of(move: int) -> list[str]:
    return [TYPES[codes.swap_of(move, n)] for n in range(codes.swaps_in(move))]


def prize_code(prize: str, swaps: Sequence[str]) -> int:
    if prize not in PRIZES:
        raise Unreadable(f"{shorten(prize)} is no prize; it is points or chip")
    if len(swaps) > 2:
        raise Unreadable("a prize has at most two points to swap")
    move = codes.prize(PRIZES.index(prize))
    for n, column in enumerate(sorted(map(type_number, swaps), reverse=True)):
        move = codes.swapped(move, n, column)
    return move
