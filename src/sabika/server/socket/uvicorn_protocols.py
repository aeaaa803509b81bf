"""What uvicorn's connections lack: an end to slow and overlong headers, a cut for a socket that does not read."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Container, Iterable, Sequence
from logging import Logger
from struct import Struct
from time import monotonic
from typing import Any, Final

import httptools
import uvicorn
from uvicorn._types import ASGI3Application, ASGISendEvent
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from sabika.server.common.addresses import network_of
from sabika.server.common.limits import Limits, Rate
from sabika.server.common.open_connections import OpenConnections

RAW: Final = "raw"  # the key in a WebSocket's state under which its connection is found
WRITE_BUFFER: Final = 32 * 1024  # bytes that wait in the transport before the outbox begins to fill
FAREWELL_SECONDS: Final = 1.0  # for the last message before a stop, or before we hang up, to go out
UNREAD: Final = 4  # messages that may wait for an answer to an earlier one; then no more is read
PIPELINED: Final = 8  # pipelined requests of one connection; browsers send none
NO_TEXT: Final = 1007  # the closing code for a malformed text message
HEAD_16: Final = Struct("!BBH")
HEAD_64: Final = Struct("!BBQ")
TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class LimitedRequests(HttpToolsProtocol):
    """A connection with limits on its headers' time and size; once it is refused, nothing more is read."""

    limits: Limits  # these three are set by `protocols`
    open: OpenConnections
    proxies: Container[str]
    unread: int | None = None  # bytes received after an early answer; None: no early answer was given
    in_header = True  # the header of the request is incomplete
    too_long = False
    header_bytes = 0
    header_timer: asyncio.TimerHandle | None = None
    answer_timer: asyncio.TimerHandle | None = None
    answering: RequestResponseCycle | None = None  # of several pipelined ones, the current one

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        self.expect_header()
        if self.client is not None and not self.open.add(transport, self.address()):
            transport.abort()

    def address(self) -> str:
        """Where it comes from; empty for a proxy, which speaks for many."""
        assert self.client is not None
        return "" if self.client[0] in self.proxies else network_of(self.client[0])

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_header_timer()
        self.stop_answer_timer()
        self.open.remove(self.transport)
        if self.answering is not None:
            self.answering.disconnected = True  # uvicorn tells only the last that came
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

    def handle_websocket_upgrade(self) -> None:
        self.stop_answer_timer()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as uvicorn does at the end: else each keeps the other

    def expect_header(self) -> None:
        self.stop_header_timer()
        self.header_timer = self.loop.call_later(self.limits.handshake_seconds, self.transport.abort)

    def stop_header_timer(self) -> None:
        if self.header_timer is not None:
            self.header_timer.cancel()
            self.header_timer = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self.expect_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stop_answer_timer()

    def expect_reading(self) -> None:
        """Require that the other end reads the answer in time; otherwise closing would wait, too."""
        if self.answer_timer is None and self.transport.get_write_buffer_size():
            self.answer_timer = self.loop.call_later(self.limits.answer_seconds, self.transport.abort)

    def stop_answer_timer(self) -> None:
        if self.answer_timer is not None:
            self.answer_timer.cancel()
            self.answer_timer = None

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.expect_reading()

    def data_received(self, data: bytes) -> None:
        if self.unread is not None:
            self.pass_over(len(data))
            return
        self.header_bytes += len(data)
        super().data_received(data)
        if self.in_header and self.header_bytes > self.limits.header and not self.transport.is_closing():
            self.too_long = True
            self.send_400_response("")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.in_header, self.header_bytes = True, 0
        self.expect_header()

    def on_headers_complete(self) -> None:
        self.in_header = False
        self.stop_header_timer()
        if len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers) > self.limits.header:
            self.too_long = True
            raise httptools.HttpParserError("the header is too long")
        if len(self.pipeline) >= PIPELINED:
            raise httptools.HttpParserError("too many requests wait for the one before")
        self.open.work(self.transport)
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        self.answering = None
        super().on_response_complete()
        if self.transport.is_closing():
            self.expect_reading()
            return
        if not self.cycle.response_complete:
            return
        if self.cycle.more_body:
            self.hang_up()
        else:
            self.open.rest(self.transport)

    def hang_up(self) -> None:
        """Close after an early answer: skip the rest of the request for a moment, so that the answer arrives."""
        self.unread = 0
        self.transport.write_eof()
        self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)

    def pass_over(self, size: int) -> None:
        assert self.unread is not None
        self.unread += size
        if self.unread > self.limits.body:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        if not self.too_long:
            super().send_400_response(msg)
        elif not self.transport.is_closing():
            self.transport.write(TOO_LONG)
            self.transport.close()


