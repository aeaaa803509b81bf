"""No tile appears or vanishes, and nobody is ever stuck."""

from __future__ import annotations

from typing import cast

import pytest

from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER
from sabika.games.zatre import ZATRE
from sabika.games.zatre.facts import tiles_in
from sabika.games.zatre.state import Zatre
from tests.games.zatre.box import COUNTS
from tests.games.zatre.helpers import board_of
from tests.games.zatre.oracle import lines, total

TABLES = [
    *((seats, {}) for seats in range(2, 7)),
    (2, {"keeping": "free"}),
    (6, {"keeping": "free", "late_bonus": "0"}),
    (4, {"teams": "yes"}),
    (6, {"teams": "yes"}),
    (6, {"teams": "yes", "keeping": "free"}),
]


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_121_tiles_at_every_step(seats: int, options: dict[str, str]) -> None:
    pieces = {str(value): number for value, number in COUNTS.items()}
    for seed in range(4):
        state, rng = cast(Zatre, ZATRE.start(seats, options)), Rng(seed)
        while state.actor != OVER:
            assert ZATRE.census(state) == pieces
            if state.actor == LUCK:
                assert state.luck_total() == tiles_in(state.bag) > 0
                state.settle(rng.below(state.luck_total()))
            else:
                moves = state.moves()
                assert len(moves) > 0
                state.play(moves[rng.below(len(moves))])
        assert ZATRE.census(state) == pieces
        check_end(state)


def check_end(state: Zatre) -> None:
    """The bag is empty, no line exceeds 12, and what does not lie on the board is held."""
    tiles = board_of(state)
    assert tiles_in(state.bag) == 0
    assert len(tiles) + sum(tiles_in(hand) for hand in state.hands) == 121
    assert max(total(line, tiles) for line in lines(tiles)) <= 12
