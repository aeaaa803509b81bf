"""Whoever looks back at games: one is read at a time, once for all, and no address keeps the others from reading."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from sabika.server.common.limits import Limits
from sabika.server.live import past_tables
from sabika.server.live.bot_pool import BotPool
from sabika.server.live.bot_queue import Asker
from sabika.server.live.cache import TableCache
from sabika.server.live.past_tables import MOST_KEPT, MOST_WANTED
from sabika.server.live.tables import LiveTables
from sabika.server.protocol.commands import Say
from sabika.server.protocol.problems import ProblemError
from sabika.server.review import past
from sabika.server.review.questions import CheckRecord, RecordQuestion
from sabika.server.table.table import TableState
from tests.server.attacks.test_long_games import finished
from tests.server.live_tables import opened
from tests.server.memory_table import ANA, people

Story = Callable[[LiveTables], Awaitable[None]]


class Reading:
    """Every reading of a whole log: how many there were, in which order, and how many at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.order: list[str] = []
        self.now = self.most = 0
        self.plain = TableCache.from_log
        monkeypatch.setattr(TableCache, "from_log", lambda cache, table: self.from_log(cache, table))

    async def from_log(self, cache: TableCache, table: str) -> TableState:
        self.order.append(table)
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await asyncio.sleep(0.001)
            return await self.plain(cache, table)
        finally:
            self.now -= 1


def told(tmp_path: Path, story: Story) -> None:
    async def all_of_it() -> None:
        async with opened(tmp_path) as tables:
            await story(tables)

    asyncio.run(all_of_it())


async def made(tables: LiveTables, count: int) -> list[str]:
    return [(await tables.make(ANA, people(2))).id for _ in range(count)]


def test_all_who_want_the_same_have_it_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(tables: LiveTables) -> None:
        (table,), reading = await made(tables, 1), Reading(monkeypatch)
        found = await asyncio.gather(*(tables.past_tables.read(table, f"192.0.2.{n % 3}") for n in range(58)))
        assert len({id(each) for each in found}) == 1
        assert reading.order == [table]

    told(tmp_path, story)


def test_what_has_happened_since_is_read_too(tmp_path: Path) -> None:
    async def story(tables: LiveTables) -> None:
        (table,) = await made(tables, 1)
        before = (await tables.past_tables.read(table, "")).version
        await tables.command(table, ANA, Say("s1", 0, text="x"))
        assert (await tables.past_tables.read(table, "")).version == before + 1

    told(tmp_path, story)


def test_one_game_is_read_at_a_time_and_addresses_alternate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(tables: LiveTables) -> None:
        names, reading = await made(tables, MOST_WANTED + 1), Reading(monkeypatch)
        *many, one = names
        crowd = [asyncio.create_task(tables.past_tables.read(name, "192.0.2.1")) for name in many]
        while not reading.now:
            await asyncio.sleep(0)
        await tables.past_tables.read(one, "192.0.2.2")
        await asyncio.gather(*crowd)
        assert reading.most == 1
        assert reading.order.index(one) <= 2  # behind what was being read, and one that was next
        assert sorted(reading.order) == sorted(names)

    told(tmp_path, story)


def test_an_address_waits_for_so_many_games_and_no_more(tmp_path: Path) -> None:
    async def story(tables: LiveTables) -> None:
        names = await made(tables, MOST_WANTED + 1)
        crowd = (tables.past_tables.read(name, "192.0.2.1") for name in names)
        found = await asyncio.gather(*crowd, return_exceptions=True)
        problems = [each.problem.code for each in found if isinstance(each, ProblemError)]
        assert problems == ["too-many"]
        assert not tables.past_tables.wanted

    told(tmp_path, story)


def test_few_are_kept_and_none_beside_a_long_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(tables: LiveTables) -> None:
        names = await made(tables, MOST_KEPT + 1)
        for name in names:
            await tables.past_tables.read(name, "")
        assert [table for table, _ in tables.past_tables.kept] == names[1:]
        monkeypatch.setattr(past_tables, "MOST_ENTRIES", 1)
        await tables.past_tables.read(names[0], "")
        assert [table for table, _ in tables.past_tables.kept] == names[:1]

    told(tmp_path, story)


def test_who_plays_does_not_wait_for_readers(tmp_path: Path) -> None:
    async def story(tables: LiveTables) -> None:
        (table,) = await made(tables, 1)
        assert tables.cache.forget(table)
        async with tables.past_tables.one:
            assert (await tables.look(table, ANA)).table.id == table

    told(tmp_path, story)


class Waiting(BotPool):
    """Questions about records wait; who asked, and from where they came."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[str] = []
        self.homes: dict[str, str] = {}
        self.free = asyncio.Event()

    def seen(self, person: str, address: str) -> None:
        self.homes[person] = address

    async def read(self, question: RecordQuestion, asker: Asker) -> bytes:
        self.asked.append(asker.person)
        await self.free.wait()
        raise ProblemError("busy", "later")


def test_questions_about_long_games_are_limited_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And those of nobody are not all in one queue."""
    monkeypatch.setattr(past, "LONG", 1)

    async def story() -> None:
        pool = Waiting()
        async with opened(tmp_path, bot_pool=pool, limits=Limits(address_questions=3)) as tables:
            table = await finished(tables, "zatre")
            crowd = [tables.verify(table, None, address="192.0.2.1") for _ in range(5)]
            asked = [asyncio.create_task(each) for each in [*crowd, tables.verify(table, None, address="192.0.2.2")]]
            while len(pool.asked) < 4:
                await asyncio.sleep(0.01)
            pool.free.set()
            found = await asyncio.gather(*asked, return_exceptions=True)
            problems = [each.problem.code for each in found if isinstance(each, ProblemError)]
            assert sorted(problems) == ["busy"] * 4 + ["too-many"] * 2
            assert problems[-1] == "busy"
            assert pool.homes == {
                "review for nobody at 192.0.2.1": "review for 192.0.2.1",
                "review for nobody at 192.0.2.2": "review for 192.0.2.2",
            }
            with pytest.raises(ProblemError, match="later"):
                await tables.read_game(CheckRecord("text", None), "review for ben", "192.0.2.1")  # they are free again

    asyncio.run(story())
