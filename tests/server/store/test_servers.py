"""Two servers on one PostgreSQL: people at one table, each on another server, and one of the two dies."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec

from tests.server.caller import Caller, command, full_table, hello
from tests.server.house import GENEROUS, House
from tests.server.wire import Wire, run

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


async def story(first: House, second: House) -> None:
    ana, ben = await Caller(first.port).arrive("Ana"), await Caller(second.port).arrive("Ben")
    table = await full_table([ana, ben], "zatre", bots=["novice"])  # Ben sits down by way of the other server
    here, there = await at(ana, table), await at(ben, table)
    here.say(msgspec.json.encode(command("say", 0, text="good luck")))
    done = await until(here, "done")
    told = await until(there, "steps", version=done["version"])
    assert told["steps"][-1]["what"]["text"] == "good luck"

    # The same command by way of both servers is done once.
    once = command("say", 0, text="once")
    twice = [Caller(house.port, ana.token) for house in (first, second)]
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
    first = House(tmp_path / "first", *options, limits=limits).start()
    (tmp_path / "second").mkdir()
    (tmp_path / "second" / "key").write_bytes((tmp_path / "first" / "key").read_bytes())
    (tmp_path / "second" / "key").chmod(0o600)
    second = House(tmp_path / "second", *options, limits=limits).start()
    try:
        run(lambda: story(first, second))
        assert second.stop() == 0
        assert second.failures() == []
    finally:
        for house in (first, second):
            if house.alive():
                house.kill()
