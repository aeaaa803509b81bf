"""Clocks: they run evenly whatever is done to the machine's, and time in which no server was there is nobody's."""

from __future__ import annotations

import logging
import time
from pathlib import Path

import pytest

from sabika.server.live import heartbeat
from sabika.server.live.tables import LiveTables
from sabika.server.protocol.answers import Done, Steps
from sabika.server.protocol.commands import Ready, Sit
from sabika.server.protocol.events import Held, Step, Uncounted
from sabika.server.protocol.rest import NewTable
from sabika.server.protocol.settings import Clock
from sabika.server.store.base import Beat, OtherKey, Outage, Unavailable
from sabika.server.store.sqlite.store import SqliteStore
from sabika.server.table import snapshot
from sabika.server.table.table import DAY, TableState
from tests.server.live_tables import BotsHere, ScriptedClient, Time, opened, run
from tests.server.memory_table import ANA, BEN, KEY, people

TWO = [ANA, BEN]
MINUTE = 60_000
HOUR = 60 * MINUTE


async def gathered(tables: LiveTables, plan: NewTable | None = None) -> list[ScriptedClient]:
    """Ana and Ben at a table, the game begun."""
    made = await tables.make(ANA, plan or people(2, clock=Clock(60_000, 600_000)))
    ana, ben = [await ScriptedClient(tables, person).enter(made.id) for person in TWO]
    await ben.do(Sit)
    await ben.do(Ready)
    await ana.do(Ready)
    return [ana, ben]


async def again(tables: LiveTables, table: str) -> list[ScriptedClient]:
    """Both come back, with commands of other names than before."""
    back = [await ScriptedClient(tables, person).enter(table) for person in TWO]
    for client in back:
        client.sent = 100
    return back


def told(client: ScriptedClient) -> list[Step]:
    return [step for message in client.all(Steps) for step in message.steps]


def uncounted(client: ScriptedClient) -> list[int]:
    return [step.what.ms for step in told(client) if isinstance(step.what, Uncounted)]


def asked(clients: list[ScriptedClient]) -> ScriptedClient:
    return next(client for client in clients if client.game.options is not None)


def test_a_clock_that_is_set_plays_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight days forward, and back."""
    real = time.time_ns

    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "tables.db")
        tables = LiveTables(store, bytes(range(32)), pace=0)
        clients = await gathered(tables)
        for days in (8, 0, -8):
            monkeypatch.setattr(time, "time_ns", lambda days=days: real() + days * DAY * 1_000_000)
            await tables.look_after()
            assert isinstance(await asked(clients).move(), Done)
        assert not any(isinstance(step.what, Held) for step in told(clients[0]))
        assert clients[0].game.banks == [600_000, 600_000]
        await tables.stop()
        await store.close()

    run(work)


async def passes(tables: LiveTables, now: Time, seconds: int) -> None:
    """Time goes by while a server is there."""
    for _ in range(seconds // 5):
        now.now += 5_000
        await tables.heartbeat.beat()
    now.now += seconds % 5 * 1_000


def test_what_was_down_takes_no_time_from_anybody(tmp_path: Path) -> None:
    now = Time()

    async def work() -> None:
        async with opened(tmp_path, now) as tables:
            await tables.heartbeat.start()
            clients = await gathered(tables)
            table, before = clients[0].table.id, clients[0].game.deadline
            await passes(tables, now, 30)
        now.now += 5 * HOUR
        async with opened(tmp_path, now) as tables:
            await tables.heartbeat.start()
            back = await again(tables, table)
            await tables.scheduler.round()
            assert uncounted(back[0]) == [5 * HOUR]
            assert back[0].game.deadline == (before or 0) + 5 * HOUR
            await passes(tables, now, 40)  # ten seconds beyond the move's own time
            mover = asked(back)
            seat = mover.game.seat
            assert isinstance(await mover.move(), Done)
            assert mover.game.banks == [590_000 if n == seat else 600_000 for n in range(2)]
            assert not any(isinstance(step.what, Held) for step in told(back[0]))
            state = tables.live[table].state
            folded = TableState.fold(table, tables.seal, await tables.store.entries(table))
            assert snapshot.write(folded) == snapshot.write(state)  # the log alone tells it

    run(work)


def test_who_comes_back_first_and_moves_at_once_pays_nothing(tmp_path: Path) -> None:
    """Before any round has looked at the clocks."""
    now = Time()

    async def work() -> None:
        async with opened(tmp_path, now) as tables:
            await tables.heartbeat.start()
            table = (await gathered(tables))[0].table.id
        now.now += DAY
        async with opened(tmp_path, now) as tables:
            await tables.heartbeat.start()
            back = await again(tables, table)
            assert isinstance(await asked(back).move(), Done)
            assert uncounted(back[0]) == [DAY]
            assert back[0].game.banks == [600_000, 600_000]

    run(work)


def test_time_runs_out_after_an_outage_as_before_it(tmp_path: Path) -> None:
    now = Time()

    async def work() -> None:
        async with opened(tmp_path, now, BotsHere()) as tables:
            await tables.heartbeat.start()
            table = (await gathered(tables))[0].table.id
        now.now += DAY
        async with opened(tmp_path, now, BotsHere()) as tables:
            await tables.heartbeat.start()
            ana = await ScriptedClient(tables, ANA).enter(table)
            await passes(tables, now, 655)
            await tables.scheduler.round()
            assert not any(isinstance(step.what, Held) for step in told(ana))
            await passes(tables, now, 10)
            await tables.scheduler.round()
            assert any(isinstance(step.what, Held) for step in told(ana))

    run(work)


def test_a_house_that_is_never_empty_has_no_outage(tmp_path: Path) -> None:
    """One server goes, and another was there all the time."""
    now = Time()

    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "tables.db")
        async with opened(tmp_path, now, store=store) as stays:
            await stays.heartbeat.start()
            async with opened(tmp_path, now, store=store) as goes:
                await goes.heartbeat.start()
                assert abs(goes.now() - stays.now()) < MINUTE
            for _ in range(20):
                now.now += 5_000
                await stays.heartbeat.beat()
            async with opened(tmp_path, now, store=store) as comes:
                await comes.heartbeat.start()
                assert comes.heartbeat.outages == []
                assert abs(comes.now() - stays.now()) < MINUTE
        await store.close()

    run(work)


class Deaf(SqliteStore):
    """While `down`, nothing can be saved."""

    down = False

    async def beat(self, holder: str, time: int, gap: int, seconds: float, known: int) -> Beat:
        if self.down:
            raise Unavailable("nobody answers")
        return await super().beat(holder, time, gap, seconds, known)


def test_a_store_that_does_not_answer_is_an_outage(tmp_path: Path) -> None:
    """It is found before the next thing is decided: nobody's clock runs out, and no bank pays for it."""
    now = Time()

    async def work() -> None:
        store = await Deaf.open(tmp_path / "tables.db")
        assert isinstance(store, Deaf)
        async with opened(tmp_path, now, store=store) as tables:
            await tables.heartbeat.start()
            clients = await gathered(tables)
            store.down = True
            with pytest.raises(Unavailable):
                await tables.heartbeat.beat()
            now.now += HOUR
            tables.heartbeat._sure_until = 0.0  # so long ago
            store.down = False
            await tables.scheduler.round()
            assert uncounted(clients[0]) == [HOUR]
            assert isinstance(await asked(clients).move(), Done)
            assert clients[0].game.banks == [600_000, 600_000]
        await store.close()

    run(work)


