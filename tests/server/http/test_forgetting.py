"""A guest who goes for good leaves no token and no name that anybody is shown."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path

import pytest

from sabika.server.common.ids import file_of
from sabika.server.common.limits import Limits
from sabika.server.common.metrics import Metrics
from sabika.server.http.forgetting import forget_person
from sabika.server.live.tables import LiveTables
from sabika.server.protocol.commands import Rematch, Resign, Say
from sabika.server.protocol.problems import ProblemError
from sabika.server.socket.connection import Connections
from tests.server.caller import Caller, Refused, full_table
from tests.server.live_tables import BotsHere, ScriptedClient, opened, run
from tests.server.memory_table import ANA, BEN
from tests.server.ops.test_operator import playing
from tests.server.server_process import COMMAND, ServerProcess, environment, started_server
from tests.server.wire import run as run_wire


async def names(tables: LiveTables, table: str) -> list[str | None]:
    """As a list and the table itself show them."""
    (card,) = (await tables.listed(ANA, "mine")).tables
    seen = [seat.name for seat in (await tables.look(table, ANA)).table.seats]
    assert [seat.name for seat in card.seats] == seen
    return seen


def test_a_guest_is_nameless_at_tables_that_are_over_and_the_game_stays_proven(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, bot_pool=BotsHere()) as tables:
            connections = Connections(tables, tables.store, Limits(), Metrics())
            await tables.store.add_person(BEN, b"ben")
            ana, ben = await playing(tables)
            table = ana.table.id
            await ben.do(Say, text="hello")
            with pytest.raises(ProblemError) as refused:
                await forget_person("ben", tables.store, tables, connections)
            assert refused.value.problem.code == "in-play"
            assert await tables.store.person_by_token(b"ben") == BEN
            for client in (ana, ben):
                await client.do(Resign)
            await ana.until(lambda client: client.table.status == "over", 60)
            proven = await tables.verify(table, ANA)
            await forget_person("ben", tables.store, tables, connections)
            await check(tables, ana, table)
            tables.cache.live.clear()  # and from the log
            await check(tables, ana, table)
            assert await tables.verify(table, ANA) == proven
            await ana.do(Rematch)
            assert ana.table.rematch is not None
            again = (await tables.look(ana.table.rematch, ANA)).table
            assert [seat.kept for seat in again.seats] == ["Ana", None]

    async def check(tables: LiveTables, ana: ScriptedClient, table: str) -> None:
        assert await names(tables, table) == ["Ana", "guest"]
        whole = await tables.look(table, ANA)
        assert b'"Ben"' not in ana.raw[-1]
        assert "Ben" not in repr([*whole.talk, *whole.recent, whole.table])
        assert [seat.bot for seat in whole.table.seats] == ["builder", "builder"]  # both had resigned
        row = await tables.store.row(table)
        assert row is not None
        assert row.seats == ("ana", None)
        assert await tables.store.person_by_token(b"ben") is None
        assert await tables.store.people("ben") == []

    run(story)


@pytest.mark.process
def test_a_guest_is_forgotten_in_all_processes(tmp_path: Path) -> None:
    async def story(server: ServerProcess) -> None:
        ana, ben, cleo = [await Caller(server.port).arrive(name) for name in ("Ana", "Ben", "Cleo")]
        tables = [await full_table([ana, ben, cleo], "zatre") for _ in range(2)]
        assert {file_of(table) for table in tables} == {0, 1}
        with pytest.raises(Refused) as refused:
            await ben.call("DELETE", "/api/me")
        assert refused.value.problem["code"] == "in-play"
        person = (await cleo.call("GET", "/api/me"))["id"]
        assert "not over" in await asyncio.to_thread(delete, server.data, person)
        for table in tables:
            await ana.command(table, "close", 0)
        await ben.call("DELETE", "/api/me")
        assert await ben.call("GET", "/api/me") == ""
        assert f"{person} is deleted." in await asyncio.to_thread(delete, server.data, person)
        assert "nobody with this id" in await asyncio.to_thread(delete, server.data, "Ana")
        for table in tables:
            seats = (await ana.call("GET", f"/api/tables/{table}"))["table"]["seats"]
            assert [seat["name"] for seat in seats] == ["Ana", "guest", "guest"]

    with started_server(tmp_path, "--workers", "2") as server:
        run_wire(lambda: story(server))
        server.stop()
        assert server.failures() == []


def delete(data: Path, person: str) -> str:
    words = ["people", "delete", person, "--data", str(data)]
    done = subprocess.run(
        [*COMMAND, *words], capture_output=True, text=True, env=environment(), timeout=60, check=False
    )
    return done.stdout + done.stderr