class CountedFrames(ServerProtocol):
    """Counts frames of every kind, pings and fragments too, against the limits."""

    def __init__(self, limits: Limits, max_size: int, logger: Logger) -> None:
        super().__init__(max_size=max_size, logger=logger)
        self.rate = Rate(limits.messages + limits.frames, limits.messages_seconds)

    def recv_frame(self, frame: Frame) -> None:
        if not self.rate.allows(monotonic()):
            self.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            raise EOFError("too many frames")  # ends the parser; the rest is not read
        super().recv_frame(frame)


class CuttableWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that can be cut: a normal close would wait for a client that never reads."""

    limits: Limits  # set by `protocols`, as is the next
    open: OpenConnections
    when_ready: Callable[[], None] | None = None  # called when more can be written again

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = CountedFrames(self.limits, config.ws_max_size, self.logger)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=WRITE_BUFFER)
        raw: socket.socket | None = transport.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, WRITE_BUFFER)  # else the system keeps megabytes

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"][RAW] = self

    def connection_lost(self, exc: Exception | None) -> None:
        self.open.remove(self.transport)
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            self.scope["state"].pop(RAW, None)  # else each keeps the other alive until the next collection

    def is_ready(self) -> bool:
        """Can more be written now?"""
        return self.writable.is_set()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.when_ready is not None:
            self.when_ready()

    def write(self, messages: Iterable[bytes]) -> None:
        """Write text messages in one piece, a few layers below `send`, which takes them one by one."""
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            return
        self.transport.write(b"".join([text_head(len(message)) + message for message in messages]))

    def cut(self) -> None:
        """End it at once."""
        self.transport.abort()

    def let_go(self) -> None:
        """Another process has it now, and answers its handshake: close only our copy of the descriptor."""
        self.handshake_complete = True
        self.transport.abort()

    def handle_ping(self) -> None:
        """Answer, unless earlier answers still wait to be read: a ping may go without (RFC 6455, 5.5.3)."""
        pongs = self.conn.data_to_send()
        if self.is_ready():
            self.transport.write(b"".join(pongs))

    def handle_cont(self, event: Frame) -> None:
        """An empty fragment adds nothing and is dropped."""
        if event.data or event.fin:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on as bytes, however it was framed, and go on reading until a few wait.

        uvicorn decodes text, and stops and starts reading around every message.
        """
        content = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent or self.conn.state is not State.OPEN:
            return  # it is being closed already
        if self.curr_msg_data_type == "text" and not is_text(content):
            self.conn.send_close(NO_TEXT)  # uvicorn does the same, with a traceback in the log
            self.handle_parser_exception()
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": bytes(content)})
        if self.queue.qsize() >= UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:  # nonsense before it was let in
            self.transport.abort()
        else:
            super().handle_parser_exception()

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # with a refusal; uvicorn would complain that there was no answer

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        super().shutdown()
        self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)


def text_head(length: int) -> bytes:
    """The frame header of a server's text message of this length: unfragmented, unmasked (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    return HEAD_16.pack(0x81, 126, length) if length < 65536 else HEAD_64.pack(0x81, 127, length)


def is_text(content: bytes) -> bool:
    try:
        return content.isascii() or bool(content.decode())
    except UnicodeDecodeError:
        return False


def protocols(limits: Limits, proxies: Sequence[str]) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The connection classes for uvicorn's settings `http` and `ws`."""
    given = {"limits": limits, "open": OpenConnections(limits), "proxies": _TrustedHosts(list(proxies))}
    return type("RequestsWithLimits", (LimitedRequests,), given), type("SocketsWithLimits", (CuttableWebSocket,), given)


def raw_socket(state: dict[str, Any]) -> CuttableWebSocket | None:
    """The connection of a socket; None if it has ended."""
    return state.get(RAW)
