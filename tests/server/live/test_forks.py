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
from sabika.server.table.views.replay import decisions
from tests.server.live_tables import BotsHere, opened, run
from tests.server.memory_table import ANA, BEN

PAIR: list[SeatPlan] = [MySeat(), MySeat("Ana 2")]
BOTS: list[SeatPlan] = [BotSeat("random"), MySeat()]


async def played(tables: LiveTables, game: str, **more: object) -> str:
    """A game that Ana has played to its end, for both seats."""
    made = await tables.make(ANA, NewTable(game=game, seats=PAIR, ready=True, seed=5, **more))  # type: ignore[arg-type]
    return await finished(tables, made.id)


async def finished(tables: LiveTables, table: str, who: Person = ANA) -> str:
    live = await tables.cache.find(table)
    for n in range(3000):
        state = live.state
        if state.table is None or state.table.over:
            return table
        move = state.table.game.notation(state.table.state.default())
        await tables.command(table, who, Play(f"p{n}", state.version, move))
    raise AssertionError("it does not end")


async def fork(tables: LiveTables, table: str, step: int, who: Person = ANA, **more: object) -> str:
    live = await tables.cache.find(table)
    game, at = live.state.seating.created.game, Fork(table=table, step=step, seat=1)
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
            decision, nowhere = (
                (await tables.replay(source, ANA)).decisions[0],
                Fork(table="tab2345tab67", step=0, seat=0),
            )
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
                wanted = {
                    "game": "alhambra_dice",
                    "seats": PAIR,
                    "fork": Fork(table=source, step=decision, seat=0),
                    **more,
                }
                with pytest.raises(ProblemError) as error:
                    await tables.make(ANA, NewTable(**wanted))  # type: ignore[arg-type]
                assert error.value.problem.code == "bad-position"

    run(story)


RECORDED = Path(__file__).parents[2] / "recorded"


async def fork_of(tables: LiveTables, text: str, step: int, seat: int, game: str = "", **more: object) -> str:
    """A table from a record that Ben has."""
    seats: list[SeatPlan] = [MySeat(f"Ben {n}") for n in range(len(read(text).seats))]
    at = Fork(record=text, step=step, seat=seat)
    wanted = {"game": game or read(text).game, "seats": seats, "ready": True, "fork": at, **more}
    return (await tables.make(BEN, NewTable(**wanted))).id  # type: ignore[arg-type]


def decision(text: str, part: float = 0.5) -> int:
    found = decisions(read(text))
    return found[int(part * (len(found) - 1))]


@pytest.mark.parametrize("game", GAMES)
def test_a_record_from_anywhere_is_played_on(game: str, tmp_path: Path) -> None:
    """As the fork of a table: the seat sees what it saw, the record says where it is from, and verifies."""

    async def story() -> None:
        async with opened(tmp_path, bot_pool=BotsHere()) as tables:
            text = (RECORDED / f"{game}-3.txt").read_text()
            step = decision(text)
            made = await fork_of(tables, text, step, 1, practice=True)
            old, live = Table.replay(text, step), await tables.cache.find(made)
            origin = read(text).game_id
            assert live.state.table is not None
            assert old.game.view(live.state.table.state, 1) == old.view(1)
            begins = (await tables.look(made, BEN)).table.begins
            assert begins == Beginning(origin, step, 1 if game == "zatre" else None)
            again = await tables.record(await finished(tables, made, BEN), BEN)
            assert (read(again).origin, verify(again).luck) == (f"{origin} step {step}", "sealed")
            step = decision(again)  # and so on, from its record
            here, there = await fork_of(tables, again, step, 0), Table.replay(again, step)
            live = await tables.cache.find(here)
            assert live.state.table is not None
            assert live.state.table.position == there.position
            assert (await tables.look(here, BEN)).table.begins == Beginning(made, step, None)

    run(story)


def forged(text: str, **header: str) -> str:
    """With other lines in its header."""
    lines = text.splitlines()
    for name, value in header.items():
        lines = [f"{name}: {value}" if line.startswith(f"{name}: ") else line for line in lines]
    return "\n".join(lines)


ZATRE = (RECORDED / "zatre-3.txt").read_text()
SIGHT = Table.replay(ZATRE, 100).game.sight(Table.replay(ZATRE, 100).state, 1).text()
LAST = decision(ZATRE, 1.0)
NO_FORK: dict[str, tuple[str, int, int, str]] = {
    "no seat of that game": (ZATRE, decision(ZATRE), 3, "bad-seats"),
    "no decision": (ZATRE, LAST, 0, "bad-position"),
    "a step far beyond": (ZATRE, 2**50, 0, "bad-position"),
    "not over": (ZATRE.partition("\nresult: ")[0].rpartition("\n")[0], decision(ZATRE), 0, "not-over"),
    "another score": (ZATRE.replace("\nresult: ", "\nresult: 9"), decision(ZATRE), 0, "bad-record"),
    "another draw": (ZATRE.replace(" -> 1", " -> 2", 1), decision(ZATRE), 0, "bad-record"),
    "a game that is not installed": (forged(ZATRE, game="chess"), decision(ZATRE), 0, "bad-record"),
    "rules that are not known": (forged(ZATRE, rules="999"), decision(ZATRE), 0, "bad-record"),
    "what somebody says to have seen": (
        ZATRE.replace("\nid: ", f"\nposition: {SIGHT}\nid: ", 1),
        decision(ZATRE),
        0,
        "bad-record",
    ),
    "no record": ("x" * 262_144, 0, 0, "bad-record"),
    "steps without end": (ZATRE.partition("\n\n")[0] + "\n\n" + "1: pass\n" * 30_000, 0, 0, "too-large"),
}


@pytest.mark.parametrize(("text", "step", "seat", "code"), NO_FORK.values(), ids=NO_FORK)
def test_a_record_that_cannot_be_played_on(text: str, step: int, seat: int, code: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, bot_pool=BotsHere()) as tables:
            at = Fork(record=text, step=step, seat=seat)
            with pytest.raises(ProblemError) as error:
                await tables.make(BEN, NewTable(game="zatre", seats=[*PAIR, MySeat("Ana 3")], fork=at))
            assert error.value.problem.code == code
            assert "\n" not in error.value.problem.text

    run(story)


def test_a_fork_is_of_one_game(tmp_path: Path) -> None:
    """Of a table or of a record, and of the game that is asked for; what somebody says to have seen is no fork."""

    async def story() -> None:
        async with opened(tmp_path, bot_pool=BotsHere()) as tables:
            step = decision(ZATRE)
            for at in (Fork(step=step, seat=0), Fork(table="tab2345tab67", record=ZATRE, step=step, seat=0)):
                for position in (None, SIGHT):
                    wanted = NewTable(game="zatre", seats=PAIR, fork=at, position=position)
                    with pytest.raises(ProblemError) as error:
                        await tables.make(BEN, wanted)
                    assert error.value.problem.code == "bad-position"
            with pytest.raises(ProblemError) as error:
                await fork_of(tables, ZATRE, step, 0, game="alcazaba")
            assert error.value.problem.code == "bad-position"

    run(story)


def test_a_name_that_cannot_be_an_origin_is_left_out(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, bot_pool=BotsHere()) as tables:
            step = decision(ZATRE)
            for odd in ("", "a long evening", "x" * 900):
                made = await fork_of(tables, forged(ZATRE, id=odd, luck="open"), step, 0)
                assert (await tables.look(made, BEN)).table.begins == Beginning("record", step, 0)

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
