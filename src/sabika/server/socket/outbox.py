"""What waits to be sent to a socket, so that nobody waits for one that does not read."""

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
    """The outboxes that something was put into: all of them are written out at the end of this turn of the loop."""

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
    """What waits to be sent to one socket. When it is full the socket is cut: it can come back by its version.

    All that is put here in one turn of the event loop is written in one piece.
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
        self.awake = False  # the delivery comes in this turn
        raw.when_ready = self.flush

    def put(self, message: bytes) -> None:
        """Never waits, never raises. A burst for somebody who reads is written at once, and is no reason to cut."""
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
        """As `put`; after a Bye the socket is closed."""
        self.put(message)
        if message.startswith(BYE):
            self.close(CLOSES.get(msgspec.json.decode(message, type=Bye).why, POLICY))

    def close(self, code: int) -> None:
        """Send what waits, then close. A client that does not read that either is dropped at the next ping."""
        if self.closing is None:
            self.closing = code
            self.wake()

    def wake(self) -> None:
        if not self.awake:
            self.awake = True
            self.delivery.add(self)

    def flush(self) -> None:
        """Write what waits, if the socket takes more now; else it is called again when it does."""
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
