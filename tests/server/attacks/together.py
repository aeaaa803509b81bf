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
from collections.abc import Awaitable, Callable, Iterator
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
from tests.server.attacks.cost import GAMES, MOST, POSITIONS, RECORDS, WATCHED, asked
from tests.server.attacks.long_game import drawn_out
from tests.server.attacks.watched import WATCH, Watch
from tests.server.caller import Caller, command, hello
from tests.server.memory_table import ANA, NOON, MemoryTable
from tests.server.server_process import ServerProcess
from tests.server.wire import Wire, frame, run

GROWTH: Final = 48  # MiB that the server may be larger while a crowd is there
SOCKETS, GUESTS, MESSAGES, READINGS, REQUESTS = 50, 5, 98, 58, 230  # within the default limits of one address
CONNECTIONS: Final = 95  # open at once
LONG, USUAL, GOES_ON = "tab2345draw2", "tab2345usua2", "tab2345stay2"  # tables that are planted
SHEET: Final = "sheet234567sheet234567"
BACK: Final = 60  # versions that a client asks for again
PAUSE: Final = 0.25  # seconds between two things that the family does
SETTLED: Final = 0.8  # seconds without an answer after which no more is expected
TRIES: Final = 3
ENOUGH: Final = 60.0  # seconds for a crowd, on a busy machine


@dataclass
class Place:
    """The server, and what is there to be asked about."""

    port: int
    seats: int  # of the long game
    step: int  # a decision late in it
    back: int  # a version of the game that goes on, long ago
    notes: int  # on the companion sheet


