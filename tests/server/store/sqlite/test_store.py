"""The SQLite store: what one file and one writer thread add to the contract."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from sabika.server.store import Appended, Entry, Locked, Missing, Repeated, Stale, TableRow, Unavailable, Unfit, Which
from sabika.server.store.sqlite.store import SqliteStore
from sabika.server.store.sqlite.writer import TOGETHER, Job, Writer

ROW = TableRow("t1", "zatre", "ana", 1, "open", seats=("ana",))
LINE = [Entry(b"x", 1)]


class Watched(Writer):
    """A writer whose commits are counted."""

    sizes: list[int]

    def _commit(self, batch: list[Job[object]]) -> bool:
        self.sizes = [*getattr(self, "sizes", []), len(batch)]
        return super()._commit(batch)

    async def pragma(self, text: str) -> object:
        return await self.do(lambda db: db.execute(f"pragma {text}").fetchone()[0], outside=True)


@pytest.fixture
def file(tmp_path: Path, runner: asyncio.Runner) -> Iterator[tuple[SqliteStore, Watched]]:
    writers: list[Watched] = []

    def watched(path: Path) -> Watched:
        writers.append(Watched(path))
        return writers[0]

    store = runner.run(SqliteStore.open(tmp_path / "sabika.db", watched))
    yield store, writers[0]
    runner.run(store.close())


async def tables(store: SqliteStore, number: int) -> list[str]:
    names = [f"t{n}" for n in range(number)]
    await asyncio.gather(*(store.create(replace(ROW, id=name), LINE) for name in names))
    return names


async def test_the_connection_is_set_to_lose_nothing(file: tuple[SqliteStore, Watched], tmp_path: Path) -> None:
    _, writer = file
    found = [await writer.pragma(name) for name in ("journal_mode", "synchronous", "mmap_size")]
    assert found == ["wal", 2, 0]  # 2 is FULL: the log is on disk before a commit returns


async def test_only_the_owner_reads_the_file(file: tuple[SqliteStore, Watched], tmp_path: Path) -> None:
    await tables(file[0], 1)
    for name in ("sabika.db", "sabika.db-wal", "sabika.db.lock"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name


async def test_what_is_asked_at_once_is_committed_together(file: tuple[SqliteStore, Watched]) -> None:
    store, writer = file
    names = await tables(store, 100)
    writer.sizes = []
    await asyncio.gather(*(store.append(name, 1, LINE) for name in names))
    assert sum(writer.sizes) == 100
    assert len(writer.sizes) <= 4
    assert max(writer.sizes) <= TOGETHER


async def test_moves_at_many_tables_are_saved_as_if_each_came_alone(file: tuple[SqliteStore, Watched]) -> None:
    """Among them rows that change in more than a move's way, a race for one number, and refusals."""
    store, writer = file
    names = await tables(store, 20)
    moved = [replace(ROW, id=name, deadline=7, title=b"moved") for name in names]
    moved[3] = replace(moved[3], seats=("ben", None), maker="ben")
    moved[4] = replace(moved[4], status="over", public=True)
    lines = [Entry(b"a", 5, command="c/1"), Entry(b"b", 6)]
    writer.sizes = []
    saved = await asyncio.gather(*(store.append(row.id, 1, lines, row) for row in moved))
    assert saved == [Appended(3)] * 20
    assert writer.sizes[-1] > 1
    for row in moved:
        assert await store.row(row.id) == replace(row, version=3, touched=6)
        assert [(each.seq, each.body, each.command) for each in await store.entries(row.id)] == [
            (1, b"x", None), (2, b"a", "c/1"), (3, b"b", None)
        ]  # fmt: skip
    assert [row.id for row in await store.rows(Which(person="ben"))] == ["t3"]
    late = [*moved, moved[5], replace(moved[6], id="nowhere")]
    versions = [1 if row.id == "t7" else 3 for row in late]
    commands = ["c/1" if row.id == "t8" else "c/2" for row in late]
    asks = [
        store.append(row.id, version, [Entry(b"late", 9, command=command)], row)
        for row, version, command in zip(late, versions, commands, strict=True)
    ]
    outcomes = await asyncio.gather(*asks, return_exceptions=True)
    kinds = {"t7": Stale, "t8": Repeated, "nowhere": Missing}
    assert [type(each) for each in outcomes[:20]] == [kinds.get(name, Appended) for name in names]
    assert [type(each) for each in outcomes[20:]] == [Repeated, Missing]
    assert [len(await store.entries(name)) for name in names] == [3 if name in kinds else 4 for name in names]


async def test_a_full_disk_fails_who_writes_and_nobody_else(file: tuple[SqliteStore, Watched]) -> None:
    store, writer = file
    names = await tables(store, 10)
    pages = await writer.pragma("page_count")
    await writer.pragma(f"max_page_count = {pages}")
    large = [Entry(b"x" * 50_000, 1)]
    asks = [store.append(name, 1, large) for name in names]
    *failed, found = await asyncio.gather(*asks, store.entries("t1"), return_exceptions=True)
    assert [type(outcome) for outcome in failed] == [Unavailable] * 10
    assert "full" in str(failed[0])
    assert found == [Entry(b"x", 1, None, 1)]
    await writer.pragma("max_page_count = 1000000")
    assert await asyncio.gather(*(store.append(name, 1, large) for name in names)) == [Appended(2)] * 10


