"""How much one server carries: acknowledge times and durable moves, with the clients on the same machine.

    python bench/load.py                 200 tables, 800 sockets: with bots, then without
    python bench/load.py --quick         a small one
    python bench/load.py --storm 1000    so many clients reconnect after a restart
    python bench/load.py --idle 1000     memory a connection

Without bots everybody plays on as soon as asked, so the server is never idle: that gives moves a second. With bots
two people and two builders sit at each table, and people think for a while: that gives the times a person meets.
Server and clients are two processes; on two cores each has one.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).parents[1]))  # tests/, where the clients live

from environment import machine

from tests.server.crowd import Crowd, Player
from tests.server.house import GENEROUS, House
from tests.server.wire import run


def figures(latencies: list[float]) -> str:
    """p50 and p99 in milliseconds."""
    if len(latencies) < 2:
        return "no moves"
    cuts = quantiles(latencies, n=100)
    times = {"p50": cuts[49], "p99": cuts[98], "longest": max(latencies)}
    return "acknowledge " + ", ".join(f"{name} {seconds * 1000:.1f} ms" for name, seconds in times.items())


async def play_for(house: House, crowd: Crowd, seconds: float, warm: float) -> str:
    """What a crowd met in so many seconds, and what the server spent on it."""
    crowd.keep_told = False
    crowd.begin()
    again = asyncio.create_task(crowd.go_on())
    await asyncio.sleep(warm)
    crowd.latencies.clear()
    began, spent, own = time.perf_counter(), house.processor(), time.process_time()
    await asyncio.sleep(seconds)
    taken, spent, own = time.perf_counter() - began, house.processor() - spent, time.process_time() - own
    moves = len(crowd.latencies)
    again.cancel()
    await crowd.go_home()
    words = [f"{moves / taken:.0f} durable moves/s"]
    if moves:
        each = [seconds / moves * 1e6 for seconds in (spent, own)]
        words.append(f"processor time a move {each[0]:.0f} us of the server, {each[1]:.0f} us of all clients")
    words.append(figures(crowd.latencies))
    words += [f"{count} refused as {code}" for code, count in crowd.refusals.items()]
    return ", ".join(words + [f"FAULT {fault}" for fault in crowd.faults[:3]])


async def without_bots(house: House, tables: int, seats: int, seconds: float, game: str) -> str:
    crowd = Crowd(house.port)
    await crowd.sit_down(tables, seats, game)
    return await play_for(house, crowd, seconds, warm=min(5.0, seconds))


async def with_bots(house: House, tables: int, people: int, bots: int, seconds: float, game: str, think: float) -> str:
    """People think so long; the bots as long as they need."""
    loop = asyncio.get_running_loop()

    def turn(player: Player) -> None:
        loop.call_later(player.random.uniform(0.5, 1.5) * think, player.play)

    crowd = Crowd(house.port, turn)
    await crowd.sit_down(tables, people, game, bots=["builder"] * bots)
    return await play_for(house, crowd, seconds, warm=min(10.0, seconds))


async def storm(house: House, clients: int, seats: int = 4) -> str:
    """The server is started again, and all come back at once."""
    crowd = Crowd(house.port)
    await crowd.sit_down(clients // seats, seats)
    crowd.turn = Player.idle
    crowd.begin()
    await in_sync(crowd)
    for player in crowd.players:
        player.synced = False
    house.kill()
    house.start()
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


async def idle(house: House, clients: int, seats: int = 4) -> str:
    """How much memory a connection takes, its player and table included."""
    first = Crowd(house.port)
    await first.sit_down(4, seats)
    first.turn = Player.idle
    first.begin()
    await in_sync(first)
    crowd = Crowd(house.port)
    crowd.turn = Player.idle
    await crowd.sit_down(clients // seats, seats)
    await asyncio.sleep(1)
    before = house.memory()
    crowd.begin()
    await in_sync(crowd)
    await asyncio.sleep(1)
    grown = house.memory() - before
    for each in (first, crowd):
        await each.go_home()
    return f"{len(crowd.players)} connections: {grown / len(crowd.players) / 1024:.1f} KiB each"


def trial(story, seconds: float) -> str:  # type: ignore[no-untyped-def]  # a function from a house to a coroutine
    """On a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), limits=GENEROUS).start()
        try:
            return str(run(lambda: story(house), seconds))
        finally:
            house.stop()
            for line in house.failures()[:5]:
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
    parser.add_argument("--storm", type=int, default=0, metavar="CLIENTS")
    parser.add_argument("--idle", type=int, default=0, metavar="CLIENTS")
    args = parser.parse_args()
    if args.quick:
        args.tables, args.seconds = 20, 5.0
    print(machine())
    if args.storm:
        print("storm:", trial(lambda house: storm(house, args.storm), 600))
    if args.idle:
        print("idle:", trial(lambda house: idle(house, args.idle), 600))
    if args.storm or args.idle:
        return
    sockets = f"{args.tables} tables of {args.game}, {args.tables * args.seats} sockets"
    if args.only != "bots":
        story = lambda house: without_bots(house, args.tables, args.seats, args.seconds, args.game)  # noqa: E731
        print(f"{sockets}, no bots:", trial(story, 600))
    if args.only != "people":
        story = lambda house: with_bots(house, args.tables, args.seats, 2, args.seconds, args.game, args.think)  # noqa: E731
        print(f"{sockets}, two builders at each table:", trial(story, 900))


if __name__ == "__main__":
    main()