class Stranger:
    """Everybody at one address."""

    def __init__(self, place: Place, number: int) -> None:
        self.address = f"127.0.1.{number}"
        self.place = place
        self.port = place.port
        self.guests: list[Caller] = []
        self.answers: Counter[str] = Counter()
        self.free = asyncio.Semaphore(CONNECTIONS)

    async def settle(self) -> Stranger:
        self.guests = [await Caller(self.port, source=self.address).arrive(f"Eve {n}") for n in range(1, GUESTS + 1)]
        return self

    async def request(self, method: str, path: str, body: bytes | None = None, kind: str = "application/json") -> None:
        """One of many, by one of the guests in turn; what is answered is only counted."""
        token = self.guests[sum(self.answers.values()) % GUESTS].token
        head = Caller(self.port, token).request(method, path, body).replace(b"application/json", kind.encode())
        await self.send(head)

    async def send(self, request: bytes) -> None:
        async with self.free:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
                writer.write(request)
                found = (await reader.read(12))[9:].decode()
                while await reader.read(2**20):
                    pass
                writer.close()
            except OSError as problem:
                found = type(problem).__name__
        self.answers[found] += 1

    async def get(self, path: str, times: int) -> None:
        await asyncio.gather(*(self.request("GET", path) for _ in range(times)))

    async def post(self, path: str, bodies: list[bytes], kind: str = "application/json") -> None:
        await asyncio.gather(*(self.request("POST", path, body, kind) for body in bodies))

    async def sockets(self, tables: list[str], frames: Callable[[int], bytes]) -> None:
        """All that one address may have open; each sends all that it may."""
        tries = [await self.open(tables[n % len(tables)], n) for n in range(SOCKETS)]
        wires = [wire for wire in tries if wire is not None]
        await self.until_quiet()
        for n, wire in enumerate(wires):
            wire.transport.write(frames(n))
        await self.until_quiet()
        for wire in wires:
            wire.transport.abort()

    async def open(self, table: str, number: int) -> Wire | None:
        try:
            wire = await self.guests[number * GUESTS // SOCKETS].socket(table, self.hear)
        except ConnectionRefusedError:
            self.answers["no socket"] += 1
            return None
        wire.transport.write(frame(hello()))
        return wire

    def hear(self, message: bytes) -> None:
        kind = bytes(message[:40]).partition(b'"type":"')[2].partition(b'"')[0].decode()
        self.answers[kind] += 1

    async def until_quiet(self) -> None:
        before = -1
        while sum(self.answers.values()) != before:
            before = sum(self.answers.values())
            await asyncio.sleep(SETTLED)


Crowd = Callable[[Stranger], Awaitable[object]]


# What a crowd does.


async def hellos(stranger: Stranger) -> None:
    again = frame(hello(since=stranger.place.back, words=True))
    await stranger.sockets([GOES_ON], lambda _: again * MESSAGES)


def reading(*paths: str, table: str = LONG) -> Crowd:
    """A finished game, as often as one address may."""

    async def read(stranger: Stranger) -> None:
        last = stranger.place.step
        places = [f"/api/tables/{table}{path.format(last=last)}" for path in paths]
        await asyncio.gather(*(stranger.request("GET", places[n % len(places)]) for n in range(READINGS)))

    return read


async def questions(stranger: Stranger) -> None:
    """Of all kinds, at tables of six near their end."""
    tables = []
    for game, guest in zip(GAMES, stranger.guests, strict=False):
        position = POSITIONS[game][-1]
        count = int(next(word[6:] for word in position.split(" ") if word.startswith("seats=")))
        seats = [{"type": "me", "name": f"Eve {n}"} for n in range(1, count + 1)]
        plan = {"game": game, "seats": seats, "position": position, "ready": True}
        tables.append((await guest.call("POST", "/api/tables", plan))["id"])
    kinds = ("odds", "score", "values", "scorings")
    await stranger.sockets(tables, lambda n: asked(kinds[n // len(tables) % len(kinds)], *[{}] * MESSAGES))


async def talk(stranger: Stranger) -> None:
    guest = stranger.guests[0]
    seats = [{"type": "me"}, {"type": "person"}]
    table = (await guest.call("POST", "/api/tables", {"game": "zatre", "seats": seats}))["id"]

    def said(number: int) -> bytes:
        texts = (command("say", 0, text="\U0001f600" * 400) for _ in range(MESSAGES))
        return b"".join(frame(msgspec.json.encode(each)) for each in texts)

    await stranger.sockets([table], said)


async def forks(stranger: Stranger) -> None:
    seats = [{"type": "me", "name": f"Eve {n}"} for n in range(1, stranger.place.seats + 1)]
    fork = {"table": LONG, "step": stranger.place.step, "seat": 0}
    wanted = msgspec.json.encode({"game": "alhambra", "seats": seats, "fork": fork})
    await stranger.post("/api/tables", [wanted] * READINGS)


def records(path: str, times: int = READINGS) -> Crowd:
    async def send(stranger: Stranger) -> None:
        bodies = [text.encode() for text in RECORDS]
        await stranger.post(f"/api/records/{path}", [bodies[n % len(bodies)] for n in range(times)], "text/plain")

    return send


async def positions(stranger: Stranger) -> None:
    sketches = [msgspec.json.encode({"game": game, "text": POSITIONS[game][-1]}) for game in GAMES]
    await stranger.post("/api/positions", [sketches[n % len(sketches)] for n in range(REQUESTS)])


async def hints(stranger: Stranger) -> None:
    sketches = [msgspec.json.encode({"game": game, "text": POSITIONS[game][-1]}) for game in GAMES]
    await stranger.post("/api/positions/hint", [sketches[n % len(sketches)] for n in range(REQUESTS)])


async def sheets(stranger: Stranger) -> None:
    await stranger.get(f"/api/companion/{SHEET}?before={stranger.place.notes}", READINGS)


async def puzzles(stranger: Stranger) -> None:
    bodies = [msgspec.json.encode({"move": "take b9", "language": "hu"})] * (REQUESTS // 4)
    ways = [stranger.post(f"/api/puzzles/{game}/1/tries", bodies) for game in GAMES]
    await asyncio.gather(*ways)


async def pages(stranger: Stranger) -> None:
    paths = ["/", f"/table/{LONG}", "/api/tables", "/api/games", "/api/openapi.json", "/api/games/zatre/words/hu"]
    await asyncio.gather(*(stranger.request("GET", paths[n % len(paths)]) for n in range(REQUESTS)))


async def looks(stranger: Stranger) -> None:
    """At tables that nobody has in memory."""
    tables = [LONG, USUAL, GOES_ON]
    await asyncio.gather(*(stranger.request("GET", f"/api/tables/{tables[n % len(tables)]}") for n in range(REQUESTS)))


async def newcomers(stranger: Stranger) -> None:
    """Guests, codes that open nothing, names and sign-in codes."""
    nobody = Caller(stranger.port).request("POST", "/api/people", b'{"name":"Eve"}')
    ways = [
        asyncio.gather(*(stranger.send(nobody) for _ in range(60))),
        stranger.post("/api/people/codes", [b'{"code":"AAAAA"}'] * 60),
        stranger.post("/api/me/codes", [b""] * 60),
    ]
    await asyncio.gather(*ways)


async def everything(stranger: Stranger) -> None:
    """As much of everything as the limits allow together."""
    share = REQUESTS // 8
    stranger.free = asyncio.Semaphore(CONNECTIONS - SOCKETS)
    zatre = msgspec.json.encode({"game": "zatre", "text": POSITIONS["zatre"][-1]})
    ways = [
        hellos(stranger),
        reading("/record", "/replay?first={last}", "/verify", "/review", "/position?step={last}")(stranger),
        stranger.post("/api/positions", [zatre] * share),
        records("review", READINGS // 4)(stranger),
        stranger.get("/", share),
        stranger.get(f"/api/companion/{SHEET}?before={stranger.place.notes}", share),
        stranger.post("/api/me/codes", [b""] * share),
    ]
    await asyncio.gather(*ways)


CROWDS: Final[dict[str, Crowd]] = {
    "hello again and again": hellos,
    "records of a drawn-out game": reading("/record"),
    "replays of a drawn-out game": reading("/replay?first={last}", "/replay?first={last}&words=true"),
    "checks of a drawn-out game": reading("/verify"),
    "moments of a drawn-out game": reading("/position?step={last}", "/review/decision?step={last}"),
    "forks of a drawn-out game": forks,
    "replays of a usual game": reading(
        "/replay?first=90&words=true", "/replay?first=90", "/verify", "/record", table=USUAL
    ),
    "questions at a table": questions,
    "talk at a table": talk,
    "reviews of records": records("review?deep=true"),
    "replays of records": records("replay?first=200"),
    "positions set up at once": positions,
    "hints of positions at once": hints,
    "companion sheets at once": sheets,
    "puzzles at once": puzzles,
    "pages and lists": pages,
    "looks at tables": looks,
    "newcomers": newcomers,
    "everything": everything,
}


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
