"""uvicorn as we run it: its settings, its loop, and how it stops."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from sabika.server.ops.settings import Settings
from sabika.server.ops.watchdog import Watchdog
from sabika.server.socket.connection import Connections
from sabika.server.socket.uvicorn_protocols import protocols

COLLECT: Final = (10_000, 5, 5)  # thresholds of the garbage collector
STOP_SECONDS: Final = 5  # for requests that are under way when the server stops


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop


def spare_the_collector() -> None:
    """Collect garbage seldom: a server's objects are long-lived, and walking through them takes a fifth of a move.

    Objects that exist now are frozen and never looked at again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def config(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """Set every option that matters: uvicorn's defaults change."""
    limits = settings.limits
    http, ws = protocols(limits, settings.proxies)
    return uvicorn.Config(
        app,
        http=http,
        ws=ws,
        loop="none",  # it is running already
        lifespan="off",
        ws_max_size=limits.frame,
        ws_per_message_deflate=False,
        ws_ping_interval=limits.ping_seconds,
        ws_ping_timeout=max(0.1, limits.dead_seconds - limits.ping_seconds),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_keep_alive=int(max(1, limits.handshake_seconds)),
        timeout_graceful_shutdown=STOP_SECONDS,
        backlog=2048,
    )


class Server(uvicorn.Server):
    """Says when it is open, and stops on Ctrl-C and SIGTERM without falling over its own signal."""

    def __init__(
        self, config: uvicorn.Config, connections: Connections, opened: Callable[[], None], watchdog: Watchdog
    ) -> None:
        super().__init__(config)
        self.connections = connections
        self.opened = opened
        self.watchdog = watchdog

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.connections.farewell()
        await asyncio.sleep(0)  # the outboxes write it
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Like uvicorn's, but does not re-raise the signal: a requested stop is not a failure."""
        wanted = (signal.SIGINT, signal.SIGTERM)
        before = {each: signal.signal(each, self.stop) for each in wanted}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def stop(self, number: int, frame: FrameType | None) -> None:
        """The first time: gracefully. Again: at once."""
        self.watchdog.stop_soon()
        self.force_exit = self.should_exit
        self.should_exit = True
