"""Rows: they replay to the game they come from, and tell what a seat knew and no more."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64, u8

from sabika.arena.deal import PairedDealer
from sabika.arena.match import Match, Watch
from sabika.arena.plan import Plan
from sabika.bots.value import valuer_of
from sabika.dataset.rows import GameRows, TakeRows, Values, rows_of
from sabika.engine.registry import GAMES
from sabika.engine.replay import retrace
from sabika.engine.rng import Rng
from sabika.engine.sight import OpenSight
from sabika.engine.state import LUCK, State
from sabika.engine.step import MoveStep
from sabika.engine.table import Table
from sabika.envs import NO_ACTION, NO_HALF, Codec, codec
from sabika.envs.rewards import rewards_of

SEED = 6
PLANS = {name: Plan(name, ("novice", "random"), 2, 2 + n % 3, SEED) for n, name in enumerate(GAMES)}
every_game = pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)


def played(plan: Plan, number: int = 1) -> Table:
    match = Match(plan, number, Watch())
    match.played()
    assert match.table.over
    return match.table


def taken(plan: Plan, table: Table) -> tuple[Codec, GameRows]:
    take = TakeRows(plan.game, plan.seats)
    return take.codec, GameRows.unpack(take(table))


def settle(state: State, dealer: PairedDealer) -> None:
    while state.actor == LUCK:
        state.settle(dealer.answer(state))


@every_game
def test_rows_and_seed_give_the_game_again(plan: Plan) -> None:
    table = played(plan)
    book, rows = taken(plan, table)
    assert rows.outside == 0
    state, dealer = book.start.clone(), PairedDealer(SEED, plan.deal_of(1))
    settle(state, dealer)
    for seat, half, action in zip(rows.seats, rows.halves, rows.actions, strict=True):
        assert state.actor == seat
        move = book.move(state, half, action)
        if move >= 0:
            state.play(move)
            settle(state, dealer)
    assert table.game.text(state) == table.position
    assert rows.scores == table.result.scores[: plan.seats]
    assert rows.margins == list(rewards_of("margin", state, state.result()))
    assert sum(rows.wins) == pytest.approx(1.0)


@every_game
def test_the_mask_has_the_action_and_a_row_tells_what_the_sight_knows(plan: Plan) -> None:
    table = played(plan)
    book, rows = taken(plan, table)
    state, dealer = book.start.clone(), PairedDealer(SEED, plan.deal_of(1))
    settle(state, dealer)
    columns = (rows.seats, rows.halves, rows.actions, rows.observations, rows.masks)
    for seat, half, action, observation, mask in zip(*columns, strict=True):
        assert mask[action] == 1
        assert (len(observation), len(mask)) == (book.size, book.actions)
        twin = table.game.sight(state, seat).imagine(Rng(action))  # another world with the same sight
        seen = vec[u8]([0] * int(book.size))
        book.encode_into(twin, half, seat, seen, 0)
        assert bytes(seen) == observation
        move = book.move(state, half, action)
        if move >= 0:
            state.play(move)
            settle(state, dealer)


@every_game
def test_values_are_what_the_mover_can_know(plan: Plan) -> None:
    """Another world with the same sight has the same value, and at an open table it is the judge's own."""
    table = played(plan)
    take = TakeRows(plan.game, plan.seats, values=True)
    rows = GameRows.unpack(take(table))
    assert len(rows.points) == len(rows.chances) == len(rows.steps)
    assert all(sum(row) == pytest.approx(1.0) for row in rows.chances)
    values, valuer, decision = Values(table.game), valuer_of(plan.game), 0
    for before, step, _ in retrace(take.codec.start.clone(), table.game, table.record.steps):
        if not isinstance(step, MoveStep):
            continue
        if decision % 40 == 0:
            at, seat = rows.steps.index(decision), int(before.actor)
            sight = table.game.sight(before, seat)
            found = values.of(sight.imagine(Rng(99)), decision)
            order = [int(before.side((seat + n) % plan.seats)) for n in range(plan.seats)]
            assert rows.points[at] == [found.points[side] for side in order]
            assert rows.chances[at] == [found.wins[side] for side in order]
            if isinstance(sight, OpenSight):
                assert found == valuer.of(before)
        decision += 1


def test_a_move_of_two_steps_is_two_rows_of_one_decision() -> None:
    _, rows = taken(PLANS["alhambra"], played(PLANS["alhambra"]))
    seconds = [n for n, half in enumerate(rows.halves) if half != NO_HALF]
    assert seconds
    for n in seconds:
        assert rows.steps[n] == rows.steps[n - 1]
        assert rows.halves[n] == rows.actions[n - 1]
        assert rows.observations[n] != rows.observations[n - 1]
    firsts = [step for step, half in zip(rows.steps, rows.halves, strict=True) if half == NO_HALF]
    assert firsts == list(range(len(firsts)))


class Narrow(Codec):
    """A codec that has no index for some of the moves."""

    def __init__(self, whole: Codec, least: int) -> None:
        super().__init__(whole.start, whole.actions, whole.fields)
        self.whole = whole
        self.least = least

    def first(self, state: State, move: i64) -> i64:
        action = self.whole.first(state, move)
        return action if action >= self.least else i64(NO_ACTION)

    def move(self, state: State, half: i64, action: i64) -> i64:
        return self.whole.move(state, half, action)

    def encode_into(self, state: State, half: i64, seat: i64, row: vec[u8], at: i64) -> None:
        self.whole.encode_into(state, half, seat, row, at)


def test_a_move_without_an_index_is_left_out_and_counted() -> None:
    plan = PLANS["zatre"]
    table = played(plan)
    book, rows = taken(plan, table)
    least = sorted(rows.actions)[len(rows.actions) // 2]
    some = rows_of(Narrow(book, least), table)
    assert some.actions == [action for action in rows.actions if action >= least]
    assert some.steps == [step for step, action in zip(rows.steps, rows.actions, strict=True) if action >= least]
    assert some.outside == len(rows.actions) - len(some.actions) > 0


def test_a_payment_that_has_no_index_is_no_other_move() -> None:
    from sabika.dataset.rows import steps_of
    from sabika.games.alhambra.codes import buy
    from sabika.games.alhambra.purse import UNIT

    table = Table.deal("alhambra", seats=2, seed=1)
    superfluous = buy(i64(0), i64(0), UNIT[8] + UNIT[8] + UNIT[8])
    assert list(steps_of(codec("alhambra", 2), table.state, superfluous)) == []


def test_a_codec_that_fails_is_told_of() -> None:
    table = played(PLANS["zatre"])
    rows = GameRows.unpack(TakeRows("alhambra", 2)(table))
    assert rows.problem
    assert "\n" not in rows.problem
    assert rows.actions == []
