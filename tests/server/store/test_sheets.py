"""Companion sheets in every store: a log each, optimistic versions, commands that count once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sabika.server.store import Missing, Repeated, Stale, Store, Taken, open_store, restore
from sabika.server.store.base import IdleSheet, SheetLine


def line(body: str, command: str | None = None, at: int = 10) -> SheetLine:
    return SheetLine(body.encode(), at, command)


async def test_a_sheet_is_a_log(store: Store) -> None:
    assert await store.sheet_version("s1") is None
    assert await store.sheet_log("s1") == []
    await store.create_sheet("s1", line("a"))
    await store.append_sheet("s1", 1, line("b", "c1", 11))
    await store.append_sheet("s1", 2, line("c", "c2", 12))
    assert await store.sheet_version("s1") == 3
    assert await store.sheet_log("s1") == [line("a"), line("b", "c1", 11), line("c", "c2", 12)]
    assert await store.sheet_command("s1", "c1") == 2
    assert await store.sheet_command("s1", "c3") is None
    with pytest.raises(Taken):
        await store.create_sheet("s1", line("x"))


async def test_what_is_stale_repeated_or_missing_changes_nothing(store: Store) -> None:
    await store.create_sheet("s1", line("a"))
    await store.append_sheet("s1", 1, line("b", "c1"))
    with pytest.raises(Stale) as stale:
        await store.append_sheet("s1", 1, line("x", "c2"))
    assert stale.value.version == 2
    for expected in (1, 2):
        with pytest.raises(Repeated) as repeated:
            await store.append_sheet("s1", expected, line("x", "c1"))
        assert repeated.value.seq == 2
    with pytest.raises(Missing):
        await store.append_sheet("s2", 1, line("x", "c1"))
    assert await store.sheet_version("s1") == 2
    assert len(await store.sheet_log("s1")) == 2


async def test_of_many_at_once_one_is_saved(store: Store) -> None:
    await store.create_sheet("s1", line("a"))
    others = [store.append_sheet("s1", 1, line(str(n), f"c{n}")) for n in range(20)]
    found = await asyncio.gather(*others, return_exceptions=True)
    assert found.count(None) == 1
    assert all(each is None or isinstance(each, Stale) for each in found)
    again = [store.append_sheet("s1", 2, line("same", "same")) for _ in range(20)]
    found = await asyncio.gather(*again, return_exceptions=True)
    assert found.count(None) == 1
    assert all(each is None or isinstance(each, Repeated) for each in found)
    assert await store.sheet_version("s1") == 3


async def test_idle_sheets_go_and_those_in_use_stay(store: Store) -> None:
    for n in range(4):
        await store.create_sheet(f"s{n}", line("a", at=n))
    await store.append_sheet("s0", 1, line("b", at=50))
    assert await store.idle_sheets(3, 10) == [IdleSheet("s1", 1), IdleSheet("s2", 2)]
    assert await store.idle_sheets(3, 1) == [IdleSheet("s1", 1)]
    assert not await store.delete_sheet("s0", 3)
    assert await store.delete_sheet("s1", 3)
    assert not await store.delete_sheet("s1", 3)
    assert await store.sheet_log("s1") == []
    assert [await store.sheet_version(f"s{n}") for n in range(4)] == [2, None, 1, 1]


async def test_a_backup_holds_sheets(store: Store, tmp_path: Path) -> None:
    await store.create_sheet("s1", line("a"))
    await store.append_sheet("s1", 1, line("b", "c1", 11))
    await store.backup(tmp_path / "copy.db")
    (tmp_path / "restored").mkdir()
    restore(tmp_path / "copy.db", str(tmp_path / "restored" / "sabika.db"))
    other = await open_store(str(tmp_path / "restored" / "sabika.db"))
    try:
        assert await other.sheet_log("s1") == [line("a"), line("b", "c1", 11)]
        with pytest.raises(Repeated):
            await other.append_sheet("s1", 2, line("x", "c1"))
    finally:
        await other.close()
