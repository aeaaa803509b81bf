"""How much one server carries: acknowledge times and durable moves, with the clients on the same machine.

    python -m bench.load                         200 tables, 800 sockets: with bots, then without
    python -m bench.load --quick                 a small one
    python -m bench.load --compare 1,2           one process against two workers, in turn, three rounds; then paced
    python -m bench.load --only people --rate N  so many moves a second in all, and the times they take
    python -m bench.load --storm 1000            so many clients reconnect after a restart
    python -m bench.load --idle 1000             memory a connection
    python -m bench.load --kept 100000           memory and start with so many finished tables

Without bots everybody plays on as soon as asked, so the server is never idle: that gives moves a second. With bots
two people and two builders sit at each table, and people think for a while: that gives the times a person meets.
Server and clients are processes of their own; on two cores with two workers all three share them.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

from bench.environment import machine
from tests.server.crowd import Crowd, Player
from tests.server.server_process import GENEROUS, ServerProcess
from tests.server.wire import run

SHARE = 0.6  # of the most moves a second, for times under a load that a server carries
FEW = 5  # moves at a table, below which its median says nothing


class Load(NamedTuple):
    """What a crowd met."""

    moves: float  # durable, a second
    server_us: float  # processor time a move
    clients_us: float
    p50_ms: float
    p99_ms: float
    longest_ms: float
    unfair: float  # the slowest table's median, in medians of all
    remarks: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = [
            f"{self.moves:.0f} durable moves/s",
            f"processor time a move {self.server_us:.0f} us of the server, {self.clients_us:.0f} us of all clients",
            f"acknowledge p50 {self.p50_ms:.1f} ms, p99 {self.p99_ms:.1f} ms, longest {self.longest_ms:.1f} ms",
            f"slowest table {self.unfair:.2f} medians",
        ]
        return ", ".join([*words, *self.remarks])


Story = Callable[[ServerProcess], Coroutine[Any, Any, Any]]


async def play_for(servers: Sequence[ServerProcess], crowd: Crowd, seconds: float, warm: float) -> Load:
    """What a crowd met in so many seconds, and what all servers spent on it."""
    crowd.keep_told = False
    crowd.begin()
    again = asyncio.create_task(crowd.go_on())
    await asyncio.sleep(warm)
    crowd.latencies.clear()
    crowd.latencies_at.clear()
    began, spent, own = time.perf_counter(), processor(servers), time.process_time()
    await asyncio.sleep(seconds)
    taken, spent, own = time.perf_counter() - began, processor(servers) - spent, time.process_time() - own
    latencies, tables = list(crowd.latencies), [list(each) for each in crowd.latencies_at.values()]
    again.cancel()
    await crowd.go_home()
    remarks = [f"{count} refused as {code}" for code, count in crowd.refusals.items()]
    return figures(taken, spent, own, latencies, tables, [*remarks, *(f"FAULT {fault}" for fault in crowd.faults[:3])])


def processor(servers: Sequence[ServerProcess]) -> float:
    """Seconds that they have used by now."""
    return sum(server.processor() for server in servers)


def figures(
    taken: float, spent: float, own: float, latencies: list[float], tables: list[list[float]], remarks: Sequence[str]
) -> Load:
    if len(latencies) < 2:
        return Load(0, 0, 0, 0, 0, 0, 0, ("no moves", *remarks))
    moves, cuts = len(latencies), quantiles(latencies, n=100)
    medians = [median(each) for each in tables if len(each) >= FEW]
    return Load(
        moves / taken,
        spent / moves * 1e6,
        own / moves * 1e6,
        cuts[49] * 1000,
        cuts[98] * 1000,
        max(latencies) * 1000,
        max(medians, default=0.0) / cuts[49],
        tuple(remarks),
    )


async def without_bots(
    server: ServerProcess, tables: int, seats: int, seconds: float, game: str, rate: float = 0.0
) -> Load:
    """As fast as it goes, or so many moves a second at all tables together."""
    crowd = Crowd(server.port, at_a_rate(rate / tables) if rate else None)
    await crowd.sit_down(tables, seats, game)
    return await play_for([server], crowd, seconds, warm=min(5.0, seconds))


def at_a_rate(moves: float) -> Callable[[Player], None]:
    """So many moves a second at each table, about: whoever is asked waits until the table's next move is due."""
    loop, due = asyncio.get_running_loop(), dict[str, float]()

    def turn(player: Player) -> None:
        if not player.moves:
            return
        now, table = loop.time(), player.table
        due[table] = max(now, due.get(table, now) + player.random.uniform(0.5, 1.5) / moves)
        loop.call_at(due[table], player.play)

    return turn


