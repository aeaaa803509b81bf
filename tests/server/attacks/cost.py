"""What strangers can make a server work: inputs aimed at its worst cases, and the longest that one holds the loop.

    python -m tests.server.attacks.cost --inputs 20000

Processor time of single callbacks is measured, so a busy machine does not matter. What is answered, `tests.server.fuzz`
looks at.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from sabika.engine.registry import find
from sabika.engine.table import Table
from tests.games.notes import played
from tests.server.attacks.watched import WATCH, Watch
from tests.server.caller import Caller, command, full_table, hello
from tests.server.server_process import GENEROUS, ServerProcess
from tests.server.wire import frame, handshake, run

MOST: Final = 0.05  # seconds of processor time in which nobody else is served
GROWTH: Final = 48  # MiB that a server may grow while all this comes
PATIENCE: Final = 30.0  # seconds for a socket to open, on a busy machine
QUIET: Final = 0.3  # seconds without an answer after which it is not waited for
COUNTS: Final = (
    "requests",
    "readings",
    "people_an_hour",
    "codes_an_hour",
    "tables_an_hour",
    "address_tables_an_hour",
    "open_tables",
)
REVIEWS: Final = ("reviews_an_hour", "person_reviews", "address_reviews", "address_questions")
SHEETS: Final = ("sheets_an_hour", "sheet_writes")
SOCKETS: Final = ("address_sockets", "person_sockets")
LIMITS: Final = {name: GENEROUS[name] for name in (*COUNTS, *REVIEWS, *SHEETS, *SOCKETS)}
WATCHED: Final = [sys.executable, "-m", "tests.server.attacks.watched"]
BODY, HEADER, FRAME, RECORD = 65_536, 16_000, 8_192, 262_144
UNITS: Final = ['\\"', '"', "\\", "[", "[]", "{", '{"a":', "0", "9", "-", "1e9", ".", ",", "1,", '"",', "\\u0000", "é"]
LETTERS: Final = ["a", " ", ";", "=", '"', "\\", ",", "q=0,", "%", "%41", "/", "..", "&", "a=1&", "a=1;", ":", "[", "é"]
MARKS: Final = ["\u0301", "\u1100\u1161\u11a8", "\ufdfa", "\u202e", "\U0001f468\u200d", "I\u0307", "(", ",", " "]
MOVES: Final = ["take", "buy", "lay", "place", "keep", "roll", "y1", "b9", "0,0", "-1,1", "?", "x", "1", ";", "pav1"]
GAMES: Final = ["alhambra", "alhambra_dice", "alcazaba", "zatre"]
LATE: Final = {"alhambra": 260, "alhambra_dice": 240, "alcazaba": 260, "zatre": 105}  # moves, to near the end
RECORDED: Final = Path(__file__).parents[2] / "recorded"
SIGNS: Final = ["-,", "/", ";", "0", "1", "?", "#", "+", "@", "tower-9-NE,", "y1,", "-:2:-:end0;", "1:-:2:12:stop6;"]
ASKED: Final = 12  # questions on one socket


def late_positions(game: str) -> list[str]:
    """Where recorded games stand after three quarters of their steps."""
    texts = [file.read_text() for file in sorted(RECORDED.glob(f"{game}-[2-6].txt"))]
    return [Table.replay(text, 3 * text.count("\n") // 4).position for text in texts]


RECORDS: Final = [file.read_text() for file in sorted(RECORDED.glob("*.txt"))]
POSITIONS: Final = {game: late_positions(game) for game in GAMES}

Make = Callable[[random.Random, "Place"], bytes]


@dataclass
class Place:
    """The server, and somebody on it."""

    port: int
    tokens: list[str]
    tables: dict[str, int]  # and at which version they are
    long: str  # a table with a long log
    late: dict[str, list[str]]  # tables near the end, all seats taken, and the moves that may be made there
    sheets: dict[str, list[Any]]  # companion sheets of whole games of six, and their notes

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def request(self, method: str, path: str, lines: str = "", body: bytes | None = None) -> bytes:
        sized = "" if body is None else f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n{sized}{lines}\r\n"
        return head.encode("latin-1", "replace") + (body or b"")

    def as_somebody(self, method: str, path: str, body: bytes, token: str = "") -> bytes:
        return self.request(method, path, f"Authorization: Bearer {token or self.tokens[0]}\r\n", body)

    def socket(self, table: str, frames: bytes, **more: str) -> bytes:
        headers = {"Host": f"127.0.0.1:{self.port}", "Authorization": f"Bearer {self.tokens[0]}", **more}
        return handshake(f"/api/tables/{table}/socket", headers) + frames


def repeated(chance: random.Random, units: list[str], size: int) -> str:
    """One to three units again and again, with a beginning and an end of another kind."""
    unit = "".join(chance.choices(units, k=chance.randint(1, 3)))
    begin, end = chance.choice(["", *units]), chance.choice(["", *units])
    return begin + unit * (size // len(unit.encode(errors="replace"))) + end


def json_text(chance: random.Random, size: int) -> bytes:
    return repeated(chance, UNITS, size).encode(errors="replace")[:size]


# What is sent, by kind.


def bodies(chance: random.Random, place: Place) -> bytes:
    path = chance.choice(
        ["/api/people", "/api/tables", f"/api/tables/{next(iter(place.tables))}/commands", "/api/people/codes"]
    )
    return place.as_somebody("POST", path, json_text(chance, BODY))


def chunked(chance: random.Random, place: Place) -> bytes:
    piece = chance.choice([b"1\r\nx\r\n", b"1;" + b"a" * 50 + b"\r\n[\r\n", b'2\r\n\\"\r\n'])
    head = place.request("POST", "/api/people", "Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n")
    return head + piece * (BODY // 2) + b"0\r\n\r\n"


def cookies(chance: random.Random, place: Place) -> bytes:
    begin = chance.choice(["", "sabika=", 'sabika="', "$Version=1; "])
    return place.request("GET", "/api/me", f"Cookie: {begin}{repeated(chance, LETTERS, HEADER - 300)}\r\n")


NAMES: Final = (
    "Host Origin Accept-Encoding If-None-Match X-Forwarded-For Authorization Range Expect Sec-Fetch-Site Connection "
    "Upgrade Content-Type Transfer-Encoding"
).split()


def headers(chance: random.Random, place: Place) -> bytes:
    name = chance.choice(NAMES)
    lines = chance.choice(
        [
            f"{name}: {repeated(chance, LETTERS, HEADER - 300)}\r\n",
            f"{name}: x\r\n" * (HEADER // (len(name) + 6)),
            "a:\r\n" * 3_900,
        ]
    )
    return place.request(chance.choice(["GET", "POST", "OPTIONS"]), chance.choice(["/", "/api/me"]), lines)


def paths(chance: random.Random, place: Place) -> bytes:
    begin = chance.choice(["/", "/api/tables?", "/api/tables/", "/assets/", "/table/"])
    return place.request("GET", begin + repeated(chance, LETTERS, HEADER - 400).replace(" ", "+"))


def pipelines(chance: random.Random, place: Place) -> bytes:
    lines = chance.choice(["", "Content-Length: 0\r\n", "Connection: keep-alive\r\n"])
    one = f"GET {chance.choice(['/', '/api/me'])} HTTP/1.1\r\nHost: 127.0.0.1:{place.port}\r\n{lines}\r\n".encode()
    return one * (262_144 // len(one))


def name_of_person(chance: random.Random, place: Place) -> bytes:
    name = repeated(chance, MARKS, 2_000)[: chance.choice([24, 40, 2_000])]
    return place.as_somebody("PATCH", "/api/me", msgspec.json.encode({"name": name}))


def plans(chance: random.Random, place: Place) -> bytes:
    """Tables that are wished for, and a few that can be had."""
    seats = [{"type": "bot", "bot": chance.choice(["random", "x" * 40])} for _ in range(chance.randint(1, 8))]
    options = {repeated(chance, LETTERS, 40): repeated(chance, LETTERS, 300) for _ in range(chance.randint(0, 20))}
    plan = {"game": chance.choice([*GAMES, "x" * 40]), "seats": seats, "options": options, "seed": 2**53}
    return place.as_somebody("POST", "/api/tables", msgspec.json.encode(plan))


def odd_position(chance: random.Random, game: str) -> str:
    """A recorded position with a field made long, or with another's field."""
    one, other = (chance.choice(POSITIONS[game]).split(" ") for _ in range(2))
    at = chance.randrange(1, len(one))
    name, _, found = one[at].partition("=")
    unit = chance.choice([*SIGNS, found, chance.choice(found.split(",")) + ","]) or "-"
    long = f"{name}={(unit * (6_000 // len(unit)))}"
    one[at] = chance.choice([long, long, next((word for word in other if word.startswith(f"{name}=")), long)])
    return " ".join(one)


