"""The workers as the main process sees them: it starts them, asks them, hands them sockets and restarts them."""

from __future__ import annotations

import asyncio
import itertools
import logging
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from starlette.websockets import WebSocket

from sabika.server.common.guests import Session
from sabika.server.common.ids import file_of
from sabika.server.common.logs import LOG, tell
from sabika.server.common.metrics import Figures
from sabika.server.http.gatekeeper import address_of
from sabika.server.ops.settings import Settings
from sabika.server.ops.workers import questions
from sabika.server.ops.workers.channel import PATIENCE, Channel
from sabika.server.ops.workers.questions import Arrival
from sabika.server.ops.workers.start import beginning
from sabika.server.socket.uvicorn_protocols import CuttableWebSocket, raw_socket
from sabika.server.store.base import Unavailable, Which
from sabika.server.table.listing import TableRow

T = TypeVar("T")

PROCESS: Final = (sys.executable, "-P", "-m", "sabika.server.ops.workers.process")
START_SECONDS: Final = 60.0  # for a worker to open its files
BACK_SECONDS: Final = 10.0  # for which a question waits for a worker to restart
HAND_OVER_SECONDS: Final = 0.02  # between two tries to hand a socket over
HAND_OVERS: Final = 500
STOP_SECONDS: Final = 12.0  # for a worker to save and end
AGAIN_SECONDS: Final = 1.0  # between two starts of a worker, at least
COPY_SECONDS: Final = 600.0


class StandIn:
    """Takes the place of a handed-over connection in the count of open ones."""

    def close(self) -> None:
        """It is never idle, so nobody closes it."""


class WorkerProcess:
    """One worker."""

    def __init__(self, number: int, channel: Callable[[WorkerProcess], Channel]) -> None:
        self.number = number
        self.new_channel = channel
        self.channel = channel(self)
        self.ready = asyncio.Event()
        self.why = ""  # it cannot start
        self.stopping = False
        self.process: Process | None = None
        self.arrivals: socket.socket | None = None
        self.numbers = itertools.count(1)
        self.sockets: dict[int, Callable[[], None]] = {}  # handed over, with what to do when they end

    async def keep(self, line: bytes) -> None:
        """Start it with this line, and restart it until told to stop."""
        while not self.stopping:
            began = monotonic()
            try:
                await self.live(line)
            except Exception:
                LOG.exception("a worker cannot be started")
            if not self.stopping:
                tell("worker ended", logging.WARNING, worker=self.number)
                await asyncio.sleep(max(0.0, AGAIN_SECONDS - (monotonic() - began)))

    async def live(self, line: bytes) -> None:
        """Run it once, from start to end."""
        ours, theirs = socket.socketpair()
        self.arrivals, arrivals = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.arrivals.setblocking(False)
        self.channel = self.new_channel(self)
        with self.arrivals:
            with theirs, arrivals:
                ends = (theirs.fileno(), arrivals.fileno())
                self.process = await asyncio.create_subprocess_exec(
                    *PROCESS,
                    *map(str, ends),
                    stdin=PIPE,
                    pass_fds=ends,
                    start_new_session=True,  # Ctrl-C goes to the main process alone
                )
            assert self.process.stdin is not None
            self.process.stdin.write(line)
            try:
                await self.channel.run(await self.channel.open(ours))
            finally:
                await self.ended(self.process)

    async def ended(self, process: Process) -> None:
        """Its channel is closed; kill a leftover process, which could still have its files open."""
        self.ready.clear()
        ends, self.sockets = list(self.sockets.values()), {}
        for end in ends:
            end()
        if self.stopping:
            with suppress(TimeoutError):
                async with asyncio.timeout(STOP_SECONDS):
                    await process.wait()
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    # Its questions and ours.

    def told_ready(self) -> None:
        self.ready.set()

    def told_failed(self, why: str) -> None:
        self.why = why
        tell("worker failed", logging.ERROR, worker=self.number, why=why)

    def told_gone(self, number: int) -> None:
        self.sockets.pop(number, lambda: None)()

    async def until_ready(self, seconds: float = BACK_SECONDS) -> None:
        """Raises Unavailable."""
        if not self.ready.is_set():
            try:
                async with asyncio.timeout(seconds):
                    await self.ready.wait()
            except TimeoutError:
                raise Unavailable("a worker is not running") from None

    async def ask(self, question: Struct, kind: type[T], seconds: float = PATIENCE) -> T:
        """Raises ProblemError, Unavailable."""
        await self.until_ready()
        return await self.channel.ask(question, kind, seconds)

    async def hand_over(
        self, raw: CuttableWebSocket, arrival: Callable[[int], Arrival], ended: Callable[[], None]
    ) -> None:
        """Give it a socket. Raises Unavailable; else `ended` is called when the socket has ended."""
        number, stand_in = next(self.numbers), StandIn()
        letter = msgspec.msgpack.encode(arrival(number))
        for _ in range(HAND_OVERS):
            await self.until_ready()
            if raw.disconnected:  # while it waited
                ended()
                return
            if self._passed(raw, letter):
                break
            await asyncio.sleep(HAND_OVER_SECONDS)
        else:
            raise Unavailable("a socket could not be handed over")
        raw.open.replace(raw.transport, stand_in)

        def end() -> None:
            raw.open.remove(stand_in)
            ended()

        self.sockets[number] = end
        raw.let_go()

    def _passed(self, raw: CuttableWebSocket, arrival: bytes) -> bool:
        """False while the worker's queue is full: the system lets few sockets wait. Raises Unavailable."""
        assert self.arrivals is not None
        try:
            descriptor = raw.transport.get_extra_info("socket").fileno()
            socket.send_fds(self.arrivals, [arrival], [descriptor])
        except BlockingIOError:
            return False
        except OSError as problem:  # the socket is gone
            raise Unavailable("a socket could not be handed over") from problem
        return True

    def stop(self) -> None:
        """Ask it to end."""
        if not self.stopping:
            self.stopping = True
            self.channel.tell(questions.Stop())
            if not self.ready.is_set() and self.process is not None:  # it does not respond
                with suppress(ProcessLookupError):
                    self.process.kill()


