"""A stranger's hundred viziers do not keep another person's builder from moving."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from tests.server.caller import Caller, full_table, hello
from tests.server.server_process import ServerProcess, started_server
from tests.server.wire import run

pytestmark = pytest.mark.process

TABLES = 40
VIZIERS = {"game": "alhambra", "seats": [{"type": "bot", "bot": "vizier"}] * 6, "ready": True}
PATIENCE = 10.0  # seconds; a bot's least time is 0.6, and all the viziers together take hours


async def make_tables(running: ServerProcess) -> None:
    makers = [await Caller(running.port).arrive("Eve") for _ in range(4)]
    for n in range(TABLES):
        await makers[n % 4].call("POST", "/api/tables", VIZIERS)


async def bot_moves(running: ServerProcess) -> None:
    """Somebody else sits down with a builder and plays until the builder has had its turn."""
    ana = await Caller(running.port).arrive("Ana")
    table = await full_table([ana], "zatre", bots=["builder"])
    wire = await ana.socket(table)
    wire.say(hello())
    bot_asked = False
    while True:
        told = msgspec.json.decode(await wire.inbox.get())
        game = told.get("game")
        if game is not None and game["asked"] == 1:
            bot_asked = True
        elif game is not None and bot_asked:
            return
        elif game is not None:
            await ana.command(table, "play", told["version"], move=game["options"][0]["move"])


def test_many_viziers_do_not_delay_a_builder(tmp_path: Path) -> None:
    async def story(running: ServerProcess) -> None:
        await make_tables(running)
        async with asyncio.timeout(PATIENCE):
            await bot_moves(running)

    with started_server(tmp_path) as running:
        run(lambda: story(running))