def positions(chance: random.Random, place: Place) -> bytes:
    """Tables from positions."""
    game = chance.choice(GAMES)
    position = odd_position(chance, game)
    count = next((word[6:] for word in position.split(" ") if word[:6] == "seats=" and word[6:] in "23456"), "2")
    seats = [{"type": "me", "name": f"Ana {n + 1}"} for n in range(int(count))]
    plan = {"game": game, "seats": seats, "position": position, "ready": True}
    return place.as_somebody("POST", "/api/tables", msgspec.json.encode(plan))


def sketches(chance: random.Random, place: Place) -> bytes:
    """Positions that somebody sets up, and deals to begin with."""
    game = chance.choice(GAMES)
    text = chance.choice([odd_position(chance, game), odd_position(chance, game), None])
    sketch = {"game": game, "text": text, "seats": chance.randint(1, 8), "seed": chance.randrange(2**53)}
    return place.request("POST", "/api/positions", "", msgspec.json.encode(sketch))


def moves(chance: random.Random, place: Place) -> bytes:
    text = repeated(chance, [f"{word} " for word in MOVES] + MOVES, 400)[:400] or "x"
    table, version = chance.choice(list(place.tables.items()))
    token = chance.choice(place.tokens)  # one of them is asked
    found = command("play", version, move=text)
    return place.as_somebody("POST", f"/api/tables/{table}/commands", msgspec.json.encode(found), token)


