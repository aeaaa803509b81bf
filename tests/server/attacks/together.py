"""What one stranger can make a server do at its default limits: every quota used at once, while somebody else plays.

    python -m tests.server.attacks.together

Measured are the processor time of single turns of the event loop, in which nobody else is served, so a busy machine
does not matter; and how much the server grows. What single inputs cost, `tests.server.attacks.cost` measures.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec

from sabika.engine.registry import find
from sabika.server.companion.sheet import NoteWritten, begun, encode
from sabika.server.protocol.commands import Play
from sabika.server.protocol.companion import NewSheet
from sabika.server.protocol.rest import MySeat, NewTable, SeatPlan
from sabika.server.store.base import SheetLine
from sabika.server.store.sqlite.store import SqliteStore
from sabika.server.table.listing import row_of
from sabika.server.table.views.replay import decisions
from tests.games.notes import played
from tests.server.attacks.cost import MOST, WATCHED
from tests.server.attacks.crowds import CROWDS, GOES_ON, LONG, SETTLED, SHEET, USUAL, Crowd, Place, Stranger
from tests.server.attacks.long_game import drawn_out
from tests.server.attacks.watched import WATCH, Watch
from tests.server.caller import Caller, hello
from tests.server.memory_table import ANA, NOON, MemoryTable
from tests.server.server_process import ServerProcess
from tests.server.wire import run

GROWTH: Final = 48  # MiB that the server may be larger while a crowd is there
BACK: Final = 60  # versions that a client asks for again
PAUSE: Final = 0.25  # seconds between two things that the family does
TRIES: Final = 3  # of a crowd that takes too long
ENOUGH: Final = 60.0  # seconds for a crowd, on a busy machine


# The server, and a family that plays there.


@dataclass
class Held:
    """What came of one crowd."""

    seconds: float = 0.0  # of processor time, of the longest turn of the loop
    callbacks: int = 0  # in that turn
    words: str = ""  # the longest callback
    growth: float = 0.0  # MiB, at most
    waited: float = 0.0  # seconds that the family waited at most, by the clock
    answers: Counter[str] = field(default_factory=Counter)


def usual(game: str, moves: int) -> MemoryTable:
    """A game of six, by default moves; all seats are Ana's."""
    seats: list[SeatPlan] = [MySeat(f"Ana {n}") for n in range(find(game).most)]
    table = MemoryTable(NewTable(game=game, seats=seats, ready=True, seed=7))
    while moves and table.state.seating.status == "playing":
        moves -= 1
        table.do(ANA, Play, move=table.game.game.notation(table.state.game().state.default()))
    return table


async def plant(data: Path, port: int, seats: int) -> Place:
    """Into the folder of a server that is not running yet."""
    long, common, goes_on = drawn_out(seats), usual("alhambra", 10_000), usual("alcazaba", 150)
    notes = [msgspec.to_builtins(note) for note in companion_notes()]
    data.mkdir(mode=0o700)
    store = await SqliteStore.open(data / "sabika.db")
    try:
        for name, table in ((LONG, long), (USUAL, common), (GOES_ON, goes_on)):
            await store.create(msgspec.structs.replace(row_of(table.state), id=name), table.log)
        first = begun(NewSheet("alhambra", list("ABCDEF")))
        await store.create_sheet(SHEET, SheetLine(encode(first), NOON))
        for n, note in enumerate(notes, 1):
            await store.append_sheet(SHEET, n, SheetLine(encode(NoteWritten(note)), NOON, f"n{n}"))
    finally:
        await store.close()
    return Place(port, seats, decisions(long.state.game().record)[-2], goes_on.state.version - BACK, len(notes))


def companion_notes() -> list[Any]:
    game = find("alhambra")
    options = {option.name: option.choices[0] for option in game.options}
    return list(played(game, 6, options, random.Random(1))[1])


