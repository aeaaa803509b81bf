"""Servers on one PostgreSQL tell each other "table T is at version n", by NOTIFY. Polling makes up for lost notices."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress

import psycopg
from psycopg import sql

from sabika.server.store.base import Unavailable
from sabika.server.store.fanout import Fanout
from sabika.server.store.postgres.dialect import PgConnection
from sabika.server.store.postgres.pool import connected, cut, limited

CATCH_UP = 5.0  # seconds between two polls for changes, in case a notice was lost
SLACK = 30_000  # the longest transaction, in milliseconds: a change that old may have become visible only now
AGAIN = 0.5  # seconds before the next try to connect
FULL = 7_000  # bytes of a notice; PostgreSQL allows 8,000

Changed = Callable[[int], Awaitable[tuple[int, list[tuple[str, int]]]]]

log = logging.getLogger(__name__)


class Bus:
    """A connection that notifies and one that listens. NOTIFY within an append would serialise all appends."""

    def __init__(self, url: str, channel: str, fanout: Fanout, changed: Changed) -> None:
        self._url = url
        self._channel = channel
        self._fanout = fanout
        self._changed = changed
        self._news: dict[str, int] = {}  # to be announced, the latest of each table
        self._wake = asyncio.Event()
        self._since = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._open: set[PgConnection] = set()
        self._closing = False

    async def start(self) -> None:
        """Start; from here on nothing is missed."""
        listening = asyncio.Event()
        self._since, _ = await self._changed(2**62)  # the clock only
        self._tasks = [
            asyncio.create_task(self._for_ever(self._speak), name="bus speaks"),
            asyncio.create_task(self._for_ever(lambda: self._hear(listening)), name="bus hears"),
        ]
        await listening.wait()

    async def close(self) -> None:
        self._closing = True
        for task in self._tasks:
            task.cancel()
        for connection in self._open:
            cut(connection)  # a task in the middle of a statement would wait for its answer
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def say(self, table: str, version: int) -> None:
        """Tell the other processes soon."""
        self._news[table] = max(version, self._news.get(table, 0))
        self._wake.set()

    async def _for_ever(self, work: Callable[[], Awaitable[None]]) -> None:
        """Connect again whenever the connection is lost."""
        while not self._closing:
            try:
                await work()
            except (psycopg.Error, Unavailable) as problem:
                if not self._closing:  # a statement that was cancelled may fail instead
                    log.warning("the database's notices stopped, trying again: %s", problem)
                    await asyncio.sleep(AGAIN)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[PgConnection]:
        connection = await connected(self._url)
        self._open.add(connection)
        try:
            yield connection
        finally:
            self._open.discard(connection)
            connection.pgconn.finish()

    async def _speak(self) -> None:
        async with self._connection() as connection:
            while True:
                await self._wake.wait()
                self._wake.clear()
                await self._tell(connection)

    async def _tell(self, connection: PgConnection) -> None:
        """Send the news; what fails is sent later."""
        news, self._news = self._news, {}
        try:
            with limited(connection):
                notices = list(packed(news))
                await connection.execute("select pg_notify(%s, n) from unnest(%s::text[]) n", [self._channel, notices])
        except BaseException:
            for table, version in news.items():
                self.say(table, version)
            raise

    async def _hear(self, listening: asyncio.Event) -> None:
        async with self._connection() as connection:
            with limited(connection):
                await connection.execute(sql.SQL("listen {}").format(sql.Identifier(self._channel)))
            listening.set()
            while True:
                await self._catch_up()
                async for notice in connection.notifies(timeout=CATCH_UP):
                    for table, version in unpacked(notice.payload):
                        self._fanout.tell(table, version)
                with limited(connection):
                    await connection.execute("select 1")  # is it still there? Silence proves nothing

    async def _catch_up(self) -> None:
        clock, changed = await self._changed(self._since - SLACK)
        self._since = clock
        for table, version in changed:
            self._fanout.tell(table, version)


def packed(news: dict[str, int]) -> Iterator[str]:
    """The news in as few notices as possible."""
    notice = ""
    for table, version in news.items():
        line = f"{table}:{version}\n"
        if len((notice + line).encode()) > FULL:
            yield notice
            notice = ""
        notice += line
    if notice:
        yield notice


def unpacked(notice: str) -> Iterator[tuple[str, int]]:
    for line in notice.splitlines():
        table, _, version = line.rpartition(":")
        with suppress(ValueError):  # anybody with access to the database can notify
            yield table, int(version)
