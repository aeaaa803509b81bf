"""kill -9 under load: whatever was acknowledged is there afterwards, once, and in its place.

    python -m tests.server.kill --kills 500       (`make kill-test`)
    python -m tests.server.kill --workers 2       half of the kills meet one of its workers only

People play at forty tables as fast as they can, while their server is killed again and again, at any moment, and
started anew. Each remembers every move that was acknowledged and every version it was told of. At the end the log
itself is read. A harness that finds nothing must be able to: `--planted` runs a server that acknowledges before it
saves.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.server.crowd import Crowd, Told
from tests.server.server_process import GENEROUS, ServerProcess
from tests.server.wire import run

TABLES = 40
SEATS = 2
PATIENCE = 180.0  # seconds for the next acknowledge; more than the goal, so that it is measured


@dataclass
class Verdict:
    """What was found."""

    kills: int = 0
    acknowledged: int = 0
    silences: list[float] = field(default_factory=list)  # seconds from a kill to the next acknowledge
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        longest = max(self.silences, default=0.0)
        mean = sum(self.silences) / max(1, self.kills)
        words = f"{self.kills} kills, {self.acknowledged} acknowledged moves, {len(self.faults)} faults"
        return f"{words}; next acknowledge after {longest:.1f} s at most, {mean:.1f} on average"


async def kill_again_and_again(server: ServerProcess, kills: int, seed: int, between: float) -> Verdict:
    """Kill it so often, at random moments about so many seconds apart."""
    chance = random.Random(seed)
    verdict = Verdict()
    crowd = Crowd(server.port)
    await crowd.sit_down(TABLES, SEATS)
    crowd.begin()
    for _ in range(kills):
        await asyncio.sleep(chance.uniform(0.2, 1.8) * between)
        await crowd.begin_again()
        verdict.silences.append(await kill(server, crowd, chance))
        verdict.kills += 1
        if verdict.kills % 10 == 0 and sys.stderr.isatty():
            print(f"\r{verdict.kills} of {kills} kills", end="" if verdict.kills < kills else "\n", file=sys.stderr)
    await asyncio.sleep(between)
    await crowd.go_home()
    verdict.faults += crowd.faults
    verdict.acknowledged = len(crowd.told)
    server.stop()
    verdict.faults += missing(server.data, crowd.told)
    return verdict


async def kill(server: ServerProcess, crowd: Crowd, chance: random.Random) -> float:
    """The whole server, or one of its workers; seconds until the next acknowledge."""
    workers = server.workers()
    if workers and chance.random() < 0.5:
        os.kill(chance.choice(workers), signal.SIGKILL)
        return await next_acknowledge(crowd, time.perf_counter())
    server.kill()
    began = time.perf_counter()
    await asyncio.to_thread(server.start)
    return await next_acknowledge(crowd, began)


async def next_acknowledge(crowd: Crowd, since: float) -> float:
    """To somebody who came back since then; what was on its way before does not count.

    Or until a fault is found: where moves were lost, all players may know later versions than the server.
    """
    while crowd.latest_socket < since and not crowd.faults:
        if time.perf_counter() - since > PATIENCE:
            raise TimeoutError("nothing was acknowledged any more")
        await asyncio.sleep(0.01)
    return time.perf_counter() - since


def missing(data: Path, told: list[Told]) -> list[str]:
    """What the logs of all files lack of what was acknowledged, or have twice, or in another place."""
    spans: list[Any] = []
    commands: list[Any] = []
    for file in sorted(data.glob("sabika*.db")):
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as db:
            spans += db.execute(SPANS).fetchall()
            commands += db.execute(COMMANDS).fetchall()
    return faults_in(spans, commands, told)


SPANS = "select table_id, min(seq), max(seq), count(*) from entry group by 1"
COMMANDS = "select table_id, seq, command from entry where command is not null"


def faults_in(spans: list[Any], commands: list[Any], told: list[Told]) -> list[str]:
    """The same, from what these two questions found."""
    faults = [
        f"{table}: {count} entries from {first} to {last}"
        for table, first, last, count in spans
        if (first, last) != (1, count)
    ]
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for table, seq, command in commands:
        places[table, command.rpartition(":")[2]].append(seq)
    for each in told:
        found = places.get((each.table, each.command), [])
        if len(found) != 1 or not 0 <= each.version - found[0] <= 2:
            faults.append(f"{each.table}: {each.command} was acknowledged at {each.version} and is at {found}")
    for (table, command), found in places.items():
        if len(found) > 1:
            faults.append(f"{table}: {command} is there {len(found)} times")
    return faults


def trial(
    kills: int, seed: int, between: float, data: Path, command: list[str] | None = None, workers: int = 1
) -> Verdict:
    server = ServerProcess(data, "--workers", str(workers), limits=GENEROUS, command=command).start()
    try:
        return run(lambda: kill_again_and_again(server, kills, seed, between), seconds=60 + kills * 30)
    finally:
        if server.alive():
            server.kill()


PLANTED = [sys.executable, "-m", "tests.server.planted"]


def main() -> int:
    parser = argparse.ArgumentParser(description="kill -9 under load")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--between", type=float, default=1.0, help="seconds of play between two kills, about")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--planted", action="store_true", help="with a server that acknowledges before it saves")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = PLANTED if args.planted else None
        verdict = trial(args.kills, args.seed, args.between, Path(folder), command, args.workers)
    print(verdict)
    for fault in verdict.faults[:20]:
        print(fault)
    return 1 if verdict.faults else 0


if __name__ == "__main__":
    sys.exit(main())
