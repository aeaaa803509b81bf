"""One database and several servers: each may append, and hears of the others' appends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

from sabika.server.store import queries, servers, validate
from sabika.server.store.base import Appended, Unfit
from sabika.server.store.companion import sheets
from sabika.server.store.operator import decisions
from sabika.server.store.postgres.appender import Appender
from sabika.server.store.postgres.bus import Bus
from sabika.server.store.postgres.dialect import NOW, PgConnection, in_postgres
from sabika.server.store.postgres.dump import connect, dump, migrate
from sabika.server.store.postgres.pool import PgPool
from sabika.server.store.queries import Operation, QueryResult
from sabika.server.store.sql_store import SqlStore
from sabika.server.table.events import Entry
from sabika.server.table.listing import TableRow

P = ParamSpec("P")
T = TypeVar("T")

STOP = 10.0  # seconds to finish what was begun, when the store closes

# One statement, so a transaction by itself.
SINGLE = {
    queries.entries,
    queries.versions,
    queries.row,
    queries.rows,
    queries.count,
    queries.snapshot,
    queries.keep_snapshot,
    queries.drop_snapshot,
    queries.person_by_token,
    queries.rename,
    queries.drop_token,
    queries.drop_tokens,
    queries.hold,
    queries.release,
    servers.key,
    servers.leave,
    servers.touch,
    decisions.restrictions,
    decisions.acts,
    decisions.hide,
    decisions.people,
    decisions.note_seen,
    sheets.accepted,
    sheets.version,
    sheets.log,
    sheets.idle,
}


class PostgresStore(SqlStore):
    """A Store in a PostgreSQL database, shared with other processes."""

    shared = True
    now = NOW

    def __init__(self, url: str, channel: str, appender: type[Appender]) -> None:
        super().__init__()
        self._url = url
        self._pool = PgPool(url)
        self._bus = Bus(url, channel, self._fanout, self._changed)
        self._appender = appender(self._pool.connection, self._saved)

    @classmethod
    async def open(cls, url: str, appender: type[Appender] = Appender) -> PostgresStore:
        """Connect, and bring the schema up to date. Raises Unavailable, Unfit."""
        channel = await asyncio.to_thread(prepare, url)
        store = cls(url, channel, appender)
        await store._bus.start()
        return store

    async def close(self) -> None:
        """Finish what was begun, as long as the database answers."""
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP):
                await self._appender.close()
        self._fanout.close()
        self._pool.close()
        await self._bus.close()

    async def _do(self, operation: Callable[P, Operation[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        async with self._pool.connection() as connection:
            if operation in SINGLE:
                return await drive(connection, operation(*args, **kwargs))
            async with connection.transaction():
                return await drive(connection, operation(*args, **kwargs))

    async def create(self, row: TableRow, first: Sequence[Entry]) -> Appended:
        validate.append(row.id, 0, first, row)
        saved = await self._do(queries.create, row, first, self.now)
        self._saved(row.id, saved)
        return saved

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], row: TableRow | None = None
    ) -> Appended:
        validate.append(table, expected, entries, row)
        return await self._appender.append(table, expected, entries, row)

    def _saved(self, table: str, saved: Appended) -> None:
        self._fanout.tell(table, saved.version)
        self._bus.say(table, saved.version)

    async def _changed(self, since: int) -> tuple[int, list[tuple[str, int]]]:
        """The clock, and the tables that changed since then, with their versions."""
        async with self._pool.connection() as connection:
            clock = await (await connection.execute(f"select {NOW}")).fetchone()
            found = await connection.execute("select id, version from game_table where changed >= %s", [since])
            return (clock or (0,))[0], cast(list[tuple[str, int]], await found.fetchall())

    async def backup(self, path: Path) -> None:
        await asyncio.to_thread(dump, self._url, path)


async def drive(connection: PgConnection, operation: Operation[T]) -> T:
    """Run an operation's statements one by one."""
    try:
        sql, parameters = next(operation)
        while True:
            cursor = await connection.execute(in_postgres(sql), parameters)
            rows = await cursor.fetchall() if cursor.description else []
            sql, parameters = operation.send(QueryResult(rows, cursor.rowcount))
    except StopIteration as done:
        result: T = done.value
        return result


def prepare(url: str) -> str:
    """Bring the schema up to date; return the name of the servers' channel. Raises Unavailable, Unfit."""
    with closing(connect(url)) as db:
        if db.execute("show fsync").fetchone() == ("off",):
            raise Unfit("the database runs with fsync = off: it would lose what it promised to keep")
        migrate(db)
        (schema,) = db.execute("select current_schema()").fetchone() or ("",)
        return f"sabika.{schema}"
