"""Why a move of the Dice Game is refused: the key of the sentence and its arguments."""

from __future__ import annotations

from sabika.engine.rule import Rule
from sabika.games.alhambra_dice import codes
from sabika.games.alhambra_dice.codes import PRIZE, PRIZES
from sabika.games.alhambra_dice.facts import ANNUL, BLACK, DISPLACE, SWAP
from sabika.games.alhambra_dice.rules import D20, D27, D28, D29, D30
from sabika.games.alhambra_dice.state import AlhambraDice, points_of
from sabika.games.alhambra_dice.turn import NO_SYMBOL
from sabika.games.parts.building import kind_of
from sabika.games.parts.dice import KEEP, dice_name
from sabika.games.parts.dice_refusal_words import turn_ruling
from sabika.games.parts.space import cell_name
from sabika.games.parts.tiles import TYPES
from sabika.games.parts.turns import type_of

Ruling = tuple[str, dict[str, object]]


def ruling(state: AlhambraDice, move: int, rule: Rule) -> Ruling:
    if rule is D20:
        return prize_ruling(state, move)
    if rule is D27:
        return swap_ruling(state, move)
    if rule is D28:
        return displace_ruling(state, move)
    if rule is D29:
        return annul_ruling(state, move)
    if rule is D30:
        return black_ruling(state)
    return turn_ruling(state, move, rule)


def prize_ruling(state: AlhambraDice, move: int) -> Ruling:
    args: dict[str, object] = {"column": TYPES[state.column], "prize": PRIZES[state.only_prize()]}
    return ("D20-gone" if kind_of(move) == PRIZE else "D20-first"), args


def swap_ruling(state: AlhambraDice, move: int) -> Ruling:
    swaps, chips = codes.swaps_in(move), state.has(state.actor, SWAP)
    if swaps > points_of(codes.which_of(move)):
        return "D27-points", {}
    if swaps > chips:
        return "D27-chips", {"swaps": swaps, "count": chips}
    return "D27-column", {"column": TYPES[state.column]}


def displace_ruling(state: AlhambraDice, move: int) -> Ruling:
    if state.has(state.turn, DISPLACE) == 0:
        return "D28-chip", {}
    column = type_of(move)
    return "D28-cell", {"column": TYPES[column], "cell": cell_name(state.goal(column))}


def annul_ruling(state: AlhambraDice, move: int) -> Ruling:
    if kind_of(move) == KEEP:
        return "D29-same", {"dice": dice_name(state.kept)}
    return ("D29-chip" if state.has(state.turn, ANNUL) == 0 else "D29-late"), {}


def black_ruling(state: AlhambraDice) -> Ruling:
    if state.black != NO_SYMBOL:
        return "D30-once", {"column": TYPES[state.black]}
    return ("D30-chip" if state.has(state.turn, BLACK) == 0 else "D30-late"), {}
