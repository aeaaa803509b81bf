"""Questions and answers between two processes over a local socket, many at a time and in both directions."""

from __future__ import annotations

import asyncio
import itertools
import socket
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Raw, Struct

from sabika.server.common.logs import LOG
from sabika.server.protocol.problems import Problem, ProblemError
from sabika.server.store.base import StoreError, Unavailable

T = TypeVar("T")

PATIENCE: Final = 30.0  # seconds for an answer
ASK, ANSWER, PROBLEM, FAILURE = range(4)


class Parcel(Struct, frozen=True, array_like=True):
    """A message, sent after its length in four bytes."""

    number: int  # of the question; 0: no answer is wanted
    kind: int
    body: Raw


encode: Final = msgspec.msgpack.Encoder().encode
read_parcel: Final = msgspec.msgpack.Decoder(Parcel).decode


class Channel:
    """One end. `answer` gets each question and returns what to send back; its problems are raised at the other end."""

    def __init__(self, questions: Any, answer: Callable[[Any], Awaitable[object]]) -> None:
        self.read_question = msgspec.msgpack.Decoder(questions).decode
        self.answer = answer
        self.numbers = itertools.count(1)
        self.waiting: dict[int, asyncio.Future[Parcel]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.writer: asyncio.StreamWriter | None = None  # None: not open yet, or closed

    async def open(self, end: socket.socket) -> asyncio.StreamReader:
        reader, self.writer = await asyncio.open_unix_connection(sock=end)
        return reader

    async def run(self, reader: asyncio.StreamReader) -> None:
        """Handle messages until the other end is gone; then all pending questions fail."""
        try:
            while True:
                size = int.from_bytes(await reader.readexactly(4), "big")
                self.take(read_parcel(await reader.readexactly(size)))
        except (asyncio.IncompleteReadError, OSError):
            pass  # it has ended, or was killed
        finally:
            self.close()

    def close(self) -> None:
        writer, self.writer = self.writer, None
        if writer is not None:
            writer.close()
        for done in self.waiting.values():
            if not done.done():
                done.set_exception(Unavailable("the process that was asked has ended"))

    def take(self, parcel: Parcel) -> None:
        if parcel.kind == ASK:
            task = asyncio.get_running_loop().create_task(self.reply(parcel))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        elif parcel.number in self.waiting and not self.waiting[parcel.number].done():
            self.waiting[parcel.number].set_result(parcel)

    async def reply(self, parcel: Parcel) -> None:
        kind, body = ANSWER, b""
        try:
            body = encode(await self.answer(self.read_question(parcel.body)))
        except ProblemError as error:
            kind, body = PROBLEM, encode(error.problem)
        except StoreError as problem:
            kind, body = FAILURE, encode(str(problem))
        except Exception as fault:
            LOG.exception("a question of another process could not be answered")
            kind, body = FAILURE, encode(type(fault).__name__)
        if parcel.number:
            self.send(Parcel(parcel.number, kind, Raw(body)))

    def send(self, parcel: Parcel) -> None:
        if self.writer is not None:
            content = encode(parcel)
            self.writer.write(len(content).to_bytes(4, "big") + content)

    def tell(self, question: Struct) -> None:
        """Send without waiting for an answer."""
        self.send(Parcel(0, ASK, Raw(encode(question))))

    async def ask(self, question: Struct, kind: type[T], seconds: float | None = PATIENCE) -> T:
        """Ask, and return the answer. Raises the other end's ProblemError, and Unavailable for everything else."""
        if self.writer is None:
            raise Unavailable("the process that was asked has ended")
        number, done = next(self.numbers), asyncio.get_running_loop().create_future()
        self.waiting[number] = done
        self.send(Parcel(number, ASK, Raw(encode(question))))
        try:
            async with asyncio.timeout(seconds):
                parcel = await done
        except TimeoutError:
            raise Unavailable("the process that was asked does not answer") from None
        finally:
            del self.waiting[number]
        if parcel.kind == PROBLEM:
            raise problem_of(msgspec.msgpack.decode(parcel.body, type=Problem))
        if parcel.kind == FAILURE:
            raise Unavailable(msgspec.msgpack.decode(parcel.body, type=str))
        return msgspec.msgpack.decode(parcel.body, type=kind)


def problem_of(problem: Problem) -> ProblemError:
    return ProblemError(problem.code, problem.text, rule=problem.rule, version=problem.version)
