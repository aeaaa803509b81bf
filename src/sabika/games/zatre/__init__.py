"""Zatre (Manfred Schüling), for two to six players or for teams of two."""

from __future__ import annotations

from typing import cast

from sabika.engine.game import Action, Game, Option
from sabika.engine.rule import Rule
from sabika.engine.state import State
from sabika.games.zatre import moves, position, rulings
from sabika.games.zatre.facts import UNIT, count_of
from sabika.games.zatre.sight import ZatreSight, read_sight
from sabika.games.zatre.state import Zatre, new_zatre


class ZatreGame(Game):
    name = "zatre"
    title = "Zatre"
    options = (
        Option("teams", ("no", "yes"), "partners sit side by side and share a sheet; 4 or 6 seats (Z22)"),
        Option("late_bonus", position.LATE_BONUS, "the bonus of rows that have none printed, from row 17 on (Z4)"),
        Option("keeping", position.KEEPING, "must what fits be laid, or may tiles be kept (Z11)"),
    )
    actions = cast(type[Action], moves.Named)

    def new(self, seats: int, options: dict[str, str]) -> Zatre:
        teams = options["teams"] == "yes"
        if teams and seats not in (4, 6):
            raise ValueError(f"teams need 4 or 6 seats, not {seats}")
        return new_zatre(seats, teams, int(options["late_bonus"]), options["keeping"] == "free")

    def options_of(self, state: State) -> dict[str, str]:
        state = cast(Zatre, state)
        return {
            "teams": position.yes(state.teams),
            "late_bonus": str(state.sheets[0].late_bonus),
            "keeping": position.KEEPING[state.free],
        }

    def action(self, move: int) -> moves.Named:
        return moves.action_of(move)

    def move(self, action: Action) -> int:
        return moves.code_of(cast(moves.Named, action))

    def notation(self, move: int) -> str:
        return moves.notation_of(move)

    def parse(self, text: str) -> int:
        return moves.parse(text)

    def load(self, text: str) -> Zatre:
        return position.load(text)

    def sight(self, text: str) -> ZatreSight:
        return read_sight(text)

    def ruling(self, state: State, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
        return rulings.ruling(cast(Zatre, state), move, rule)

    def census(self, state: State) -> dict[str, int]:
        state = cast(Zatre, state)
        lying = sum(UNIT[value] for value in map(state.board.tile, range(272)) if value)
        pieces = lying + state.bag + state.aside + sum(state.hands)
        return {str(value): count_of(pieces, value) for value in range(1, 7)}


ZATRE = ZatreGame()
