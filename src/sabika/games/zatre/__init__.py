"""Zatre (Manfred Schüling), for two to six players or for teams of two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from sabika.engine.game import Action, Draft, Game, Option, check_seat
from sabika.engine.phrase import Phrase
from sabika.engine.rule import Rule
from sabika.engine.state import Event, State
from sabika.engine.step import LuckStep
from sabika.engine.values import ValueTable
from sabika.games.parts.texts import yes
from sabika.games.zatre import drafts, moves, picture, position_text, refusal_words, rules, words
from sabika.games.zatre.companion import ZatreCompanion
from sabika.games.zatre.facts import UNIT, count_of
from sabika.games.zatre.sight import ZatreSight, read_sight, sight_of
from sabika.games.zatre.state import Zatre, new_zatre
from sabika.games.zatre.values_view import values_of
from sabika.games.zatre.view import ZatreView, view_of


class ZatreGame(Game):
    name = "zatre"
    title = "Zatre"
    shelf = 4
    options = (
        Option("teams", ("no", "yes"), "partners sit side by side and share a sheet; 4 or 6 seats (Z22)"),
        Option("late_bonus", position_text.LATE_BONUS, "the bonus of rows that have none printed, from row 17 on (Z4)"),
        Option("keeping", position_text.KEEPING, "must what fits be laid, or may tiles be kept (Z11)"),
    )
    actions = cast(type[Action], moves.Named)
    view_type = ZatreView
    companion = ZatreCompanion()
    refusals = rules.ALL

    def new(self, seats: int, options: dict[str, str]) -> Zatre:
        teams = options["teams"] == "yes"
        if teams and seats not in (4, 6):
            raise ValueError(f"teams need 4 or 6 seats, not {seats}")
        return new_zatre(seats, teams, int(options["late_bonus"]), options["keeping"] == "free")

    def options_of(self, state: State) -> dict[str, str]:
        state = cast(Zatre, state)
        return {
            "teams": yes(state.teams),
            "late_bonus": str(state.sheets[0].late_bonus),
            "keeping": position_text.KEEPING[state.free],
        }

    def hides(self, options: Mapping[str, str]) -> bool:
        return True

    def action(self, move: int) -> moves.Named:
        return moves.action_of(move)

    def move(self, action: Action) -> int:
        return moves.code_of(cast(moves.Named, action))

    def notation(self, move: int) -> str:
        return moves.notation_of(move)

    def parse(self, text: str) -> int:
        return moves.parse(text)

    def view(self, state: State, seat: int | None) -> ZatreView:
        check_seat(state, seat)
        return view_of(cast(Zatre, state), seat)

    def text(self, state: State) -> str:
        return position_text.text_of(cast(Zatre, state))

    def load(self, text: str) -> Zatre:
        return position_text.load(text)

    def draft(self, text: str) -> Draft:
        return drafts.draft(text)

    def sight(self, state: State, seat: int) -> ZatreSight:
        check_seat(state, seat)
        return sight_of(cast(Zatre, state), seat)

    def load_sight(self, text: str) -> ZatreSight:
        return read_sight(text)

    def ruling(self, state: State, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
        return refusal_words.ruling(cast(Zatre, state), move, rule)

    def told(self, state: State, move: int) -> Phrase:
        return words.told(state.actor, self.action(move))

    def choice(self, state: State, move: int) -> Phrase:
        return words.choice(state, move, self.action(move))

    def luck_told(self, step: LuckStep) -> Phrase | None:
        return words.luck_told(step)

    def event_told(self, event: Event) -> Phrase | None:
        return words.event_told(event)

    def described(self, view: object) -> list[Phrase]:
        return words.described(cast(ZatreView, view))

    def picture(self, view: object) -> str:
        return picture.picture(cast(ZatreView, view)).svg

    def values(self, state: State, seat: int | None) -> ValueTable:
        return values_of(cast(Zatre, state), seat)

    def census(self, state: State) -> dict[str, int]:
        state = cast(Zatre, state)
        lying = sum(UNIT[value] for value in map(state.board.tile, range(272)) if value)
        pieces = lying + state.bag + state.aside + sum(state.hands)
        return {str(value): count_of(pieces, value) for value in range(1, 7)}


ZATRE = ZatreGame()
