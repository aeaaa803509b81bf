"""A level is worth its name: each beats the one below. Larger duels, with their figures, are in docs/bots.md."""

from __future__ import annotations

import pytest

from bench.duel import Side, duel
from sabika import bots
from sabika.games import ALHAMBRA

LADDER = {
    "novice beats random": ("novice", "random", 20, 2, 18),
    "builder beats novice": ("builder", "novice", 4, 2, 4),
    "builder beats novice at a table of four": ("builder", "novice", 2, 4, 2),
}


@pytest.mark.parametrize(("strong", "weak", "games", "seats", "least"), LADDER.values(), ids=list(LADDER))
def test_a_level_beats_the_one_below(strong: str, weak: str, games: int, seats: int, least: float) -> None:
    sides = [Side(name, bots.find(name)) for name in (strong, weak)]
    duel(ALHAMBRA, sides, games, seats)
    assert sides[0].wins >= least
    assert sum(sides[0].points) > sum(sides[1].points)
