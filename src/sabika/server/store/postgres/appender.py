"""The appends of one process to PostgreSQL: all that are waiting go into one transaction."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any

import psycopg
from msgspec import json

from sabika.server.store import queries
from sabika.server.store.base import Appended, Missing, Repeated, Stale, StoreError, Unavailable
from sabika.server.store.postgres.dialect import NOW, PgConnection
from sabika.server.table.events import Entry
from sabika.server.table.listing import TableRow

TOGETHER = 64  # most appends in one commit
SLOW = 2.0  # a commit that fails after so many seconds means that nothing can be saved for now

# All of a batch in one statement, which is a transaction by itself: one round trip. Rows are locked in one order, so
# that two processes never wait for each other, and the version is read from the locked row: of two who want the same
# number, the second sees that it is taken. The answer has each table's previous version, and commands it had seen.
APPEND = f"""
with asked as (
    select * from json_to_recordset(%s) as a (
        id text, expected bigint, version bigint, touched bigint, has_row boolean,
        maker text, status text, public boolean, seats text, deadline bigint, title text)
), line as (
    select * from json_to_recordset(%s) as l (table_id text, seq bigint, at bigint, command text, body text)
), locked as (
    select id, version, seats from game_table where id in (select id from asked) order by id for update
), seen as (
    select e.table_id, e.command, e.seq from line l join entry e on e.table_id = l.table_id and e.command = l.command
), winner as (
    select a.*, l.seats as seats_before from asked a join locked l on l.id = a.id and l.version = a.expected
    where a.id not in (select table_id from seen)
), written as (
    insert into entry (table_id, seq, at, command, body)
    select table_id, seq, at, command, decode(body, 'base64') from line where table_id in (select id from winner)
), moved as (
    update game_table t
    set version = w.version, touched = w.touched, changed = {NOW},
        maker = case when has_row then w.maker else t.maker end,
        status = case when has_row then w.status else t.status end,
        public = case when has_row then w.public else t.public end,
        seats = case when has_row then w.seats else t.seats end,
        deadline = case when has_row then w.deadline else t.deadline end,
        title = case when has_row then decode(w.title, 'base64') else t.title end
    from winner w where t.id = w.id
), left_seats as (
    delete from sitting s using winner w, json_array_elements_text(w.seats_before::json) as p
    where has_row and seats_before <> w.seats and s.table_id = w.id and s.person = p
        and p not in (select q from json_array_elements_text(w.seats::json) q where q is not null)
), took_seats as (
    insert into sitting (person, table_id)
    select distinct p, w.id from winner w, json_array_elements_text(w.seats::json) as p
    where has_row and seats_before <> w.seats and p is not null
    on conflict do nothing
)
select l.id, l.version, s.command, s.seq from locked l left join seen s on s.table_id = l.id"""


ROW = {"has_row": True}


class PendingAppend:
    """One append, and its waiting caller."""

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
        """Why it is refused, if the table is at that version and has seen these commands."""
        if version is None:
            return Missing(f"there is no table {self.table}")
        for entry in self.entries:
            if entry.command is not None and (self.table, entry.command) in seen:
                return Repeated(seen[self.table, entry.command])
        return None if version == self.expected else Stale(version)

    def columns(self) -> dict[str, Any]:
        """The table's new row; without a row of our own only what every append changes."""
        last = self.entries[-1].at
        moved = {"id": self.table, "expected": self.expected, "version": self.version, "touched": last}
        return moved if self.row is None else queries.columns(self.row, self.entries, self.expected) | moved | ROW

    def lines(self) -> Iterator[dict[str, Any]]:
        for seq, entry in enumerate(self.entries, self.expected + 1):
            yield {"table_id": self.table, "seq": seq, "at": entry.at, "command": entry.command, "body": entry.body}

    def answer(self) -> None:
        if self.done.done():  # the caller has gone
            return
        if isinstance(self.outcome, Appended):
            self.done.set_result(self.outcome)
        else:
            self.done.set_exception(self.outcome)


