"""Alcazaba, the variant of the Dice Game with Alhambra's tiles, for two to six players."""

from __future__ import annotations

from collections import Counter
from typing import cast

from sabika.engine.game import Action, Game
from sabika.engine.rule import Rule
from sabika.engine.state import State
from sabika.games.alcazaba import moves, position, rulings
from sabika.games.alcazaba.state import Alcazaba, new_alcazaba
from sabika.games.parts.tiles import NAMES, NO_TILE, tile_list


class AlcazabaGame(Game):
    name = "alcazaba"
    title = "Alcazaba"
    ghost = "Carlo"
    actions = cast(type[Action], moves.Named)

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

    def load(self, text: str) -> Alcazaba:
        return position.load(text)

    def ruling(self, state: State, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
        return rulings.ruling(cast(Alcazaba, state), move, rule)

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
