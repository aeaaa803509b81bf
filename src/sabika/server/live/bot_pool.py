"""Bots think in processes of their own: one that dies or hangs costs a move, never a table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from typing import Final, Protocol

import msgspec

from sabika.server.live.bot_queue import Asker, BotQueue
from sabika.server.live.bot_worker import BotAnswer, BotQuestion, Thought
from sabika.server.protocol.problems import ProblemError
from sabika.server.review.questions import RecordQuestion

LIMIT: Final = 2.0  # seconds of processor time for a question
BUSY: Final = 10  # times as long by the clock, for a busy machine
MEMORY: Final = 256 * 1024 * 1024  # bytes for a process
WAKING: Final = 30.0  # seconds for a new process to start
LONGEST_ANSWER: Final = 1 << 22  # bytes: a review has some 440 for each step of a game of six
WORKER: Final = (sys.executable, "-P", "-m", "sabika.server.live.bot_worker")
ANYBODY: Final = Asker()
REVIEW: Final = "review"  # the name in the log of a worker that reads a record
log = logging.getLogger(__name__)


def cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class BotWorker:
    """One process."""

    def __init__(self, process: Process) -> None:
        self.process = process

    @classmethod
    async def wake(cls, command: Sequence[str], memory: int, seconds: float) -> BotWorker:
        """Start a process and wait until it is ready; raises OSError or TimeoutError."""
        process = await asyncio.create_subprocess_exec(
            *command,
            str(memory),
            str(seconds),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=LONGEST_ANSWER,
            start_new_session=True,  # Ctrl-C goes to the server only, which ends its workers itself
        )
        worker = cls(process)
        try:
            async with asyncio.timeout(WAKING):
                await worker.read()
        except BaseException:
            await worker.end()
            raise
        return worker

    async def read(self) -> bytes:
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise OSError("the process has ended")
        return line

    async def ask(self, question: BotQuestion | RecordQuestion) -> BotAnswer:
        """Raises OSError, ValueError or TimeoutError; then this process is no longer usable."""
        assert self.process.stdin is not None
        self.process.stdin.write(msgspec.json.encode(question) + b"\n")
        return msgspec.json.decode(await self.read(), type=BotAnswer)

    async def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Thinkers(Protocol):
    """Thinks for bots: the pool, or a link to the process that has it."""

    async def choose(self, bot: str, game: str, sight: str, seed: int, asker: Asker = ANYBODY) -> int | None:
        """The move of a bot; None when it fails or takes too long."""

    async def advise(
        self, bot: str, game: str, sight: str, seed: int, most: int = 3, asker: Asker = ANYBODY
    ) -> list[Thought]:
        """The best few moves; none when the bot fails or takes too long."""

    async def read(self, question: RecordQuestion, asker: Asker) -> bytes:
        """A worker's answer about a finished game's record, as JSON; bots go first. Raises ProblemError."""

    def seen(self, person: str, address: str) -> None:
        """Note a person's address."""

    async def stop(self) -> None: ...


class BotPool:
    """As many processes as cores, at least two, started when needed."""

    def __init__(
        self, workers: int = 0, limit: float = LIMIT, memory: int = MEMORY, command: Sequence[str] = WORKER
    ) -> None:
        self.workers = workers or max(2, cores())
        self.limit = limit
        self.memory = memory
        self.command = command
        self.queue = BotQueue(self.workers)
        self.idle: list[BotWorker] = []
        self.awake: set[BotWorker] = set()
        self.failed = 0  # unanswered questions
        self.ended = False

    def seen(self, person: str, address: str) -> None:
        """Note a person's address."""
        self.queue.seen(person, address)

    async def choose(self, bot: str, game: str, sight: str, seed: int, asker: Asker = ANYBODY) -> int | None:
        """The move of a bot; None when it fails or takes too long."""
        found = await self._think(BotQuestion(bot, game, sight, seed), asker)
        return found[0].move if found else None

    async def advise(
        self, bot: str, game: str, sight: str, seed: int, most: int = 3, asker: Asker = ANYBODY
    ) -> list[Thought]:
        """The best few moves; none when the bot fails or takes too long."""
        return await self._think(BotQuestion(bot, game, sight, seed, most), asker)

    async def _think(self, question: BotQuestion, asker: Asker) -> list[Thought]:
        answer = await self._ask(question, question.bot, question.game, asker)
        return [] if answer is None else answer.thoughts

    async def read(self, question: RecordQuestion, asker: Asker) -> bytes:
        """A worker's answer about a finished game's record, as JSON; bots go first. Raises ProblemError."""
        answer = await self._ask(question, REVIEW, type(question).__name__, asker)
        if answer is None or answer.problem:
            raise ProblemError("busy", "That game could not be looked at; it takes too long, or try again.")
        if answer.refused is not None:
            raise ProblemError(answer.refused.code, answer.refused.text)
        return bytes(answer.found)

    async def _ask(self, question: BotQuestion | RecordQuestion, bot: str, game: str, asker: Asker) -> BotAnswer | None:
        async with self.queue.turn(bot, game, asker) as turn:
            worker: BotWorker | None = None
            try:
                worker = await self._worker()
                async with asyncio.timeout(self.limit * BUSY):
                    answer = await worker.ask(question)
                turn.seconds = answer.seconds
            except (OSError, ValueError, TimeoutError) as problem:
                self._report(bot, game, f"{type(problem).__name__}: {problem}")
                return None
            else:
                self.idle.append(worker)
                worker = None
            finally:
                if worker is not None:  # it died or hangs, or nobody waits for its answer any more
                    await self._forget(worker)
        if answer.problem:
            self._report(bot, game, answer.problem)
        return answer

    def _report(self, bot: str, game: str, problem: str) -> None:
        self.failed += 1
        log.warning("bot %s failed in %s: %s", bot, game, problem)

    async def _worker(self) -> BotWorker:
        """A free worker, or a new one."""
        if self.ended:
            raise OSError("the pool has ended")
        if self.idle:
            return self.idle.pop()
        worker = await BotWorker.wake(self.command, self.memory, self.limit)
        if self.ended:  # while it started
            await worker.end()
            raise OSError("the pool has ended")
        self.awake.add(worker)
        return worker

    async def _forget(self, worker: BotWorker) -> None:
        self.awake.discard(worker)
        await asyncio.shield(worker.end())

    async def stop(self) -> None:
        """End all processes; pending questions get no answer."""
        self.ended = True
        self.idle.clear()
        for worker in list(self.awake):
            await self._forget(worker)