class FilesOfWorker:
    """The files that a worker has open, for the store of the main process."""

    def __init__(self, worker: WorkerProcess) -> None:
        self.worker = worker

    async def rows(self, which: Which, limit: int) -> list[TableRow]:
        return await self.worker.ask(questions.ListRows(which, limit), list[TableRow])

    async def count(self, which: Which) -> int:
        return await self.worker.ask(questions.CountRows(which), int)

    async def backup(self, path: Path) -> None:
        await self.worker.ask(questions.CopyFiles(str(path)), type(None), COPY_SECONDS)


class Supervisor:
    """All workers. The main process is one itself: number 0."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.size = settings.workers
        self.turn = itertools.cycle(range(self.size))
        self.tasks: list[asyncio.Task[None]] = []
        self.answer: Callable[[WorkerProcess, object], Awaitable[object]]  # what workers ask; set before the start
        self.workers = [WorkerProcess(number, self.channel) for number in range(1, self.size)]

    def channel(self, worker: WorkerProcess) -> Channel:
        return Channel(questions.OfMain, lambda question: self.answer(worker, question))

    async def start(self, key: bytes) -> None:
        """Raises Unavailable when one cannot start."""
        lines = (beginning(worker.number, self.size, self.settings, key) for worker in self.workers)
        self.tasks = [asyncio.create_task(worker.keep(line)) for worker, line in zip(self.workers, lines, strict=True)]
        for worker in self.workers:
            try:
                await worker.until_ready(START_SECONDS)
            except Unavailable:
                raise Unavailable(worker.why or "a worker did not start in time") from None

    async def stop(self) -> None:
        """All save and exit; those that do not are killed."""
        for worker in self.workers:
            worker.stop()
        if self.tasks:
            _, late = await asyncio.wait(self.tasks, timeout=STOP_SECONDS + 5)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def files(self) -> list[FilesOfWorker]:
        return [FilesOfWorker(worker) for worker in self.workers]

    def next_file(self) -> int:
        """For the next table: each process in turn."""
        return next(self.turn)

    def holder(self, table: str) -> WorkerProcess | None:
        """Which worker has this table's file open; None: we do."""
        number = file_of(table) % self.size
        return self.workers[number - 1] if number else None

    async def hand_over(
        self, socket: WebSocket, table: str, session: Session | None, ended: Callable[[], None]
    ) -> bool:
        """Give a socket to whoever holds its table; False: we do. Raises Unavailable."""
        worker = self.holder(table)
        if worker is None:
            return False
        raw, key = raw_socket(socket.scope["state"]), socket.headers.get("sec-websocket-key", "")
        if raw is None:
            ended()
        else:
            address = address_of(socket.scope)
            await worker.hand_over(raw, lambda number: Arrival(number, table, key, session, address), ended)
        return True

    # All of them.

    def tell(self, question: Struct) -> None:
        for worker in self.workers:
            worker.channel.tell(question)

    async def check_health(self) -> None:
        """Raises Unavailable when one does not answer, or its store does not."""
        await asyncio.gather(*(worker.ask(questions.TellHealth(), type(None)) for worker in self.workers))

    async def figures(self) -> list[Figures]:
        """The metrics of those that answer."""
        asked = (worker.ask(questions.TellFigures(), Figures) for worker in self.workers if worker.ready.is_set())
        found = await asyncio.gather(*asked, return_exceptions=True)
        return [each for each in found if isinstance(each, Figures)]
