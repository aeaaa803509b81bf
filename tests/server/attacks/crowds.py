"""What one stranger may do at once at the default limits of a server, from one address."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import msgspec

from tests.server.attacks.cost import GAMES, POSITIONS, RECORDS, asked
from tests.server.caller import Caller, command, hello
from tests.server.wire import Wire, frame

SOCKETS, GUESTS, MESSAGES, READINGS, REQUESTS = 50, 5, 98, 58, 230  # within the default limits of one address
CONNECTIONS: Final = 95  # open at once
LONG, USUAL, GOES_ON = "tab2345draw2", "tab2345usua2", "tab2345stay2"  # tables that are planted
SHEET: Final = "sheet234567sheet234567"
SETTLED: Final = 0.8  # seconds without an answer after which no more is expected


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
