"""One server in several processes: nobody who uses it can tell."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from sabika.cli.serve import number_of_workers
from sabika.server.common.ids import file_of
from sabika.server.ops.admin import ask
from sabika.server.ops.backup import restore
from tests.server.caller import Caller, Refused, full_table, hello
from tests.server.crowd import Crowd
from tests.server.server_process import GENEROUS, ServerProcess, has_ended, started_server
from tests.server.wire import Wire, run

pytestmark = pytest.mark.process
PATIENCE = 60.0  # seconds; the machine may be busy
MINE = [{"type": "me"}, {"type": "person"}]


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.02)


async def make(caller: Caller, **more: object) -> str:
    made = await caller.call("POST", "/api/tables", {"game": "zatre", "seats": MINE, **more})
    return str(made["id"])


@asynccontextmanager
async def watching(caller: Caller, table: str) -> AsyncIterator[Wire]:
    wire = await caller.socket(table)
    wire.say(hello())
    assert b'"whole"' in await wire.inbox.get()
    try:
        yield wire
    finally:
        wire.close()


def test_tables_of_all_workers_are_one_server(tmp_path: Path) -> None:
    """Lists, counts, commands, records, positions, forks, reviews and rematches hold over all workers."""

    async def play(server: ServerProcess) -> list[str]:
        ana, ben = [await Caller(server.port).arrive(name) for name in ("Ana", "Ben")]
        tables = [await make(ana, public=True) for _ in range(6)]
        assert sorted(map(file_of, tables)) == [0, 0, 1, 1, 2, 2]
        listed = await ben.call("GET", "/api/tables?list=open")
        assert [card["id"] for card in listed["tables"]] == tables[::-1]
        with pytest.raises(Refused) as refused:
            await make(ana)
        assert refused.value.problem["code"] == "too-many"
        for table in tables:
            sat = await ben.command(table, "sit", 0)
            assert (await ana.call("GET", f"/api/tables/{table}"))["version"] == sat["version"]
            with pytest.raises(Refused) as refused:
                await ben.command(table, "play", sat["version"], move="pass")
            assert refused.value.status == 409
        for name in ("2" * 12, "2" * 12 + "3", "2" * 12 + "z", "nonsense"):
            with pytest.raises(Refused) as refused:
                await ana.call("GET", f"/api/tables/{name}")
            assert refused.value.status == 404
        return tables

    async def resign(server: ServerProcess) -> None:
        ana, ben = [await Caller(server.port).arrive(name) for name in ("Ana", "Ben")]
        for _ in range(3):
            table = await full_table([ana, ben], "zatre")
            for person in (ana, ben):
                version = (await ana.call("GET", f"/api/tables/{table}"))["version"]
                await person.command(table, "resign", version)
            async with asyncio.timeout(PATIENCE):
                while (seen := await ana.call("GET", f"/api/tables/{table}"))["table"]["status"] != "over":
                    await asyncio.sleep(0.1)
            again = await ana.command(table, "rematch", seen["version"])
            assert file_of(again["table"]) == file_of(table)
            assert (await ana.call("GET", f"/api/tables/{table}/verify"))["luck"]
            step = (await ana.call("GET", f"/api/tables/{table}/replay"))["decisions"][0]
            assert (await ana.call("GET", f"/api/tables/{table}/position?step={step}"))["game"] == "zatre"
            fork = {"table": table, "step": step, "seat": 0}
            forked = await make(ana, seats=[{"type": "me"}, {"type": "bot", "bot": "novice"}], fork=fork)
            assert file_of(forked) == file_of(table)
            assert (await ben.call("GET", f"/api/tables/{table}/review"))["version"] >= 0

    with started_server(tmp_path, "--workers", "3", limits={"open_tables": 6}) as server:
        tables = run(lambda: play(server), PATIENCE)
        run(lambda: resign(server), 2 * PATIENCE)
    assert not server.failures()
    with started_server(tmp_path) as alone:  # any number of processes finds all tables
        run(lambda: all_there(alone, tables), PATIENCE)
    with started_server(tmp_path, "--workers", "2") as two:
        run(lambda: all_there(two, tables), PATIENCE)


async def all_there(server: ServerProcess, tables: list[str]) -> None:
    looker = await Caller(server.port).arrive("Looker")
    for table in tables:
        assert (await looker.call("GET", f"/api/tables/{table}"))["version"] > 1


def test_sockets_count_and_sign_out_wherever_they_are(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        ana = await Caller(server.port).arrive("Ana")
        tables = [await make(ana) for _ in range(4)]
        async with watching(ana, tables[0]), watching(ana, tables[1]) as far:
            with pytest.raises(ConnectionRefusedError) as refused:
                await ana.socket(tables[3])
            assert refused.value.args[0] == 429
            far.close()
            await until_let_in(ana, tables[3])
        status, text = await asyncio.to_thread(ask, tmp_path, "GET", "/metrics")
        assert status == 200
        assert "\nsabika_tables 4\n" in text
        async with watching(ana, tables[1]) as far:
            await ana.call("DELETE", "/api/me/session")
            async with asyncio.timeout(PATIENCE):
                assert await far.closed == 4001

    with started_server(tmp_path, "--workers", "2", limits={"person_sockets": 2}) as server:
        run(lambda: play(server), 2 * PATIENCE)
        assert not server.failures()


async def until_let_in(caller: Caller, table: str) -> None:
    """The place of a socket that was closed is free as soon as the server has heard of it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                (await caller.socket(table)).close()
            except ConnectionRefusedError:
                await asyncio.sleep(0.05)
            else:
                return


