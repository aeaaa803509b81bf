"""Many tables at a time."""

from __future__ import annotations

import copy
import pickle
from array import array
from collections.abc import Callable, Iterable
from typing import SupportsIndex

import pytest

from sabika.engine.registry import GAMES, find
from sabika.engine.state import Result
from sabika.envs import NO_HALF, NOBODY, SKIP, Batch, IllegalAction, batch
from sabika.envs.rewards import rewards_of

every_game = pytest.mark.parametrize("name", GAMES)
TWO_STEPS = ("alhambra", "alcazaba")  # games in which some moves take two


def buffers(tables: Batch) -> list[bytes]:
    return [bytes(tables.observations), bytes(tables.masks), bytes(tables.actors), bytes(memoryview(tables.rewards))]


@every_game
def test_equal_seeds_give_equal_games(name: str) -> None:
    first, second, third = (batch(name, 3, 4, seed=seed) for seed in (5, 5, 6))
    for _ in range(40):
        first.step_random(1)
        second.step_random(1)
        third.step_random(1)
        assert buffers(first) == buffers(second)
    assert buffers(first) != buffers(third)
    first.reset(6)
    assert buffers(first) == buffers(batch(name, 3, 4, seed=6))


@every_game
def test_rows_are_what_the_codec_gives(name: str) -> None:
    tables = batch(name, 2, 3, seed=1)
    book = tables.codec
    for _ in range(150):
        tables.step_random(1)
        for table in range(3):
            state, seat = tables.states[table], tables.actors[table]
            start = table * book.size
            assert seat == state.actor
            assert bytes(tables.observations)[start : start + book.size] == bytes(tables.seen_by(table, int(seat)))
            start = table * book.actions
            row = bytes(tables.masks)[start : start + book.actions]
            assert sum(row) == tables.options[table] > 0
            assert all(row[tables.legal[start + n]] for n in range(tables.options[table]))


