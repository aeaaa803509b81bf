"""Processes that append and say what was acknowledged, to be killed at any moment.

A line on standard input asks for a life: where the store is, whether a fault is planted, and up to which version each
table was acknowledged. The answers are the life's process id, then `table version` for every acknowledged append, then
`dead`. Lives are forked from here, where all is imported already.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from msgspec import Struct, json

from sabika.server.store import Appended, Entry, Repeated, Store, TableRow, Taken, open_store
from sabika.server.store.postgres.appender import Appender, PendingAppend
from sabika.server.store.postgres.store import PostgresStore
from sabika.server.store.sqlite.store import SqliteStore
from sabika.server.store.sqlite.writer import Job, Writer


class Life(Struct):
    address: str
    acknowledged: dict[str, int]
    fault: bool


def lines(table: str, version: int) -> list[Entry]:
    """What is appended to a table at a version: a retry says the same, with the same command."""
    bodies = [f"{table}@{version}#{n}".encode() for n in range(1 + version % 3)]
    return [Entry(body, version, f"{table}@{version}" if n == 0 else None) for n, body in enumerate(bodies)]


async def write(store: Store, table: str, version: int) -> None:
    if version == 0:
        with suppress(Taken):
            await store.create(TableRow(table, "zatre", "ana", 1, "playing"), lines(table, 0))
        version = say(table, len(lines(table, 0)))
    while True:
        entries = lines(table, version)
        try:
            saved = await store.append(table, version, entries)
        except Repeated as before:  # it was saved, but the last life did not live to hear so
            saved = Appended(before.seq + len(entries) - 1)
        version = say(table, saved.version)


def say(table: str, version: int) -> int:
    os.write(1, f"{table} {version}\n".encode())  # at once and whole
    return version


async def live(life: Life) -> None:
    store: Store
    if not life.fault:
        store = await open_store(life.address)
    elif life.address.startswith("postgresql"):
        store = await PostgresStore.open(life.address, EarlyAppender)
    else:
        store = await SqliteStore.open(Path(life.address), EarlyWriter)
    await asyncio.gather(*(write(store, table, version) for table, version in life.acknowledged.items()))


class EarlyWriter(Writer):
    """Planted fault: acknowledges, and puts the commit off."""

    def _save(self, batch: list[Job[object]]) -> None:
        if not self._db.in_transaction:
            self._db.execute("begin immediate")
        for job in batch:
            self._do(job)
            job.failure = job.refusal
        self._answer(batch)


class EarlyAppender(Appender):
    """Planted fault: acknowledges an append, and saves it when the next one to its table comes."""

    _held: ClassVar[dict[str, PendingAppend]] = {}

    async def append(self, table: str, expected: int, entries: Sequence[Entry], row: TableRow | None) -> Appended:
        ask = PendingAppend(table, expected, entries, row, asyncio.get_running_loop().create_future())
        if table in self._held:
            self._waiting.append(self._held[table])
            self._wake.set()
        self._held[table] = ask
        await asyncio.sleep(0)  # the others' turn
        return Appended(ask.version)


def main() -> None:
    for line in sys.stdin:
        life = json.decode(line, type=Life)
        child = os.fork()
        if child == 0:
            asyncio.run(live(life))
        os.write(1, f"{child}\n".encode())
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main()
