"""A worker: plays the tables of its files, for sockets that the main process hands over.

`python -m sabika.server.ops.workers.process CHANNEL ARRIVALS`: the descriptors of two local sockets.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.protocols.utils import ClientDisconnected

from sabika.server.common.guests import Person
from sabika.server.common.logs import LOG, write_logs
from sabika.server.common.metrics import Figures, Metrics
from sabika.server.common.open_connections import OpenConnections
from sabika.server.live.bot_pool import ANYBODY
from sabika.server.live.bot_queue import Asker
from sabika.server.live.bot_worker import Thought
from sabika.server.live.tables import LiveTables
from sabika.server.ops.listen import DATABASE
from sabika.server.ops.retention import Retention
from sabika.server.ops.uvicorn_server import Server, config, loop_factory, spare_the_collector
from sabika.server.ops.watchdog import Watchdog
from sabika.server.ops.workers import questions
from sabika.server.ops.workers.channel import Channel
from sabika.server.ops.workers.questions import Arrival
from sabika.server.ops.workers.start import Begin, files_of, read_beginning
from sabika.server.protocol.answers import Done, Whole
from sabika.server.protocol.rest import FoundPosition, Made, Replay, Verified
from sabika.server.review.questions import RecordQuestion
from sabika.server.socket.connection import Connections
from sabika.server.socket.uvicorn_protocols import CuttableWebSocket
from sabika.server.store import Locked, Store, StoreError, open_store
from sabika.server.store.sqlite.files import FilesStore, files_beside
from sabika.server.table.listing import TableRow

ARRIVAL: Final = "arrival"  # the key in a socket's state
LARGEST: Final = 4096  # bytes of an arrival
LOCKED_SECONDS: Final = 10.0  # for the worker of a killed server to release its file
read_arrival: Final = msgspec.msgpack.Decoder(Arrival).decode


class BotsOfMain:
    """Bots think in a pool of processes that the main process owns."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel

    async def choose(self, bot: str, game: str, sight: str, seed: int, asker: Asker = ANYBODY) -> int | None:
        found = await self.advise(bot, game, sight, seed, 0, asker)
        return found[0].move if found else None

    async def advise(
        self, bot: str, game: str, sight: str, seed: int, most: int = 3, asker: Asker = ANYBODY
    ) -> list[Thought]:
        question = questions.Think(bot, game, sight, seed, most, asker.person, asker.waiting())
        return await self.channel.ask(question, list[Thought], None)

    async def read(self, question: RecordQuestion, asker: Asker) -> bytes:
        return await self.channel.ask(questions.ReadGame(question, asker.person, asker.address), bytes, None)

    def seen(self, person: str, address: str) -> None:
        """Nothing to do: the main process let them in and has noted them."""

    async def stop(self) -> None:
        """Nothing to do: the main process stops them."""


