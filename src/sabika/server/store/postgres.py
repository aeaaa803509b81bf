"""One database and several servers: any of them appends, and each hears of what the others appended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

import psycopg
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from sabika.server.store import fit, operations
from sabika.server.store.appender import Appender
from sabika.server.store.base import Appended, Entry, TableRow, Unavailable, Unfit
from sabika.server.store.bus import Bus
from sabika.server.store.dialect import NOW, Connection, in_postgres
from sabika.server.store.dump import connect, dump, migrate
from sabika.server.store.operations import Answer, Operation
from sabika.server.store.sql import SqlStore

P = ParamSpec("P")
T = TypeVar("T")

CONNECTIONS = 8  # at most, a process, besides the two that notify and listen
PATIENCE = 10.0  # seconds to wait for a connection

# A process that hangs in the middle of a transaction frees its rows; a server that saves lazily is told not to.
SETTINGS = """
    select set_config('application_name', 'sabika', false), set_config('statement_timeout', '30s', false),
           set_config('lock_timeout', '3s', false), set_config('idle_in_transaction_session_timeout', '5s', false),
           case when current_setting('synchronous_commit') = 'off'
                then set_config('synchronous_commit', 'on', false) end"""

# One statement, so a transaction by itself.
SINGLE = {
    operations.entries,
    operations.row,
    operations.rows,
    operations.count,
    operations.snapshot,
    operations.keep_snapshot,
    operations.person_by_token,
    operations.rename,
    operations.drop_token,
    operations.drop_tokens,
    operations.hold,
    operations.release,
}


class PostgresStore(SqlStore):
    """A Store in a PostgreSQL database, shared with other processes."""

    now = NOW

    def __init__(self, url: str, pool: AsyncConnectionPool[Connection], channel: str, appender: type[Appender]) -> None:
        super().__init__()
        self._url = url
        self._pool = pool
        self._bus = Bus(url, channel, self._fanout, self._changed)
        self._appender = appender(self._connection, self._saved)

    @classmethod
    async def open(cls, url: str, appender: type[Appender] = Appender) -> PostgresStore:
        """Connect, and bring the schema up to date. Raises Unavailable, Unfit."""
        channel = await asyncio.to_thread(prepare, url)
        kwargs = {"autocommit": True}
        pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            url, min_size=1, max_size=CONNECTIONS, timeout=PATIENCE, kwargs=kwargs, configure=configure, open=False
        )
        await pool.open()
        store = cls(url, pool, channel, appender)
        await store._bus.start()
        return store

    async def close(self) -> None:
        await self._appender.close()
        await self._bus.close()
        self._fanout.close()
        await self._pool.close()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        """A connection of the pool. Raises Unavailable for whatever is wrong with it."""
        try:
            async with self._pool.connection() as connection:
                yield connection
        except (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout) as problem:
            with suppress(psycopg.Error, PoolTimeout):
                await self._pool.check()  # when one connection broke, others may have
            raise Unavailable(f"the database does not answer: {problem}") from problem

    async def _do(self, operation: Callable[P, Operation[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        async with self._connection() as connection:
            if operation in SINGLE:
                return await drive(connection, operation(*args, **kwargs))
            async with connection.transaction():
                return await drive(connection, operation(*args, **kwargs))

    async def create(self, row: TableRow, first: Sequence[Entry]) -> Appended:
        fit.append(row.id, 0, first, row)
        saved = await self._do(operations.create, row, first, self.now)
        self._saved(row.id, saved)
        return saved

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], row: TableRow | None = None
    ) -> Appended:
        fit.append(table, expected, entries, row)
        return await self._appender.append(table, expected, entries, row)

    def _saved(self, table: str, saved: Appended) -> None:
        self._fanout.tell(table, saved.version)
        self._bus.say(table, saved.version)

    async def _changed(self, since: int) -> tuple[int, list[tuple[str, int]]]:
        """The clock, and the tables that changed since then, with their versions."""
        async with self._connection() as connection:
            clock = await (await connection.execute(f"select {NOW}")).fetchone()
            found = await connection.execute("select id, version from game_table where changed >= %s", [since])
            return (clock or (0,))[0], cast(list[tuple[str, int]], await found.fetchall())

    async def backup(self, path: Path) -> None:
        await asyncio.to_thread(dump, self._url, path)


async def configure(connection: Connection) -> None:
    await connection.execute(SETTINGS)


async def drive(connection: Connection, operation: Operation[T]) -> T:
    """Do what an operation asks, step by step."""
    try:
        sql, parameters = next(operation)
        while True:
            cursor = await connection.execute(in_postgres(sql), parameters)
            rows = await cursor.fetchall() if cursor.description else []
            sql, parameters = operation.send(Answer(rows, cursor.rowcount))
    except StopIteration as done:
        result: T = done.value
        return result


def prepare(url: str) -> str:
    """Bring the schema up to date; the name of the channel on which its servers talk. Raises Unavailable, Unfit."""
    with closing(connect(url)) as db:
        if db.execute("show fsync").fetchone() == ("off",):
            raise Unfit("the database runs with fsync = off: it would lose what it promised to keep")
        migrate(db)
        (schema,) = db.execute("select current_schema()").fetchone() or ("",)
        return f"sabika.{schema}"
