"""Alhambra: The Dice Game (2006), for two to six players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import cast

from sabika.engine.game import Action, Draft, Game, Option, check_seat
from sabika.engine.phrase import Phrase
from sabika.engine.rule import Rule
from sabika.engine.state import Event, State
from sabika.engine.step import LuckStep
from sabika.engine.values import ValueTable
from sabika.games.alhambra_dice import drafts, moves, picture, position_text, refusal_words, words
from sabika.games.alhambra_dice.companion import DiceCompanion
from sabika.games.alhambra_dice.facts import CHIP_NAMES, KINDS, chip_list
from sabika.games.alhambra_dice.rules import D19, D20, D27, D28, D29, D30
from sabika.games.alhambra_dice.state import AlhambraDice, new_alhambra_dice
from sabika.games.alhambra_dice.values_view import values_of
from sabika.games.alhambra_dice.view import DiceView, view_of
from sabika.games.parts.dice_words import with_prizes
from sabika.games.parts.rules import DICE


class AlhambraDiceGame(Game):
    name = "alhambra_dice"
    title = "Alhambra: The Dice Game"
    shelf = 2
    ghost = "Carlo"
    parts = ("dice", "buildings")
    options = (
        Option(
            "annul", position_text.ANNUL, "after an annulled throw: any dice may be thrown, or the same or none (D29)"
        ),
        Option(
            "black_die", position_text.BLACK_DIE, "when the black die may be set: after the first throw, or any (D30)"
        ),
    )
    actions = cast(type[Action], moves.Named)
    view_type = DiceView
    companion = DiceCompanion()
    refusals = (*DICE, D19, D20, D27, D28, D29, D30)

    def new(self, seats: int, options: dict[str, str]) -> AlhambraDice:
        return new_alhambra_dice(seats, options["annul"] == "same", options["black_die"] == "any-throw")

    def options_of(self, state: State) -> dict[str, str]:
        state = cast(AlhambraDice, state)
        return {"annul": position_text.ANNUL[state.same_dice], "black_die": position_text.BLACK_DIE[state.late_black]}

    def action(self, move: int) -> moves.Named:
        return moves.action_of(move)

    def move(self, action: Action) -> int:
        return moves.code_of(cast(moves.Named, action))

    def notation(self, move: int) -> str:
        return moves.notation_of(move)

    def parse(self, text: str) -> int:
        return moves.parse(text)

    def view(self, state: State, seat: int | None) -> DiceView:
        check_seat(state, seat)
        return view_of(cast(AlhambraDice, state), seat)

    def text(self, state: State) -> str:
        return position_text.text_of(cast(AlhambraDice, state))

    def load(self, text: str) -> AlhambraDice:
        return position_text.load(text)

    def draft(self, text: str) -> Draft:
        return drafts.draft(text)

    def ruling(self, state: State, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
        return refusal_words.ruling(cast(AlhambraDice, state), move, rule)

    def told(self, state: State, move: int) -> Phrase:
        return words.told(state.actor, self.action(move))

    def choice(self, state: State, move: int) -> Phrase:
        return words.choice(state, move, self.action(move))

    def luck_told(self, step: LuckStep) -> Phrase | None:
        return words.luck_told(step)

    def drawn(self, step: LuckStep) -> Phrase | None:
        return words.drawn(step)

    def event_told(self, event: Event) -> Phrase | None:
        return words.event_told(event)

    def story(self, events: Sequence[Event], since: int = 0) -> list[Event]:
        return with_prizes(events, since)

    def described(self, view: object) -> list[Phrase]:
        return words.described(cast(DiceView, view))

    def picture(self, view: object) -> str:
        return picture.picture(cast(DiceView, view)).svg

    def values(self, state: State, seat: int | None) -> ValueTable:
        return values_of(cast(AlhambraDice, state), seat)

    def census(self, state: State) -> dict[str, int]:
        state = cast(AlhambraDice, state)
        pieces = Counter(state.marker_census())
        pieces["die"] = state.dice_on_table()
        for chips in (state.stack, state.gone, *state.chips):
            pieces.update(CHIP_NAMES[kind] for kind in chip_list(chips))
        pieces.update(CHIP_NAMES[chip] for chip in map(state.on_field, range(6)) if chip < KINDS)
        return dict(pieces)


ALHAMBRA_DICE = AlhambraDiceGame()
