"""Connections to PostgreSQL. Every call has a time limit; then its connection is cut and the caller told."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.pq import TransactionStatus

from sabika.server.store.base import Unavailable
from sabika.server.store.postgres.dialect import PgConnection

MOST = 8  # connections of a process, besides the two that notify and listen
SECONDS = 5.0  # seconds for a call once it has its connection; and for waiting for a free one
CONNECT = 3  # seconds to connect

# The system itself notices a pulled cable, even if nobody waits for an answer.
KEEP_ALIVE = {
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": str(int(SECONDS * 1000)),
}

# A process that hangs within a transaction loses its locks; a server with lazy commits is told to wait for the disk.
SETTINGS = """
    select set_config('application_name', 'sabika', false), set_config('statement_timeout', '4s', false),
           set_config('lock_timeout', '3s', false), set_config('idle_in_transaction_session_timeout', '5s', false),
           case when current_setting('synchronous_commit') = 'off'
                then set_config('synchronous_commit', 'on', false) end"""


class PgPool:
    """The connections of one process: opened when needed, kept while they work."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._idle: list[PgConnection] = []
        self._places = asyncio.Semaphore(MOST)
        self._closed = False

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[PgConnection]:
        """A connection for the block. Raises Unavailable for any failure of it."""
        try:
            async with self._place():
                connection = self._idle.pop() if self._idle else await self._connect()
                try:
                    with limited(connection):
                        yield connection
                finally:
                    self._give_back(connection)
        except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError) as problem:
            if is_broken(problem):
                self._drop_idle()  # others may be broken too, and not all show it yet
            raise Unavailable(f"the database does not answer: {str(problem).strip()}") from problem

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(SECONDS):
                await self._places.acquire()
        except TimeoutError:
            raise psycopg.OperationalError("all connections are in use") from None
        try:
            yield
        finally:
            self._places.release()

    async def _connect(self) -> PgConnection:
        if self._closed:
            raise psycopg.OperationalError("the store is closed")
        connection = await connected(self._url)
        try:
            with limited(connection):
                await connection.execute(SETTINGS)
        except BaseException:
            connection.pgconn.finish()
            raise
        return connection

    def _give_back(self, connection: PgConnection) -> None:
        """Keep it for the next call, if it still works."""
        idle = connection.pgconn.transaction_status == TransactionStatus.IDLE
        if idle and not self._closed:
            self._idle.append(connection)
        else:
            connection.pgconn.finish()

    def _drop_idle(self) -> None:
        for connection in self._idle:
            connection.pgconn.finish()
        self._idle.clear()

    def close(self) -> None:
        """Connections in use are closed when they are given back."""
        self._closed = True
        self._drop_idle()


def is_broken(problem: psycopg.Error) -> bool:
    """Did the connection fail, and not just the statement? 25: read-only, or its transaction was ended."""
    return problem.sqlstate is None or problem.sqlstate.startswith(("08", "25", "57P"))


async def connected(url: str) -> PgConnection:
    """A new connection that does not hang forever if the network is gone."""
    steady = make_conninfo(url, connect_timeout=CONNECT, **KEEP_ALIVE)
    return await psycopg.AsyncConnection.connect(steady, autocommit=True)


@contextmanager
def limited(connection: PgConnection, seconds: float = SECONDS) -> Iterator[None]:
    """Cut the connection if the block takes too long: what waits on it fails."""
    timer = asyncio.get_running_loop().call_later(seconds, cut, connection)
    try:
        yield
    finally:
        timer.cancel()


def cut(connection: PgConnection) -> None:
    """Close the socket itself: cancelling would wait for the same missing answer."""
    with suppress(OSError, psycopg.Error):
        end = socket.socket(fileno=connection.pgconn.socket)
        try:
            end.shutdown(socket.SHUT_RDWR)
        finally:
            end.detach()  # its owner closes it