async def test_a_bug_in_one_job_fails_that_job_only(file: tuple[SqliteStore, Watched]) -> None:
    store, writer = file
    await tables(store, 2)

    def half_done(db: sqlite3.Connection) -> None:
        db.execute("delete from entry")
        raise ZeroDivisionError

    def nonsense(db: sqlite3.Connection) -> None:
        db.execute("insert into entry values ('t1', 1, 1, null, 'twice')")

    outcomes = await asyncio.gather(
        store.append("t0", 1, LINE), writer.do(half_done), writer.do(nonsense), store.append("t1", 1, LINE),
        return_exceptions=True,
    )  # fmt: skip
    assert list(map(type, outcomes)) == [Appended, ZeroDivisionError, sqlite3.IntegrityError, Appended]
    assert len(await store.entries("t0")) == len(await store.entries("t1")) == 2


async def test_play_goes_on_during_a_backup(file: tuple[SqliteStore, Watched], tmp_path: Path) -> None:
    store, _ = file
    names = await tables(store, 20)
    await asyncio.gather(*(store.append(name, 1, [Entry(b"x" * 400_000, 1)]) for name in names))
    copying = asyncio.create_task(store.backup(tmp_path / "backup.db"))
    waits: list[float] = []
    version = 2
    while not copying.done():
        began = time.perf_counter()
        await store.append("t0", version, LINE)
        waits.append(time.perf_counter() - began)
        version += 1
    await copying
    assert len(waits) > 2  # of 2,000 pages, 64 at a time
    copy = await SqliteStore.open(tmp_path / "backup.db")
    found = await copy.entries("t0")
    assert [entry.seq for entry in found] == list(range(1, len(found) + 1))
    assert 2 < len(found) <= version  # it holds some of what was saved while it was made
    await copy.close()


async def test_leases_of_a_dead_server_end_when_the_next_one_starts(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "sabika.db")
    await tables(store, 1)
    assert await store.hold("t0", "the first", 3600)
    await store.close()
    store = await SqliteStore.open(tmp_path / "sabika.db")
    assert await store.hold("t0", "the second", 3600)
    await store.close()


# One server a file.


async def test_a_second_store_on_a_file_is_refused(file: tuple[SqliteStore, Watched], tmp_path: Path) -> None:
    path = tmp_path / "sabika.db"
    with pytest.raises(Locked) as refusal:
        await SqliteStore.open(path)
    assert str(refusal.value).startswith(f"{path} is in use by process ")
    assert "\n" not in str(refusal.value)
    assert await file[0].create(ROW, LINE) == Appended(1)


OTHER = """
import asyncio, sys
from sabika.server.store import StoreError, open_store
try:
    asyncio.run(open_store(sys.argv[1]))
except StoreError as refusal:
    sys.exit(str(refusal))
"""


@pytest.mark.process
async def test_a_second_server_on_a_file_is_refused_with_one_line(
    file: tuple[SqliteStore, Watched], tmp_path: Path
) -> None:
    command = [sys.executable, "-c", OTHER, str(tmp_path / "sabika.db")]
    second = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=60)
    assert second.returncode == 1
    assert second.stderr.count("\n") == 1
    assert "is in use by process" in second.stderr


async def test_a_file_is_free_again_after_its_store_closed(tmp_path: Path) -> None:
    for _ in range(3):
        await (await SqliteStore.open(tmp_path / "sabika.db")).close()


# What is no database of ours.


async def test_what_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ana,\n" * 1000)
    for _ in range(2):  # and it is not left locked
        with pytest.raises(Unfit, match="not a database"):
            await SqliteStore.open(path)
    assert path.read_text() == "Dear Ana,\n" * 1000


async def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        await SqliteStore.open(tmp_path / "file" / "sabika.db")


class Doomed(Watched):
    """A writer that cannot even take back what it failed to save."""

    broken = False

    def _commit(self, batch: list[Job[object]]) -> bool:
        if self.broken:
            self._db.close()
        return super()._commit(batch)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
async def test_when_the_thread_fails_nobody_waits_for_ever_or_is_told_it_was_saved(tmp_path: Path) -> None:
    writer: list[Doomed] = []

    def doomed(path: Path) -> Doomed:
        writer.append(Doomed(path))
        return writer[0]

    store = await SqliteStore.open(tmp_path / "sabika.db", doomed)
    names = await tables(store, 5)
    writer[0].broken = True
    for _ in range(2):
        asks = (store.append(name, 1, LINE) for name in names)
        outcomes = await asyncio.wait_for(asyncio.gather(*asks, return_exceptions=True), 20)
        assert [type(outcome) for outcome in outcomes] == [Unavailable] * 5
    await store.close()
    store = await SqliteStore.open(tmp_path / "sabika.db")
    assert [len(await store.entries(name)) for name in names] == [1] * 5
    await store.close()
