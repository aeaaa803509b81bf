"""A move is checked, cloned and played once on its way through the server."""

from __future__ import annotations

from collections import Counter

import pytest
from mypy_extensions import i64

from sabika.engine.registry import GAMES, find
from sabika.engine.rule import Rule
from sabika.engine.state import State
from sabika.server.protocol.commands import Play
from tests.contract.planted import Planted, PlantedGame
from tests.server.memory_table import PEOPLE, begun

MADE: Counter[str] = Counter()


class Counting(Planted):
    """Counts what is asked of it; playing is one check by itself."""

    def clone(self) -> State:
        MADE["cloned"] += 1
        return super().clone()

    def refusal(self, move: i64) -> Rule:
        MADE["checked"] += 1
        return super().refusal(move)

    def play(self, move: i64) -> None:
        MADE["checked"] += 1
        MADE["played"] += 1
        super().play(move)


@pytest.mark.parametrize("game", ["alhambra", "alhambra_dice", "alcazaba", "zatre"])
def test_a_move_is_checked_cloned_and_played_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, game, PlantedGame(find(game), Counting))
    sitting = begun(2, game)
    for _ in range(20):
        table = sitting.game
        person, move = PEOPLE[table.actor], table.game.notation(table.moves()[0])
        MADE.clear()
        sitting.do(person, Play, move=move)
        assert MADE == {"checked": 1, "cloned": 1, "played": 1}
