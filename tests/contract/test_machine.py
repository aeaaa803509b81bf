"""A table in the hands of people who do anything in any order: play, try, take back, save, load, look back."""

from __future__ import annotations

from collections.abc import Collection
from itertools import takewhile

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from sabika.engine.game import Game
from sabika.engine.record import LuckStep
from sabika.engine.rule import E3, NONE, Rule
from sabika.engine.sight import OpenSight
from sabika.engine.state import Refused, State
from sabika.engine.table import Table
from tests.contract.dump import change, dump
from tests.contract.planted import Planted, PlantedGame
from tests.contract.setups import COMPILED, GAMES, LONG, SETUPS

Move = tuple[int, object, str]  # the seat, and the state and the record before

numbers = st.integers(0, 2**31)
codes = st.integers(-(2**64), 2**64) | st.integers(0, 2**20)


def going_on(machine: AtTheTable) -> bool:
    return not machine.table.over


class AtTheTable(RuleBasedStateMachine):
    """A table, and beside it a list of what may be taken back, kept by the rule in one sentence."""

    game: Game

    @initialize(which=numbers, seed=numbers)
    def sit_down(self, which: int, seed: int) -> None:
        setups = SETUPS[self.game.name]
        setup = setups[which % len(setups)]
        self.table = Table.deal(self.game.name, setup.seats, seed=seed, options=dict(setup.options))
        self.back: list[Move] = []

    @precondition(going_on)
    @rule(which=numbers, by=st.sampled_from(["", "builder"]))
    def play(self, which: int, by: str) -> None:
        moves = self.table.moves()
        self.make(moves[which % len(moves)], by)

    @precondition(going_on)
    @rule(times=st.integers(1, 40))
    def let_time_pass(self, times: int) -> None:
        """Nobody answers for a while."""
        for _ in range(times):
            if not self.table.over:
                self.make(self.table.state.default(), "clock")

    def make(self, move: int, by: str) -> None:
        table = self.table
        seat, before, text, steps = table.actor, dump(table.state), table.record.text, len(table.record.steps)
        table.play(move, seat, by)
        self.back.append((seat, before, text))
        passed_on = (
            not table.over and table.actor != seat and not isinstance(table.sight, OpenSight)
        )  # others hold what it does not know
        if table.over or passed_on or any(isinstance(step, LuckStep) for step in table.record.steps[steps:]):
            self.back.clear()

    @rule(code=codes, flip=st.integers(0, 40), which=numbers)
    def try_any_number(self, code: int, flip: int, which: int) -> None:
        """A number from nowhere, and a legal move with one bit flipped."""
        moves = list(self.table.moves()) or [0]
        for move in (code, moves[which % len(moves)] ^ 2**flip):
            refused_by = self.table.refusal(move)
            if refused_by is NONE:
                assert move in moves or self.table.state.redundant(move)
            else:
                self.refuse(move, None, refused_by)

    @precondition(going_on)
    @rule(seat=st.integers(-3, 8))
    def move_out_of_turn(self, seat: int) -> None:
        if seat != self.table.actor:
            self.refuse(self.table.moves()[0], seat, E3)

    def refuse(self, move: int, seat: int | None, expected: Rule) -> None:
        before = dump(self.table)
        assert expected.label in self.table.why(move, seat)
        with pytest.raises(Refused) as refused:
            self.table.play(move, seat)
        assert refused.value.rule is expected
        assert not change(before, dump(self.table))

    @rule(seat=st.integers(-3, 8))
    def take_back(self, seat: int) -> None:
        if self.back and self.back[-1][0] == seat:
            _, before, text = self.back.pop()
            self.table.undo(seat)
            assert not change(before, dump(self.table.state))
            assert self.table.record.text == text
        else:
            with pytest.raises(Refused):
                self.table.undo(seat)

    def last_moves(self, seat: int) -> list[Move]:
        return list(takewhile(lambda move: move[0] == seat, reversed(self.back)))

    @precondition(lambda machine: machine.back)
    @rule()
    def take_back_the_last(self) -> None:
        self.take_back(self.back[-1][0])

    @rule()
    def save_and_load(self) -> None:
        before, saved = dump(self.table.state), self.table.saved
        self.table = Table.resume(saved)
        assert not change(before, dump(self.table.state))
        assert self.table.saved == saved

    @rule(part=st.floats(0, 1))
    def look_back(self, part: float) -> None:
        text, steps = self.table.record.text, self.table.record.steps
        step = round(part * len(steps))
        early = Table.replay(text, step)
        assert [str(each) for each in early.record.steps] == [str(each) for each in steps[:step]]
        assert Table.replay(text).record.text == text

    @rule()
    def write_and_read_the_position(self) -> None:
        text = self.table.position
        assert self.game.text(self.game.load(text)) == text

    @invariant()
    def only_so_much_can_be_taken_back(self) -> None:
        if hasattr(self, "table"):
            for seat in range(self.table.state.seats):
                assert self.table.undoable(seat) == len(self.last_moves(seat))

    @invariant()
    def no_piece_is_lost(self) -> None:
        if hasattr(self, "table"):
            first = self.game.start(self.table.state.seats, self.table.record.options)
            assert self.game.census(self.table.state) == self.game.census(first)


def run(game: Game, examples: int, phases: Collection[Phase] = tuple(Phase)) -> None:
    run_state_machine_as_test(
        type("AtTheTable", (AtTheTable,), {"game": game}),
        settings=settings(
            max_examples=examples,
            phases=phases,
            stateful_step_count=40,
            deadline=None,
            database=None,
            derandomize=LONG <= 1,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_table_holds_whatever_people_do(name: str) -> None:
    run(GAMES[name], round((30 if COMPILED else 3) * LONG))


class Forgetful(Planted):
    """A clone goes back to the start of the game, so whoever takes back a move loses all."""

    def __init__(self, inner: State) -> None:
        self.first = inner.clone()
        super().__init__(inner)

    def clone(self) -> State:
        return type(self)(self.first.clone())


class Careless(PlantedGame):
    """A position is read back as the start of the game."""

    def load(self, text: str) -> State:
        found = self.real.load(text)
        return self.fault(self.real.new(found.seats, self.real.options_of(found)))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("fault", "kind"), [(Forgetful, PlantedGame), (Planted, Careless)])
def test_a_planted_fault_is_noticed(
    name: str, fault: type[Planted], kind: type[PlantedGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = kind(GAMES[name], fault)
    monkeypatch.setitem(GAMES, name, game)
    with pytest.raises(AssertionError):
        run(game, 60, phases=[Phase.generate])
