"""A room that is read from its log, or from a snapshot and the rest of its log, is the room that was left."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable
from math import ceil
from typing import Any

import pytest

from sabika.engine.rng import Rng
from sabika.server import protocol, snapshot, views
from sabika.server.protocol import (
    Back,
    Clock,
    Commands,
    Leave,
    Mute,
    Play,
    Ready,
    Remove,
    Resign,
    Say,
    Sit,
    Stand,
    Undo,
)
from sabika.server.room import Room
from sabika.server.store.base import Entry
from sabika.server.trouble import Trouble
from sabika.server.views import Viewer, WholeTable
from tests.contract.setups import COMPILED, LONG
from tests.server.sittings import ANA, NOON, PEOPLE, TABLE, Sitting, begun, people

GAMES = ["alhambra", "alhambra_dice", "alcazaba", "zatre"]
SITTINGS = ceil(6 * LONG) if COMPILED else 1


class Crowd:
    """People who do whatever comes into their heads, most of it allowed."""

    def __init__(self, game: str, seed: int) -> None:
        self.rng = Rng(seed)
        self.count = 2 + self.rng.below(3)
        self.commit = hashlib.sha256(bytes(16)).hexdigest() if seed % 2 else None
        self.sitting = Sitting(people(self.count, game, clock=Clock(10_000, 20_000), stand_in="random"))

    def act(self) -> None:
        """Somebody does something, or time passes."""
        who = PEOPLE[self.rng.below(self.count)]
        with contextlib.suppress(Trouble):
            self.pick(CHOICES)(self, who.id)

    def pick(self, choices: list[Callable[[Crowd, str], object]]) -> Callable[[Crowd, str], object]:
        return choices[self.rng.below(len(choices))]

    def do(self, who: str, kind: type[Commands], **fields: Any) -> None:
        person = next(person for person in PEOPLE if person.id == who)
        self.sitting.do(person, kind, **fields)

    def play(self, who: str) -> None:
        room = self.sitting.room
        if room.asked is None:
            self.pick([Crowd.sit, Crowd.ready, Crowd.ready, Crowd.open])(self, who)
        elif room.thinker is not None:
            moves = self.sitting.game.moves()
            self.sitting.bot(None if self.rng.below(5) == 0 else int(moves[self.rng.below(len(moves))]))
        else:
            self.do(self.sitting.player(room.asked).id, Play, move=self.sitting.random_move(self.rng))

    def sit(self, who: str) -> None:
        if not self.sitting.room.desk.seats_of(who):
            self.do(who, Sit)

    def ready(self, who: str) -> None:
        self.do(who, Ready, commit=self.commit)

    def open(self, who: str) -> None:
        self.do(who, protocol.Open, nonce="0" * 32)

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
    lambda crowd, who: crowd.do(who, Back),
    lambda crowd, who: crowd.do(who, Stand) if crowd.rng.below(5) == 0 else None,
    lambda crowd, who: crowd.do(who, Resign) if crowd.rng.below(20) == 0 else None,
    lambda crowd, who: crowd.do(ANA.id, Mute, seat=1, muted=bool(crowd.rng.below(2))),
]


def shown_to_all(room: Room) -> list[bytes]:
    """All that anybody is shown of a room."""
    viewers = [Viewer(), *(Viewer(person.id) for person in PEOPLE)]
    return [views.sent(room, viewer, WholeTable(NOON, [], 0)) for viewer in viewers]


def same(one: Room, other: Room) -> None:
    """Equal to the last byte, in what is kept and in what is shown."""
    assert snapshot.write(one) == snapshot.write(other)
    assert shown_to_all(one) == shown_to_all(other)
    assert one.deadline == other.deadline


def read_back(sitting: Sitting, body: bytes, entries: list[Entry]) -> Room:
    room = snapshot.read(TABLE, sitting.seal, body)
    assert room is not None
    for entry in entries:
        room.apply(entry)
    return room


@pytest.mark.parametrize("seed", range(SITTINGS))
@pytest.mark.parametrize("game", GAMES)
def test_a_room_comes_back_as_it_was(game: str, seed: int) -> None:
    crowd = Crowd(game, seed)
    sitting = crowd.sitting
    written, at = snapshot.write(sitting.room), len(sitting.log)
    for turn in range(700):
        crowd.act()
        if crowd.rng.below(25) == 0:
            same(read_back(sitting, written, sitting.log[at:]), sitting.room)
            written, at = snapshot.write(sitting.room), len(sitting.log)
        if turn % 100 == 0:
            same(Room.fold(TABLE, sitting.seal, sitting.log), sitting.room)
        if sitting.room.desk.status == "over":
            break
    same(Room.fold(TABLE, sitting.seal, sitting.log), sitting.room)
    same(read_back(sitting, written, sitting.log[at:]), sitting.room)


def test_crowds_play_whole_games_and_do_all_there_is_to_do() -> None:
    seen: set[str] = set()
    ends = 0
    for seed in range(32):
        crowd = Crowd(GAMES[seed % 4], seed)
        for _ in range(1_500):
            crowd.act()
        ends += crowd.sitting.room.desk.status == "over"
        seen |= {entry.body.split(b'"')[3].decode() for entry in crowd.sitting.log}
    assert ends >= 24
    assert seen >= {
        *("created", "seated", "stood", "readied", "called", "opened", "started", "played", "undone", "said"),
        *("held", "returned", "resigned", "removed", "muted", "ended"),
    }


def test_a_snapshot_of_another_form_is_not_read() -> None:
    sitting = begun(2)
    body = snapshot.write(sitting.room)
    assert snapshot.read(TABLE, sitting.seal, body.replace(b'"form":1', b'"form":2')) is None
    assert snapshot.read(TABLE, sitting.seal, body[:-1]) is None
    assert snapshot.read(TABLE, sitting.seal, b"") is None


@pytest.mark.skipif(not COMPILED, reason="the figure is for the compiled rules")
@pytest.mark.parametrize("game", GAMES)
def test_a_long_game_comes_back_in_less_than_10_ms(game: str) -> None:
    """However long: here with 2,000 things said and moves taken back in between."""
    sitting = begun(4, game)
    rng, before = Rng(1), b""
    while sitting.room.desk.status == "playing":
        for _ in range(5):
            sitting.do(ANA, Say, text="so many words")
        before = snapshot.write(sitting.room)
        sitting.play(sitting.random_move(rng))
    took = []
    for body in (before, snapshot.write(sitting.room)):
        for _ in range(5):
            begin = time.perf_counter()
            room = snapshot.read(TABLE, sitting.seal, body)
            assert room is not None
            views.sent(room, Viewer(ANA.id), WholeTable(NOON, [], 0))
            took.append(time.perf_counter() - begin)
    assert min(took[:5]) < 0.010
    assert min(took[5:]) < 0.010
    print(f"{game}: {len(sitting.log)} entries, {1000 * min(took[:5]):.2f} ms before the end")