class Family:
    """Two who play at a table of their own, from another address."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.longest = 0.0
        self.playing: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        ana = await Caller(self.port).arrive("Ana")
        seats = [{"type": "me"}, {"type": "person"}]
        table = (await ana.call("POST", "/api/tables", {"game": "zatre", "seats": seats}))["id"]
        self.wire = await ana.socket(table)
        self.wire.say(hello())
        self.playing = asyncio.create_task(self.play())

    async def play(self) -> None:
        while True:
            begun = monotonic()
            self.wire.say(b'{"type":"ping"}')
            while not (await self.wire.inbox.get()).startswith(b'{"type":"pong"'):
                pass
            self.longest = max(self.longest, monotonic() - begun)
            await asyncio.sleep(PAUSE)

    def take(self) -> float:
        found, self.longest = self.longest, 0.0
        return found


async def held(server: ServerProcess, watch: Watch, place: Place, kinds: list[str]) -> dict[str, Held]:
    place.port = server.port
    family = Family(server.port)
    await family.begin()
    addresses = count(1)
    found = {kind: await once_more(kind, server, watch, place, family, addresses) for kind in kinds}
    assert family.playing is not None
    assert not family.playing.done()
    family.playing.cancel()
    return found


async def once_more(
    kind: str, server: ServerProcess, watch: Watch, place: Place, family: Family, addresses: Iterator[int]
) -> Held:
    """The best of a few tries: what holds the loop does so every time, and a busy machine only now and then."""
    tries: list[Held] = []
    while len(tries) < TRIES and all(one.seconds > MOST for one in tries):
        stranger = await Stranger(place, next(addresses)).settle()
        tries.append(await one_crowd(CROWDS[kind], stranger, server, watch, family))
    best = min(tries, key=lambda one: one.seconds)
    return replace(best, growth=max(one.growth for one in tries))


async def one_crowd(crowd: Crowd, stranger: Stranger, server: ServerProcess, watch: Watch, family: Family) -> Held:
    await asyncio.sleep(SETTLED)
    before = most = server.memory()
    watch.take(), watch.take_turn(), family.take()
    coming = asyncio.ensure_future(crowd(stranger))
    until = monotonic() + ENOUGH
    while not coming.done() and monotonic() < until:
        most = max(most, server.memory())
        await asyncio.sleep(0.02)
    coming.cancel()
    with suppress(asyncio.CancelledError):
        await coming
    await Caller(server.port).call("GET", "/api/me")  # all that came before has been begun
    (seconds, callbacks), words = watch.take_turn(), "{:.3f} s in {}".format(*watch.take())
    return Held(seconds, callbacks, words, (most - before) / 2**20, family.take(), stranger.answers)


@contextmanager
def watched_server(folder: Path, seats: int) -> Iterator[tuple[ServerProcess, Watch, Place]]:
    """With default limits, and every turn of its loop measured."""
    place = asyncio.run(plant(folder / "data", 0, seats))
    watch = Watch(folder / "watch")
    server = ServerProcess(folder / "data", command=WATCHED, variables={WATCH: str(folder / "watch")}).start()
    try:
        yield server, watch, place
    finally:
        if server.alive():
            server.stop()


def trial(folder: Path, kinds: list[str] | None = None, seats: int = 6) -> tuple[dict[str, Held], list[str]]:
    """What each crowd held up, and what the server's log says of errors."""
    with watched_server(folder, seats) as (server, watch, place):
        found = run(lambda: held(server, watch, place, kinds or list(CROWDS)), seconds=3600)
    return found, server.failures()


def report(found: dict[str, Held]) -> str:
    lines = ["| one address at once | longest turn of the loop | the server grew by |", "|---|---|---|"]
    for name, one in found.items():
        lines.append(f"| {name} | {one.seconds * 1000:.1f} ms | {one.growth:.1f} MiB |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="all that one address may ask for at once")
    parser.add_argument("--only", choices=list(CROWDS), action="append", help="this crowd; may be given several times")
    parser.add_argument("--seats", type=int, default=6, help="of the game that is drawn out")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found, failures = trial(Path(folder), args.only, args.seats)
    print(report(found))
    for name, one in found.items():
        print(
            f"{name}: {one.callbacks} callbacks, the family waited {one.waited:.2f} s; {one.words}; {dict(one.answers)}"
        )
    print("\n".join(failure[-300:] for failure in failures[:10]))
    return 1 if failures or any(one.seconds > MOST for one in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
