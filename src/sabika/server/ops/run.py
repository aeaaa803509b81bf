"""Start and stop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial

from starlette.types import ASGIApp, Receive, Scope, Send

from sabika.server.common.logs import tell
from sabika.server.common.metrics import Metrics
from sabika.server.http.app import App
from sabika.server.live.tables import LiveTables
from sabika.server.ops import uvicorn_server
from sabika.server.ops.admin import Admin
from sabika.server.ops.data_folder import check_folder, how_to_restore
from sabika.server.ops.key_check import check_key
from sabika.server.ops.listen import (
    ADDRESS,
    DATABASE,
    AlreadyServed,
    CannotServe,
    first_free,
    host_and_port,
    is_any,
    known_address,
    lan_address,
    listening,
    local_socket,
    prepare,
    server_key,
    without_password,
)
from sabika.server.ops.operator.operator import Operator
from sabika.server.ops.retention import Retention
from sabika.server.ops.settings import Settings
from sabika.server.ops.uvicorn_server import Server, config, spare_the_collector
from sabika.server.ops.watchdog import Watchdog
from sabika.server.ops.workers.start import files_of
from sabika.server.ops.workers.supervisor import Supervisor
from sabika.server.ops.workers.tables import AllConnections, AllTables
from sabika.server.store import Damaged, Locked, Store, StoreError, Unavailable, open_store
from sabika.server.store.sqlite.files import FilesStore, files_beside

OnReady = Callable[[int], None]  # called with the port when the server is ready


def run(settings: Settings, on_ready: OnReady) -> None:
    """Run the server until it is told to stop; CannotServe when it cannot."""
    with asyncio.Runner(loop_factory=uvicorn_server.loop_factory()) as runner:
        runner.run(serve(settings, on_ready))


async def serve(settings: Settings, on_ready: OnReady) -> None:
    watchdog = Watchdog()
    turning = asyncio.create_task(watchdog.turn())
    with watchdog.watching():
        try:
            await serve_watched(settings, on_ready, watchdog)
        finally:
            turning.cancel()


async def serve_watched(settings: Settings, on_ready: OnReady, watchdog: Watchdog) -> None:
    async with AsyncExitStack() as stack:
        prepare(settings.data)
        if settings.archive is not None:
            prepare(settings.archive, "archive")
        supervisor = Supervisor(settings) if settings.workers > 1 else None
        store = await stack.enter_async_context(opened(settings, supervisor))
        ports = range(settings.port, settings.port + settings.spare_ports + 1)
        public = stack.enter_context(first_free(settings.host, ports))
        stack.enter_context(known_address(settings.data, link(settings, public.getsockname()[1])))
        sockets = [public]
        key, metrics = await checked_key(store, settings), Metrics()
        tables = (
            LiveTables(store, key, pace=settings.pace, limits=settings.limits)
            if supervisor is None
            else AllTables(supervisor, store, key, settings.pace, settings.limits)
        )
        stack.push_async_callback(tables.stop)
        await started(tables)
        metrics.gauges["tables"] = lambda: len(tables.live)
        public_app = App(store, tables, settings.limits, metrics, names=names_of(settings), lan=settings.lan)
        if supervisor is not None:
            public_app.connections = AllConnections(supervisor, tables, store, settings.limits, metrics)
            public_app.hand_over = supervisor.hand_over
        operator = Operator(store, tables, public_app.connections)
        await begun(operator)
        if supervisor is not None:
            await stack.enter_async_context(working(supervisor, key))
        admin = Admin(store, metrics, operator, names_of(settings), supervisor)
        app = AppByPort(public_app.app(), admin.local_app())
        if hasattr(socket, "AF_UNIX"):
            sockets.append(stack.enter_context(local_socket(settings.data)))
        if settings.admin:
            figures = stack.enter_context(listening(*admin_address(settings, public.getsockname()[1])))
            sockets.append(figures)
            app.others[figures.getsockname()[1]] = admin.app()
        retention = Retention(settings, tables, store)
        watches = (metrics.watch_loop(), public_app.connections.check_sessions(), operator.keep_up(), retention.run())
        for watch in watches:
            stack.callback(asyncio.create_task(watch).cancel)
        spare_the_collector()
        is_open = partial(on_ready, public.getsockname()[1])
        server = Server(config(app, settings), public_app.connections, is_open, watchdog)
        await server.serve(sockets)
        tell("stopped")


async def checked_key(store: Store, settings: Settings) -> bytes:
    """The server's key; CannotServe if the tables need another."""
    key = server_key(settings.data)
    with usable():
        await check_key(store, key, new_key=settings.new_key)
    return key


async def started(tables: LiveTables) -> None:
    with usable():
        await tables.start()


async def begun(operator: Operator) -> None:
    with usable():
        await operator.begin()


@contextmanager
def usable() -> Iterator[None]:
    """Turn the store's refusals into one line."""
    try:
        yield
    except StoreError as problem:
        raise CannotServe(f"the database cannot be used: {without_password(str(problem))}") from None


def admin_address(settings: Settings, public: int) -> tuple[str, int]:
    """The address for health and metrics; CannotServe if it is the public port, since only the port separates them."""
    host, port = host_and_port(settings.admin)
    if port == public:
        raise CannotServe(f"--admin needs a port other than the public one, {public}, even on another address")
    return host, port


class AppByPort:
    """One app for each address that is listened on."""

    def __init__(self, public: ASGIApp, local: ASGIApp) -> None:
        self.public = public
        self.local = local
        self.others: dict[int, ASGIApp] = {}  # by port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        port = scope["server"][1] if scope.get("server") else None
        app = self.local if port is None else self.others.get(port, self.public)
        await app(scope, receive, send)


async def check_all_files(settings: Settings) -> None:
    """Check the files before they are shared out: one key serves all of them. Raises CannotServe, StoreError."""
    store = await open_store(str(settings.data / DATABASE))
    try:
        await checked_key(store, settings)
    finally:
        await store.close()


@asynccontextmanager
async def working(supervisor: Supervisor, key: bytes) -> AsyncIterator[None]:
    """The other processes, from their start to their end."""
    try:
        try:
            await supervisor.start(key)
        except Unavailable as problem:
            raise CannotServe(f"a worker cannot start: {without_password(str(problem))}") from None
        yield
    finally:
        await supervisor.stop()


@asynccontextmanager
async def opened(settings: Settings, supervisor: Supervisor | None) -> AsyncIterator[Store]:
    """The store, closed at the end."""
    first = settings.data / DATABASE
    try:
        if not settings.database:
            check_folder(settings.data)
        if supervisor is None or settings.database:
            store = await open_store(settings.database or str(first))
        else:
            await check_all_files(settings)
            store = await FilesStore.open(first, files_of(0, supervisor.size, files_beside(first)), supervisor.files())
    except Locked:
        raise AlreadyServed(settings.data) from None
    except Damaged as problem:
        raise CannotServe(f"the database cannot be opened: {problem}; {how_to_restore(settings.data)}") from None
    except (StoreError, OSError, ValueError, ImportError) as problem:
        raise CannotServe(f"the database cannot be opened: {without_password(str(problem))}") from None
    (settings.data / ADDRESS).unlink(missing_ok=True)  # of a server that was killed
    try:
        yield store
    finally:
        await store.close()


def names_of(settings: Settings) -> set[str]:
    """The names given with `--name`, and with `--lan` the machine's own."""
    own = {socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"} if settings.lan else set()
    return {name.lower() for name in settings.names} | own


def link(settings: Settings, port: int) -> str:
    """The address to type into a browser."""
    host = lan_address() if settings.lan and is_any(settings.host) else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
