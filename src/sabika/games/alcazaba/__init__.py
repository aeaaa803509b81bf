"""Alcazaba, the variant of the Dice Game with Alhambra's tiles, for two to six players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import cast

from sabika.engine.game import Action, Draft, Game, check_seat
from sabika.engine.phrase import Phrase
from sabika.engine.rule import Rule
from sabika.engine.state import Event, State
from sabika.engine.step import LuckStep
from sabika.engine.values import ValueTable
from sabika.games.alcazaba import drafts, moves, picture, position_text, refusal_words, words
from sabika.games.alcazaba.companion import AlcazabaCompanion
from sabika.games.alcazaba.rules import C55, C57, C58, C69
from sabika.games.alcazaba.state import Alcazaba, new_alcazaba
from sabika.games.alcazaba.view import AlcazabaView, view_of
from sabika.games.parts.city_view import city_values
from sabika.games.parts.dice_words import with_prizes
from sabika.games.parts.rounds import ROUNDS
from sabika.games.parts.rules import CITY, DICE
from sabika.games.parts.tiles import NAMES, NO_TILE, tile_list, tiles_in


class AlcazabaGame(Game):
    name = "alcazaba"
    title = "Alcazaba"
    shelf = 3
    ghost = "Carlo"
    parts = ("city", "dice", "buildings")
    actions = cast(type[Action], moves.Named)
    view_type = AlcazabaView
    companion = AlcazabaCompanion()
    refusals = (*CITY, *DICE, C55, C57, C58, C69)

    def new(self, seats: int, options: dict[str, str]) -> Alcazaba:
        return new_alcazaba(seats)

    def options_of(self, state: State) -> dict[str, str]:
        return {}

    def action(self, move: int) -> moves.Named:
        return moves.action_of(move)

    def move(self, action: Action) -> int:
        return moves.code_of(cast(moves.Named, action))

    def notation(self, move: int) -> str:
        return moves.notation_of(move)

    def parse(self, text: str) -> int:
        return moves.parse(text)

    def view(self, state: State, seat: int | None) -> AlcazabaView:
        check_seat(state, seat)
        return view_of(cast(Alcazaba, state), seat)

    def text(self, state: State) -> str:
        return position_text.text_of(cast(Alcazaba, state))

    def load(self, text: str) -> Alcazaba:
        return position_text.load(text)

    def draft(self, text: str) -> Draft:
        return drafts.draft(text)

    def ruling(self, state: State, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
        return refusal_words.ruling(cast(Alcazaba, state), move, rule)

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
        return words.described(cast(AlcazabaView, view))

    def picture(self, view: object) -> str:
        return picture.picture(cast(AlcazabaView, view)).svg

    def values(self, state: State, seat: int | None) -> ValueTable:
        state = cast(Alcazaba, state)
        stock = {"rounds": int(ROUNDS - state.round), "unseen": tiles_in(state.unseen)}
        return city_values(state.cities, state.carlo, int(state.held), seat, state.unseen, stock)

    def census(self, state: State) -> dict[str, int]:
        state = cast(Alcazaba, state)
        pieces = Counter(state.marker_census())
        pieces["die"] = state.dice_on_table()
        pieces.update(NAMES[tile] for tile in (*state.laid, state.won) if tile != NO_TILE)
        for mask in (state.unseen, state.aside, state.carlo, *(city.reserve for city in state.cities)):
            pieces.update(NAMES[tile] for tile in tile_list(mask))
        for city in state.cities:
            pieces.update(NAMES[tile] for tile, _, _ in city.built())
        return dict(pieces)


ALCAZABA = AlcazabaGame()
