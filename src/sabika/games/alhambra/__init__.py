"""Alhambra (2003), the base game, for two to six players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

from sabika.engine.game import Action, Draft, Game, Option, check_seat
from sabika.engine.phrase import Phrase
from sabika.engine.rule import Rule
from sabika.engine.state import OVER, Event, State
from sabika.engine.step import LuckStep
from sabika.engine.values import ValueTable
from sabika.games.alhambra import drafts, moves, picture, position_text, refusal_words, words
from sabika.games.alhambra.companion import AlhambraCompanion
from sabika.games.alhambra.facts import CARD_NAMES, NO_CARD
from sabika.games.alhambra.rules import A12, A13, A16, A26
from sabika.games.alhambra.state import Alhambra, new_alhambra
from sabika.games.alhambra.view import AlhambraView, view_of
from sabika.games.parts.city_view import city_values
from sabika.games.parts.rules import CITY
from sabika.games.parts.texts import yes
from sabika.games.parts.tiles import NAMES, NO_TILE, tile_list, tiles_in


class AlhambraGame(Game):
    name = "alhambra"
    title = "Alhambra"
    shelf = 1
    ghost = "Dirk"
    parts = ("city", "buildings")
    options = (
        Option(
            "extra_tower",
            position_text.EXTRA,
            "the twelfth tower of the dice game: off, added, or replacing another (A5)",
        ),
        Option("open_money", ("no", "yes"), "hands lie open for those who would rather not remember (A31)"),
    )
    actions = cast(type[Action], moves.Named)
    view_type = AlhambraView
    companion = AlhambraCompanion()
    refusals = (A12, A13, A16, *CITY, A26)

    def new(self, seats: int, options: dict[str, str]) -> Alhambra:
        return new_alhambra(seats, position_text.EXTRA.index(options["extra_tower"]), options["open_money"] == "yes")

    def options_of(self, state: State) -> dict[str, str]:
        state = cast(Alhambra, state)
        return {"extra_tower": position_text.EXTRA[state.extra_tower], "open_money": yes(state.open_money)}

    def hides(self, options: Mapping[str, str]) -> bool:
        return options["open_money"] == "no"

    def action(self, move: int) -> moves.Named:
        return moves.action_of(move)

    def move(self, action: Action) -> int:
        return moves.code_of(cast(moves.Named, action))

    def notation(self, move: int) -> str:
        return moves.notation_of(move)

    def parse(self, text: str) -> int:
        return moves.parse(text)

    def view(self, state: State, seat: int | None) -> AlhambraView:
        check_seat(state, seat)
        return view_of(cast(Alhambra, state), seat)

    def text(self, state: State) -> str:
        return position_text.text_of(cast(Alhambra, state))

    def load(self, text: str) -> Alhambra:
        return position_text.load(text)

    def draft(self, text: str) -> Draft:
        return drafts.draft(text)

    def ruling(self, state: State, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
        return refusal_words.ruling(cast(Alhambra, state), move, rule)

    def told(self, state: State, move: int) -> Phrase:
        return words.told(state.actor, self.action(move))

    def choice(self, state: State, move: int) -> Phrase:
        return words.choice(self.action(move))

    def luck_told(self, step: LuckStep) -> Phrase | None:
        return words.luck_told(step)

    def drawn(self, step: LuckStep) -> Phrase | None:
        return words.drawn(step)

    def event_told(self, event: Event) -> Phrase | None:
        return words.event_told(event)

    def described(self, view: object) -> list[Phrase]:
        return words.described(cast(AlhambraView, view))

    def picture(self, view: object) -> str:
        return picture.picture(cast(AlhambraView, view)).svg

    def values(self, state: State, seat: int | None) -> ValueTable:
        state = cast(Alhambra, state)
        bank = state.bank
        stock = {"bag": tiles_in(state.bag), "pile": int(bank.left + bank.hidden), "spent": int(bank.spent.size())}
        held = 3 if state.actor == OVER else int(state.next_scoring()) - 1
        return city_values(state.cities, state.dirk, held, seat, state.bag, stock)

    def census(self, state: State) -> dict[str, int]:
        state = cast(Alhambra, state)
        pieces = Counter(NAMES[tile] for tile in state.market if tile != NO_TILE)
        for mask in (state.bag, state.gone, state.dirk, state.waiting, *state.prizes):
            pieces.update(NAMES[tile] for tile in tile_list(mask))
        for city in state.cities:
            pieces.update(NAMES[tile] for tile in tile_list(city.reserve))
            pieces.update(NAMES[tile] for tile, _, _ in city.built())
        pieces.update(CARD_NAMES[card] for card in state.bank.display if card != NO_CARD)
        for purse in (state.bank.pile, state.bank.spent, *state.hands):
            pieces.update(CARD_NAMES[card] for card in purse.cards())
        return dict(pieces)


ALHAMBRA = AlhambraGame()
