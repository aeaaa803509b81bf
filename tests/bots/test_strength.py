"""A level is worth its name: each beats the one below. Larger duels, with their figures, are in docs/bots.md."""

from __future__ import annotations

import pytest

from bench.duel import Side, duel
from sabika import bots, doctor
from sabika.bots.worth import worth_of
from sabika.engine.game import GAMES, Game
from sabika.games import ALHAMBRA
from tests.examples.pig import PigGame
from tests.examples.registered import registered

LADDER = {
    "novice beats random": ("novice", "random", 20, 2, 18),
    "builder beats novice": ("builder", "novice", 4, 2, 4),
    "builder beats novice at a table of four": ("builder", "novice", 2, 4, 2),
}


@pytest.mark.parametrize(("strong", "weak", "games", "seats", "least"), LADDER.values(), ids=list(LADDER))
def test_a_level_beats_the_one_below(strong: str, weak: str, games: int, seats: int, least: float) -> None:
    sides = fought(ALHAMBRA, strong, weak, games, seats)
    assert sides[0].wins >= least
    assert sum(sides[0].points) > sum(sides[1].points)


def fought(game: Game, strong: str, weak: str, games: int, seats: int) -> list[Side]:
    sides = [Side(name, bots.find(name)) for name in (strong, weak)]
    duel(game, sides, games, seats)
    return sides


def test_a_game_without_a_judge_of_its_own_has_a_builder_all_the_same() -> None:
    with registered(PigGame()):
        assert worth_of("pig").play_on > 0
        assert fought(PigGame(), "builder", "random", 40, 2)[0].wins >= 30


@pytest.mark.skipif(not doctor.compiled(), reason="uncompiled this takes minutes")
@pytest.mark.parametrize("game", GAMES)
def test_in_every_game_the_builder_beats_random(game: str) -> None:
    assert fought(GAMES[game], "builder", "random", 6, 2)[0].wins >= 5