class PeopleOfMain:
    """Asks the main process, which keeps the people."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel

    async def person_by_token(self, token: bytes) -> Person | None:
        found = await self.channel.ask(questions.WhoseToken(token), list[Person])
        return found[0] if found else None


class HandedSocket(CuttableWebSocket):
    """A socket whose request the main process has read; its handshake is answered here."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        arrival: Arrival = self.app_state[ARRIVAL]
        self.data_received(
            f"GET /api/tables/{arrival.table}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {arrival.key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.app_state["gone"]()


class WorkerServer(Server):
    """Serves sockets that the main process accepted; signals are left to it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class WorkerAnswers:
    """Answers the main process's questions."""

    def __init__(self, store: Store, tables: LiveTables, connections: Connections, metrics: Metrics) -> None:
        self.store = store
        self.tables = tables
        self.connections = connections
        self.metrics = metrics
        self.stop: Callable[[], None] = lambda: None
        self.answers: dict[type, Callable[[Any], Awaitable[object]]] = {
            questions.MakeTable: self.make,
            questions.IsThere: self.is_there,
            questions.LookAt: self.look,
            questions.Perform: self.perform,
            questions.ReadRecord: self.record,
            questions.ReadReplay: self.replay,
            questions.ReadPosition: self.position,
            questions.VerifyTable: self.verify,
            questions.EndTable: self.close,
            questions.HideOrShow: self.hide,
            questions.ReadExport: self.export,
            questions.ForgetPerson: self.forget,
            questions.Restrict: self.restrict,
            questions.ListRows: self.rows,
            questions.CountRows: self.count,
            questions.CopyFiles: self.copy,
            questions.SignOut: self.sign_out,
            questions.SignOutPerson: self.sign_out_person,
            questions.TellHealth: self.health,
            questions.TellFigures: self.figures,
            questions.Stop: self.end,
        }

    async def answer(self, question: object) -> object:
        return await self.answers[type(question)](question)

    async def make(self, asked: questions.MakeTable) -> Made:
        return await self.tables.make(asked.person, asked.wanted, asked.table, asked.address)

    async def is_there(self, asked: questions.IsThere) -> bool:
        return await self.tables.is_there(asked.table)

    async def look(self, asked: questions.LookAt) -> Whole:
        return await self.tables.look(asked.table, asked.person, asked.address)

    async def perform(self, asked: questions.Perform) -> Done:
        return await self.tables.command(asked.table, asked.person, asked.command, asked.language)

    async def record(self, asked: questions.ReadRecord) -> str:
        return await self.tables.record(asked.table, asked.person, asked.address)

    async def replay(self, asked: questions.ReadReplay) -> Replay:
        return await self.tables.replay(asked.table, asked.person, asked.which, asked.address)

    async def position(self, asked: questions.ReadPosition) -> FoundPosition:
        return await self.tables.position(asked.table, asked.person, asked.step, asked.address)

    async def verify(self, asked: questions.VerifyTable) -> Verified:
        return await self.tables.verify(asked.table, asked.person, asked.digest, asked.address)

    async def close(self, asked: questions.EndTable) -> None:
        await self.tables.close(asked.table)

    async def hide(self, asked: questions.HideOrShow) -> None:
        await self.tables.hide(asked.table, asked.hidden)

    async def export(self, asked: questions.ReadExport) -> str:
        return await self.tables.export(asked.table)

    async def forget(self, asked: questions.ForgetPerson) -> None:
        await self.tables.forget(asked.table, asked.person)

    async def restrict(self, asked: questions.Restrict) -> None:
        self.connections.obey(asked.restrictions)

    async def rows(self, asked: questions.ListRows) -> list[TableRow]:
        return await self.store.rows(asked.which, asked.limit)

    async def count(self, asked: questions.CountRows) -> int:
        return await self.store.count(asked.which)

    async def copy(self, asked: questions.CopyFiles) -> None:
        await self.store.backup(Path(asked.path))

    async def sign_out(self, asked: questions.SignOut) -> None:
        self.connections.sign_out(asked.token)

    async def sign_out_person(self, asked: questions.SignOutPerson) -> None:
        self.connections.sign_out_person(asked.person, asked.keep)

    async def health(self, asked: questions.TellHealth) -> None:
        await self.store.touch()

    async def figures(self, asked: questions.TellFigures) -> Figures:
        return self.metrics.figures()

    async def end(self, asked: questions.Stop) -> None:
        self.stop()


class SocketIntake:
    """Receives the sockets that the main process hands over."""

    def __init__(self, arrivals: socket.socket, channel: Channel, connections: Connections) -> None:
        self.arrivals = arrivals
        self.channel = channel
        self.connections = connections

    def open(self, server: Server) -> None:
        self.server = server
        self.kind = type(
            "SocketsOfWorker",
            (HandedSocket,),
            {"limits": self.connections.limits, "open": OpenConnections(self.connections.limits)},
        )
        self.arrivals.setblocking(False)
        asyncio.get_running_loop().add_reader(self.arrivals, self.take)

    def take(self) -> None:
        with suppress(BlockingIOError):
            body, descriptors, _, _ = socket.recv_fds(self.arrivals, LARGEST, 1)
            for descriptor in descriptors:
                task = asyncio.get_running_loop().create_task(self.let_in(descriptor, read_arrival(body)))
                self.server.server_state.tasks.add(task)
                task.add_done_callback(self.server.server_state.tasks.discard)

    async def let_in(self, descriptor: int, arrival: Arrival) -> None:
        def gone() -> None:
            self.channel.tell(questions.SocketGone(arrival.number))

        accepted = socket.socket(fileno=descriptor)
        state = {ARRIVAL: arrival, "gone": gone}
        try:
            accepted.setblocking(False)
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: self.kind(self.server.config, self.server.server_state, state), accepted
            )
        except OSError:
            accepted.close()
            gone()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The app of all sockets here."""
        arrival: Arrival = scope["state"][ARRIVAL]
        socket = WebSocket(scope, receive, send)
        with suppress(ClientDisconnected):
            await socket.accept()
            await asyncio.create_task(self.connections.attend(socket, arrival.table, arrival.session, arrival.address))


async def work(begin: Begin, channel_end: socket.socket, arrivals: socket.socket) -> None:
    watchdog = Watchdog()
    async with AsyncExitStack() as stack:
        stack.enter_context(watchdog.watching())
        stack.callback(asyncio.create_task(watchdog.turn()).cancel)
        answers: list[WorkerAnswers] = []
        channel = Channel(questions.OfWorker, lambda question: answers[0].answer(question))
        reader = await channel.open(channel_end)
        try:
            store = await stack.enter_async_context(opened(begin))
        except (StoreError, OSError, ValueError, ImportError) as problem:
            await give_up(channel, problem)
            return
        settings, metrics = begin.settings, Metrics()
        tables = LiveTables(store, begin.key, bot_pool=BotsOfMain(channel), pace=settings.pace, limits=settings.limits)
        connections = Connections(tables, PeopleOfMain(channel), settings.limits, metrics)
        metrics.gauges["tables"] = lambda: len(tables.live)
        answers.append(WorkerAnswers(store, tables, connections, metrics))
        intake = SocketIntake(arrivals, channel, connections)
        server = WorkerServer(
            config(intake, settings), connections, lambda: channel.tell(questions.CanServe()), watchdog
        )
        answers[0].stop = lambda: setattr(server, "should_exit", True)
        stack.push_async_callback(tables.stop)
        try:
            await tables.start()
        except StoreError as problem:
            await give_up(channel, problem)
            return
        retention = Retention(settings, tables, None)
        for task in (metrics.watch_loop(), connections.check_sessions(), channel.run(reader), retention.run()):
            stack.callback(asyncio.create_task(task).cancel)
        spare_the_collector()
        intake.open(server)
        await server.serve([])


async def give_up(channel: Channel, problem: Exception) -> None:
    """Say why, and let the message go out."""
    channel.tell(questions.CannotStart(str(problem)))
    await asyncio.sleep(1)


@asynccontextmanager
async def opened(begin: Begin) -> AsyncIterator[Store]:
    """The files of this worker, or the database; closed at the end."""
    settings = begin.settings
    first = settings.data / DATABASE
    if settings.database:
        store = await open_store(settings.database)
    else:
        store = await open_files(first, files_of(begin.number, begin.workers, files_beside(first)))
    try:
        yield store
    finally:
        await store.close()


async def open_files(first: Path, files: Sequence[int]) -> Store:
    """Open them, with retries: the previous worker may not be quite gone."""
    until = monotonic() + LOCKED_SECONDS
    while True:
        try:
            return await FilesStore.open(first, files)
        except Locked:
            if monotonic() > until:
                raise
        await asyncio.sleep(0.1)


def end_with_main() -> None:
    """End at once, whatever the loop is doing: what was acknowledged is saved."""
    sys.stdin.buffer.read()
    os._exit(1)


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the main process is asked to stop, and tells its workers
    begin = read_beginning(sys.stdin.buffer.readline())
    threading.Thread(target=end_with_main, daemon=True).start()
    write_logs(level=begin.log_level)
    channel_end, arrivals = (socket.socket(fileno=int(text)) for text in sys.argv[1:])
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(work(begin, channel_end, arrivals))
    except Exception:
        LOG.exception("a worker failed")
        os._exit(1)
    os._exit(0)  # the thread waits for the main process, which waits for us


if __name__ == "__main__":
    main()
