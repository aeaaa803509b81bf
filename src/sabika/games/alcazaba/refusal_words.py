"""Why a move of Alcazaba is refused: the key of the sentence and its arguments."""

from __future__ import annotations

from sabika.engine.rule import Rule
from sabika.games.alcazaba.codes import PICK
from sabika.games.alcazaba.moves import prize_of
from sabika.games.alcazaba.rules import C55, C57, C58, C69
from sabika.games.alcazaba.state import CHOICE, Alcazaba
from sabika.games.parts import building
from sabika.games.parts.building import kind_of
from sabika.games.parts.city_refusal_words import building_ruling
from sabika.games.parts.dice_refusal_words import turn_ruling
from sabika.games.parts.rules import D31
from sabika.games.parts.tiles import NAMES, TYPES

Ruling = tuple[str, dict[str, object]]


def ruling(state: Alcazaba, move: int, rule: Rule) -> Ruling:
    if rule is C57:
        return prize_ruling(state, move)
    if rule is C58:
        return "C58", {"tile": NAMES[state.won]}
    if rule in (C55, C69):
        return rule.label, {}
    if building.builds(move) and rule is not D31:
        return building_ruling(state.cities[state.actor], move, rule)
    return turn_ruling(state, move, rule)


def prize_ruling(state: Alcazaba, move: int) -> Ruling:
    if state.stage != CHOICE:
        return "C57-later", {}
    column = TYPES[state.column]
    if kind_of(move) != PICK:
        return "C57-first", {"column": column}
    return "C57-absent", {"column": column, "prize": prize_of(move)}
