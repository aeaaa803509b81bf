"""What the main process does for its workers."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sabika.server.common.limits import Limits
from sabika.server.live.bot_queue import Asker
from sabika.server.ops.settings import Settings
from sabika.server.ops.workers import questions, tables
from sabika.server.ops.workers.supervisor import Supervisor
from sabika.server.protocol.problems import ProblemError
from sabika.server.review import past
from sabika.server.review.questions import RecordQuestion, Survey
from sabika.server.store.sqlite.store import SqliteStore
from tests.server.live_tables import BotsHere
from tests.server.memory_table import KEY


class Silent(BotsHere):
    """Never answers, and counts who waited in vain."""

    given_up = 0

    async def read(self, question: RecordQuestion, asker: Asker) -> bytes:
        try:
            return await asyncio.Future()
        except asyncio.CancelledError:
            self.given_up += 1
            raise


def test_what_a_worker_no_longer_waits_for_leaves_the_queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "PATIENCE", 0.01)

    async def ask() -> None:
        supervisor, store = Supervisor(Settings(tmp_path, workers=2)), await SqliteStore.open(tmp_path / "db")
        every, bots = tables.AllTables(supervisor, store, KEY, 0), Silent()
        every.bot_pool = bots
        try:
            with pytest.raises(ProblemError) as error:
                async with asyncio.timeout(5):
                    await supervisor.answer(supervisor.workers[0], questions.ReadGame(Survey("text"), "ana", "::1"))
        finally:
            await store.close()
        assert (error.value.problem.code, bots.given_up) == ("busy", 1)

    asyncio.run(ask())


class Slow(BotsHere):
    """Answers when it is told to, and knows who came from where."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.homes: dict[str, str] = {}

    async def read(self, question: RecordQuestion, asker: Asker) -> bytes:
        await self.free.wait()
        return b"1"

    def seen(self, person: str, address: str) -> None:
        self.homes[person] = address


def test_what_an_address_asks_counts_whichever_worker_asks_for_it(tmp_path: Path) -> None:
    async def ask() -> None:
        supervisor, store = Supervisor(Settings(tmp_path, workers=2)), await SqliteStore.open(tmp_path / "db")
        every, bots = tables.AllTables(supervisor, store, KEY, 0, Limits(address_questions=2)), Slow()
        every.bot_pool = bots
        question = questions.ReadGame(Survey("text"), "review for ana", "::1")
        asked = asyncio.gather(
            *(supervisor.answer(worker, question) for worker in supervisor.workers * 4), return_exceptions=True
        )
        asyncio.get_running_loop().call_later(0.01, bots.free.set)
        found = await asked
        await store.close()
        problems = [each.problem.code for each in found if isinstance(each, ProblemError)]
        assert (found.count(b"1"), problems) == (2, ["too-many"] * 2)
        assert bots.homes == {"review for ana": "review for ::1"}

    asyncio.run(ask())
