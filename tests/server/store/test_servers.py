"""Two servers on one PostgreSQL: people at one table, each on another server, and one of the two dies."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from sabika.server.common.ids import file_of
from sabika.server.live.bot_pool import BotPool
from sabika.server.live.tables import LiveTables
from sabika.server.ops.admin import ask
from sabika.server.ops.watchdog import FAILED
from sabika.server.protocol.answers import Done
from sabika.server.protocol.commands import Say
from sabika.server.store import open_store
from tests.server.caller import Caller, command, full_table, hello
from tests.server.crowd import Crowd
from tests.server.live_tables import ScriptedClient
from tests.server.memory_table import ANA, BEN, KEY, people
from tests.server.server_process import GENEROUS, ServerProcess
from tests.server.store.relay import behind_a_relay
from tests.server.wire import Wire, run

pytestmark = pytest.mark.process

SOON = 20.0


async def until(wire: Wire, kind: str, seconds: float = SOON, **fields: object) -> dict[str, Any]:
    """The next message of a kind in which these fields are so."""
    async with asyncio.timeout(seconds):
        while True:
            found: dict[str, Any] = msgspec.json.decode(await wire.inbox.get())
            if found["type"] == kind and all(found.get(name) == each for name, each in fields.items()):
                return found


async def at(caller: Caller, table: str) -> Wire:
    wire = await caller.socket(table)
    wire.say(hello(positions=False))
    await until(wire, "whole")
    return wire


async def story(first: ServerProcess, second: ServerProcess) -> None:
    ana, ben = await Caller(first.port).arrive("Ana"), await Caller(second.port).arrive("Ben")
    table = await full_table([ana, ben], "zatre", bots=["novice"])  # Ben sits down by way of the other server
    here, there = await at(ana, table), await at(ben, table)
    here.say(msgspec.json.encode(command("say", 0, text="good luck")))
    done = await until(here, "done")
    told = await until(there, "steps", version=done["version"])
    assert told["steps"][-1]["what"]["text"] == "good luck"

    # The same command by way of both servers is done once.
    once = command("say", 0, text="once")
    twice = [Caller(server.port, ana.token) for server in (first, second)]
    answers = await asyncio.gather(*(each.call("POST", f"/api/tables/{table}/commands", once) for each in twice))
    assert answers[0] == answers[1]

    # Who signs out by way of one server is soon nobody on the other.
    eva = await Caller(first.port).arrive("Eva")
    watching = await at(eva, table)
    await Caller(second.port, eva.token).call("DELETE", "/api/me/session")
    async with asyncio.timeout(SOON):
        assert await watching.closed == 4001

    # Who resigns is played on by a bot: the survivor sees to it, whichever server had the table.
    await ana.command(table, "resign", answers[0]["version"])
    first.kill()
    await ben.command(table, "resign", 9999)
    whole: dict[str, Any] = {}
    began = time.monotonic()
    while time.monotonic() - began < 60:
        whole = await Caller(second.port, ben.token).call("GET", f"/api/tables/{table}")
        if whole["table"]["status"] == "over":
            break
        await asyncio.sleep(0.5)
    assert whole["table"]["status"] == "over"


def test_two_servers_are_one_house_and_one_may_die(empty: str, tmp_path: Path) -> None:
    options = ("--database", empty, "--pace", "0")
    limits = {**GENEROUS, "session_seconds": 1}
    first = ServerProcess(tmp_path / "first", *options, limits=limits).start()
    (tmp_path / "second").mkdir()
    (tmp_path / "second" / "key").write_bytes((tmp_path / "first" / "key").read_bytes())
    (tmp_path / "second" / "key").chmod(0o600)
    second = ServerProcess(tmp_path / "second", *options, limits=limits).start()
    try:
        run(lambda: story(first, second))
        assert second.stop() == 0
        assert second.failures() == []
    finally:
        for server in (first, second):
            if server.alive():
                server.kill()


# The connections of both are cut.


async def test_every_table_goes_on_after_all_connections_were_cut(
    empty: str, postgresql: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever hears of a move just then cannot read it, and is told of it only once."""
    caplog.set_level(logging.CRITICAL)
    stores = [await open_store(empty) for _ in range(2)]
    servers = [LiveTables(store, KEY, bot_pool=BotPool(1), pace=0) for store in stores]
    for server in servers:
        await server.start()
    made = [(await servers[0].make(ANA, people(2))).id for _ in range(24)]
    here = [await ScriptedClient(servers[0], ANA).enter(table) for table in made]
    there = [await ScriptedClient(servers[1], BEN).enter(table) for table in made]
    with psycopg.connect(postgresql, autocommit=True) as db:
        db.execute("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()")
    versions = await asyncio.gather(*(says(servers[0], client) for client in here))
    for client, version in zip(there, versions, strict=True):
        await client.until(lambda each, version=version: each.version >= version, seconds=60)  # type: ignore[misc]
    for server in servers:
        await server.stop()
    for store in stores:
        await store.close()


async def says(server: LiveTables, client: ScriptedClient) -> int:
    """Until it is said: a client that is sent away comes again."""
    while True:
        answer = await client.do(Say, text="hello", name="once")
        if isinstance(answer, Done):
            return answer.version
        if client.client.gone:
            await client.enter(client.table.id)
        await asyncio.sleep(0.1)


# A network that swallows everything.


async def test_a_server_whose_database_is_silent_is_not_well_and_stops(
    empty: str, short_folder: Path, tmp_path: Path
) -> None:
    async with behind_a_relay(empty, short_folder) as (relay, url):
        server = ServerProcess(tmp_path / "data", "--database", url, limits=GENEROUS)
        await asyncio.to_thread(server.start)
        try:
            assert await asyncio.to_thread(ask, server.data, "GET", "/health") == (200, "well\n")
            relay.silent = True
            status, words = await asyncio.to_thread(ask, server.data, "GET", "/health")
            assert (status, words.startswith("the store")) == (503, True)
            relay.silent = False
            async with asyncio.timeout(60):
                while (await asyncio.to_thread(ask, server.data, "GET", "/health"))[0] != 200:
                    await asyncio.sleep(0.2)
            relay.silent = True
            assert await asyncio.to_thread(server.stop) in (0, FAILED)
        finally:
            if server.alive():
                server.kill()


def test_workers_of_one_server_share_a_database(empty: str, tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        crowd = Crowd(server.port)
        await crowd.sit_down(4, 2)
        crowd.begin()
        tables = {player.table for player in crowd.players}
        assert {file_of(table) for table in tables} == {0, 1}
        async with asyncio.timeout(6 * SOON):
            while not tables <= {told.table for told in crowd.told}:
                await asyncio.sleep(0.05)
        await crowd.go_home()
        assert not crowd.faults
        listed = await crowd.players[0].caller.call("GET", "/api/tables?list=mine")
        assert {card["id"] for card in listed["tables"]} == {crowd.players[0].table}

    server = ServerProcess(tmp_path, "--database", empty, "--workers", "2", limits=GENEROUS).start()
    try:
        run(lambda: play(server), 10 * SOON)
        assert not server.failures()
    finally:
        assert server.stop() == 0
    assert not list(tmp_path.glob("*.db"))