class Appender:
    """Gathers appends while the last batch is on its way."""

    def __init__(
        self,
        connection: Callable[[], AbstractAsyncContextManager[PgConnection]],
        saved: Callable[[str, Appended], None],
    ) -> None:
        self._connection = connection
        self._saved = saved
        self._waiting: list[PendingAppend] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="appender")

    async def append(self, table: str, expected: int, entries: Sequence[Entry], row: TableRow | None) -> Appended:
        if self._closing:
            raise Unavailable("the store is closed")
        pending = PendingAppend(table, expected, entries, row, asyncio.get_running_loop().create_future())
        self._waiting.append(pending)
        self._wake.set()
        return await pending.done

    async def close(self) -> None:
        """Finish all requests, then end. If cut short, fail those that still wait."""
        self._closing = True
        self._wake.set()
        try:
            await self._task
        finally:
            for pending in self._waiting:
                pending.answer()

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            await self._wake.wait()
            self._wake.clear()
            while batch := self._next():
                begun = time.monotonic()
                await self._save(batch)
                if time.monotonic() - begun > SLOW:
                    self._give_up(batch[0].outcome)
                await asyncio.sleep(0)  # a caller that appends again at once joins the next batch

    def _give_up(self, outcome: Appended | StoreError) -> None:
        """If the database does not answer, fail all that wait now, not one by one."""
        if isinstance(outcome, Unavailable) and not isinstance(outcome, Refused):
            waiting, self._waiting = self._waiting, []
            for pending in waiting:
                pending.outcome = outcome
                pending.answer()

    def _next(self) -> list[PendingAppend]:
        """A batch for one commit, with at most one append for each table, so that their order is kept."""
        batch: dict[str, PendingAppend] = {}
        later: list[PendingAppend] = []
        for pending in self._waiting:
            if pending.table in batch or len(batch) == TOGETHER:
                later.append(pending)
            else:
                batch[pending.table] = pending
        self._waiting = later
        return list(batch.values())

    async def _save(self, batch: list[PendingAppend]) -> None:
        """Commit, then answer. If the database refuses a batch, try each alone, so that only one fails."""
        try:
            await self._try(batch)
            if any(isinstance(pending.outcome, Refused) for pending in batch) and len(batch) > 1:
                for pending in batch:
                    await self._try([pending])
        finally:
            for pending in batch:
                if isinstance(pending.outcome, Appended):
                    self._saved(pending.table, pending.outcome)
                pending.answer()

    async def _try(self, batch: list[PendingAppend]) -> None:
        try:
            async with self._connection() as connection:
                await commit(connection, batch)
        except Exception as problem:
            for pending in batch:
                pending.outcome = failure(problem)


class Refused(Unavailable):
    """The database rolled the transaction back: nothing of it was saved."""


def failure(problem: Exception) -> Unavailable:
    cause = problem.__cause__ if isinstance(problem, Unavailable) else problem
    kind = Refused if took_back(cause) else Unavailable
    return kind(f"nothing can be saved: {problem}")


def took_back(problem: BaseException | None) -> bool:
    """Was the transaction surely rolled back? Not if the connection broke: the commit may have arrived.

    A statement that took too long was rolled back too, but trying its parts alone would take longer still.
    """
    if isinstance(problem, psycopg.OperationalError | psycopg.InterfaceError):
        return problem.sqlstate is not None and not problem.sqlstate.startswith(("08", "57"))
    return True


async def commit(connection: PgConnection, batch: list[PendingAppend]) -> None:
    """Append what can be appended. A late one is checked again: a statement that waits for a lock does not
    see lines that were written meanwhile, and they may be this very command.
    """
    await append(connection, batch)
    if late := [pending for pending in batch if isinstance(pending.outcome, Stale)]:
        with suppress(psycopg.Error):  # the rest is saved; these are answered
            await append(connection, late)


async def append(connection: PgConnection, batch: list[PendingAppend]) -> None:
    """One transaction."""
    asked = json.encode([pending.columns() for pending in batch]).decode()
    lines = json.encode([line for pending in batch for line in pending.lines()]).decode()
    versions: dict[str, int] = {}
    seen: dict[tuple[str, str], int] = {}
    for table, version, command, seq in await (await connection.execute(APPEND, [asked, lines])).fetchall():
        versions[table] = version
        if command is not None:
            seen[table, command] = seq
    for pending in batch:
        pending.outcome = pending.refusal(versions.get(pending.table), seen) or Appended(pending.version)