class Number:
    """A number that is no `int`, as numpy's are."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def test_actions_come_in_anything_that_holds_integers() -> None:
    kinds: list[Callable[[list[int]], Iterable[SupportsIndex]]] = [
        list,
        tuple,
        lambda actions: array("q", actions),
        lambda actions: [Number(each) for each in actions],
    ]
    tables = [batch("zatre", 2, 3, seed=1) for _ in kinds]
    for _ in range(20):
        first = tables[0]
        actions = [int(first.legal[table * first.codec.actions]) for table in range(3)]
        for each, kind in zip(tables, kinds, strict=True):
            each.step(kind(actions))
    assert all(buffers(each) == buffers(tables[0]) for each in tables)
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        tables[0].step([0.5, 1, 2])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="there are 3 tables and 2 actions"):
        tables[0].step((1, 2))


@every_game
def test_an_illegal_action_raises_and_changes_nothing(name: str) -> None:
    tables = batch(name, 2, 2, seed=1)
    before = buffers(tables)
    good = [int(tables.legal[table * tables.codec.actions]) for table in (0, 1)]
    forbidden = bytes(tables.masks)[tables.codec.actions :].index(0)
    for wrong in (forbidden, int(tables.codec.actions), -2, 10**9):
        with pytest.raises(IllegalAction, match=f"action {wrong} is not legal at table 1: rule") as caught:
            tables.step([good[0], wrong])
        assert caught.value.rule
        assert buffers(tables) == before
    with pytest.raises(ValueError, match="2 tables and 1 actions"):
        tables.step([good[0]])
    tables.step([good[0], SKIP])
    assert buffers(tables) != before


@every_game
def test_games_end_with_rewards_and_go_on(name: str) -> None:
    tables = batch(name, 3, 2, seed=2, reward="rank")
    while tables.games == 0:
        tables.step_random(1)
    ended = list(tables.ended).index(1)
    result = tables.results[ended]
    assert result is not None
    earned = list(tables.rewards)[ended * 3 : ended * 3 + 3]
    assert sum(earned) == pytest.approx(1.5)
    assert tables.actors[ended] < 3
    tables.step_random(1)
    assert list(tables.rewards)[ended * 3 : ended * 3 + 3] == [0.0, 0.0, 0.0]


def test_a_batch_that_does_not_begin_again_stays_at_the_end() -> None:
    tables = batch("zatre", 2, 1, seed=2, again=False)
    while tables.games == 0:
        tables.step_random(1)
    assert tables.actors[0] == NOBODY
    assert tables.options[0] == 0
    with pytest.raises(IllegalAction, match="rule E1"):
        tables.step([0])


REWARDS = {
    "a sole winner": ([9, 5, 2], [0], {"win": [1, 0, 0], "margin": [4, -4, -7], "rank": [1, 0.5, 0]}),
    "a shared win": ([9, 9, 2], [0, 1], {"win": [0.5, 0.5, 0], "margin": [0, 0, -7], "rank": [0.75, 0.75, 0]}),
}


@pytest.mark.parametrize(("scores", "winners", "expected"), REWARDS.values(), ids=REWARDS)
def test_rewards(scores: list[int], winners: list[int], expected: dict[str, list[float]]) -> None:
    state = find("zatre").start(3)
    for kind, earned in expected.items():
        assert list(rewards_of(kind, state, Result(scores, winners, "", []))) == earned


def test_partners_are_no_rivals() -> None:
    state = find("zatre").start(4, {"teams": True})
    result = Result([8, 8, 5, 5], [0, 1], "", [])
    assert list(rewards_of("win", state, result)) == [0.5, 0.5, 0, 0]
    assert list(rewards_of("margin", state, result)) == [3, 3, -3, -3]
    assert list(rewards_of("rank", state, result)) == [1, 1, 0, 0]


def test_a_position_is_taken_up_with_its_half() -> None:
    tables = batch("alhambra", 2, 1, seed=3)
    while tables.halves[0] == NO_HALF:
        tables.step_random(1)
    other = batch("alhambra", 2, 1, seed=9)
    other.put(0, tables.states[0], tables.halves[0])
    assert bytes(other.masks) == bytes(tables.masks)
    assert bytes(other.observations) == bytes(tables.observations)


def test_nonsense_is_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match="at least one table"):
        batch("zatre", 2, 0)
    with pytest.raises(ValueError, match="one of win, margin, rank, not 'love'"):
        batch("zatre", 2, 1, reward="love")


COPIES = {"copied": copy.copy, "copied deeply": copy.deepcopy, "pickled": lambda each: pickle.loads(pickle.dumps(each))}


@pytest.mark.parametrize("twin_of", COPIES.values(), ids=COPIES)
@every_game
def test_a_copy_goes_on_by_itself_and_meets_the_same_luck(name: str, twin_of: Callable[[Batch], Batch]) -> None:
    tables = batch(name, 2, 2, seed=4, reward="margin")
    while tables.games == 0 or (tables.halves[0] + tables.halves[1] == 2 * NO_HALF and name in TWO_STEPS):
        tables.step_random(1)
    twin = twin_of(tables)
    before = buffers(tables)
    assert buffers(twin) == before
    assert (twin.decisions, twin.games, list(twin.halves)) == (tables.decisions, tables.games, list(tables.halves))
    twin.step_random(40)
    assert buffers(tables) == before
    tables.step_random(40)
    assert buffers(tables) == buffers(twin)


def test_what_ended_in_the_last_step_is_told_by_a_copy_too() -> None:
    tables = batch("alhambra_dice", 3, 2, seed=4, reward="rank", again=False)
    while tables.games == 0:
        tables.step_random(1)
    twin = pickle.loads(pickle.dumps(tables))
    assert buffers(twin) == buffers(tables)
    assert list(twin.ended) == list(tables.ended)
    assert twin.results == tables.results
