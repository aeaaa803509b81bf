"""A seat takes back its moves exactly as far as it has learned nothing since: no luck, no other seat's act, no end."""

from __future__ import annotations

from itertools import takewhile
from random import Random

import pytest

from sabika.engine.record import LuckStep
from sabika.engine.rule import Rule
from sabika.engine.state import Refused, State
from sabika.engine.table import Table
from tests.contract.dump import change, dump
from tests.contract.planted import Planted, PlantedGame
from tests.contract.setups import GAMES, GAMES_PLAYED, Setup, every_setup, share, usual_setups
from tests.contract.walks import choose, generator

Before = tuple[int, object]  # a seat, and everything as it was before its move
ASIDE = frozenset({"_back", "steps", "chronicle"})  # long lists


def all_of(table: Table) -> object:
    """Everything at a table; of what was recorded and told the last lines."""
    steps, events = table.record.steps, table.events
    last = tuple(str(step) for step in steps[-5:]), dump(events[-2:])
    return dump(table, ASIDE), len(steps), len(events), last


def check_undos(setup: Setup, games: int) -> int:
    return sum(check_undo(setup, number) for number in range(games))


def check_undo(setup: Setup, number: int) -> int:
    """A game in which moves are taken back wherever it may be; tells how many were."""
    rng = generator(setup, "undo", number)
    table = Table.deal(setup.game.name, setup.seats, seed=number, options=dict(setup.options))
    stack: list[Before] = []
    taken = 0
    while not table.over:
        check_allowed(table, stack, rng)
        if stack and rng.random() < 0.4:
            seat, before = stack.pop()
            table.undo(seat)
            assert not change(before, all_of(table))
            taken += 1
        else:
            advance(table, stack, rng)
    check_allowed(table, [], rng)
    return taken


def advance(table: Table, stack: list[Before], rng: Random) -> None:
    """Make a move, and keep what may now be taken back."""
    seat, before, steps = table.actor, all_of(table), len(table.record.steps)
    table.play(choose(table.game, table.state, rng, varied=True))
    learned = any(isinstance(step, LuckStep) for step in table.record.steps[steps:])
    stack.append((seat, before))
    if learned or table.over:
        stack.clear()


def check_allowed(table: Table, stack: list[Before], rng: Random) -> None:
    """Only the seat that moved last takes back, and only so much; a refused undo changes nothing."""
    seats = range(-2, table.state.seats + 1)
    mine = {seat: last_moves(stack, seat) for seat in seats}
    assert {seat: table.undoable(seat) for seat in seats} == mine
    if rng.random() > 0.1:
        return
    before = all_of(table)
    with pytest.raises(Refused) as refused:
        table.undo(rng.choice([seat for seat in seats if not mine[seat]]))
    assert refused.value.rule is (Rule.E1 if table.over else Rule.E3)
    assert not change(before, all_of(table))


def last_moves(stack: list[Before], seat: int) -> int:
    """How many moves of this seat are on top."""
    return len(list(takewhile(lambda before: before[0] == seat, reversed(stack))))


@every_setup
def test_moves_are_taken_back_as_far_as_nothing_was_learned(setup: Setup) -> None:
    check_undos(setup, share(GAMES_PLAYED, setup))


@usual_setups
def test_taking_back_is_tried_at_all(setup: Setup) -> None:
    """In a game where every move draws luck nothing can be taken back, and then this suite shows little."""
    assert check_undos(setup, 3) or every_move_draws(setup)


def every_move_draws(setup: Setup) -> bool:
    table = Table.deal(setup.game.name, setup.seats, seed=1, options=dict(setup.options))
    rng = generator(setup, "draws")
    while not table.over:
        table.play(choose(table.game, table.state, rng, varied=True))
        if any(table.undoable(seat) for seat in range(setup.seats)):
            return False
    return True


# The tests would notice.


class Hasty(Planted):
    """Its clone is a move ahead."""

    def clone(self) -> State:
        twin = self.inner.clone()
        if twin.actor >= 0:
            twin.play(twin.default())
        return type(self)(twin)


@usual_setups
def test_an_undo_to_another_position_is_noticed(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, setup.game.name, PlantedGame(setup.game, Planted))
    if every_move_draws(setup):
        pytest.skip("every move draws luck in this game")
    check_undos(setup, 3)
    monkeypatch.setitem(GAMES, setup.game.name, PlantedGame(setup.game, Hasty))
    with pytest.raises(AssertionError):
        check_undos(setup, 3)


@usual_setups
def test_an_undo_across_luck_is_noticed(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    settle = Table._settle

    def keep_all(table: Table) -> None:
        kept = table._back[:]
        settle(table)
        table._back = kept

    monkeypatch.setattr(Table, "_settle", keep_all)
    with pytest.raises(AssertionError):
        check_undo(setup, 0)