def frames(chance: random.Random, place: Place) -> bytes:
    """All frames of a megabyte, of one kind."""
    opcode, final = chance.choice([0, 1, 2, 9, 10]), chance.random() < 0.5
    one = frame(b"x" * chance.choice([0, 1, 125]), opcode, final=final or opcode >= 8)
    first = frame(b"", 1, final=False) if opcode == 0 else frame(hello())
    return place.socket(chance.choice(list(place.tables)), first + one * (2**20 // len(one)))


def messages(chance: random.Random, place: Place) -> bytes:
    said = b"".join(frame(json_text(chance, FRAME - 10)) for _ in range(20))
    return place.socket(chance.choice(list(place.tables)), frame(hello()) + said)


def talk(chance: random.Random, place: Place) -> bytes:
    text = repeated(chance, [*MARKS, "a"], 500)[:500]
    kinds = [command("say", 0, text=text), command("sit", 0, name=text[:40]), command("plan", 0, seat=0, bot=text[:40])]
    said = b"".join(frame(msgspec.json.encode(chance.choice(kinds))) for _ in range(10))
    return place.socket(chance.choice(list(place.tables)), frame(hello()) + said)


def tries(chance: random.Random, place: Place) -> bytes:
    """Moves that may be made, some with a word exchanged, and long ones that may not."""
    table, legal = chance.choice(list(place.late.items()))
    found = [chance.choice(legal) for _ in range(ASKED - 2)]
    turned = [exchanged(chance, move, legal) if chance.random() < 0.5 else move for move in found]
    nonsense = repeated(chance, [f"{word} " for word in MOVES], 400)[:400]
    return place.socket(table, frame(hello()) + asked("try", *({"move": move} for move in [*turned, nonsense, "x"])))


def exchanged(chance: random.Random, move: str, legal: list[str]) -> str:
    words = move.split(" ")
    words[chance.randrange(len(words))] = chance.choice(chance.choice(legal).split(" "))
    return " ".join(words)


def questions(kind: str) -> Make:
    """The same question again and again, at tables near their end."""

    def make(chance: random.Random, place: Place) -> bytes:
        said = frame(hello(words=chance.random() < 0.3)) + asked(kind, *({} for _ in range(ASKED)))
        return place.socket(chance.choice(list(place.late)), said)

    return make


def asked(kind: str, *given: dict[str, str]) -> bytes:
    return b"".join(frame(msgspec.json.encode({"type": kind, "id": f"q{n}", **more})) for n, more in enumerate(given))


def upgrades(chance: random.Random, place: Place) -> bytes:
    name = chance.choice(["Sec-WebSocket-Extensions", "Sec-WebSocket-Protocol", "Connection", "Upgrade", "Origin"])
    units = [*LETTERS, "permessage-deflate", "; client_max_window_bits", '="a"', "a, "]
    return place.socket(next(iter(place.tables)), b"", **{name: repeated(chance, units, 7_000).replace("é", "y")})


def long_logs(chance: random.Random, place: Place) -> bytes:
    first = chance.choice([0, 100, 200, 300, 400, 500])
    moment = [f"/{name}?step={first}" for name in ("position", "review/decision", "review/verdict")]
    frames = [f"/replay?first={first}", f"/replay?first={first}&words=true"]
    last = chance.choice(["", "/record", "/verify", "/review", *frames, *moment[:2], f"{moment[2]}&move=x"])
    if chance.random() < 0.3:
        return place.socket(place.long, frame(hello(since=chance.choice([0, 1, 1_000]))))
    return place.request("GET", f"/api/tables/{place.long}{last}")


def odd_record(chance: random.Random) -> str:
    """A record as it was, with a line from elsewhere, with a piece repeated to the limit, or odd signs instead."""
    if chance.random() < 0.2:
        return repeated(chance, ["\n", '"', "\\", "é", "[", "1: ", "x"], RECORD)
    lines = chance.choice(RECORDS).splitlines()
    at = chance.randrange(len(lines))
    if chance.random() < 0.7:
        piece = chance.choice([lines[at : at + 1], lines[at : at + 20], [repeated(chance, SIGNS, 900)], lines])
        lines[at:at] = piece * (RECORD // len("\n".join(piece).encode() + b"\n") + 1)
    elif chance.random() < 0.5:
        lines[at] = chance.choice(chance.choice(RECORDS).splitlines())
    return "\n".join(lines)[:RECORD]


def records(chance: random.Random, place: Place) -> bytes:
    """Records to be looked at."""
    which = ["review", "review?deep=true", "replay?first=200", "decision?step=90", "verdict?step=9&move=x"]
    body = odd_record(chance).encode()[:RECORD]
    return place.as_somebody("POST", f"/api/records/{chance.choice(which)}", body).replace(
        b"application/json", b"text/plain", 1
    )


def sheets(chance: random.Random, place: Place) -> bytes:
    """Notes on full sheets: one written again, one of another game, one that is nonsense; and reading them."""
    sheet, notes = chance.choice(list(place.sheets.items()))
    if chance.random() < 0.3:
        return place.request("GET", f"/api/companion/{sheet}?before={chance.randint(1, 2 * len(notes))}")
    odd = {repeated(chance, LETTERS, 20): repeated(chance, LETTERS, 1_900)}
    note = chance.choice([chance.choice(notes), chance.choice(chance.choice(list(place.sheets.values()))), odd])
    number = chance.randint(1, len(notes) + 1)
    change = chance.choice(
        [{"type": "write", "note": note, "before": number}, {"type": "mend", "number": number, "note": note}]
    )
    body = {"id": f"c{chance.randrange(10**9)}", "version": len(notes) + 1, "change": change}
    return place.request("POST", f"/api/companion/{sheet}", "", msgspec.json.encode(body))


def forks(chance: random.Random, place: Place) -> bytes:
    """Tables from decisions of a finished game here, and of records; some are no records, some as long as may be."""
    seats = [{"type": "me", "name": f"Ana {n + 1}"} for n in range(6)]
    at = {"step": chance.randrange(600), "seat": chance.randrange(8)}
    where = {"table": place.long} if chance.random() < 0.3 else {"record": odd_record(chance)}
    wanted = {"game": "alcazaba", "seats": seats, "fork": at | where}
    return place.as_somebody("POST", "/api/tables", msgspec.json.encode(wanted))


def hints(chance: random.Random, place: Place) -> bytes:
    """What a bot would do in positions that somebody sets up; some of them can be."""
    game = chance.choice(GAMES)
    asked = {"game": game, "text": chance.choice([odd_position(chance, game), chance.choice(POSITIONS[game])])}
    token = chance.choice(place.tokens)
    return place.as_somebody("POST", "/api/positions/hint", msgspec.json.encode(asked), token)


def puzzles(chance: random.Random, place: Place) -> bytes:
    path = f"/api/puzzles/{chance.choice(GAMES)}"
    one = f"{path}/{chance.choice(['1', '20', '9' * 5_000])}"
    move = repeated(chance, [f"{word} " for word in MOVES] + MOVES, 400)[:400] or "x"
    language = chance.choice(["en", "hu"])
    return chance.choice(
        [
            place.request("GET", path),
            place.request("GET", f"{one}?words=true"),
            place.request("POST", f"{one}/tries", "", msgspec.json.encode({"move": move, "language": language})),
            place.request("POST", f"{one}/solution", "", msgspec.json.encode({"language": language})),
        ]
    )


def new_sheets(chance: random.Random, place: Place) -> bytes:
    players = [repeated(chance, MARKS, 40)[:40] for _ in range(chance.randint(1, 6))]
    options = {repeated(chance, LETTERS, 40): repeated(chance, LETTERS, 1_900) for _ in range(chance.randint(0, 20))}
    wanted = {"game": chance.choice(GAMES), "players": players, "options": options}
    return place.request("POST", "/api/companion", "", msgspec.json.encode(wanted))


def simple_calls(chance: random.Random, place: Place) -> bytes:
    """What takes nothing or little, with ids and queries that are long; by nobody where something would be lost."""
    long = repeated(chance, LETTERS, 2_000).replace(" ", "+")
    words = [f"/api/games/{game}/words/hu" for game in (chance.choice(GAMES), long)]
    ask = ["/api/games", "/api/openapi.json", "/api/tables", f"/api/tables?{long}", "/api/me", *words]
    end = [("DELETE", "/api/me"), ("DELETE", "/api/me/session"), ("DELETE", "/api/me/sessions")]
    pages = [f"/table/{place.long}", f"/table/{long}", "/learn", f"/api/companion/{long}"]
    found = [
        *(place.request("GET", path) for path in [*ask, *pages]),
        *(place.request(method, path, f"Authorization: Bearer {long}\r\n") for method, path in end),
        place.as_somebody("POST", "/api/me/codes", b""),
    ]
    return chance.choice(found)


KINDS: Final[dict[str, Make]] = {
    "JSON bodies": bodies,
    "chunked bodies": chunked,
    "cookies": cookies,
    "headers": headers,
    "paths and queries": paths,
    "pipelines": pipelines,
    "names": name_of_person,
    "new tables": plans,
    "positions": positions,
    "positions set up": sketches,
    "moves": moves,
    "frames": frames,
    "JSON messages": messages,
    "talk and seats": talk,
    "questions: try": tries,
    **{f"questions: {kind}": questions(kind) for kind in ("score", "odds", "scorings", "values", "hint")},
    "handshakes": upgrades,
    "long logs": long_logs,
    "records": records,
    "companion sheets": sheets,
    "new sheets": new_sheets,
    "forks": forks,
    "hints of positions": hints,
    "puzzles": puzzles,
    "simple calls": simple_calls,
}


# Sending it.


@dataclass
class Cost:
    """What came of one kind."""

    inputs: int = 0
    answered: int = 0  # by a message
    seconds: float = 0.0  # the longest callback
    words: str = ""  # which one it was
    growth: float = 0.0  # MiB, at most


async def send(port: int, data: bytes) -> bytes:
    """All of it, and what is answered until it ends or falls silent; frames wait until the socket is open."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head, blank, frames = data.partition(b"\r\n\r\n")
    opens = b"Upgrade: websocket" in head and bool(frames)
    found = bytearray()
    try:
        writer.write(head + blank if opens else data)
        if opens:
            found += await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            writer.write(frames)
        while piece := await asyncio.wait_for(reader.read(2**20), QUIET):
            found += piece
    except (TimeoutError, ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.transport.abort()
    return bytes(found)


async def late_table(ana: Caller, game: str, moves: int) -> tuple[str, list[str]]:
    """A table of hers alone, with as many seats as there can be, after so many moves; and what may be done there."""
    seats = [{"type": "me", "name": f"Ana {n + 1}"} for n in range(find(game).most)]
    plan = {"game": game, "seats": seats, "ready": True, "seed": 7}
    table = str((await ana.call("POST", "/api/tables", plan))["id"])
    chance = random.Random(1)
    for _ in range(moves):
        whole = await ana.call("GET", f"/api/tables/{table}")
        await ana.command(table, "play", whole["version"], move=chance.choice(building(whole)))
    return table, [each["move"] for each in (await ana.call("GET", f"/api/tables/{table}"))["game"]["options"]]


def building(whole: Any) -> list[str]:
    """Moves that make the board larger, where there are any."""
    found = [str(each["move"]) for each in whole["game"]["options"]]
    return [move for move in found if move.split(" ")[0] in ("buy", "place", "add", "lay")] or found


async def prepared(server: ServerProcess, entries: int) -> Place:
    """Two people, tables of every game that have begun, some near their end, and one with a long log."""
    ana, ben = await Caller(server.port).arrive("Ana"), await Caller(server.port).arrive("Ben")
    tables = {}
    for game in GAMES:
        table = await full_table([ana, ben], game)
        tables[table] = (await ana.call("GET", f"/api/tables/{table}"))["version"]
    long = await full_table([ana, ben], "alcazaba", bots=["random"] * 4)
    for n in range(entries):
        await ana.command(long, "say", 0, text=f"{n} " + "x" * 400)
    for player in (ana, ben):
        version = (await ana.call("GET", f"/api/tables/{long}"))["version"]
        await player.command(long, "resign", version)
    late = dict([await late_table(ana, game, moves) for game, moves in LATE.items()])
    written = dict([await full_sheet(ana, game) for game in GAMES])
    return Place(server.port, [ana.token, ben.token], tables, long, late, written)


async def full_sheet(who: Caller, name: str) -> tuple[str, list[Any]]:
    """A companion sheet of a game of six to its end, and its notes."""
    game = find(name)
    options = {option.name: option.choices[0] for option in game.options}
    notes = [msgspec.to_builtins(note) for note in played(game, 6, options, random.Random(1))[1]]
    sheet = (await who.call("POST", "/api/companion", {"game": name, "players": list("ABCDEF")}))["id"]
    for n, note in enumerate(notes, 1):
        change = {"type": "write", "note": note}
        await who.call("POST", f"/api/companion/{sheet}", {"id": f"n{n}", "version": n, "change": change})
    return sheet, notes


async def costs(
    server: ServerProcess, watch: Watch, inputs: int, seed: int, entries: int, kinds: list[str]
) -> dict[str, Cost]:
    place = await prepared(server, entries)
    found = {name: Cost() for name in kinds}
    before = server.memory()
    for n in range(inputs):
        name = kinds[n % len(kinds)]
        watch.take()
        answer = await send(server.port, KINDS[name](random.Random(seed * 1_000_003 + n), place))
        await Caller(server.port).call("GET", "/api/me")  # all that came before has been done
        seconds, words = watch.take()
        cost = found[name]
        cost.inputs += 1
        cost.answered += b'"type":"' in answer
        cost.growth = max(cost.growth, (server.memory() - before) / 2**20)
        if seconds > cost.seconds:
            cost.seconds, cost.words = seconds, words
    return found


def trial(
    inputs: int, seed: int, folder: Path, entries: int = 2_000, kinds: list[str] | None = None
) -> tuple[dict[str, Cost], list[str]]:
    """What each kind cost, and what the server's log says of errors."""
    with watched_server(folder) as (server, watch):
        found = run(lambda: costs(server, watch, inputs, seed, entries, kinds or list(KINDS)), seconds=7200)
    return found, server.failures()


@contextmanager
def watched_server(folder: Path) -> Iterator[tuple[ServerProcess, Watch]]:
    """With its data below this folder, and every callback of its loop measured."""
    watch = Watch(folder / "watch")
    variables = {WATCH: str(folder / "watch")}
    server = ServerProcess(folder / "data", limits=LIMITS, command=WATCHED, variables=variables).start()
    try:
        yield server, watch
    finally:
        if server.alive():
            server.stop()


def report(found: dict[str, Cost]) -> str:
    lines = ["| input | tried | longest hold of the loop | largest growth |", "|---|---|---|---|"]
    for name, cost in found.items():
        lines.append(f"| {name} | {cost.inputs:,} | {cost.seconds * 1000:.1f} ms | {cost.growth:.1f} MiB |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="inputs aimed at the worst cases of a server")
    parser.add_argument("--inputs", type=int, default=5_000)
    parser.add_argument("--only", choices=list(KINDS), action="append", help="this kind; may be given several times")
    parser.add_argument("--entries", type=int, default=2_000, help="of the long log")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found, failures = trial(args.inputs, args.seed, Path(folder), args.entries, args.only)
    print(report(found))
    slow = [f"{name}: {cost.words}" for name, cost in found.items() if cost.seconds > MOST]
    print("\n".join([*slow, *(failure[-300:] for failure in failures[:10])]))
    return 1 if slow or failures else 0


if __name__ == "__main__":
    sys.exit(main())
