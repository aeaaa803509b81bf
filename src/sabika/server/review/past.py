"""Looks back at a finished game: here if it is short, otherwise in a bots' process, so that nobody else waits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from sabika.server.protocol.problems import ProblemError
from sabika.server.review import questions
from sabika.server.review.questions import FoundFork, RecordQuestion
from sabika.server.table.table import TableState
from sabika.server.table.views.outgoing import sent
from sabika.server.table.views.replay import AsItWas, AsSeen, Check, RecordText, ReplayFrom
from sabika.server.table.views.viewer import Viewer

LONG: Final = 1_000  # steps; a long game of six has about 800, one that is drawn out up to 10,000
PATIENCE: Final = 12.0  # seconds after which the asker may have gone

PastRequest = ReplayFrom | Check | AsSeen | AsItWas
Read = Callable[[RecordQuestion], Awaitable[bytes]]  # by a bots' process


async def look_back(state: TableState, viewer: Viewer, request: PastRequest, read: Read) -> bytes:
    """Answers like `sent`, of a table that was folded from the whole log. Raises ProblemError."""
    if not is_long(state):
        return sent(state, viewer, request)
    found = await read(question_about(sent(state, viewer, RecordText()).decode(), state.id, request))
    return msgspec.json.decode(found, type=str).encode() if isinstance(request, AsSeen) else found


async def fork_of(text: str, step: int, seat: int, read: Read) -> FoundFork:
    """Where to play on from in a record from anywhere, which is read in a bots' process. Raises ProblemError."""
    return msgspec.json.decode(await read(questions.FindFork(text, step, seat)), type=FoundFork)


async def in_time(answer: Awaitable[bytes]) -> bytes:
    """A bots' answer, unless whoever asked may have gone by then. Raises ProblemError."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await answer
    except TimeoutError:
        raise ProblemError("busy", "too many games are being looked at; try again") from None


def is_long(state: TableState) -> bool:
    over = state.seating.status == "over"
    return over and state.table is not None and len(state.table.record.steps) > LONG


def question_about(text: str, name: str, request: PastRequest) -> RecordQuestion:
    if isinstance(request, ReplayFrom):
        return questions.ShowFrames(text, request.first, request.seat, request.words, name)
    if isinstance(request, Check):
        return questions.CheckRecord(text, request.digest)
    if isinstance(request, AsItWas):
        return questions.ShowPosition(text, request.step)
    return questions.ShowSight(text, request.step, request.seat)
