"""Messages waiting for a socket, so that nobody waits for a slow reader."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from sabika.server.common.limits import Backlog, Limits
from sabika.server.common.logs import LOG
from sabika.server.protocol.answers import Bye
from sabika.server.socket.uvicorn_protocols import CuttableWebSocket

# Why a socket was closed: the codes of RFC 6455 where there is one.
GONE: Final = 1000
POLICY: Final = 1008  # too many messages; no Hello in time, or one that is refused
OUR_FAULT: Final = 1011
RESTART: Final = 1012
SIGNED_OUT: Final = 4001
CLOSES: Final = {"signed-out": SIGNED_OUT, "restart": RESTART}  # after which Bye; after all others POLICY
BYE: Final = b'{"type":"bye"'
ENDED: Final = (WebSocketDisconnect, WebSocketDisconnected)  # what writing to a closed socket raises


class Delivery:
    """The outboxes with new messages, all written at the end of this turn of the loop."""

    def __init__(self) -> None:
        self.waiting: list[Outbox] = []

    def add(self, outbox: Outbox) -> None:
        if not self.waiting:
            outbox.raw.loop.call_soon(self.go)
        self.waiting.append(outbox)

    def go(self) -> None:
        waiting, self.waiting = self.waiting, []
        for outbox in waiting:
            try:
                outbox.flush()
            except Exception:
                LOG.exception("a socket could not be written to")


class Outbox:
    """Messages waiting for one socket. When full, the socket is cut; the client can reconnect with its version.

    All messages of one turn of the event loop are written at once.
    """

    def __init__(self, limits: Limits, raw: CuttableWebSocket, socket: WebSocket, delivery: Delivery) -> None:
        self.raw = raw
        self.delivery = delivery
        self.socket = socket
        self.waiting = Backlog(limits)
        self.closing: int | None = None  # close with this code when all is sent
        self.full = False
        self.closed = asyncio.Event()
        self.ending: asyncio.Task[None] | None = None
        self.awake = False  # will be delivered in this turn
        raw.when_ready = self.flush

    def put(self, message: bytes) -> None:
        """Never waits, never raises. A burst is written at once to a client that reads, and does not cut it."""
        if self.full or self.closing is not None:
            return
        if self.waiting.put(message):
            self.wake()
        elif self.raw.is_ready():
            self.raw.write(self.waiting.take())
        else:
            self.full = True
            self.waiting.take()
            self.raw.cut()

    def post(self, message: bytes) -> None:
        """Like `put`; after a Bye the socket is closed."""
        self.put(message)
        if message.startswith(BYE):
            self.close(CLOSES.get(msgspec.json.decode(message, type=Bye).why, POLICY))

    def close(self, code: int) -> None:
        """Send the rest, then close. A client that does not read is dropped at the next ping."""
        if self.closing is None:
            self.closing = code
            self.wake()

    def wake(self) -> None:
        if not self.awake:
            self.awake = True
            self.delivery.add(self)

    def flush(self) -> None:
        """Write the waiting messages if the socket takes more now; otherwise it is called again when it does."""
        self.awake = False
        if not self.raw.is_ready():
            return
        if self.waiting.messages:
            self.raw.write(self.waiting.take())
        if self.closing is not None and self.ending is None:
            self.ending = self.raw.loop.create_task(self.end(self.closing))

    async def end(self, code: int) -> None:
        try:
            await self.socket.close(code)
        except ENDED:
            pass  # the other end was first
        except Exception:
            LOG.exception("a socket could not be closed")
        finally:
            self.closed.set()
