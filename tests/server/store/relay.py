"""A network between us and the database that can fall silent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from psycopg.conninfo import conninfo_to_dict


class Relay:
    """Between us and the database; what it swallows is neither answered nor refused."""

    def __init__(self, target: Path) -> None:
        self.target = target  # the socket of the database
        self.silent = False
        self.pairs: set[asyncio.StreamWriter] = set()

    async def start(self, place: Path) -> None:
        self.server = await asyncio.start_unix_server(self.serve, place)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_unix_connection(str(self.target))
        self.pairs |= {writer, there[1]}
        await asyncio.gather(self.pass_on(reader, there[1]), self.pass_on(there[0], writer))

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if self.silent:
                    await asyncio.sleep(3600)  # this connection is dead, and nobody says so
                writer.write(data)
                await writer.drain()
            writer.close()

    async def stop(self) -> None:
        self.server.close()
        for writer in self.pairs:
            writer.transport.abort()


@asynccontextmanager
async def behind_a_relay(empty: str, folder: Path) -> AsyncIterator[tuple[Relay, str]]:
    found = conninfo_to_dict(empty)
    host = str(found["host"])
    relay = Relay(Path(host) / ".s.PGSQL.5432")
    await relay.start(folder / ".s.PGSQL.5432")
    try:
        yield relay, empty.replace(quote(host, safe=""), quote(str(folder), safe="")).replace(host, str(folder))
    finally:
        await relay.stop()
