"""Bots think in processes of their own: one that dies or hangs costs a move, never a table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from typing import Final

import msgspec

from sabika.server.mind import Answer, Question, Thought

LIMIT: Final = 2.0  # seconds for a question
MEMORY: Final = 256 * 1024 * 1024  # bytes for a process
WAKING: Final = 30.0  # seconds until a new process is there
LONGEST_ANSWER: Final = 1 << 20
MIND: Final = (sys.executable, "-P", "-m", "sabika.server.mind")
log = logging.getLogger("sabika.server.minds")


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Mind:
    """One process."""

    def __init__(self, process: Process) -> None:
        self.process = process

    @classmethod
    async def wake(cls, command: Sequence[str], memory: int) -> Mind:
        """A new process, once it is ready; raises OSError or TimeoutError."""
        process = await asyncio.create_subprocess_exec(
            *command,
            str(memory),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=LONGEST_ANSWER,
            start_new_session=True,  # Ctrl-C is for the server, which lets nobody think to the end
        )
        mind = cls(process)
        try:
            async with asyncio.timeout(WAKING):
                await mind.read()
        except BaseException:
            await mind.end()
            raise
        return mind

    async def read(self) -> bytes:
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise OSError("the process has ended")
        return line

    async def ask(self, question: Question) -> Answer:
        """Raises OSError, ValueError or TimeoutError; then this process is of no more use."""
        assert self.process.stdin is not None
        self.process.stdin.write(msgspec.json.encode(question) + b"\n")
        return msgspec.json.decode(await self.read(), type=Answer)

    async def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Minds:
    """As many processes as there are cores, started when they are needed."""

    def __init__(
        self, workers: int = 0, limit: float = LIMIT, memory: int = MEMORY, command: Sequence[str] = MIND
    ) -> None:
        self.workers = workers or cores()
        self.limit = limit
        self.memory = memory
        self.command = command
        self.free = asyncio.Semaphore(self.workers)
        self.idle: list[Mind] = []
        self.awake: set[Mind] = set()
        self.failed = 0  # questions without an answer
        self.ended = False

    async def choose(self, bot: str, game: str, sight: str, seed: int) -> int | None:
        """The move of a bot; None when it fails or takes too long."""
        found = await self._ask(Question(bot, game, sight, seed))
        return found[0].move if found else None

    async def advise(self, bot: str, game: str, sight: str, seed: int, most: int = 3) -> list[Thought]:
        """The best few moves; none when the bot fails or takes too long."""
        return await self._ask(Question(bot, game, sight, seed, most))

    async def _ask(self, question: Question) -> list[Thought]:
        async with self.free:
            mind: Mind | None = None
            try:
                mind = await self._mind()
                async with asyncio.timeout(self.limit):
                    answer = await mind.ask(question)
            except (OSError, ValueError, TimeoutError) as problem:
                self._report(question, f"{type(problem).__name__}: {problem}")
                return []
            else:
                self.idle.append(mind)
                mind = None
            finally:
                if mind is not None:  # it died, hangs, or nobody waits for its answer any more
                    await self._forget(mind)
        if answer.problem:
            self._report(question, answer.problem)
        return answer.thoughts

    def _report(self, question: Question, problem: str) -> None:
        self.failed += 1
        log.warning("bot %s failed in %s: %s", question.bot, question.game, problem)

    async def _mind(self) -> Mind:
        """One that is free, or a new one."""
        if self.ended:
            raise OSError("the minds have ended")
        if self.idle:
            return self.idle.pop()
        mind = await Mind.wake(self.command, self.memory)
        if self.ended:  # while it woke
            await mind.end()
            raise OSError("the minds have ended")
        self.awake.add(mind)
        return mind

    async def _forget(self, mind: Mind) -> None:
        self.awake.discard(mind)
        await asyncio.shield(mind.end())

    async def stop(self) -> None:
        """End all processes. Questions that are being thought about get no answer."""
        self.ended = True
        self.idle.clear()
        for mind in list(self.awake):
            await self._forget(mind)
