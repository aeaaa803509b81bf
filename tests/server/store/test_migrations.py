"""Old data opens in the new version; data of the future is left alone."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sabika.server.store import Appended, Entry, Person, ReviewKey, Snapshot, Store, TableRow, Unfit, Which, open_store
from sabika.server.store import migrations as schema
from sabika.server.store.postgres.dump import connect, migrate
from sabika.server.store.sqlite.backup_file import TABLES

VERSION_1 = Path(__file__).with_name("version1.db")  # written by the first version, never to be changed

OLD = TableRow(
    "old",
    "zatre",
    "ana",
    1_700_000_000_000,
    "playing",
    public=True,
    seats=("ana", None, "bob"),
    deadline=1_700_000_090_000,
    title=b"\x01title",
    version=3,
    touched=1_700_000_060_000,
)


REVIEW = ReviewKey(b"r" * 32, 0, 0, 1)


async def check_and_go_on(store: Store) -> None:
    """All of version 1 is there, and can be used."""
    assert await store.row("old") == OLD
    assert await store.entries("old") == [
        Entry(b"created", 1_700_000_000_000, None, 1),
        Entry(b"seated", 1_700_000_030_000, "c1", 2),
        Entry(b"played\x00\xff", 1_700_000_060_000, "c2", 3),
    ]
    assert await store.snapshot("old") == Snapshot(2, b"snap")
    assert await store.person_by_token(b"a" * 32) == Person("ana", "Aña", 1_700_000_000_000)
    assert [row.id for row in await store.rows(Which(person="bob"))] == ["old"]
    assert await store.append("old", 3, [Entry(b"new", 1_800_000_000_000, "c3")], OLD) == Appended(4)
    assert await store.take_code(b"c" * 32, 1_799_999_999_999) == Person("ana", "Aña", 1_700_000_000_000)
    await store.keep_review(REVIEW, b"review", 1_800_000_000_000)  # of version 7
    assert await store.review(REVIEW, 1_800_000_000_000) == b"review"


async def test_a_file_of_version_1_opens(tmp_path: Path) -> None:
    path = tmp_path / "sabika.db"
    shutil.copy(VERSION_1, path)
    store = await open_store(str(path))
    await check_and_go_on(store)
    await store.close()
    store = await open_store(str(path))
    assert len(await store.entries("old")) == 4
    await store.close()


async def test_a_database_of_version_1_opens(empty: str) -> None:
    with closing(connect(empty)) as db, closing(sqlite3.connect(VERSION_1)) as old:
        migrate(db, upto=1)
        for table in TABLES[:7]:  # those of version 1
            rows = old.execute(f"select * from {table}").fetchall()
            casts = ["%s::int::boolean" if table == "game_table" and n == 5 else "%s" for n in range(len(rows[0]))]
            with db.cursor() as cursor:
                cursor.executemany(f"insert into {table} values ({', '.join(casts)})", rows)
    store = await open_store(empty)
    await check_and_go_on(store)
    await store.close()


def test_the_old_file_is_of_version_1() -> None:
    with closing(sqlite3.connect(f"{VERSION_1.as_uri()}?mode=ro", uri=True)) as db:
        assert db.execute(schema.CURRENT).fetchone() == (1,)


def test_numbers_have_no_gaps() -> None:
    assert list(schema.files()) == list(range(1, schema.LATEST + 1))


async def test_a_file_of_the_future_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "sabika.db"
    await (await open_store(str(path))).close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"insert into schema_version values ({schema.LATEST + 1})")
    before = path.read_bytes()
    with pytest.raises(Unfit, match=f"version {schema.LATEST + 1}.*update"):
        await open_store(str(path))
    assert path.read_bytes() == before


async def test_a_database_of_the_future_is_left_alone(empty: str) -> None:
    await (await open_store(empty)).close()
    with closing(connect(empty)) as db:
        db.execute(f"insert into schema_version values ({schema.LATEST + 1})")
    with pytest.raises(Unfit, match="update"):
        await open_store(empty)


async def test_a_migration_that_fails_changes_nothing(tmp_path: Path, empty: str) -> None:
    path = tmp_path / "sabika.db"
    shutil.copy(VERSION_1, path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("create index game_table_changed on game_table (made)")  # the name that version 2 wants
    with pytest.raises(Unfit, match="cannot be used"):
        await open_store(str(path))
    with closing(sqlite3.connect(path)) as db:
        assert db.execute(schema.CURRENT).fetchone() == (1,)
        assert "changed" not in {name for _, name, *_ in db.execute("pragma table_info(game_table)")}

    with closing(connect(empty)) as other:
        migrate(other, upto=1)
        other.execute("create index game_table_changed on game_table (made)")
    with pytest.raises(Unfit, match="cannot be used"):
        await open_store(empty)
    with closing(connect(empty)) as other:
        assert other.execute(schema.CURRENT).fetchone() == (1,)


async def test_servers_that_start_together_migrate_once(empty: str) -> None:
    import asyncio

    stores = await asyncio.gather(*(open_store(empty) for _ in range(4)))
    for store in stores:
        assert await store.count(Which()) == 0
        await store.close()
