"""Playing on from a decision of a finished game: a new table, for whoever may look at the old one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from sabika.engine.record import read
from sabika.engine.table import Table
from sabika.engine.verify import verify
from sabika.games import GAMES
from sabika.server.common.guests import Person
from sabika.server.live.tables import LiveTables
from sabika.server.protocol.commands import Play
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.rest import BotSeat, Fork, MySeat, NewTable, SeatPlan, WhichFrames
from sabika.server.protocol.views import Beginning
from tests.server.live_tables import opened, run
from tests.server.memory_table import ANA, BEN

PAIR: list[SeatPlan] = [MySeat(), MySeat("Ana 2")]
BOTS: list[SeatPlan] = [BotSeat("random"), MySeat()]


async def played(tables: LiveTables, game: str, **more: object) -> str:
    """A game that Ana has played to its end, for both seats."""
    made = await tables.make(ANA, NewTable(game=game, seats=PAIR, ready=True, seed=5, **more))  # type: ignore[arg-type]
    return await finished(tables, made.id)


async def finished(tables: LiveTables, table: str) -> str:
    live = await tables.cache.find(table)
    for n in range(3000):
        state = live.state
        if state.table is None or state.table.over:
            return table
        move = state.table.game.notation(state.table.state.default())
        await tables.command(table, ANA, Play(f"p{n}", state.version, move))
    raise AssertionError("it does not end")


async def fork(tables: LiveTables, table: str, step: int, who: Person = ANA, **more: object) -> str:
    live = await tables.cache.find(table)
    game, at = live.state.seating.created.game, Fork(table, step, 1)
    wanted = NewTable(game=game, seats=more.pop("seats", BOTS), ready=True, fork=at, **more)  # type: ignore[arg-type]
    return (await tables.make(who, wanted)).id


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_is_played_on_and_the_record_says_where_from(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            source = await played(tables, game)
            replay = await tables.replay(source, ANA, WhichFrames(seat=1))
            step = replay.decisions[len(replay.decisions) // 2]
            made = await fork(tables, source, step, seats=PAIR, practice=True)
            whole = await tables.look(made, ANA)
            assert whole.table.begins == Beginning(source, step, 1 if game == "zatre" else None)
            old = Table.replay(await tables.record(source, None), step)
            live = await tables.cache.find(made)
            assert live.state.table is not None
            assert old.game.view(live.state.table.state, 1) == old.view(1)
            text = await tables.record(await finished(tables, made), ANA)
            assert (read(text).origin, verify(text).luck) == (f"{source} step {step}", "sealed")
            again = (await tables.replay(made, ANA)).decisions[-2]
            await fork(tables, made, again)  # and so on

    run(story)


def test_a_fork_against_bots_begins_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            source = await played(tables, "alhambra_dice")
            step = (await tables.replay(source, ANA)).decisions[3]
            whole = await tables.look(await fork(tables, source, step, who=BEN), BEN)
            assert (whole.table.status, whole.table.you.seats) == ("playing", [1])

    run(story)


def test_what_cannot_be_forked(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            secret = await played(tables, "zatre", spectators=False)
            going = (await tables.make(ANA, NewTable(game="zatre", seats=PAIR, ready=True))).id
            source = await played(tables, "alhambra_dice")
            decision, nowhere = (await tables.replay(source, ANA)).decisions[0], Fork("tab2345tab67", 0, 0)
            codes: dict[str, Callable[[], Awaitable[object]]] = {
                "no-spectators": lambda: fork(tables, secret, 0, who=BEN),
                "not-over": lambda: fork(tables, going, 0),
                "bad-seats": lambda: fork(tables, source, decision, seats=[MySeat()]),
                "no-table": lambda: tables.make(ANA, NewTable(game="zatre", seats=PAIR, fork=nowhere)),
            }
            for code, ask in codes.items():
                with pytest.raises(ProblemError) as error:
                    await ask()
                assert error.value.problem.code == code
            for more in ({"position": "zatre:1"}, {"game": "zatre"}):
                wanted = {"game": "alhambra_dice", "seats": PAIR, "fork": Fork(source, decision, 0), **more}
                with pytest.raises(ProblemError) as error:
                    await tables.make(ANA, NewTable(**wanted))  # type: ignore[arg-type]
                assert error.value.problem.code == "bad-position"

    run(story)


def test_a_closed_game_has_no_end_to_look_at(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            going = (await tables.make(ANA, NewTable(game="zatre", seats=PAIR, ready=True))).id
            await tables.close(going)
            with pytest.raises(ProblemError) as error:
                await fork(tables, going, 0)
            assert error.value.problem.code == "not-over"

    run(story)
