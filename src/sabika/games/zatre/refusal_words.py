"""Why a move of Zatre is refused: the key of the sentence and its arguments."""

from __future__ import annotations

from sabika.engine.rule import Rule
from sabika.games.zatre import codes
from sabika.games.zatre.codes import DRAW, LAY
from sabika.games.zatre.facts import x_of, y_of
from sabika.games.zatre.rules import Z7, Z9, Z11B, Z12B
from sabika.games.zatre.state import Zatre
from sabika.games.zatre.tabletop import CHOICE

Ruling = tuple[str, dict[str, object]]


def ruling(state: Zatre, move: int, rule: Rule) -> Ruling:
    if rule is Z7:
        return draw_ruling(state, move)
    if rule is Z11B:
        return ("Z11b" if not state.free else "Z11b-first"), {}
    if codes.kind_of(move) != LAY:
        return rule.label, {}
    cell = codes.cell_of(move)
    args: dict[str, object] = {"value": codes.value_of(move), "cell": f"{x_of(cell)},{y_of(cell)}"}
    if rule is Z9:
        args["sum"] = longest(state, codes.value_of(move), cell)
    if rule is Z12B:
        owing = state.board.owing()
        args["owing"] = f"{x_of(owing)},{y_of(owing)}"
    return rule.label, args


def draw_ruling(state: Zatre, move: int) -> Ruling:
    if state.stage == CHOICE:
        return "Z7-first", {}
    return ("Z7-late" if state.free and codes.kind_of(move) == DRAW else "Z7-rule"), {}


def longest(state: Zatre, value: int, cell: int) -> int:
    """The larger of the two sums that the tile would make."""
    row, column = state.board.sums_with(value, cell)
    return max(row, column)
