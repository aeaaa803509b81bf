"""One file and one server: the store that needs nothing set up."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ParamSpec, TypeVar

from sabika.locks import Lock
from sabika.server.store import queries, validate
from sabika.server.store.base import Appended
from sabika.server.store.companion import sheets
from sabika.server.store.fanout import Fanout
from sabika.server.store.operator import decisions, retention
from sabika.server.store.queries import Operation, QueryResult
from sabika.server.store.sql_store import SqlStore
from sabika.server.store.sqlite.append import Append
from sabika.server.store.sqlite.backup_file import new_file
from sabika.server.store.sqlite.lockfile import lock_of
from sabika.server.store.sqlite.reader import Reader
from sabika.server.store.sqlite.writer import Writer
from sabika.server.table.events import Entry
from sabika.server.table.listing import TableRow

P = ParamSpec("P")
T = TypeVar("T")

# Tables themselves are read by the writer, so that after an abandoned append the caller learns whether it was done, and
# the health check whether anything can be saved.
READS = {
    queries.rows,
    queries.count,
    decisions.people,
    decisions.acts,
    retention.finished,
    retention.lines,
    retention.idle_people,
    sheets.log,
    sheets.idle,
}

# Look-ups by key, with which every request begins: they do not wait for lists.
LOOK_UPS = {queries.person_by_token, queries.versions, sheets.version}

STEP = 64  # pages of a backup between two commits


class SqliteStore(SqlStore):
    """A Store in one SQLite file. Another server on the same file is refused."""

    shared = False
    now = "cast(round((julianday('now') - 2440587.5) * 86400000) as integer)"

    def __init__(self, lock: Lock, path: Path, writer: Callable[[Path], Writer]) -> None:
        super().__init__()
        self._lock = lock
        self._writer = writer(path)
        self._reader = Reader(path)
        self._look_ups = Reader(path)
        self._copying = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path, writer: Callable[[Path], Writer] = Writer) -> SqliteStore:
        """Open the file, or make it and its folder. Raises Locked, Unfit."""
        path.parent.mkdir(parents=True, exist_ok=True)
        store = cls(lock_of(path), path, writer)
        try:
            await store._writer.opened()
            # The previous server's leases: it has ended, or it would have the lock.
            await store._writer.do(lambda db: db.execute("delete from lease"))
            await store._writer.do(lambda db: db.execute("delete from server"))
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        self._fanout.close()
        await self._reader.close()  # first: the last connection to close tidies up the file, and only the writer can
        await self._look_ups.close()
        await self._writer.close()
        self._lock.release()

    def tell_to(self, fanout: Fanout) -> None:
        """Send news to the listeners of a store that this file belongs to."""
        self._fanout = fanout

    async def perform(self, operation: Callable[P, Operation[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run an operation for the store that this file belongs to."""
        return await self._do(operation, *args, **kwargs)

    async def _do(self, operation: Callable[P, Operation[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        if operation in READS:
            return await self._reader.do(lambda db: drive(db, operation(*args, **kwargs)))
        if operation in LOOK_UPS:
            return await self._look_ups.do(lambda db: drive(db, operation(*args, **kwargs)))
        return await self._writer.do(lambda db: drive(db, operation(*args, **kwargs)))

    async def create(self, row: TableRow, first: Sequence[Entry]) -> Appended:
        validate.append(row.id, 0, first, row)
        return await self._writer.do(
            lambda db: drive(db, queries.create(row, first, self.now)), then=lambda saved: self._tell(row.id, saved)
        )

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], row: TableRow | None = None
    ) -> Appended:
        validate.append(table, expected, entries, row)
        return await self._writer.do(
            lambda db: drive(db, queries.append(table, expected, entries, row)),
            then=lambda saved: self._tell(table, saved),
            append=Append(table, expected, entries, row),
        )

    def _tell(self, table: str, saved: Appended) -> None:
        self._fanout.tell(table, saved.version)

    async def backup(self, path: Path) -> None:
        async with self._copying:
            await asyncio.to_thread(self._copy, path, asyncio.get_running_loop())

    def _copy(self, path: Path, loop: asyncio.AbstractEventLoop) -> None:
        """Copy in its own thread, so that nobody waits until the copy is on disk; the writer supplies the pages."""
        with new_file(path) as target:
            asyncio.run_coroutine_threadsafe(self._copy_pages(target), loop).result()

    async def _copy_pages(self, target: sqlite3.Connection) -> None:
        """Copy a few pages at a time, with other requests in between: the copying connection also writes."""

        def copy(db: sqlite3.Connection) -> None:
            db.backup(target, pages=STEP, progress=lambda *_: self._writer.go_on())

        await self._writer.do(copy, outside=True)


def drive(db: sqlite3.Connection, operation: Operation[T]) -> T:
    """Run an operation's statements one by one."""
    try:
        sql, parameters = next(operation)
        while True:
            cursor = db.execute(sql, parameters)
            sql, parameters = operation.send(QueryResult(cursor.fetchall(), cursor.rowcount))
    except StopIteration as done:
        result: T = done.value
        return result