def test_servers_agree_on_the_time_whatever_their_clocks_say(tmp_path: Path) -> None:
    early, late = Time(), Time()
    late.now += 8 * DAY

    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "tables.db")
        async with opened(tmp_path, early, store=store) as one, opened(tmp_path, late, store=store) as two:
            await one.heartbeat.start()
            await two.heartbeat.start()
            assert abs(one.now() - two.now()) < MINUTE
            early.now += 4_000
            await one.heartbeat.beat()
            await two.heartbeat.beat()
            assert abs(one.now() - two.now()) < MINUTE
            assert two.heartbeat.outages == []
        await store.close()

    run(work)


def test_time_never_goes_back(tmp_path: Path) -> None:
    """A server that started while the machine's clock was wrong, and the next one when it was right again."""
    now = Time()

    async def work() -> None:
        for change in (8 * DAY, -8 * DAY, 0):
            now.now += change
            async with opened(tmp_path, now) as tables:
                await tables.heartbeat.start()
                latest.append(tables.now())
        assert latest == sorted(latest)

    latest: list[int] = []
    run(work)


def test_another_key_does_not_come_into_the_house(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            await tables.heartbeat.start()
            other = LiveTables(tables.store, bytes(range(1, 33)), now=Time())
            with pytest.raises(OtherKey):
                await other.heartbeat.start()

    run(work)


def test_a_clock_that_was_set_is_told_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = Time()

    async def work() -> None:
        async with opened(tmp_path, now) as tables:
            monkeypatch.setattr(heartbeat, "wall_clock", now)
            await tables.heartbeat.start()
            tables.heartbeat._look_for_jumps()
            assert caplog.records == []
            monkeypatch.setattr(heartbeat, "wall_clock", lambda: now() - HOUR)
            tables.heartbeat._look_for_jumps()
            tables.heartbeat._look_for_jumps()
            (line,) = caplog.records
            assert (line.message, line.__dict__["fields"]) == (
                "the clock of this machine was set",
                {"seconds": -3600.0},
            )

    run(work)


ENDINGS = {"a planned stop": (True, logging.INFO), "a crash": (False, logging.WARNING)}


@pytest.mark.parametrize(("planned", "level"), ENDINGS.values(), ids=ENDINGS)
def test_only_an_outage_that_nobody_planned_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, planned: bool, level: int
) -> None:
    now = Time()
    monkeypatch.setattr(heartbeat, "THERE", 0.0)  # the store's clock goes by itself: a server is gone at once

    async def work() -> None:
        caplog.set_level(logging.INFO)
        store = await SqliteStore.open(tmp_path / "tables.db")
        before = LiveTables(store, KEY, now=now)
        await before.heartbeat.start()
        if planned:
            await before.heartbeat.stop()
        now.now += HOUR
        await LiveTables(store, KEY, now=now).heartbeat.start()
        await store.close()
        assert [line.levelno for line in caplog.records if line.message == "no server was there"] == [level]

    run(work)


OUTAGES = [Outage(10, 20), Outage(30, 50)]


@pytest.mark.parametrize(("since", "expected"), [(5, 30), (15, 25), (20, 20), (40, 10), (50, 0), (60, 0)])
def test_only_what_came_after_the_last_entry_is_owed(since: int, expected: int) -> None:
    assert heartbeat.uncounted(OUTAGES, since) == expected


def test_an_outage_that_two_files_tell_of_counts_once() -> None:
    assert heartbeat.uncounted([Outage(10, 50), Outage(20, 50), Outage(30, 40)], 0) == 40
