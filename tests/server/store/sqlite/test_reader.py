"""Reads of a SQLite file beside its writer: nobody who saves waits for a list, and a list needs no sorting."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from sabika.server.common.guests import Person
from sabika.server.store import Entry, Store, TableRow, Unavailable, Which
from sabika.server.store.queries import Statement, rows
from sabika.server.store.sqlite.store import SqliteStore

ROW = TableRow("t0", "zatre", "ana", 1, "gathering", public=True, seats=("ana",))
LINE = [Entry(b"x", 1)]
OPEN = Which(public=True, status=("gathering",))


@pytest.fixture
def file(tmp_path: Path, runner: asyncio.Runner) -> Iterator[SqliteStore]:
    store = runner.run(SqliteStore.open(tmp_path / "a name with ? and # and %41.db"))
    yield store
    runner.run(store.close())


async def test_a_save_does_not_wait_for_a_list(file: SqliteStore) -> None:
    await file.create(ROW, LINE)
    go_on = threading.Event()
    listing = asyncio.create_task(file._reader.do(lambda _: go_on.wait(60)))
    lists = [asyncio.create_task(file.rows(OPEN)) for _ in range(100)]
    try:
        async with asyncio.timeout(20):
            assert (await file.append("t0", 1, LINE)).version == 2
        assert not any(each.done() for each in lists)
    finally:
        go_on.set()
    assert await listing
    assert [found.version for found in (await asyncio.gather(*lists))[-1]] == [2]


async def test_who_somebody_is_does_not_wait_for_lists(file: SqliteStore) -> None:
    def wait(db: sqlite3.Connection) -> bool:
        begun.set()
        return go_on.wait(60)

    await file.add_person(Person("ana", "Ana", 1), b"token")
    begun, go_on = threading.Event(), threading.Event()
    listing = asyncio.create_task(file._reader.do(wait))
    lists = [asyncio.create_task(file.rows(OPEN)) for _ in range(100)]
    assert await asyncio.to_thread(begun.wait, 20)
    try:
        async with asyncio.timeout(20):
            assert await file.person_by_token(b"token") == Person("ana", "Ana", 1)
        assert not any(each.done() for each in lists)
    finally:
        go_on.set()
    assert await listing
    await asyncio.gather(*lists)


async def test_what_was_saved_is_read_at_once(file: SqliteStore) -> None:
    for n in range(200):
        await file.create(replace(ROW, id=f"t{n}"), LINE)
        assert await file.count(OPEN) == n + 1
        assert (await file.row(f"t{n}")) is not None


async def test_the_reader_cannot_write(file: SqliteStore) -> None:
    with pytest.raises(Unavailable, match="readonly"):
        await file._reader.do(lambda db: db.execute("delete from game_table"))
    with pytest.raises(Unavailable):
        await file._reader.do(lambda db: db.execute("pragma wal_checkpoint(truncate)").fetchall())


async def test_no_read_outlasts_its_call(file: SqliteStore) -> None:
    """Else the log of the file could not be written back to its place."""
    await file.create(ROW, LINE)
    await file.rows(OPEN)
    assert not await file._reader.do(lambda db: db.in_transaction)
    busy, _, _ = await file._writer.do(
        lambda db: db.execute("pragma wal_checkpoint(truncate)").fetchone(), outside=True
    )
    assert busy == 0


async def test_the_list_of_open_tables_is_in_the_order_of_an_index(file: SqliteStore) -> None:
    def plan(db: sqlite3.Connection) -> str:
        sql, parameters = statement
        return " ".join(row[3] for row in db.execute(f"explain query plan {sql}", parameters))

    statement: Statement = next(rows(OPEN, 51, 0, "0"))
    found = await file._reader.do(plan)
    assert "game_table_public" in found
    assert "B-TREE" not in found  # sorted by hand


async def test_after_the_end_reading_is_refused(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "sabika.db")
    await store.create(ROW, LINE)
    last = asyncio.create_task(store.rows(OPEN))
    await asyncio.sleep(0)
    await store.close()
    assert len(await last) == 1
    with pytest.raises(Unavailable):
        await store.rows(OPEN)
    assert not (tmp_path / "sabika.db-wal").exists()  # the writer went last, and tidied up


async def test_a_snapshot_can_be_dropped(store: Store) -> None:
    await store.create(ROW, LINE)
    await store.keep_snapshot("t0", 1, b"snap")
    for _ in range(2):
        await store.drop_snapshot("t0")
        assert await store.snapshot("t0") is None
