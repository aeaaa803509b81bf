"""Alhambra (2003), the base game, for two to six players."""

from __future__ import annotations

from collections import Counter
from typing import cast

from sabika.engine.game import Action, Game, Option
from sabika.engine.rule import Rule
from sabika.engine.state import State
from sabika.games.alhambra import moves, position, rulings
from sabika.games.alhambra.facts import CARD_NAMES, NO_CARD
from sabika.games.alhambra.state import Alhambra, new_alhambra
from sabika.games.parts.position import yes
from sabika.games.parts.tiles import NAMES, NO_TILE, tile_list


class AlhambraGame(Game):
    name = "alhambra"
    title = "Alhambra"
    ghost = "Dirk"
    options = (
        Option(
            "extra_tower", position.EXTRA, "the twelfth tower of the dice game: off, added, or replacing another (A5)"
        ),
        Option("open_money", ("no", "yes"), "hands lie open for those who would rather not remember (A31)"),
    )
    actions = cast(type[Action], moves.Named)

    def new(self, seats: int, options: dict[str, str]) -> Alhambra:
        return new_alhambra(seats, position.EXTRA.index(options["extra_tower"]), options["open_money"] == "yes")

    def options_of(self, state: State) -> dict[str, str]:
        state = cast(Alhambra, state)
        return {"extra_tower": position.EXTRA[state.extra_tower], "open_money": yes(state.open_money)}

    def action(self, move: int) -> moves.Named:
        return moves.action_of(move)

    def move(self, action: Action) -> int:
        return moves.code_of(cast(moves.Named, action))

    def notation(self, move: int) -> str:
        return moves.notation_of(move)

    def parse(self, text: str) -> int:
        return moves.parse(text)

    def load(self, text: str) -> Alhambra:
        return position.load(text)

    def ruling(self, state: State, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
        return rulings.ruling(cast(Alhambra, state), move, rule)

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
