"""A file that is not what a server left there is refused in one line, and stays as it is."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sabika.server.store import Entry, TableRow, Unfit, Which, open_store, restore
from sabika.server.store.integrity import file as integrity

ROW = TableRow("t1", "zatre", "ana", 1, "over", seats=("ana",))


async def served(folder: Path, *, killed: bool = False) -> Path:
    """A file with 100 pages and more; killed: with a log that holds a few of them."""
    path = folder / "served" / "sabika.db"
    store = await open_store(str(path))
    await store.create(ROW, [Entry(b"x" * 4000, 1) for _ in range(100)])
    await store.close()
    if not killed:
        return path
    left = folder / "left"
    left.mkdir()
    store = await open_store(str(path))
    await store.append("t1", 100, [Entry(b"late", 2)])
    for name in ("sabika.db", "sabika.db-wal"):
        shutil.copy(path.with_name(name), left / name)
    await store.close()
    return left / "sabika.db"


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def cut_to_pages(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 // 4096 * 4096)


def lose_table(path: Path) -> None:
    change(path, "drop table sitting")


def lose_column(path: Path) -> None:
    change(path, "drop index game_table_changed", "alter table game_table drop column changed")


def lose_index(path: Path) -> None:
    change(path, "drop index entry_command")


def replace_by_another(path: Path) -> None:
    path.unlink()
    change(path, "create table bookmark (address text)", "insert into bookmark values ('https://example.org')")


def spoil(path: Path) -> None:
    """A page in the middle, which neither size nor schema tell."""
    with path.open("r+b") as out:
        out.seek(path.stat().st_size // 2 // 4096 * 4096)
        out.write(b"\xff" * 4096)


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


DAMAGE: dict[str, tuple[Callable[[Path], None], str]] = {
    "cut to half": (cut, "malformed"),
    "cut to half, at the end of a page": (cut_to_pages, "malformed"),
    "a table is missing": (lose_table, "lacks sitting"),
    "a column is missing": (lose_column, "lacks game_table, game_table_changed"),
    "an index is missing": (lose_index, "lacks entry_command"),
    "a file of another program": (replace_by_another, "database of another program"),
    "a page in the middle is spoiled": (spoil, "cannot be used: .*[Pp]age"),
}


async def refused(path: Path, why: str) -> None:
    """In one line that names the file, of which nothing changes."""
    before = {
        each.name: each.read_bytes() for each in path.parent.glob("sabika.db*") if each.suffix in (".db", ".db-wal")
    }
    with pytest.raises(Unfit, match=why) as refusal:
        await open_store(str(path))
    assert str(refusal.value).startswith(f"{path} cannot be used: ")
    assert "\n" not in str(refusal.value)
    assert {name: path.with_name(name).read_bytes() for name in before} == before


@pytest.mark.parametrize(("damage", "why"), DAMAGE.values(), ids=DAMAGE)
async def test_a_damaged_file_is_refused(tmp_path: Path, damage: Callable[[Path], None], why: str) -> None:
    path = await served(tmp_path)
    damage(path)
    await refused(path, why)


@pytest.mark.parametrize("damage", [cut, cut_to_pages])
async def test_half_a_file_beside_its_log_is_refused(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    path = await served(tmp_path, killed=True)
    damage(path)
    await refused(path, r"cut short, to \d+ of \d+ pages")


async def test_no_file_or_an_empty_one_beside_its_log_is_refused(tmp_path: Path) -> None:
    path = await served(tmp_path, killed=True)
    os.truncate(path, 0)
    await refused(path, "it is empty, but its log sabika.db-wal is there")
    path.unlink()
    await refused(path, "it is missing, but its log sabika.db-wal is there")
    assert not path.exists()


async def test_after_a_kill_every_page_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = await served(tmp_path, killed=True)
    spoil(path)
    await refused(path, "cannot be used: .*[Pp]age")
    monkeypatch.setattr(integrity, "LARGE", 0)
    integrity.check_at_start(path)  # of a large file only what takes no time
    with pytest.raises(Unfit, match=r"[Pp]age"):
        integrity.check_fully(path)


async def test_what_a_killed_server_left_opens_with_all_that_was_saved(tmp_path: Path) -> None:
    path = await served(tmp_path, killed=True)
    assert integrity.check_fully(path) == integrity.Contents(1, 1)
    store = await open_store(str(path))
    assert len(await store.entries("t1")) == 101
    await store.close()


async def test_a_server_killed_before_its_first_page_or_table_was_saved_starts_again(tmp_path: Path) -> None:
    path = tmp_path / "sabika.db"
    path.touch()
    await (await open_store(str(path))).close()
    path.unlink()
    change(path, "pragma journal_mode = wal")
    assert path.stat().st_size > 0
    store = await open_store(str(path))
    assert await store.count(Which()) == 0
    await store.close()


async def test_the_full_check_changes_nothing_and_play_goes_on(tmp_path: Path) -> None:
    path = await served(tmp_path)
    before = sorted(path.parent.iterdir())
    assert integrity.check_fully(path) == integrity.Contents(tables=1, finished=1)
    assert sorted(path.parent.iterdir()) == before
    store = await open_store(str(path))
    with integrity.reading(path) as db:
        assert db.execute("select version from game_table").fetchone() == (100,)
        await store.append("t1", 100, [Entry(b"more", 2)])
        integrity.check_pages(db)
    assert len(await store.entries("t1")) == 101
    await store.close()


async def test_a_backup_is_not_restored_under_the_log_of_another_file(tmp_path: Path) -> None:
    path = await served(tmp_path, killed=True)
    store = await open_store(str(tmp_path / "served" / "sabika.db"))
    await store.backup(tmp_path / "backup.db")
    await store.close()
    path.unlink()
    with pytest.raises(FileExistsError, match=r"sabika\.db-wal is the log of another file"):
        restore(tmp_path / "backup.db", str(path))
    path.with_name("sabika.db-wal").unlink()
    restore(tmp_path / "backup.db", str(path))
    assert integrity.check_fully(path) == integrity.Contents(1, 1)
