"""A socket that sends a hundred messages at once is heard bit by bit, and no longer than it is there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.websockets import WebSocketDisconnect

from sabika.server.common.fair_loop import YOUNG
from sabika.server.common.limits import Limits
from sabika.server.common.metrics import Metrics
from sabika.server.live.client import Client
from sabika.server.live.tables import LiveTables
from sabika.server.socket.connection import Connection, Connections
from tests.server.live_tables import opened

PING = b'{"type":"ping"}'


class Raw:
    """What came in on a socket, all at once."""

    def __init__(self, messages: int) -> None:
        self.queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        for _ in range(messages):
            self.queue.put_nowait({"type": "websocket.receive", "bytes": PING})
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def receive(self) -> dict[str, Any]:
        return await self.queue.get()


class Busy:
    """A client each of whose messages takes so long; after some of them its outbox is full."""

    def __init__(self, tables: LiveTables, outbox: Any, full_after: int = 1000) -> None:
        self.clock = 0.0
        self.outbox = outbox
        self.full_after = full_after
        self.heard: list[int] = []  # in which turn of the loop
        self.turn = 0
        tables.fair.clock = lambda: self.clock

    async def hear(self, frame: bytes) -> None:
        self.heard.append(self.turn)
        self.clock += YOUNG
        self.outbox.full = len(self.heard) >= self.full_after

    def leave(self) -> None: ...


async def heard(tables: LiveTables, messages: int, full_after: int = 1000) -> Busy:
    """One socket from its first message after Hello to its end."""
    connections = Connections(tables, cast(Any, None), Limits(), Metrics())
    outbox = SimpleNamespace(full=False, raw=Raw(messages))
    client = Busy(tables, outbox, full_after)

    async def greet(table: str, connection: Connection) -> Client:
        return cast(Client, client)

    connections.greet = greet  # type: ignore[method-assign]
    listening = asyncio.create_task(connections.listen("", Connection(cast(Any, outbox), None, "192.0.2.1")))
    while not listening.done():
        client.turn += 1
        await asyncio.sleep(0)
    with pytest.raises(WebSocketDisconnect):
        await listening
    return client


def test_a_burst_does_not_come_in_one_turn_of_the_loop(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            client = await heard(tables, 20)
            assert len(client.heard) == 20
            assert len(set(client.heard)) == 20

    asyncio.run(story())


def test_nothing_is_done_for_a_socket_that_was_cut(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            assert len((await heard(tables, 20, full_after=3)).heard) == 3

    asyncio.run(story())
