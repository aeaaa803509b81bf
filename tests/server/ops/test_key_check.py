"""Another key than the one that the tables were dealt with: refused in one line while games need the old one."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from sabika.cli import main
from sabika.server.live.bot_pool import BotPool
from sabika.server.live.tables import LiveTables
from sabika.server.ops.key_check import check_key
from sabika.server.ops.listen import CannotServe, server_key
from sabika.server.protocol.rest import NewTable
from sabika.server.store.sqlite.store import SqliteStore
from sabika.server.table import events
from sabika.server.table.luck import fingerprint
from tests.server.live_tables import Time
from tests.server.memory_table import ANA, people
from tests.server.server_process import COMMAND, environment

OLD, NEW = bytes(range(32)), bytes(range(1, 33))


async def with_tables(path: Path, *plans: NewTable, stamped: bool = True) -> list[str]:
    """A file with tables of the old key; not stamped: as an older version left it."""
    store = await SqliteStore.open(path / "sabika.db")
    if stamped:
        await check_key(store, OLD, new_key=False)
    tables = LiveTables(store, OLD, now=Time(), bot_pool=BotPool(1))
    made = [(await tables.make(ANA, plan)).id for plan in plans]
    await tables.stop()
    await store.close()
    return made


async def checked(path: Path, key: bytes, *, new_key: bool = False) -> str | None:
    """Which key the store knows after a server with this one came."""
    store = await SqliteStore.open(path / "sabika.db")
    try:
        await check_key(store, key, new_key=new_key)
        return await store.key()
    finally:
        await store.close()


@pytest.mark.parametrize("stamped", [True, False], ids=["with a fingerprint", "of an older version"])
def test_another_key_is_refused_while_tables_need_the_old_one(tmp_path: Path, stamped: bool) -> None:
    asyncio.run(with_tables(tmp_path, people(2), people(2), stamped=stamped))
    with pytest.raises(CannotServe, match="2 unfinished tables need another key") as refused:
        asyncio.run(checked(tmp_path, NEW))
    assert "\n" not in str(refused.value)
    assert fingerprint(NEW) in str(refused.value)
    assert (fingerprint(OLD) in str(refused.value)) == stamped
    assert asyncio.run(checked(tmp_path, OLD)) == fingerprint(OLD)


def test_another_key_is_taken_where_nothing_needs_the_old_one(tmp_path: Path) -> None:
    """No tables, or one whose luck somebody chose."""
    asyncio.run(with_tables(tmp_path, people(2, seed=7)))
    assert asyncio.run(checked(tmp_path, NEW)) == fingerprint(NEW)


def test_with_new_key_the_tables_are_closed_by_an_event(tmp_path: Path) -> None:
    first, chosen = asyncio.run(with_tables(tmp_path, people(2), people(2, seed=7)))
    assert asyncio.run(checked(tmp_path, NEW, new_key=True)) == fingerprint(NEW)

    async def look() -> None:
        store = await SqliteStore.open(tmp_path / "sabika.db")
        log = await store.entries(first)
        assert events.decode(log[-1].body) == events.Closed("key")
        rows = [await store.row(table) for table in (first, chosen)]
        assert [row and (row.status, row.deadline is None) for row in rows] == [("closed", True), ("gathering", False)]
        await store.close()

    asyncio.run(look())


def test_a_start_that_ended_while_it_closed_tables_is_not_taken_for_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(with_tables(tmp_path, people(2)))

    async def ends(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sabika.server.ops.key_check.close", ends)
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(checked(tmp_path, NEW, new_key=True))
    with pytest.raises(CannotServe, match="1 unfinished table needs another key"):
        asyncio.run(checked(tmp_path, NEW))


def test_a_server_that_is_there_keeps_its_key(tmp_path: Path) -> None:
    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "sabika.db")
        await check_key(store, OLD, new_key=False)
        await store.join("one", fingerprint(OLD), 60)
        with pytest.raises(CannotServe, match="another server on this database has another key"):
            await check_key(store, NEW, new_key=True)
        await store.leave("one")
        await check_key(store, NEW, new_key=True)
        await store.close()

    asyncio.run(work())


def command(*words: str) -> str:
    done = CliRunner().invoke(main, [*words])
    assert done.exit_code == 0, done.output
    return done.output


def test_a_restore_says_which_key_it_needs(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir(mode=0o700)
    key = server_key(old)

    async def made() -> None:
        store = await SqliteStore.open(old / "sabika.db")
        await check_key(store, key, new_key=False)
        tables = LiveTables(store, key, now=Time(), bot_pool=BotPool(1))
        await tables.make(ANA, people(2))
        await tables.stop()
        await store.close()

    asyncio.run(made())
    command("backup", str(tmp_path / "copy"), "--data", str(old))
    told = command("restore", str(tmp_path / "copy"), "--data", str(new))
    assert f"1 unfinished table goes on only with the key with the fingerprint {fingerprint(key)}" in told
    assert str(new / "key") in told
    (new / "sabika.db").unlink()
    shutil.copy(old / "key", new / "key")
    assert command("restore", str(tmp_path / "copy"), "--data", str(new)) == "All tables are restored.\n"


@pytest.mark.process
def test_the_command_refuses_in_one_line(tmp_path: Path) -> None:
    asyncio.run(with_tables(tmp_path, people(2)))
    words = [*COMMAND, "serve", "--data", str(tmp_path), "--port", "0"]
    done = subprocess.run(words, capture_output=True, text=True, env=environment(), timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "put that key in place, or close them with --new-key" in done.stderr
