"""The greedy bot with the general judge, on a game small enough to know the right answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from sabika import Rng
from sabika.bots.greedy import TRIED, some_of
from sabika.bots.worth import worth_of
from sabika.bots.worth.base import Worth, best_moves, lead, points_now
from sabika.games import ALHAMBRA
from tests.examples.pig import HOLD, THROW, Pig, PigGame
from tests.examples.registered import registered


@pytest.fixture(autouse=True)
def _pig() -> Iterator[None]:
    with registered(PigGame()):
        yield


def with_pot(pot: int) -> Pig:
    state = Pig(2)
    state.pot = pot
    return state


POTS = {  # a throw brings 4 on average five times in six, and loses the pot once
    "an empty pot": (0, [THROW]),
    "a pot of 19": (19, [THROW]),
    "a pot of 20 is as good held as thrown for": (20, [HOLD, THROW]),
    "a pot of 21": (21, [HOLD]),
}


@pytest.mark.parametrize(("pot", "expected"), POTS.values(), ids=list(POTS))
def test_the_general_judge_weighs_all_faces_of_a_die(pot: int, expected: list[int]) -> None:
    assert list(best_moves(with_pot(pot), worth_of("pig"))) == expected


def test_a_lead_counts_what_is_safe_and_what_a_scoring_now_would_give() -> None:
    state = with_pot(7)
    state.points = [10, 12]
    assert lead(state, points_now(state), 0) == 5
    assert lead(state, points_now(state), 1) == -5


def test_the_ghost_is_nobody_to_be_ahead_of() -> None:
    """Dirk cannot win, so a lead is a lead over the other seat."""
    state = ALHAMBRA.new(2, ALHAMBRA.settle_options({}))
    state.points[0], state.points[1], state.points[2] = 10, 8, 50
    assert lead(state, points_now(state), 0) == 2


def test_of_many_level_moves_a_few_are_tried() -> None:
    assert list(some_of(Pig(2).moves(), Rng(1))) == [HOLD, THROW]
    drawn = list(some_of(vec[i64](range(100)), Rng(1)))
    assert len(drawn) == TRIED
    assert drawn == sorted(set(drawn))
    assert drawn != list(some_of(vec[i64](range(100)), Rng(2)))


def test_a_game_without_a_judge_gets_the_general_one() -> None:
    assert type(worth_of("pig")) is Worth
    assert type(worth_of("no game at all")) is Worth
    assert type(worth_of("alhambra")) is not Worth
