"""A level is worth its name: each beats the one below. Larger duels, with their figures, are in docs/lab/ratings.md."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sabika import doctor
from sabika.arena.plan import Plan, deals_for
from sabika.arena.pool import Inline
from sabika.arena.run import run
from sabika.arena.tally import Standing, tally
from sabika.bots.worth import worth_of
from sabika.engine.registry import GAMES
from tests.examples.pig import PigGame
from tests.examples.registered import registered

LADDER = {
    "novice beats random": ("novice", "random", 20, 2, 18),
    "builder beats novice": ("builder", "novice", 4, 2, 4),
    "builder beats novice at a table of four": ("builder", "novice", 2, 4, 2),
}


@pytest.mark.parametrize(("strong", "weak", "games", "seats", "least"), LADDER.values(), ids=list(LADDER))
def test_a_level_beats_the_one_below(strong: str, weak: str, games: int, seats: int, least: float) -> None:
    found = fought("alhambra", strong, weak, games, seats)
    assert found.wins >= least
    assert found.margin.value > 0


def fought(game: str, strong: str, weak: str, games: int, seats: int) -> Standing:
    """How the first did, here in this process."""
    plan = Plan(game, (strong, weak), 1, seats)
    plan = replace(plan, deals=deals_for(plan, games))
    return tally(plan, run(plan, Inline()).games).standing(strong)


def test_a_game_without_a_judge_of_its_own_has_a_builder_all_the_same() -> None:
    with registered(PigGame()):
        assert worth_of("pig").play_on > 0
        assert fought("pig", "builder", "random", 40, 2).wins >= 30


@pytest.mark.skipif(not doctor.compiled(), reason="uncompiled this takes minutes")
@pytest.mark.parametrize("game", GAMES)
def test_in_every_game_the_builder_beats_random(game: str) -> None:
    assert fought(game, "builder", "random", 6, 2).wins >= 5
