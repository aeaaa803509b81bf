"""A WebSocket client that does little, so that thousands of them fit beside the server on two cores."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, TypeVar, cast

import uvloop

T = TypeVar("T")

TEXT: Final = 1
BINARY: Final = 2
CLOSE: Final = 8
PING: Final = 9
PONG: Final = 10
ABNORMAL: Final = 1006  # the connection ended without a closing frame


def frame(payload: bytes, opcode: int = TEXT, *, final: bool = True, masked: bool = True) -> bytes:
    """A frame of a client; the mask is zero, which is as good as any other between friends."""
    first = opcode | (0x80 if final else 0)
    bit = 0x80 if masked else 0
    if len(payload) < 126:
        head = struct.pack("!BB", first, bit | len(payload))
    elif len(payload) < 65536:
        head = struct.pack("!BBH", first, bit | 126, len(payload))
    else:
        head = struct.pack("!BBQ", first, bit | 127, len(payload))
    return head + (b"\0\0\0\0" if masked else b"") + payload


def handshake(path: str, headers: Mapping[str, str]) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


OPEN: Final[set[Wire]] = set()


def run(story: Callable[[], Coroutine[Any, Any, T]], seconds: float = 180.0) -> T:
    """Let a story happen in an event loop of its own; sockets that it leaves open are cut."""

    async def in_time() -> T:
        try:
            async with asyncio.timeout(seconds):
                return await story()
        finally:
            for wire in list(OPEN):
                wire.transport.abort()
            await asyncio.sleep(0.01)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(in_time())


class Wire(asyncio.Protocol):
    """One socket. What it hears goes to a function, at once."""

    def __init__(self, heard: Callable[[bytes], None] | None = None) -> None:
        self.heard = heard
        self.inbox: asyncio.Queue[bytes] = asyncio.Queue()  # of one without such a function
        self.transport: asyncio.Transport
        self.opened: asyncio.Future[int] = asyncio.get_running_loop().create_future()  # HTTP status
        self.closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()  # closing code
        self.buffer = bytearray()
        self.upgraded = False

    @classmethod
    async def open(
        cls,
        port: int,
        path: str,
        headers: Mapping[str, str],
        heard: Callable[[bytes], None] | None = None,
        host: str = "127.0.0.1",
        source: tuple[str, int] | None = None,
    ) -> Wire:
        """A socket after its handshake; ConnectionRefusedError with the status when it was turned away."""
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(lambda: cls(heard), host, port, local_addr=source)
        wire.transport.write(handshake(path, {"Host": f"{host}:{port}", **headers}))
        try:
            status = await wire.opened
        except asyncio.CancelledError:
            wire.transport.abort()
            raise
        if status != 101:
            wire.transport.close()
            raise ConnectionRefusedError(status)
        return wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        OPEN.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        OPEN.discard(self)
        if not self.opened.done():
            self.opened.set_result(0)
        self.end(ABNORMAL)

    def end(self, code: int) -> None:
        if not self.closed.done():
            self.closed.set_result(code)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.upgraded and not self.upgrade():
            return
        while self.next_frame():
            pass

    def upgrade(self) -> bool:
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        self.upgraded = True
        if not self.opened.done():  # who no longer waits has gone
            self.opened.set_result(int(self.buffer[9:12]))
        del self.buffer[: end + 4]
        return True

    def next_frame(self) -> bool:
        """Take one frame off the buffer, if there is a whole one."""
        buffer = self.buffer
        if len(buffer) < 2:
            return False
        length, start = buffer[1] & 0x7F, 2
        if length == 126:
            if len(buffer) < 4:
                return False
            length, start = int.from_bytes(buffer[2:4], "big"), 4
        elif length == 127:
            if len(buffer) < 10:
                return False
            length, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + length:
            return False
        opcode, payload = buffer[0] & 0x0F, bytes(buffer[start : start + length])
        del buffer[: start + length]
        self.take(opcode, payload)
        return True

    def take(self, opcode: int, payload: bytes) -> None:
        if opcode == PING:
            self.transport.write(frame(payload, PONG))
        elif opcode == CLOSE:
            self.end(int.from_bytes(payload[:2], "big"))
            self.transport.write(frame(payload[:2], CLOSE))
        elif opcode in (TEXT, BINARY):
            if self.heard is None:
                self.inbox.put_nowait(payload)
            else:
                self.heard(payload)

    def say(self, message: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(frame(message))

    def close(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(frame(b"\x03\xe8", CLOSE))
            self.transport.close()
