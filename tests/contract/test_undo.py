"""A seat takes back its moves exactly as far as it cannot have learned anything since.

It learns by luck, by another seat's act and by the end; where others hold what it does not know, also by the game going
on to them.
"""

from __future__ import annotations

from itertools import takewhile
from random import Random

import pytest

from sabika.engine.dealer import FastDealer
from sabika.engine.game import Game
from sabika.engine.record import LuckStep, Record
from sabika.engine.registry import find
from sabika.engine.rng import Rng
from sabika.engine.rule import E1, E3
from sabika.engine.sight import OpenSight
from sabika.engine.state import LUCK, Refused, State
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
        if stack and table.undoable(stack[-1][0]) and rng.random() < 0.4:
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
    mine = {seat: last_moves(stack, seat) if may_go_back(table, seat) else 0 for seat in seats}
    assert {seat: table.undoable(seat) for seat in seats} == mine
    if rng.random() > 0.1:
        return
    before = all_of(table)
    with pytest.raises(Refused) as refused:
        table.undo(rng.choice([seat for seat in seats if not mine[seat]]))
    assert refused.value.rule is (E1 if table.over else E3)
    assert not change(before, all_of(table))


def may_go_back(table: Table, seat: int) -> bool:
    """Is the seat still asked, or is nothing hidden from anybody?"""
    return table.actor == seat or isinstance(table.game.sight(table.state, 0), OpenSight)


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


@usual_setups
def test_whether_undo_stays_open_tells_nothing(setup: Setup) -> None:
    """Two worlds that a seat cannot tell apart let it take back the same moves."""
    table = Table.deal(setup.game.name, setup.seats, seed=3, options=dict(setup.options))
    rng = generator(setup, "undo told")
    while not table.over:
        move, seat = choose(table.game, table.state, rng, varied=True), table.actor
        found = {undo_after(table.game, table.sight.imagine(Rng(n)), move, seat) for n in range(4)}
        assert len(found) == 1
        table.play(move)


RIVAL_MAY_BE_STUCK = (  # after `lay 4 7,1`: with two sixes the rival can lay nothing, and draws
    "zatre seat 1 of zatre:1 seats=2 teams=no late_bonus=6 keeping=free stage=laying turn=1 actor=1 "
    "starter=2 "
    "board=####...#4.1####/#.......263.41#/#......343.154#/#.....66.313.6#/..3..353..156../"
    ".2154.1.3.632.6/.235...3414.254/#651..255..624#/3..11154.525.../343.514.153.522/66.344..2.2316./"
    "#124.2512.416.#/#155.264.316.3#/#.2.22.66..264#/####4..#55.#### laid=2,5 hands=4/?? "
    "sheets=9;1,1,1,1,1;2,2,2,2,2,2,2,2,2,4,2;8,4,4,8,4,4,4,8,4,4,8,4/"
    "8;1,1,1,1,1,1,1,1,1,1,1,1,2,1;2,2,2,2,2,2,2;4,4,4,4,4,4,4,4,8,4,4,8,4 due=0 begun=-:1/- "
    "course=1:-:2:1:stop6;1:-:1:3:stop6;1:-:1:3:stop6;2:-:2:-:stop6 opening=- ending=playing"
)


def test_undo_does_not_tell_what_the_next_seat_holds() -> None:
    game = find("zatre")
    sight = game.load_sight(RIVAL_MAY_BE_STUCK)
    move = game.parse("lay 4 7,1")
    worlds = [sight.imagine(Rng(n)) for n in range(4)]
    assert len({next_is_luck(world, move) for world in worlds}) == 2
    assert {undo_after(game, world, move, 0) for world in worlds} == {0}


def next_is_luck(state: State, move: int) -> bool:
    twin = state.clone()
    twin.play(move)
    return twin.actor == LUCK


def undo_after(game: Game, state: State, move: int, seat: int) -> int:
    """How many moves the seat may take back when it has made this one in this world."""
    header = Record(game.name, game.rules, game.options_of(state), [f"seat {n + 1}" for n in range(state.seats)])
    table = Table.go_on(header, game.text(state), FastDealer(1), {}, [])
    table.play(move, seat)
    return table.undoable(seat)


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
        table._back, table._secrets = kept, False

    monkeypatch.setattr(Table, "_settle", keep_all)
    with pytest.raises(AssertionError):
        check_undo(setup, 0)
