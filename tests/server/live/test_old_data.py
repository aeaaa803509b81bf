"""Tables and a backup that an older version wrote: they are read, shown as they were, and played on.

`tests/server/old_data` was written with protocol 1 and snapshots of form 1 by `write.py.txt`, which says how. Leave it
as it is.
"""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabika.server.common.guests import Person
from sabika.server.http.guests import hashed
from sabika.server.live.bot_pool import BotPool
from sabika.server.live.tables import LiveTables
from sabika.server.protocol.answers import Done
from sabika.server.protocol.commands import Play, Ready, Return, Sit
from sabika.server.store import restore
from sabika.server.store.sqlite.store import SqliteStore
from sabika.server.table import snapshot
from tests.server.live_tables import ScriptedClient, Time, run

OLD = Path(__file__).parents[1] / "old_data"
KEY = bytes(range(32))
ANA, BEN, CLEO = (Person(f"p-{name.lower()}", name, 1_790_000_000_000) for name in ("Ana", "Ben", "Cleo"))
EXPECTED: dict[str, Any] = msgspec.json.decode(gzip.decompress((OLD / "expected.json.gz").read_bytes()))
TABLES: dict[str, dict[str, Any]] = EXPECTED["tables"]
PLAYING = [name for name, table in TABLES.items() if table["status"] == "playing"]


def unpacked(name: str, folder: Path) -> Path:
    file = folder / name
    file.write_bytes(gzip.decompress((OLD / f"{name}.gz").read_bytes()))
    return file


async def opened(file: Path) -> LiveTables:
    time = Time()
    time.now = EXPECTED["now"]
    return LiveTables(await SqliteStore.open(file), KEY, bot_pool=BotPool(1), now=time, pace=0)


async def closed(tables: LiveTables) -> None:
    await tables.stop()
    await tables.store.close()


async def entered(tables: LiveTables, person: Person, table: str) -> ScriptedClient:
    client = await ScriptedClient(tables, person).enter(table)
    client.sent = 10_000  # commands of the same ids were done by the older version
    return client


async def shown(tables: LiveTables, table: str) -> dict[str, Any]:
    """What the older version wrote down of a table."""
    state = (await tables.cache.find(table)).state
    game, seating = state.table, state.seating
    return {
        "id": table,
        "version": state.version,
        "status": seating.status,
        "names": [seat.bot or seat.name for seat in seating.seats],
        "deadline": state.deadline,
        "asked": state.asked,
        "position": None if game is None else game.position,
        "record": None if game is None else await tables.record(table, None),
        "scores": None if seating.outcome is None else seating.outcome.scores,
        "winners": None if seating.outcome is None else seating.outcome.winners,
        "talk": [step.what.text for step in seating.talk],  # type: ignore[union-attr]  # talk is what was said
    }


@pytest.mark.parametrize("name", ["tables.db", "backup.db"])
def test_every_table_is_as_it_was_left(tmp_path: Path, name: str) -> None:
    async def work() -> None:
        file = unpacked(name, tmp_path)
        if name == "backup.db":
            file = tmp_path / "restored.db"
            restore(tmp_path / name, str(file))
        tables = await opened(file)
        for table in TABLES.values():
            assert await shown(tables, table["id"]) == table
        assert {card.id for card in (await tables.listed(ANA, "mine")).tables} >= {TABLES["over"]["id"]}
        assert await tables.store.person_by_token(hashed("token of Ana")) == ANA
        await closed(tables)

    run(work)


def test_a_snapshot_of_an_older_form_is_not_read_and_a_new_one_is_written(tmp_path: Path) -> None:
    async def work() -> None:
        tables = await opened(unpacked("tables.db", tmp_path))
        table = TABLES["held"]["id"]
        kept = await tables.store.snapshot(table)
        assert kept is not None
        assert b'"form":1' in kept.body
        assert snapshot.read(table, tables.seal, kept.body) is None
        await tables.cache.find(table)
        await closed(tables)
        again = await opened(tmp_path / "tables.db")
        kept = await again.store.snapshot(table)
        assert kept is not None
        assert snapshot.read(table, again.seal, kept.body) is not None
        await closed(again)

    run(work)


@pytest.mark.process
@pytest.mark.parametrize("name", PLAYING)
def test_a_game_is_played_on_to_its_end(tmp_path: Path, name: str) -> None:
    async def work() -> None:
        tables = await opened(unpacked("tables.db", tmp_path))
        table = TABLES[name]["id"]
        clients = [await entered(tables, person, table) for person in (ANA, BEN, CLEO)]
        if name == "held":
            assert isinstance(await clients[2].do(Return), Done)  # the bot gives the seat back
        while (await tables.cache.find(table)).state.seating.status == "playing":
            mover = next((client for client in clients if client.game.options), None)
            if mover is None:
                await asyncio.sleep(0.01)  # a bot thinks
            else:
                assert isinstance(await mover.do(Play, move=mover.game.options[-1].move), Done)  # type: ignore[index]
        assert (await tables.verify(table, ANA)).luck == "sealed"
        await closed(tables)

    run(work)


def test_a_table_that_gathered_begins(tmp_path: Path) -> None:
    async def work() -> None:
        tables = await opened(unpacked("tables.db", tmp_path))
        ana, ben = [await entered(tables, person, TABLES["gathering"]["id"]) for person in (ANA, BEN)]
        assert isinstance(await ana.do(Sit), Done)
        for client in (ana, ben):
            assert isinstance(await client.do(Ready), Done)
        assert ana.table.status == "playing"
        await closed(tables)

    run(work)
