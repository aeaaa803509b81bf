"""Backup and restore, and the move from one database to the other."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from sabika.server.store import (
    Entry,
    Locked,
    Person,
    ReviewKey,
    Snapshot,
    Store,
    StoreError,
    TableRow,
    Unavailable,
    Unfit,
    Which,
    open_store,
    restore,
)
from sabika.server.store.sqlite.backup_file import TABLES
from tests.server.store.test_migrations import VERSION_1, check_and_go_on

ROW = TableRow("t1", "zatre", "ana", 1, "open", public=True, seats=("ana", None), deadline=9, title=b"\x00\xff")
ANA = Person("ana", "Aña \\N\t\n'\"", 5)  # with all that a copy might stumble over


REVIEW = ReviewKey(b"\\N\x00" * 8, 300, 0, 1)


async def fill(store: Store) -> None:
    await store.add_person(ANA, bytes(range(32)))
    await store.add_code("ana", b"\\x41", 100)
    for n in range(40):
        await store.create(replace(ROW, id=f"t{n}", public=n % 2 == 0), [Entry(b"\\N\x00" * n, n, f"c\\{n}")])
        await store.append(f"t{n}", 1, [Entry(b"", 2), Entry(b"\n\t\\.", 3)])
    await store.keep_snapshot("t3", 2, b"\x00snap")
    await store.keep_review(REVIEW, b"\x00\\N", 5)
    await store.hold("t3", "somebody", 3600)


async def check(store: Store) -> None:
    assert await store.count(Which()) == 40
    assert await store.count(Which(public=True, person="ana", status=["open"])) == 20
    assert await store.row("t7") == replace(ROW, id="t7", public=False, version=3, touched=3)
    assert [entry.body for entry in await store.entries("t2")] == [b"\\N\x00" * 2, b"", b"\n\t\\."]
    assert (await store.entries("t5"))[0].command == "c\\5"
    assert await store.snapshot("t3") == Snapshot(2, b"\x00snap")
    assert await store.person_by_token(bytes(range(32))) == ANA
    assert await store.take_code(b"\\x41", 50) == ANA
    assert await store.review(REVIEW, 5) == b"\x00\\N"


def content(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as db:
        db.execute("update game_table set changed = 0")  # the clock of the database it was in
        return {table: sorted(db.execute(f"select * from {table}"), key=repr) for table in TABLES}


async def test_a_backup_comes_back_in_either_database(address: str, tmp_path: Path, empty: str) -> None:
    store = await open_store(address)
    await fill(store)
    await store.backup(tmp_path / "first")
    await store.close()
    assert stat.S_IMODE((tmp_path / "first").stat().st_mode) == 0o600

    if address != empty:
        restore(tmp_path / "first", empty)
        moved = await open_store(empty)
        await moved.backup(tmp_path / "second")
        assert content(tmp_path / "first") == content(tmp_path / "second")
        await check(moved)
        assert await moved.hold("t3", "somebody else", 3600)  # leases are not kept
        await moved.close()

    restore(tmp_path / "first", str(tmp_path / "new.db"))
    back = await open_store(str(tmp_path / "new.db"))
    await back.backup(tmp_path / "third")
    assert content(tmp_path / "first") == content(tmp_path / "third")
    await check(back)
    await back.close()
    assert not list(tmp_path.glob("*.part"))


async def test_a_backup_made_in_the_middle_of_play_is_of_one_moment(store: Store, tmp_path: Path) -> None:
    """Tables move in step, in twos: a backup never has one of two without the other by more than one step."""
    for table in ("t1", "t2"):
        await store.create(replace(ROW, id=table), [Entry(b"", 1)])
    stop = False

    async def play() -> int:
        version = 1
        while not stop:
            await store.append("t1", version, [Entry(b"x" * 1000, 1)])
            await store.append("t2", version, [Entry(b"x" * 1000, 1)])
            version += 1
        return version

    playing = asyncio.create_task(play())
    for n in range(5):
        await store.backup(tmp_path / f"backup{n}")
    stop = True
    await playing
    for n in range(5):
        with closing(sqlite3.connect(tmp_path / f"backup{n}")) as db:
            versions = dict(db.execute("select id, version from game_table"))
            entries = dict(db.execute("select table_id, count(*) from entry group by table_id"))
        assert entries == versions
        assert 0 <= versions["t1"] - versions["t2"] <= 1


async def test_a_backup_overwrites_nothing(store: Store, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("a letter")
    with pytest.raises(FileExistsError, match="there already exists"):
        await store.backup(tmp_path / "there")
    assert (tmp_path / "there").read_text() == "a letter"
    with pytest.raises((OSError, StoreError)):
        await store.backup(tmp_path / "no folder" / "backup")
    await store.create(ROW, [Entry(b"", 1)])


async def test_a_backup_of_version_1_comes_back(address: str) -> None:
    restore(VERSION_1, address)
    store = await open_store(address)
    await check_and_go_on(store)
    await store.close()


async def test_restoring_overwrites_nothing(address: str, tmp_path: Path) -> None:
    store = await open_store(address)
    await fill(store)
    await store.backup(tmp_path / "backup")
    with pytest.raises((Locked, Unfit), match="in use"):
        restore(tmp_path / "backup", address)
    await store.close()
    with pytest.raises((FileExistsError, Unfit), match=r"already exists|in use"):
        restore(tmp_path / "backup", address)
    store = await open_store(address)
    await check(store)
    await store.close()


BAD = {"nothing": None, "a letter": b"Dear Ana,\n" * 1000, "another database": b"", "half a backup": b"half"}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_backup_is_refused_in_one_line(kind: str, tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    content = BAD[kind]
    if content == b"half":
        backup.write_bytes(VERSION_1.read_bytes()[:9_000])
    elif content is not None:
        backup.write_bytes(content)
    with pytest.raises((FileNotFoundError, Unfit)) as refusal:
        restore(backup, str(tmp_path / "new.db"))
    assert str(backup) in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert not (tmp_path / "new.db").exists()


def test_a_damaged_backup_is_refused(tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    shutil.copy(VERSION_1, backup)
    with backup.open("r+b") as file:
        file.seek(4 * 1024)
        file.write(b"\xaa" * 1024)
    with pytest.raises(Unfit, match=r"is damaged|no backup of ours"):
        restore(backup, str(tmp_path / "new.db"))


def test_a_database_that_is_not_there_is_named_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(Unavailable) as refusal:
        restore(VERSION_1, "postgresql://nobody@127.0.0.1:1/none?connect_timeout=2")
    assert "does not answer" in str(refusal.value)


async def test_without_its_driver_postgresql_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("postgres.store", "postgres.dump"):
        monkeypatch.delitem(sys.modules, f"sabika.server.store.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Unfit, match=r"pip install 'sabika\[host\]'"):
        await open_store("postgresql://host/name")
    with pytest.raises(Unfit, match=r"pip install 'sabika\[host\]'"):
        restore(VERSION_1, "postgresql://host/name")


@pytest.mark.process
def test_the_store_alone_does_not_load_the_driver() -> None:
    program = "import sys, sabika.server.store, sabika.server.store.sqlite.store; sys.exit('psycopg' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], timeout=60).returncode == 0