async def with_bots(
    server: ServerProcess, tables: int, people: int, bots: int, seconds: float, game: str, think: float
) -> Load:
    """People think so long; the bots as long as they need."""
    loop = asyncio.get_running_loop()

    def turn(player: Player) -> None:
        loop.call_later(player.random.uniform(0.5, 1.5) * think, player.play)

    crowd = Crowd(server.port, turn)
    await crowd.sit_down(tables, people, game, bots=["builder"] * bots)
    return await play_for([server], crowd, seconds, warm=min(10.0, seconds))


# One process against several, in turn, so that both meet the same machine.


def compare(workers: Sequence[int], rounds: int, play: Callable[[float], Story]) -> None:
    """`play` makes a story at a rate of moves a second; 0: as fast as it goes."""
    found: dict[int, list[Load]] = {number: [] for number in workers}
    for n in range(rounds):
        for number in workers:
            load = trial(play(0.0), 600, number)
            found[number].append(load)
            print(f"round {n + 1}, {named(number)}: {load}", flush=True)
    middle = {number: median(load.moves for load in loads) for number, loads in found.items()}
    for number in workers[1:]:
        times = [
            many.moves / one.moves for one, many in zip(found[workers[0]], found[number], strict=True) if one.moves
        ]
        print(f"{named(number)} against {named(workers[0])}: {median(times):.2f} times the moves (median of {rounds})")
    for number in workers:
        rate = SHARE * middle[number]
        print(f"{named(number)}, paced to {rate:.0f} moves/s: {trial(play(rate), 600, number)}", flush=True)


def named(workers: int) -> str:
    return "1 process" if workers == 1 else f"{workers} workers"


