"""Running the house: start and stop."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from sabika.server.admin import Admin
from sabika.server.connections import protocols
from sabika.server.hall import Hall
from sabika.server.keeper import PACE
from sabika.server.limits import Limits
from sabika.server.logs import tell
from sabika.server.metrics import Metrics
from sabika.server.premises import (
    DATABASE,
    CannotServe,
    host_and_port,
    is_any,
    lan_address,
    listening,
    local_socket,
    prepare,
    server_key,
    without_password,
)
from sabika.server.sockets import Lines
from sabika.server.store import Locked, Store, StoreError, open_store
from sabika.server.web import Web

COLLECT: Final = (10_000, 5, 5)  # new objects until the young are gone through, and how often until the older are
STOP_SECONDS: Final = 5  # for requests that are under way when the house stops


@dataclass(frozen=True)
class Settings:
    """How the house is run."""

    data: Path  # everything that is kept
    host: str = "127.0.0.1"
    port: int = 8000  # 0: any that is free
    lan: bool = False  # plain http for everybody in the same network
    database: str = ""  # URL; empty: a file in the data folder
    names: tuple[str, ...] = ()  # that the house is asked by, besides localhost and addresses
    proxies: tuple[str, ...] = ()  # whose word on where a request comes from is taken
    admin: str = ""  # HOST:PORT for health and figures; empty: on the local socket only
    limits: Limits = field(default_factory=Limits)
    pace: int = PACE  # milliseconds that a bot takes at least, where somebody looks on


Say = Callable[[int], None]  # told the port when the house is open


def run(settings: Settings, say: Say) -> None:
    """Open the house and keep it open until it is told to stop; CannotServe when it cannot."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve(settings, say))


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop


async def serve(settings: Settings, say: Say) -> None:
    async with AsyncExitStack() as stack:
        prepare(settings.data)
        public = stack.enter_context(listening(settings.host, settings.port))
        sockets = [public]
        store = await stack.enter_async_context(opened(settings))
        hall = Hall(store, server_key(settings.data), pace=settings.pace)
        await hall.start()
        stack.push_async_callback(hall.stop)
        metrics = Metrics()
        metrics.gauges["tables"] = lambda: len(hall.live)
        web = Web(store, hall, settings.limits, metrics, names=names_of(settings), lan=settings.lan)
        desk = Admin(store, metrics)
        app = Entrances(web.app(), desk.app(local=True))
        if hasattr(socket, "AF_UNIX"):
            sockets.append(stack.enter_context(local_socket(settings.data)))
        if settings.admin:
            figures = stack.enter_context(listening(*host_and_port(settings.admin)))
            sockets.append(figures)
            app.others[figures.getsockname()[1]] = desk.app(local=False)
        for watch in (metrics.watch_loop(), web.lines.check_sessions()):
            stack.callback(asyncio.create_task(watch).cancel)
        spare_the_collector()
        house = House(config(app, settings), web.lines, lambda: say(public.getsockname()[1]))
        await house.serve(sockets)
        tell("stopped")


def spare_the_collector() -> None:
    """Look for cycles seldom: what a server keeps is long-lived, and walking through all of it takes a fifth of a move.

    What is there now stays for good and is never looked at again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def config(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """Every option that matters is set: uvicorn's defaults change."""
    limits = settings.limits
    http, ws = protocols(limits)
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


class House(uvicorn.Server):
    """Says when it is open, and stops on Ctrl-C and SIGTERM without falling over its own signal."""

    def __init__(self, config: uvicorn.Config, lines: Lines, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self.lines = lines
        self.opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.lines.farewell()
        await asyncio.sleep(0)  # the outboxes write it
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn does, but the signal is not raised again at the end: a stop that was asked for is no failure."""
        wanted = (signal.SIGINT, signal.SIGTERM)
        before = {each: signal.signal(each, self.stop) for each in wanted}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def stop(self, number: int, frame: FrameType | None) -> None:
        """The first time: gracefully. Again: at once."""
        self.force_exit = self.should_exit
        self.should_exit = True


class Entrances:
    """One app for each address that is listened on."""

    def __init__(self, public: ASGIApp, local: ASGIApp) -> None:
        self.public = public
        self.local = local
        self.others: dict[int, ASGIApp] = {}  # by port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        port = scope["server"][1] if scope.get("server") else None
        app = self.local if port is None else self.others.get(port, self.public)
        await app(scope, receive, send)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Store]:
    """The store, closed at the end."""
    try:
        store = await open_store(settings.database or str(settings.data / DATABASE))
    except Locked:
        raise CannotServe(f"another server runs on {settings.data}") from None
    except (StoreError, OSError, ValueError, ImportError) as problem:
        raise CannotServe(f"the database cannot be opened: {without_password(str(problem))}") from None
    try:
        yield store
    finally:
        await store.close()


def names_of(settings: Settings) -> set[str]:
    """What this machine is called, where people in the same network are to reach it."""
    own = {socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"} if settings.lan else set()
    return {name.lower() for name in settings.names} | own


def link(settings: Settings, port: int) -> str:
    """What to type into a browser."""
    host = lan_address() if settings.lan and is_any(settings.host) else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
