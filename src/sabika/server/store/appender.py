"""The appends of one process to PostgreSQL: all that wait at the same time go into one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

import psycopg

from sabika.server.store import operations
from sabika.server.store.base import Appended, Entry, Missing, Repeated, Stale, StoreError, TableRow, Unavailable
from sabika.server.store.dialect import NOW, Connection, in_postgres

TOGETHER = 64  # at most so many appends in one commit

# In one order, so that two processes never wait for each other.
LOCK = "select id, version, seats from game_table where id = any(%s) order by id for update"
SEEN = """
    select e.table_id, e.command, e.seq
    from unnest(%s::text[], %s::text[]) as asked (table_id, command)
    join entry e on e.table_id = asked.table_id and e.command = asked.command"""
WRITE = """
    insert into entry (table_id, seq, at, command, body)
    select * from unnest(%s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::bytea[])"""
MOVE = f"""
    update game_table t set version = m.version, touched = m.touched, changed = {NOW}
    from unnest(%s::text[], %s::bigint[], %s::bigint[]) as m (id, version, touched) where t.id = m.id"""
MOVE_ROW = f"""
    update game_table t
    set version = m.version, touched = m.touched, changed = {NOW}, maker = m.maker, status = m.status,
        public = m.public, seats = m.seats, deadline = m.deadline, title = m.title
    from unnest(%s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::text[], %s::boolean[], %s::text[], %s::bigint[],
                %s::bytea[]) as m (id, version, touched, maker, status, public, seats, deadline, title)
    where t.id = m.id"""


class Ask:
    """One append, and who waits for it."""

    def __init__(
        self, table: str, expected: int, entries: Sequence[Entry], row: TableRow | None, done: asyncio.Future[Appended]
    ) -> None:
        self.table = table
        self.expected = expected
        self.entries = entries
        self.row = row
        self.done = done
        self.outcome: Appended | StoreError = Unavailable("not done")

    @property
    def version(self) -> int:
        return self.expected + len(self.entries)

    def refusal(self, version: int | None, seen: dict[tuple[str, str], int]) -> StoreError | None:
        """Why not, when the table is at that version and has seen these commands."""
        if version is None:
            return Missing(f"there is no table {self.table}")
        for entry in self.entries:
            if entry.command is not None and (self.table, entry.command) in seen:
                return Repeated(seen[self.table, entry.command])
        return None if version == self.expected else Stale(version)

    def answer(self) -> None:
        if self.done.done():  # who asked has gone
            return
        if isinstance(self.outcome, Appended):
            self.done.set_result(self.outcome)
        else:
            self.done.set_exception(self.outcome)


class Appender:
    """Gathers appends while the last batch is on its way."""

    def __init__(
        self,
        connection: Callable[[], AbstractAsyncContextManager[Connection]],
        saved: Callable[[str, Appended], None],
    ) -> None:
        self._connection = connection
        self._saved = saved
        self._asks: list[Ask] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="appender")

    async def append(self, table: str, expected: int, entries: Sequence[Entry], row: TableRow | None) -> Appended:
        if self._closing:
            raise Unavailable("the store is closed")
        ask = Ask(table, expected, entries, row, asyncio.get_running_loop().create_future())
        self._asks.append(ask)
        self._wake.set()
        return await ask.done

    async def close(self) -> None:
        """Do what was asked for before, then end."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while self._asks or not self._closing:
            await self._wake.wait()
            self._wake.clear()
            while batch := self._next():
                await self._save(batch)

    def _next(self) -> list[Ask]:
        """A commit's worth, at most one a table: what two ask of one table is done in their order."""
        batch: dict[str, Ask] = {}
        later: list[Ask] = []
        for ask in self._asks:
            if ask.table in batch or len(batch) == TOGETHER:
                later.append(ask)
            else:
                batch[ask.table] = ask
        self._asks = later
        return list(batch.values())

    async def _save(self, batch: list[Ask]) -> None:
        """Commit, then answer. When the database refuses a batch, all are tried alone, so that one fails alone."""
        try:
            await self._try(batch)
            if any(isinstance(ask.outcome, Refused) for ask in batch) and len(batch) > 1:
                for ask in batch:
                    await self._try([ask])
        finally:
            for ask in batch:
                if isinstance(ask.outcome, Appended):
                    self._saved(ask.table, ask.outcome)
                ask.answer()

    async def _try(self, batch: list[Ask]) -> None:
        try:
            async with self._connection() as connection:
                await commit(connection, batch)
        except Exception as problem:
            for ask in batch:
                ask.outcome = failure(problem)


class Refused(Unavailable):
    """The database took the transaction back: nothing of it was saved."""


def failure(problem: Exception) -> Unavailable:
    cause = problem.__cause__ if isinstance(problem, Unavailable) else problem
    kind = Refused if took_back(cause) else Unavailable
    return kind(f"nothing can be saved: {problem}")


def took_back(problem: BaseException | None) -> bool:
    """Is it sure that the transaction is gone? Not when the connection broke: the commit may have arrived."""
    if isinstance(problem, psycopg.OperationalError | psycopg.InterfaceError):
        return problem.sqlstate is not None and not problem.sqlstate.startswith(("08", "57P"))
    return True


async def commit(connection: Connection, batch: list[Ask]) -> None:
    """Append what can be appended, in one transaction: two round trips, however many there are."""
    async with connection.pipeline(), connection.transaction():
        locked = await connection.execute(LOCK, [[ask.table for ask in batch]])
        commands = [(ask.table, entry.command) for ask in batch for entry in ask.entries if entry.command is not None]
        seen = await connection.execute(SEEN, lists(commands, 2))
        tables = {table: (version, seats) for table, version, seats in await locked.fetchall()}
        known = {(table, command): seq for table, command, seq in await seen.fetchall()}
        refusals = [ask.refusal(tables.get(ask.table, (None,))[0], known) for ask in batch]
        winners = [ask for ask, refusal in zip(batch, refusals, strict=True) if refusal is None]
        if winners:
            await write(connection, winners)
            await seat(connection, winners, {table: seats for table, (_, seats) in tables.items()})
    for ask, refusal in zip(batch, refusals, strict=True):  # not before the commit
        ask.outcome = refusal or Appended(ask.version)


async def write(connection: Connection, asks: list[Ask]) -> None:
    entries = [
        (ask.table, seq, entry.at, entry.command, entry.body)
        for ask in asks
        for seq, entry in enumerate(ask.entries, ask.expected + 1)
    ]
    await connection.execute(WRITE, lists(entries, 5))
    if moves := [(ask.table, ask.version, ask.entries[-1].at) for ask in asks if ask.row is None]:
        await connection.execute(MOVE, lists(moves, 3))
    if rows := [columns(ask, ask.row) for ask in asks if ask.row is not None]:
        await connection.execute(MOVE_ROW, lists(rows, 9))


def columns(ask: Ask, row: TableRow) -> tuple[Any, ...]:
    seats = operations.seats_to_text(row.seats).decode()
    last = ask.entries[-1].at
    return ask.table, ask.version, last, row.maker, row.status, row.public, seats, row.deadline, row.title


async def seat(connection: Connection, asks: list[Ask], before: dict[str, str]) -> None:
    """Make people findable where the seats have changed, which is rare."""
    for ask in asks:
        if ask.row is not None:
            then = operations.seats_of_text(before[ask.table])
            for sql, parameters in operations.seat(ask.table, then, ask.row.seats):
                await connection.execute(in_postgres(sql), parameters)


def lists(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    """Rows as the columns that unnest takes."""
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]
