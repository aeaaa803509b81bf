"""Why a move of a turn with dice is refused: the key of the sentence and its arguments."""

from __future__ import annotations

from sabika.engine.rule import Rule
from sabika.games.parts import building
from sabika.games.parts.dice import dice_in, dice_name, kept_by
from sabika.games.parts.rounds import FIRST, NAME, DiceRounds, seat_of
from sabika.games.parts.rules import D10, D12, D31
from sabika.games.parts.tiles import TYPES
from sabika.games.parts.turns import type_of


def turn_ruling(state: DiceRounds, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
    """A refusal of KEEP, MARK or NAME, or of another move while a first player is named."""
    if rule is D31:
        if state.stage != FIRST:
            return "D31-nobody", {}
        if building.kind_of(move) == NAME:
            return "D31-seat", {"seat": seat_of(move) + 1, "seats": state.seats}
        return "D31-first", {}
    if rule is D10:
        kept = kept_by(move)
        return ("D10-all" if kept == state.dice else "D10-absent"), {"dice": dice_name(kept), "count": dice_in(kept)}
    if rule is D12:
        return "D12", {"column": TYPES[type_of(move)]}
    return rule.label, {}
