"""kill -9 under load: whatever was acknowledged is there afterwards, once, and in its place.

    python -m tests.server.kill --kills 500       (`make kill-test`)

People play at forty tables as fast as they can, while their server is killed again and again, at any moment, and
started anew. Each remembers every move that was acknowledged and every version it was told of. At the end the log
itself is read. A harness that finds nothing must be able to: `--planted` runs a server that acknowledges before it
saves.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.server.crowd import Crowd, Told
from tests.server.house import GENEROUS, House
from tests.server.wire import run

TABLES = 40
SEATS = 2
PATIENCE = 60.0  # seconds for the next acknowledge; more than the goal, so that it is measured


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
        return f"{words}; next acknowledge after {longest:.1f} s at most, {mean:.1f} in the mean"


async def kill_again_and_again(house: House, kills: int, seed: int, between: float) -> Verdict:
    """Kill it so often, at random moments about so many seconds apart."""
    chance = random.Random(seed)
    verdict = Verdict()
    crowd = Crowd(house.port)
    await crowd.sit_down(TABLES, SEATS)
    crowd.begin()
    for _ in range(kills):
        await asyncio.sleep(chance.uniform(0.2, 1.8) * between)
        await crowd.begin_again()
        house.kill()
        began = time.perf_counter()
        await asyncio.to_thread(house.start)
        verdict.silences.append(await next_acknowledge(crowd, began))
        verdict.kills += 1
        if verdict.kills % 10 == 0 and sys.stderr.isatty():
            print(f"\r{verdict.kills} of {kills} kills", end="" if verdict.kills < kills else "\n", file=sys.stderr)
    await asyncio.sleep(between)
    await crowd.go_home()
    verdict.faults += crowd.faults
    verdict.acknowledged = len(crowd.told)
    house.stop()
    verdict.faults += missing(house.data / "sabika.db", crowd.told)
    return verdict


async def next_acknowledge(crowd: Crowd, since: float) -> float:
    while crowd.last_acknowledge < since:
        if time.perf_counter() - since > PATIENCE:
            raise TimeoutError("nothing was acknowledged any more")
        await asyncio.sleep(0.01)
    return crowd.last_acknowledge - since


def missing(file: Path, told: list[Told]) -> list[str]:
    """What the log lacks of what was acknowledged, or has twice, or in another place."""
    faults = []
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as db:
        for table, first, last, count in db.execute(
            "select table_id, min(seq), max(seq), count(*) from entry group by 1"
        ):
            if (first, last) != (1, count):
                faults.append(f"{table}: {count} entries from {first} to {last}")
        places: dict[tuple[str, str], list[int]] = defaultdict(list)
        for table, seq, command in db.execute("select table_id, seq, command from entry where command is not null"):
            places[table, command.rpartition(":")[2]].append(seq)
    for each in told:
        found = places.get((each.table, each.command), [])
        if len(found) != 1 or not 0 <= each.version - found[0] <= 2:
            faults.append(f"{each.table}: {each.command} was acknowledged at {each.version} and is at {found}")
    for (table, command), found in places.items():
        if len(found) > 1:
            faults.append(f"{table}: {command} is there {len(found)} times")
    return faults


def trial(kills: int, seed: int, between: float, data: Path, command: list[str] | None = None) -> Verdict:
    house = House(data, limits=GENEROUS, command=command).start()
    try:
        return run(lambda: kill_again_and_again(house, kills, seed, between), seconds=60 + kills * 30)
    finally:
        if house.alive():
            house.kill()


PLANTED = [sys.executable, "-m", "tests.server.planted"]


def main() -> int:
    parser = argparse.ArgumentParser(description="kill -9 under load")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--between", type=float, default=1.0, help="seconds of play between two kills, about")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--planted", action="store_true", help="with a server that acknowledges before it saves")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        verdict = trial(args.kills, args.seed, args.between, Path(folder), PLANTED if args.planted else None)
    print(verdict)
    for fault in verdict.faults[:20]:
        print(fault)
    return 1 if verdict.faults else 0


if __name__ == "__main__":
    sys.exit(main())