def test_a_request_on_a_kept_alive_connection_finds_its_table(tmp_path: Path) -> None:
    async def ask_all(server: ServerProcess) -> None:
        ana = await Caller(server.port).arrive("Ana")
        tables = [await make(ana) for _ in range(4)]
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        for table in tables:
            writer.write(ana.request("GET", f"/api/tables/{table}", None).replace(b"Connection: close\r\n", b""))
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200")
            size = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            assert table.encode() in await reader.readexactly(size)
        writer.close()

    with started_server(tmp_path, "--workers", "2") as server:
        run(lambda: ask_all(server), PATIENCE)


def test_a_worker_that_dies_is_started_again_and_its_tables_go_on(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        crowd = Crowd(server.port)
        await crowd.sit_down(6, 2)
        crowd.begin()
        for _ in range(2):
            await moved(crowd)
            before = server.workers()
            os.kill(before[0], signal.SIGKILL)
            await until(lambda gone=before: bool(set(server.workers()) - set(gone)))  # type: ignore[misc]  # bound now
            await moved(crowd)
        status, text = await asyncio.to_thread(ask, tmp_path, "GET", "/health")
        assert (status, text) == (200, "well\n")
        await crowd.go_home()
        assert not crowd.faults

    with started_server(tmp_path, "--workers", "2", limits=GENEROUS) as server:
        run(lambda: play(server), 4 * PATIENCE)
        assert not server.failures()


async def moved(crowd: Crowd) -> None:
    """Every table has gone on."""
    before = len(crowd.told)
    tables = {player.table for player in crowd.players}
    await until(lambda: tables <= {told.table for told in crowd.told[before:]} | crowd.finished)


@pytest.mark.parametrize("how", ["kill", "stop"])
def test_when_the_main_process_ends_nothing_is_left_running(tmp_path: Path, how: str) -> None:
    server = ServerProcess(tmp_path, "--workers", "3").start()
    workers = server.workers()
    assert len(workers) == 2
    if how == "kill":
        server.kill()
    else:
        assert server.stop() == 0
    run(lambda: until(lambda: all(map(has_ended, workers))), PATIENCE)


def test_bots_of_all_workers_think_in_the_pool_of_the_machine(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        ana = await Caller(server.port).arrive("Ana")
        bots = [{"type": "bot", "bot": "random"}, {"type": "bot", "bot": "novice"}]
        tables = [await make(ana, seats=bots) for _ in range(2)]
        async with asyncio.timeout(2 * PATIENCE):
            for table in tables:
                while (await ana.call("GET", f"/api/tables/{table}"))["table"]["status"] != "over":
                    await asyncio.sleep(0.2)

    with started_server(tmp_path, "--workers", "2", "--pace", "0", limits=GENEROUS) as server:
        run(lambda: play(server), 3 * PATIENCE)
        assert not server.failures()


def test_a_backup_of_the_running_server_has_all_tables(tmp_path: Path) -> None:
    async def fill(server: ServerProcess) -> list[str]:
        ana = await Caller(server.port).arrive("Ana")
        tables = [await make(ana) for _ in range(4)]
        status, text = await asyncio.to_thread(ask, server.data, "POST", "/backup", str(tmp_path / "backup"))
        assert status == 200, text
        return tables

    with started_server(tmp_path / "data", "--workers", "2") as server:
        tables = run(lambda: fill(server), PATIENCE)
    with closing(sqlite3.connect(tmp_path / "backup")) as db:
        assert {table for (table,) in db.execute("select id from game_table")} == set(tables)
    restore(tmp_path / "backup", tmp_path / "new", "")
    shutil.copy(tmp_path / "data" / "key", tmp_path / "new" / "key")
    with started_server(tmp_path / "new", "--workers", "2") as again:
        run(lambda: all_there(again, tables), PATIENCE)


@pytest.mark.parametrize("text", ["0", "32", "-1", "many", ""])
def test_what_is_no_number_of_workers(text: str) -> None:
    with pytest.raises(ValueError, match="--workers is auto or a number from 1 to 31"):
        number_of_workers(text)


def test_auto_takes_the_cores() -> None:
    assert number_of_workers("auto") == len(os.sched_getaffinity(0))
    assert number_of_workers("3") == 3
