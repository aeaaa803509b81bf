"""About the longest game that the rules allow: nobody buys a tile until the game would end for it (A32)."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from sabika.engine.table import Table
from sabika.server.protocol.commands import Play
from sabika.server.protocol.rest import MySeat, NewTable
from sabika.server.store.sqlite.store import SqliteStore
from sabika.server.table.listing import row_of
from tests.server.memory_table import ANA, TABLE, MemoryTable

STALLING = ("remove", "add", "swap", "take")  # the first kind that there is


def drawn_out(seats: int) -> MemoryTable:
    """Such a game of Alhambra, all seats Ana's; of six about 10,000 steps."""
    table = MemoryTable(NewTable(game="alhambra", seats=[MySeat(f"Ana {n}") for n in range(seats)], ready=True, seed=7))
    chance = random.Random(1)
    while table.state.seating.status == "playing":
        table.do(ANA, Play, move=stalling(table.state.game(), chance))
    return table


def stalling(table: Table, chance: random.Random) -> str:
    options = [table.game.notation(int(move)) for move in table.moves()]
    idle = int(table.position.partition(" idle=")[2].split(" ")[0])
    last = idle >= 50 * table.state.seats - 2 * table.state.seats
    wanted = ("place", "buy", *STALLING) if last else ("place", *STALLING)
    found = next((some for kind in wanted if (some := [move for move in options if move.startswith(kind)])), options)
    return chance.choice(found)


def plant(data: Path, table: MemoryTable) -> str:
    """Into the folder of a server that is not running; the table's id."""

    async def create() -> None:
        store = await SqliteStore.open(data / "sabika.db")
        try:
            await store.create(row_of(table.state), table.log)
        finally:
            await store.close()

    data.mkdir(mode=0o700)
    asyncio.run(create())
    return TABLE
