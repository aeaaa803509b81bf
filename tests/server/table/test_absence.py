"""Leave, or let time run out, at every kind of decision and every seat: the game goes on to its end."""

from __future__ import annotations

import pytest

from sabika.engine.rng import Rng
from sabika.server.protocol.commands import Leave, Play, Resign, Return
from sabika.server.table import events, snapshot
from sabika.server.table.decide import Decisions
from sabika.server.table.events import Entry
from sabika.server.table.table import THINKING, TableState
from tests.contract.setups import COMPILED, USUAL_SETUPS, Setup
from tests.fuzz import fewer, some
from tests.server.memory_table import TABLE, MemoryTable, begun

WALKS = fewer(3) if COMPILED else 1  # random games in which decisions are looked for
LONGEST_GAME = 5_000  # moves
every_number_of_seats = pytest.mark.parametrize(
    "setup",
    some([setup for setup in USUAL_SETUPS if setup.game.__class__.__module__.startswith("sabika")], 4),
    ids=str,
)


class Fork:
    """Another course from here on."""

    def __init__(self, sitting: MemoryTable) -> None:
        state = snapshot.read(TABLE, sitting.seal, snapshot.write(sitting.state))
        assert state is not None
        self.state: TableState = state
        self.now = sitting.now
        self.people = {place.person: sitting.player(seat) for seat, place in enumerate(state.seating.seats)}

    def add(self, found: list[events.Event]) -> None:
        for event in found:
            self.state.apply(Entry(events.encode(event), self.now, seq=self.state.version + 1))

    def absent(self, how: str, seat: int) -> None:
        who = self.people[self.state.seating.seats[seat].person]
        if how == "time":
            deadline = self.state.deadline
            assert deadline is not None
            self.now = deadline
            self.add(Decisions(self.state).due(self.now))
        else:
            command = Leave("l", self.state.version) if how == "left" else Resign("r", self.state.version)
            self.add(Decisions(self.state).decide(command, who))
        assert self.state.thinker == "builder"

    def to_the_end(self) -> None:
        """Everybody is silent: clocks run out, one after another, and bots that do not answer make default moves."""
        for _ in range(LONGEST_GAME):
            deadline = self.state.deadline
            if deadline is None:
                break
            self.now = deadline
            self.add(Decisions(self.state).due(self.now))
        assert self.state.seating.status == "over"
        assert self.state.seating.outcome is not None

    def returns(self, seat: int) -> None:
        """Whoever comes back decides again."""
        who = self.people[self.state.seating.seats[seat].person]
        self.add(Decisions(self.state).bot_moves(self.state.seating.moved, None))
        if self.state.seating.status == "playing":
            self.add(Decisions(self.state).decide(Return("b", self.state.version), who))
            assert self.state.seating.runner(seat) is None


def decision(sitting: MemoryTable) -> tuple[str, ...]:
    """What kind of decision it is: the kinds of moves that there are."""
    return tuple(sorted({type(action).__name__ for action in sitting.game.actions()}))


@every_number_of_seats
def test_absence_at_every_kind_of_decision(setup: Setup) -> None:
    met: set[tuple[tuple[str, ...], int]] = set()
    for seed in range(WALKS):
        sitting = begun(setup.seats, setup.game.name, options=dict(setup.options))
        rng = Rng(seed)
        while sitting.state.seating.status == "playing":
            seat = sitting.game.actor
            kind = (decision(sitting), seat)
            if kind not in met:
                met.add(kind)
                for how in ("time", "left", "resigned"):
                    fork = Fork(sitting)
                    fork.absent(how, seat)
                    if how == "left":
                        fork.returns(seat)
                    fork.to_the_end()
                    assert seat in fork.state.seating.outcome.resigned or how != "resigned"  # type: ignore[union-attr]
            sitting.do(sitting.player(seat), Play, move=sitting.random_move(rng))
    assert {seat for _, seat in met} == set(range(setup.seats))


def test_the_record_marks_whose_moves_were_whose() -> None:
    sitting = begun(2, "zatre", stand_in="novice")
    first = sitting.game.actor
    sitting.play()
    sitting.do(sitting.player(first), Leave)
    while sitting.game.actor != first:
        sitting.play()
    sitting.bot(int(sitting.game.moves()[0]))
    while sitting.game.actor != first:
        sitting.play()
    sitting.bot(None)
    sitting.do(sitting.player(first), Return)
    while sitting.game.actor != first:
        sitting.play()
    sitting.play()
    marks = [line for line in sitting.game.record.text.splitlines() if line[:1] == str(first + 1)]
    assert [mark.partition(":")[0].partition(" ")[2] for mark in marks[:2]] == ["", "(novice)"]
    assert any("(default)" in mark for mark in marks)
    assert "(" not in marks[-1]


def test_a_bot_has_a_deadline_too() -> None:
    sitting = begun(2)
    sitting.do(sitting.player(sitting.game.actor), Leave)
    assert sitting.state.deadline == sitting.now + THINKING
