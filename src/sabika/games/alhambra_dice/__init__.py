"""Alhambra: The Dice Game (2006), for two to six players."""

from __future__ import annotations

from collections import Counter
from typing import cast

from sabika.engine.game import Action, Game, Option
from sabika.engine.rule import Rule
from sabika.engine.state import State
from sabika.games.alhambra_dice import moves, position, rulings
from sabika.games.alhambra_dice.facts import CHIP_NAMES, KINDS, chip_list
from sabika.games.alhambra_dice.state import AlhambraDice, new_alhambra_dice


class AlhambraDiceGame(Game):
    name = "alhambra_dice"
    title = "Alhambra: The Dice Game"
    ghost = "Carlo"
    options = (
        Option("annul", position.ANNUL, "after an annulled throw: any dice may be thrown, or the same or none (D29)"),
        Option("black_die", position.BLACK_DIE, "when the black die may be set: after the first throw, or any (D30)"),
    )
    actions = cast(type[Action], moves.Named)

    def new(self, seats: int, options: dict[str, str]) -> AlhambraDice:
        return new_alhambra_dice(seats, options["annul"] == "same", options["black_die"] == "any-throw")

    def options_of(self, state: State) -> dict[str, str]:
        state = cast(AlhambraDice, state)
        return {"annul": position.ANNUL[state.same_dice], "black_die": position.BLACK_DIE[state.late_black]}

    def action(self, move: int) -> moves.Named:
        return moves.action_of(move)

    def move(self, action: Action) -> int:
        return moves.code_of(cast(moves.Named, action))

    def notation(self, move: int) -> str:
        return moves.notation_of(move)

    def parse(self, text: str) -> int:
        return moves.parse(text)

    def load(self, text: str) -> AlhambraDice:
        return position.load(text)

    def ruling(self, state: State, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
        return rulings.ruling(cast(AlhambraDice, state), move, rule)

    def census(self, state: State) -> dict[str, int]:
        state = cast(AlhambraDice, state)
        pieces = Counter(state.marker_census())
        pieces["die"] = state.dice_on_table()
        for chips in (state.stack, state.gone, *state.chips):
            pieces.update(CHIP_NAMES[kind] for kind in chip_list(chips))
        pieces.update(CHIP_NAMES[chip] for chip in map(state.on_field, range(6)) if chip < KINDS)
        return dict(pieces)


ALHAMBRA_DICE = AlhambraDiceGame()
