"""No chip, marker or die appears or vanishes."""

from __future__ import annotations

import pytest

from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER
from sabika.games.alhambra_dice import ALHAMBRA_DICE
from tests.games.facts import facts

FACTS = facts("alhambra_dice")
CHIPS = {
    "points-1": 6,
    "points-2": 5,
    "points-3": 5,
    "swap": 2,
    "displace": 2,
    "annul": 3,
    "black-die": 3,
}


@pytest.mark.parametrize("seats", range(2, 7))
def test_all_pieces_stay_on_the_table(seats: int) -> None:
    players = 3 if seats == 2 else seats
    markers = FACTS["players"]["markers_per_player"][str(seats)]
    pieces = CHIPS | {f"marker-{player + 1}": markers for player in range(players)} | {"die": 8}
    state = ALHAMBRA_DICE.start(seats)
    rng = Rng(seats)
    while state.actor != OVER:
        assert ALHAMBRA_DICE.census(state) == pieces
        if state.actor == LUCK:
            state.settle(rng.below(state.luck_total()))
        else:
            moves = state.moves()
            state.play(moves[rng.below(len(moves))])
    assert ALHAMBRA_DICE.census(state) == pieces
