"""A table that is read from its log, or from a snapshot and the rest of its log, is the table that was left."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable
from math import ceil
from typing import Any

import pytest

from sabika.engine.rng import Rng
from sabika.server.protocol.commands import (
    Commands,
    Leave,
    Mute,
    Open,
    Play,
    Ready,
    Remove,
    Resign,
    Return,
    Say,
    Sit,
    Stand,
    Undo,
)
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.settings import Clock
from sabika.server.table import snapshot
from sabika.server.table.events import Entry
from sabika.server.table.table import TableState
from sabika.server.table.views.outgoing import sent
from sabika.server.table.views.table_view import WholeTable
from sabika.server.table.views.viewer import Viewer
from tests.contract.setups import COMPILED, LONG
from tests.server.memory_table import ANA, NOON, PEOPLE, TABLE, MemoryTable, begun, people

GAMES = ["alhambra", "alhambra_dice", "alcazaba", "zatre"]
SITTINGS = ceil(6 * LONG) if COMPILED else 1


class Crowd:
    """People who do whatever comes into their heads, most of it allowed."""

    def __init__(self, game: str, seed: int) -> None:
        self.rng = Rng(seed)
        self.count = 2 + self.rng.below(3)
        self.commit = hashlib.sha256(bytes(16)).hexdigest() if seed % 2 else None
        self.sitting = MemoryTable(people(self.count, game, clock=Clock(10_000, 20_000), stand_in="random"))

    def act(self) -> None:
        """Somebody does something, or time passes."""
        who = PEOPLE[self.rng.below(self.count)]
        with contextlib.suppress(ProblemError):
            self.pick(CHOICES)(self, who.id)

    def pick(self, choices: list[Callable[[Crowd, str], object]]) -> Callable[[Crowd, str], object]:
        return choices[self.rng.below(len(choices))]

    def do(self, who: str, kind: type[Commands], **fields: Any) -> None:
        person = next(person for person in PEOPLE if person.id == who)
        self.sitting.do(person, kind, **fields)

    def play(self, who: str) -> None:
        state = self.sitting.state
        if state.asked is None:
            self.pick([Crowd.sit, Crowd.ready, Crowd.ready, Crowd.open])(self, who)
        elif state.thinker is not None:
            moves = self.sitting.game.moves()
            self.sitting.bot(None if self.rng.below(5) == 0 else int(moves[self.rng.below(len(moves))]))
        else:
            self.do(self.sitting.player(state.asked).id, Play, move=self.sitting.random_move(self.rng))

    def sit(self, who: str) -> None:
        if not self.sitting.state.seating.seats_of(who):
            self.do(who, Sit)

    def ready(self, who: str) -> None:
        self.do(who, Ready, commit=self.commit)

    def open(self, who: str) -> None:
        self.do(who, Open, nonce="0" * 32)

    def wait(self, who: str) -> None:
        self.sitting.wait(self.rng.below(12_000))

    def remove(self, who: str) -> None:
        if self.rng.below(20) == 0:
            self.do(ANA.id, Remove, seat=1 + self.rng.below(self.count - 1))


CHOICES: list[Callable[[Crowd, str], object]] = [
    *[Crowd.play] * 30,
    *[Crowd.wait] * 2,
    Crowd.remove,
    lambda crowd, who: crowd.do(who, Undo),
    lambda crowd, who: crowd.do(who, Undo),
    lambda crowd, who: crowd.do(who, Say, text=f"number {crowd.rng.below(100)}"),
    lambda crowd, who: crowd.do(who, Leave),
    lambda crowd, who: crowd.do(who, Return),
    lambda crowd, who: crowd.do(who, Stand) if crowd.rng.below(5) == 0 else None,
    lambda crowd, who: crowd.do(who, Resign) if crowd.rng.below(20) == 0 else None,
    lambda crowd, who: crowd.do(ANA.id, Mute, seat=1, muted=bool(crowd.rng.below(2))),
]


def shown_to_all(state: TableState) -> list[bytes]:
    """All that anybody is shown of a table."""
    viewers = [Viewer(), *(Viewer(person.id) for person in PEOPLE)]
    return [sent(state, viewer, WholeTable(NOON, [], 0)) for viewer in viewers]


def same(one: TableState, other: TableState) -> None:
    """Equal to the last byte, in what is kept and in what is shown."""
    assert snapshot.write(one) == snapshot.write(other)
    assert shown_to_all(one) == shown_to_all(other)
    assert one.deadline == other.deadline


def read_back(sitting: MemoryTable, body: bytes, entries: list[Entry]) -> TableState:
    state = snapshot.read(TABLE, sitting.seal, body)
    assert state is not None
    for entry in entries:
        state.apply(entry)
    return state


@pytest.mark.parametrize("seed", range(SITTINGS))
@pytest.mark.parametrize("game", GAMES)
def test_a_room_comes_back_as_it_was(game: str, seed: int) -> None:
    crowd = Crowd(game, seed)
    sitting = crowd.sitting
    written, at = snapshot.write(sitting.state), len(sitting.log)
    for turn in range(700):
        crowd.act()
        if crowd.rng.below(25) == 0:
            same(read_back(sitting, written, sitting.log[at:]), sitting.state)
            written, at = snapshot.write(sitting.state), len(sitting.log)
        if turn % 100 == 0:
            same(TableState.fold(TABLE, sitting.seal, sitting.log), sitting.state)
        if sitting.state.seating.status == "over":
            break
    same(TableState.fold(TABLE, sitting.seal, sitting.log), sitting.state)
    same(read_back(sitting, written, sitting.log[at:]), sitting.state)


def test_crowds_play_whole_games_and_do_all_there_is_to_do() -> None:
    seen: set[str] = set()
    ends = 0
    for seed in range(32):
        crowd = Crowd(GAMES[seed % 4], seed)
        for _ in range(1_500):
            crowd.act()
        ends += crowd.sitting.state.seating.status == "over"
        seen |= {entry.body.split(b'"')[3].decode() for entry in crowd.sitting.log}
    assert ends >= 24
    assert seen >= {
        *("created", "seated", "stood", "readied", "called", "opened", "started", "played", "undone", "said"),
        *("held", "returned", "resigned", "removed", "muted", "ended"),
    }


def test_a_snapshot_of_another_form_is_not_read() -> None:
    sitting = begun(2)
    body = snapshot.write(sitting.state)
    assert snapshot.read(TABLE, sitting.seal, body.replace(b'"form":%d' % snapshot.FORM, b'"form":1')) is None
    assert snapshot.read(TABLE, sitting.seal, body[:-1]) is None
    assert snapshot.read(TABLE, sitting.seal, b"") is None


@pytest.mark.skipif(not COMPILED, reason="the figure is for the compiled rules")
@pytest.mark.parametrize("game", GAMES)
def test_a_long_game_comes_back_in_less_than_10_ms(game: str) -> None:
    """However long: here with 2,000 things said and moves taken back in between."""
    sitting = begun(4, game)
    rng, before = Rng(1), b""
    while sitting.state.seating.status == "playing":
        for _ in range(5):
            sitting.do(ANA, Say, text="so many words")
        before = snapshot.write(sitting.state)
        sitting.play(sitting.random_move(rng))
    took = []
    for body in (before, snapshot.write(sitting.state)):
        for _ in range(5):
            begin = time.perf_counter()
            state = snapshot.read(TABLE, sitting.seal, body)
            assert state is not None
            sent(state, Viewer(ANA.id), WholeTable(NOON, [], 0))
            took.append(time.perf_counter() - begin)
    assert min(took[:5]) < 0.010
    assert min(took[5:]) < 0.010
    print(f"{game}: {len(sitting.log)} entries, {1000 * min(took[:5]):.2f} ms before the end")
