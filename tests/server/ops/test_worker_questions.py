"""What the main process does for its workers."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sabika.server.live.bot_queue import Asker
from sabika.server.ops.settings import Settings
from sabika.server.ops.workers import questions, tables
from sabika.server.ops.workers.supervisor import Supervisor
from sabika.server.protocol.problems import ProblemError
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
    monkeypatch.setattr(tables, "PATIENCE", 0.01)

    async def ask() -> None:
        supervisor, store = Supervisor(Settings(tmp_path, workers=2)), await SqliteStore.open(tmp_path / "db")
        every, bots = tables.AllTables(supervisor, store, KEY, 0), Silent()
        every.bot_pool = bots
        try:
            with pytest.raises(ProblemError) as error:
                async with asyncio.timeout(5):
                    await supervisor.answer(supervisor.workers[0], questions.ReadGame(Survey("text"), "ana"))
        finally:
            await store.close()
        assert (error.value.problem.code, bots.given_up) == ("busy", 1)

    asyncio.run(ask())
