"""Several files as one store: every table is found by its name, and lists, backups and restores are of all of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sabika.server.common.ids import file_of, is_id, new_id, next_id
from sabika.server.store import Entry, Person, Store, TableRow, Unavailable, Which, open_store, restore
from sabika.server.store.sqlite.files import FilesStore, files_beside


def row(table: str, made: int = 0, deadline: int | None = None) -> TableRow:
    return TableRow(table, "zatre", "ana", made, "gathering", True, ("ana", None), deadline, b"title")


async def filled(folder: Path) -> tuple[Store, list[str]]:
    """Nine tables in three files, made one after another."""
    store = await FilesStore.open(folder / "sabika.db", range(3))
    tables = [new_id(n % 3) for n in range(9)]
    await store.add_person(Person("ana", "Ana", 0), b"token")
    for n, table in enumerate(tables):
        await store.create(row(table, made=n, deadline=100 - n), [Entry(b"made", n), Entry(b"more", n)])
    return store, tables


def ids_in(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as db:
        return {table for (table,) in db.execute("select id from game_table")}


def test_a_name_says_which_file_a_table_is_in() -> None:
    for file in (0, 1, 30):
        table = new_id(file)
        assert is_id(table)
        assert file_of(table) == file
        assert is_id(next_id(table))
        assert file_of(next_id(table)) == file, "a rematch is where the first game was"
    assert file_of("t-1") == 0
    for text in ("", new_id() + "2", new_id(1) + "a", new_id(1).upper()):
        assert not is_id(text)


async def test_every_table_is_in_its_file_and_found_by_any_number_of_processes(tmp_path: Path) -> None:
    store, tables = await filled(tmp_path)
    await store.close()
    for file, name in enumerate(["sabika.db", "sabika-1.db", "sabika-2.db"]):
        assert ids_in(tmp_path / name) == {table for table in tables if file_of(table) == file}
    assert files_beside(tmp_path / "sabika.db") == [0, 1, 2]
    again = await open_store(str(tmp_path / "sabika.db"))
    assert [len(await again.entries(table)) for table in tables] == [2] * 9
    assert await again.person_by_token(b"token") == Person("ana", "Ana", 0)
    await again.close()


async def test_lists_and_counts_are_of_all_files(tmp_path: Path) -> None:
    store, tables = await filled(tmp_path)
    which = Which(public=True, status=("gathering",))
    assert [each.id for each in await store.rows(which)] == tables[::-1]
    assert [each.id for each in await store.rows(which, limit=4, skip=3)] == tables[::-1][3:7]
    assert [each.id for each in await store.rows(Which(due=95))] == [tables[8], tables[7], tables[6], tables[5]]
    assert await store.count(which) == 9
    await store.close()


async def test_leases_of_all_files_are_kept_and_given_back(tmp_path: Path) -> None:
    store, tables = await filled(tmp_path)
    assert all([await store.hold(table, "me", 60) for table in tables])
    assert set(await store.renew("me", 60)) == set(tables)
    await store.release("me", tables[1])
    assert set(await store.renew("me", 60)) == set(tables) - {tables[1]}
    await store.release("me")
    assert await store.renew("me", 60) == []
    await store.close()


async def test_who_listens_hears_of_all_files(tmp_path: Path) -> None:
    store, tables = await filled(tmp_path)
    ear = store.listen()
    for table in tables[:3]:
        await store.append(table, 2, [Entry(b"later", 10)])
    assert {await anext(ear) for _ in range(3)} == {(table, 3) for table in tables[:3]}
    await store.close()


async def test_a_file_of_another_process_is_not_written(tmp_path: Path) -> None:
    store = await FilesStore.open(tmp_path / "sabika.db", [1])
    with pytest.raises(Unavailable):
        await store.create(row(new_id(2)), [Entry(b"made", 0)])
    with pytest.raises(Unavailable):
        await store.add_person(Person("ana", "Ana", 0), b"token")
    assert await store.row(new_id(2)) is None
    assert await store.entries(new_id(2)) == []
    await store.close()
    assert not (tmp_path / "sabika.db").exists()


async def test_a_backup_is_one_file_and_a_restore_puts_every_table_into_its_own(tmp_path: Path) -> None:
    store, tables = await filled(tmp_path)
    await store.backup(tmp_path / "backup")
    with pytest.raises(FileExistsError):
        await store.backup(tmp_path / "backup")
    await store.close()
    assert ids_in(tmp_path / "backup") == set(tables)
    assert not list(tmp_path.glob("backup.*"))
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    restore(tmp_path / "backup", str(fresh / "sabika.db"))
    assert ids_in(fresh / "sabika-2.db") == {table for table in tables if file_of(table) == 2}
    again = await open_store(str(fresh / "sabika.db"))
    assert [[entry.body for entry in await again.entries(table)] for table in tables] == [[b"made", b"more"]] * 9
    assert await again.person_by_token(b"token") is not None
    await again.close()


async def test_a_restore_replaces_no_file(tmp_path: Path) -> None:
    store, _ = await filled(tmp_path)
    await store.backup(tmp_path / "backup")
    await store.close()
    (tmp_path / "sabika.db").unlink()
    with pytest.raises(FileExistsError):
        restore(tmp_path / "backup", str(tmp_path / "sabika.db"))
    assert not (tmp_path / "sabika.db").exists()
