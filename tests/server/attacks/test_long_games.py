"""A game that is drawn out as far as the rules allow holds nobody up, however it is looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from sabika.server.live.tables import LiveTables
from sabika.server.protocol.commands import Play
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.rest import Fork, MySeat, NewTable, SeatPlan, WhichFrames
from sabika.server.review import past
from sabika.server.table.views.replay import decisions
from tests.fuzz import FACTOR
from tests.server.attacks.cost import MOST, watched_server
from tests.server.attacks.long_game import drawn_out, plant
from tests.server.attacks.watched import Watch
from tests.server.caller import Caller
from tests.server.live_tables import BotsHere, opened
from tests.server.memory_table import ANA, BEN, TABLE
from tests.server.wire import run

SEATS = 6 if FACTOR > 1 else 4


@pytest.mark.process
def test_a_game_that_is_drawn_out_holds_nobody_up(tmp_path: Path) -> None:
    table = drawn_out(SEATS)
    step = decisions(table.state.game().record)[-2]
    near = f"first={step - 9}"
    paths = [
        "",
        "/record",
        f"/replay?{near}",
        f"/replay?{near}&words=true",
        "/verify",
        f"/position?step={step}",
        f"/review/decision?step={step}",
    ]

    async def look(port: int, watch: Watch) -> dict[str, float]:
        ana, found = await Caller(port).arrive("Ana"), {}
        for path in paths:
            watch.take()
            await ana.call("GET", f"/api/tables/{TABLE}{path}")
            found[path], _ = watch.take()
        seats = [{"type": "me", "name": f"Ana {n}"} for n in range(SEATS)]
        wanted = {"game": "alhambra", "seats": seats, "fork": {"table": TABLE, "step": step, "seat": 0}}
        await ana.call("POST", "/api/tables", wanted)
        found["fork"], _ = watch.take()
        return found

    plant(tmp_path / "data", table)
    with watched_server(tmp_path) as (server, watch):
        found = run(lambda: look(server.port, watch))
    assert server.failures() == []
    assert {path: seconds for path, seconds in found.items() if seconds > MOST} == {}


async def finished(tables: LiveTables, game: str) -> str:
    """A game that Ana has played to its end, for both seats."""
    wanted = NewTable(game=game, seats=[MySeat(), MySeat("Ana 2")], ready=True, seed=5)
    table = (await tables.make(ANA, wanted)).id
    live = await tables.cache.find(table)
    while (state := live.state).seating.status == "playing":
        played = state.game()
        move = played.game.notation(played.state.default())
        await tables.command(table, ANA, Play(f"p{state.version}", state.version, move))
    return table


Ask = Callable[[], Awaitable[object]]


async def answer(ask: Ask) -> object:
    """Or the problem."""
    try:
        return await ask()
    except ProblemError as error:
        return error.problem


@pytest.mark.parametrize("game", ["alhambra", "zatre"])
def test_a_long_game_is_looked_at_in_another_process_as_here(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened(tmp_path, bot_pool=BotsHere()) as tables:
            table = await finished(tables, game)
            step = (await tables.replay(table, ANA)).decisions[-2]

            async def fork(seat: int) -> bytes:
                seats: list[SeatPlan] = [MySeat(), MySeat("Ben 2")]
                wanted = NewTable(game=game, seats=seats, ready=True, fork=Fork(table=table, step=step, seat=seat))
                made = await tables.make(BEN, wanted)
                whole = await tables.look(made.id, BEN)
                assert whole.game is not None
                return msgspec.json.encode(whole.game.position)

            asks: dict[str, Ask] = {
                "replay": lambda: tables.replay(table, ANA, WhichFrames(step, 1, words=True)),
                "no seat": lambda: tables.replay(table, ANA, WhichFrames(step, 5)),
                "verify": lambda: tables.verify(table, None, "0" * 64),
                "position": lambda: tables.position(table, BEN, step),
                "no decision": lambda: tables.position(table, BEN, 10_000),
                "fork": lambda: fork(1),
                "fork of nobody": lambda: fork(7),
            }
            here = {name: await answer(ask) for name, ask in asks.items()}
            monkeypatch.setattr(past, "LONG", 1)
            assert {name: await answer(ask) for name, ask in asks.items()} == here

    asyncio.run(story())