async def storm(server: ServerProcess, clients: int, seats: int = 4) -> str:
    """The server is started again, and all come back at once."""
    crowd = Crowd(server.port)
    await crowd.sit_down(clients // seats, seats)
    crowd.turn = Player.idle
    crowd.begin()
    await in_sync(crowd)
    for player in crowd.players:
        player.synced = False
    server.kill()
    server.start()
    opened = time.perf_counter()
    await in_sync(crowd)
    seconds = time.perf_counter() - opened
    await crowd.go_home()
    words = f"{len(crowd.players)} clients in sync {seconds:.1f} s after the server was open again"
    return ", ".join([words, *(f"FAULT {fault}" for fault in crowd.faults[:3])])


async def in_sync(crowd: Crowd) -> None:
    """Everybody has heard how things stand."""
    while not all(player.synced for player in crowd.players):
        await asyncio.sleep(0.02)


async def idle(server: ServerProcess, clients: int, seats: int = 4) -> str:
    """How much memory a connection takes, its player and table included."""
    first = Crowd(server.port)
    await first.sit_down(4, seats)
    first.turn = Player.idle
    first.begin()
    await in_sync(first)
    crowd = Crowd(server.port)
    crowd.turn = Player.idle
    await crowd.sit_down(clients // seats, seats)
    await asyncio.sleep(1)
    before = server.memory()
    crowd.begin()
    await in_sync(crowd)
    await asyncio.sleep(1)
    grown = server.memory() - before
    for each in (first, crowd):
        await each.go_home()
    return f"{len(crowd.players)} connections: {grown / len(crowd.players) / 1024:.1f} KiB each"


# Many finished tables.


def kept(tables: int, workers: int) -> str:
    """Start, and memory once it is open, with so many finished tables of 40 entries and with none."""
    with tempfile.TemporaryDirectory() as folder:
        empty = opened(Path(folder), workers)
        fill(Path(folder) / "sabika.db", tables)
        full = opened(Path(folder), workers)
    words = [f"open after {seconds:.2f} s with {size / 2**20:.0f} MiB" for seconds, size in (empty, full)]
    return f"no tables: {words[0]}; {tables} finished tables: {words[1]}"


def opened(data: Path, workers: int) -> tuple[float, int]:
    """Seconds until a server is open, and its memory then."""
    began = time.perf_counter()
    server = ServerProcess(data, "--workers", str(workers)).start()
    seconds = time.perf_counter() - began
    memory = server.memory()
    server.stop()
    return seconds, memory


def fill(file: Path, tables: int, entries: int = 40) -> None:
    """Finished tables, as the store keeps them; nobody looks into their logs."""
    with closing(sqlite3.connect(file)) as db, db:
        names = [f"{number:012d}" for number in range(tables)]
        db.executemany(
            "insert into game_table (id, game, maker, made, status, public, seats, title, version, touched)"
            " values (?, 'zatre', 'maker', 0, 'over', 1, '[null]', x'7b7d', ?, 0)",
            ((name, entries) for name in names),
        )
        db.executemany(
            "insert into entry values (?, ?, 0, null, zeroblob(190))",
            ((name, seq) for name in names for seq in range(1, entries + 1)),
        )


def trial(story: Story, seconds: float, workers: int = 1) -> Any:
    """On a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), "--workers", str(workers), limits=GENEROUS).start()
        try:
            return run(lambda: story(server), seconds)
        finally:
            server.stop()
            for line in server.failures()[:5]:
                print(line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--game", default="alhambra")
    parser.add_argument("--think", type=float, default=2.0, help="seconds that a person thinks, with bots")
    parser.add_argument("--quick", action="store_true", help="20 tables, 5 seconds")
    parser.add_argument("--only", choices=["bots", "people"], default=None)
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--rate", type=float, default=0.0, help="moves a second, without bots; 0: as fast as it goes")
    parser.add_argument("--compare", default="", metavar="1,2", help="these numbers of workers in turn")
    parser.add_argument("--rounds", type=int, default=3, help="of such a comparison")
    parser.add_argument("--storm", type=int, default=0, metavar="CLIENTS")
    parser.add_argument("--idle", type=int, default=0, metavar="CLIENTS")
    parser.add_argument("--kept", type=int, default=0, metavar="TABLES")
    args = parser.parse_args()
    if args.quick:
        args.tables, args.seconds = 20, 5.0
    print(machine())
    if args.storm:
        print("storm:", trial(lambda server: storm(server, args.storm), 600, args.workers))
    if args.idle:
        print("idle:", trial(lambda server: idle(server, args.idle), 600, args.workers))
    if args.kept:
        print("kept:", kept(args.kept, args.workers))
    if args.storm or args.idle or args.kept:
        return

    def people(rate: float) -> Story:
        return lambda server: without_bots(server, args.tables, args.seats, args.seconds, args.game, rate)

    sockets = f"{args.tables} tables of {args.game}, {args.tables * args.seats} sockets, {named(args.workers)}"
    if args.compare:
        print(f"{args.tables} tables of {args.game}, {args.tables * args.seats} sockets, no bots")
        compare([int(number) for number in args.compare.split(",")], args.rounds, people)
        return
    if args.only != "bots":
        print(f"{sockets}, no bots:", trial(people(args.rate), 600, args.workers))
    if args.only != "people":
        story = lambda server: with_bots(server, args.tables, args.seats, 2, args.seconds, args.game, args.think)  # noqa: E731
        print(f"{sockets}, two builders at each table:", trial(story, 900, args.workers))


if __name__ == "__main__":
    main()
