"""Two servers over one store: what one appends the other tells, whatever notice was lost, and a table is there once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from sabika.server.live import news
from sabika.server.live.live_table import LiveTable
from sabika.server.live.tables import LiveTables
from sabika.server.protocol.answers import Done
from sabika.server.protocol.base import PROTOCOL
from sabika.server.protocol.commands import Say
from sabika.server.protocol.problems import ProblemError
from sabika.server.store.base import Snapshot, Unavailable
from sabika.server.store.sqlite.store import SqliteStore
from sabika.server.table.events import Entry
from tests.server.live_tables import ScriptedClient, opened, run
from tests.server.memory_table import ANA, BEN, people


class Shaky(SqliteStore):
    """A store whose answers a test can lose or hold up."""

    lost = 0  # so many times the log cannot be read
    broken = 0  # so many times a snapshot cannot
    deaf = False  # nobody is told of an append
    between: Callable[[], Awaitable[None]] | None = None  # happens after the log was read, before the answer is there

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        if self.lost:
            self.lost -= 1
            raise Unavailable("the connection was cut")
        found = await super().entries(table, after)
        between, self.between = self.between, None
        if between is not None:
            await between()
        return found

    async def snapshot(self, table: str) -> Snapshot | None:
        await asyncio.sleep(0)
        if self.broken:
            self.broken -= 1
            raise Unavailable("the connection was cut")
        return await super().snapshot(table)

    def _tell(self, table: str, saved: object) -> None:
        if not self.deaf:
            super()._tell(table, saved)  # type: ignore[arg-type]  # what the store gives is passed on


@asynccontextmanager
async def two_servers(path: Path) -> AsyncIterator[tuple[Shaky, LiveTables, LiveTables]]:
    store = await Shaky.open(path / "tables.db")
    assert isinstance(store, Shaky)
    async with opened(path, store=store) as one, opened(path, store=store) as two:
        for tables in (one, two):
            await tables.start()
        yield store, one, two
    await store.close()


async def at_both(one: LiveTables, two: LiveTables) -> tuple[ScriptedClient, ScriptedClient]:
    """Ana by way of one server, Ben by way of the other."""
    made = await one.make(ANA, people(2))
    ana = await ScriptedClient(one, ANA).enter(made.id)
    return ana, await ScriptedClient(two, BEN).enter(made.id)


async def says(ana: ScriptedClient, text: str) -> int:
    answer = await ana.do(Say, text=text)
    assert isinstance(answer, Done)
    return answer.version


def test_news_that_could_not_be_read_are_read_later(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The connections are cut just when the other server wants to read what it heard of."""

    async def work() -> None:
        async with two_servers(tmp_path) as (store, one, two):
            ana, ben = await at_both(one, two)
            store.lost = 2
            version = await says(ana, "is anybody there?")
            await ben.until(lambda client: client.version == version)

    run(work)


def test_news_that_nobody_told_are_found(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_servers(tmp_path) as (store, one, two):
            ana, ben = await at_both(one, two)
            store.deaf = True
            version = await says(ana, "can you hear me?")
            await ben.until(lambda client: client.version == version)

    run(work)


def test_what_is_told_while_a_table_is_read_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log was read, the answer is on its way, and the other server appends."""
    monkeypatch.setattr(news, "COMPARE", 3600.0)

    async def work() -> None:
        async with two_servers(tmp_path) as (store, one, two):
            made = await one.make(ANA, people(2))
            ana = await ScriptedClient(one, ANA).enter(made.id)
            versions: list[int] = []

            async def meanwhile() -> None:
                versions.append(await says(ana, "in between"))
                await asyncio.sleep(0.05)  # all who listen have heard of it

            store.between = meanwhile
            ben = await ScriptedClient(two, BEN).enter(made.id)
            await ben.until(lambda client: client.version == versions[0], seconds=5)

    run(work)


def test_after_a_failed_reading_all_have_the_same_table(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_servers(tmp_path) as (store, one, two):
            made = await one.make(ANA, people(2))
            store.broken = 1
            found: list[LiveTable] = []

            async def look() -> None:
                try:
                    found.append(await two.cache.find(made.id))
                except ProblemError:
                    asks.append(asyncio.create_task(look()))  # as a client does, which comes again

            asks = [asyncio.create_task(look()) for _ in range(3)]
            while pending := [ask for ask in asks if not ask.done()]:
                await asyncio.gather(*pending)
            assert len(found) == 3
            assert {id(live) for live in found} == {id(two.live[made.id])}
            assert two.cache.loading == {}

    run(work)


def test_a_table_that_is_read_while_it_is_made_is_there_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_servers(tmp_path) as (_, one, _):
            made = await one.make(ANA, people(2))
            live = one.live.pop(made.id)
            asking = asyncio.create_task(one.cache.find(made.id))
            await asyncio.sleep(0)
            one.live[made.id] = live  # who made it has its answer now
            assert await asking is live

    run(work)


def test_who_knows_more_than_a_server_is_not_sent_back_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second server has heard nothing for a while; while it cannot read, it says so."""
    monkeypatch.setattr(news, "COMPARE", 3600.0)

    async def work() -> None:
        async with two_servers(tmp_path) as (store, one, two):
            ana, ben = await at_both(one, two)
            store.deaf = True
            version = await says(ana, "come over")
            assert ben.version < version
            hello = msgspec.json.encode({"type": "hello", "protocol": PROTOCOL, "since": version})
            store.lost = 1
            with pytest.raises(ProblemError):
                await ScriptedClient(two, ANA).enter(ben.table.id, hello)
            again = await ScriptedClient(two, ANA).enter(ben.table.id, hello)
            assert again.version == version
            await ben.until(lambda client: client.version == version)

    run(work)


def test_nor_is_the_next_one_who_knows_still_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within the same second; only a claim that was wrong makes others wait."""
    monkeypatch.setattr(news, "COMPARE", 3600.0)

    async def work() -> None:
        async with two_servers(tmp_path) as (store, one, two):
            ana, ben = await at_both(one, two)
            store.deaf = True
            for words in ("come over", "quickly"):
                version = await says(ana, words)
                hello = msgspec.json.encode({"type": "hello", "protocol": PROTOCOL, "since": version})
                assert (await ScriptedClient(two, ANA).enter(ben.table.id, hello)).version == version

    run(work)
