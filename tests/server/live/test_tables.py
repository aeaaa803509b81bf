"""Tables over a real store: saved, then acknowledged, then told; clocks, bots, sockets that come and go."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest

from sabika.server.common.ids import new_id, next_id
from sabika.server.common.limits import Limits
from sabika.server.live.bot_pool import BotPool
from sabika.server.live.cache import SNAPSHOT, TableCache
from sabika.server.live.scheduler import IDLE
from sabika.server.live.tables import PRESENCE, LiveTables
from sabika.server.protocol.answers import Advice, Bye, Done, FromServer, Pong, Presence, Refusal, Steps, Whole
from sabika.server.protocol.base import PROTOCOL
from sabika.server.protocol.commands import (
    Close,
    Hello,
    Leave,
    Play,
    Ready,
    Rematch,
    Remove,
    Resign,
    Return,
    Say,
    Sit,
    Stand,
    Undo,
)
from sabika.server.protocol.events import Hinted, Played, Said, Step, Undone
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.rest import BotSeat, Games, NewTable, PersonSeat, WhichFrames
from sabika.server.protocol.settings import Clock
from sabika.server.store.base import Appended, Unavailable, Which
from sabika.server.store.sqlite.store import SqliteStore
from sabika.server.table import snapshot
from sabika.server.table.events import Entry
from sabika.server.table.listing import TableRow
from sabika.server.table.table import DAY
from tests.server.live.test_bot_pool import ODD_WORKER
from tests.server.live_tables import HELLO, ScriptedClient, Time, opened, run
from tests.server.memory_table import ANA, BEN, CLEO, DINA, people, with_bots

TWO = [ANA, BEN]


async def gathered(tables: LiveTables, plan: NewTable) -> list[ScriptedClient]:
    """Ana and Ben at a table, the game begun."""
    made = await tables.make(ANA, plan)
    ana, ben = [await ScriptedClient(tables, person).enter(made.id) for person in TWO]
    await ben.do(Sit)
    await ben.do(Ready)
    await ana.do(Ready)
    return [ana, ben]


def asked(clients: list[ScriptedClient]) -> ScriptedClient:
    return next(client for client in clients if client.game.options is not None)


def test_a_game_of_two_from_the_first_message_to_the_last(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            clients = await gathered(tables, people(2, "zatre"))
            while clients[0].table.status == "playing":
                assert isinstance(await asked(clients).move(), Done)
            table = clients[0].table
            assert table.result is not None
            verified = await tables.verify(table.id, None)
            assert (verified.luck, verified.scores) == ("sealed", table.result.scores)
            assert (await tables.record(table.id, ANA)).startswith("sabika record 2\ngame: zatre\n")
            replay = await tables.replay(table.id, ANA, WhichFrames(replayed(tables)))
            assert replay.frames[-1].step == replay.steps
            assert replay.frames[-1].points == table.result.scores
            for client in clients:  # nobody missed a step, nobody was told twice
                told = [step.version for message in client.all(Steps) for step in message.steps]
                assert told == list(range(client.all(Whole)[0].version + 1, client.version + 1))

    def replayed(tables: LiveTables) -> int:
        live = next(iter(tables.live.values()))
        assert live.state.table is not None
        return len(live.state.table.record.steps) - 10

    run(work)


class Witness(SqliteStore):
    """A store that knows what it has saved, and can fail."""

    saved = 0
    fails: Sequence[str] = ()

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], row: TableRow | None = None
    ) -> Appended:
        fault, self.fails = (self.fails[0], self.fails[1:]) if self.fails else ("", ())
        await asyncio.sleep(0.01)
        if fault == "before":
            raise Unavailable("the disk is full")
        found = await super().append(table, expected, entries, row)
        if fault == "after":
            raise Unavailable("the answer was lost")
        self.saved = found.version
        return found


class Early(TableCache):
    """Acknowledges, and tells, before it has saved: a planted fault."""

    async def save(self, live, found, command=None):  # type: ignore[no-untyped-def]
        for client in live.watchers:
            client.send(msgspec.json.encode(Done("early", live.state.version + len(found))))
        await super().save(live, found, command)


def watched(tables: LiveTables, store: Witness) -> ScriptedClient:
    """A client who notes what he is told before it is saved."""
    client = ScriptedClient(tables, ANA)
    told: list[int] = []

    def send(message: bytes) -> None:
        client.raw.append(message)
        found = msgspec.json.decode(message, type=FromServer)
        if isinstance(found, Done | Steps) and found.version > store.saved:
            told.append(found.version)

    client.send = send  # type: ignore[method-assign]
    client.early = told  # type: ignore[attr-defined]
    return client


@pytest.mark.parametrize("fault", [False, True])
def test_nobody_is_told_what_is_not_saved(tmp_path: Path, fault: bool) -> None:
    async def work() -> None:
        store = await Witness.open(tmp_path / "tables.db")
        assert isinstance(store, Witness)
        tables = LiveTables(store, bytes(32), now=Time(), pace=0)
        if fault:
            tables.cache.__class__ = Early
        made = await tables.make(ANA, people(2))
        store.saved = 2
        client = watched(tables, store)
        await client.enter(made.id)
        for n in range(5):
            await client.client.hear(b'{"type":"say","id":"s%d","version":1,"text":"hello"}' % n)
        await tables.stop()
        await store.close()
        assert bool(client.early) == fault  # type: ignore[attr-defined]

    run(work)


@pytest.mark.parametrize("fault", ["before", "after"])
def test_when_the_store_fails_only_what_is_saved_is_told_and_the_same_command_may_come_again(
    tmp_path: Path, fault: str
) -> None:
    async def work() -> None:
        store = await Witness.open(tmp_path / "tables.db")
        async with opened(tmp_path, store=store) as tables:
            ana, ben = await gathered(tables, people(2))
            version = ana.version
            assert isinstance(store, Witness)
            store.fails = [fault]
            refused = await ana.do(Say, name="x", text="hello")
            assert isinstance(refused, Refusal)
            assert refused.problem.code == "busy"
            assert ben.version == (version if fault == "before" else version + 1)  # what is in the log is told
            done = await ana.do(Say, name="x", text="hello")
            assert isinstance(done, Done)
            assert done.version == version + 1
            said = [entry for entry in await store.entries(ana.table.id) if b'"said"' in entry.body]
            assert len(said) == 1
        await store.close()

    run(work)


def test_a_command_that_comes_twice_is_done_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            clients = await gathered(tables, people(2))
            mover = asked(clients)
            assert mover.game.options
            move, version = mover.game.options[0].move, mover.version
            first = await mover.do(Play, version=version, name="same", move=move)
            again = await mover.do(Play, version=version, name="same", move=move)
            assert isinstance(first, Done)
            assert first == again
            other = await asked(clients).do(Say, name="same", text="an id is one's own")
            assert isinstance(other, Done)

    run(work)


def test_a_command_that_comes_twice_at_once_is_done_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            ana, _ = await gathered(tables, people(2))
            frame = b'{"type":"say","id":"same","version":1,"text":"hello"}'
            await asyncio.gather(*(ana.client.hear(frame) for _ in range(5)))
            assert {done.version for done in ana.all(Done) if done.id == "same"} == {ana.version}

    run(work)


# Messages.

BAD_FRAMES = {
    "nothing": (b"", "unreadable"),
    "no JSON": (b"{", "unreadable"),
    "not our form": (b'{"type":"play","move":3}', "unreadable"),
    "an unknown field": (b'{"type":"say","id":"a","version":1,"text":"x","seats":1}', "unreadable"),
    "no text at all": (b"\xff\xfe", "unreadable"),
    "another protocol": (b'{"type":"hello","protocol":1}', "other-protocol"),
    "a move out of turn": (b'{"type":"play","id":"a","version":99,"move":"take b4"}', "refused"),
    "a hint out of turn": (b'{"type":"hint","id":"a"}', "no-hint"),
    "a try of nonsense": (b'{"type":"try","id":"a","move":"fly"}', "no-move"),
}


@pytest.mark.parametrize(("frame", "code"), BAD_FRAMES.values(), ids=BAD_FRAMES)
def test_bad_messages_are_answered(tmp_path: Path, frame: bytes, code: str) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            clients = await gathered(tables, people(2))
            other = next(client for client in clients if client.game.options is None)
            version = other.version
            await other.client.hear(frame)
            await other.until(lambda client: bool(client.all(Refusal)))
            assert other.last(Refusal).problem.code == code
            assert asked(clients).version == version

    run(work)


def test_any_frame_gets_a_typed_answer_and_changes_nothing_by_accident(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            clients = await gathered(tables, people(2))
            rng = Random(5)
            frames = [msgspec.json.encode(each) for each in ([1], {}, "x", None, {"type": "play"})]
            frames += [HELLO, b'{"type":"play","id":"a","version":5,"move":"take b4"}', b'{"type":"ping"}']
            frames += [b'{"type":"sit","id":"b","version":5,"seat":3}', b'{"type":"undo","id":"c","version":5}']
            for _ in range(1_500):
                frame = bytearray(rng.choice(frames))
                for _ in range(rng.randrange(3)):
                    if frame:
                        frame[rng.randrange(len(frame))] = rng.randrange(256)
                await rng.choice(clients).client.hear(bytes(frame))
            for client in clients:
                assert "failed" not in {refusal.problem.code for refusal in client.all(Refusal)}

    run(work)


def test_the_first_message_is_hello(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            made = await tables.make(ANA, people(2))
            for frame, code in {b'{"type":"ping"}': "hello-first", b"{": "unreadable"}.items():
                with pytest.raises(ProblemError) as error:
                    await ScriptedClient(tables, BEN).enter(made.id, frame)
                assert error.value.problem.code == code
            with pytest.raises(ProblemError) as error:
                await ScriptedClient(tables, BEN).enter(made.id, b'{"type":"hello","protocol":1}')  # a page of before
            assert error.value.problem.code == "other-protocol"
            assert tables.live[made.id].watchers == set()

    run(work)


@pytest.mark.parametrize("table", ["", "x", "../../etc/passwd", "a" * 12, "a2bj28vvvanq", "é" * 12, "a" * 10_000])
def test_a_table_that_is_not_there(tmp_path: Path, table: str) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            for ask in (tables.look, tables.record, tables.replay, tables.verify):
                with pytest.raises(ProblemError) as error:
                    await ask(table, ANA)
                assert error.value.problem.code == "no-table"
            with pytest.raises(ProblemError):
                await ScriptedClient(tables, ANA).enter(table)
            assert tables.live == {}
            assert await tables.store.count(Which()) == 0

    run(work)


def test_nobody_we_know_may_look_and_do_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            made = await tables.make(ANA, people(2))
            guest = await ScriptedClient(tables, None).enter(made.id)
            refused = await guest.do(Sit)
            assert isinstance(refused, Refusal)
            assert refused.problem.code == "no-person"
            await guest.client.hear(b'{"type":"ping"}')
            assert guest.last(Pong).at == tables.now()

    run(work)


# Coming back.


def test_who_comes_back_is_told_what_was_missed(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            ana, ben = await gathered(tables, people(2))
            seen = ben.version
            ben.client.leave()
            for n in range(3):
                await ana.do(Say, text=f"word {n}")
            again = await ScriptedClient(tables, BEN).enter(
                ana.table.id, msgspec.json.encode(Hello(PROTOCOL, since=seen))
            )
            (steps,) = again.all(Steps)
            assert [step.version for step in steps.steps] == [seen + 1, seen + 2, seen + 3]
            assert steps.version == ana.version
            for n in range(80):
                await ana.do(Say, text=f"word {n}")
            late = await ScriptedClient(tables, BEN).enter(
                ana.table.id, msgspec.json.encode(Hello(PROTOCOL, since=seen))
            )
            assert late.all(Whole)[0].version == ana.version
            ahead = await ScriptedClient(tables, BEN).enter(
                ana.table.id, msgspec.json.encode(Hello(PROTOCOL, since=10**6))
            )
            assert ahead.all(Whole)[0].version == ana.version

    run(work)


def test_an_idle_table_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    async def work() -> None:
        clock = Time()
        async with opened(tmp_path, clock) as tables:
            clients = await gathered(tables, people(2))
            table = clients[0].table.id
            for _ in range(60):
                await asked(clients).move()
            before = snapshot.write(tables.live[table].state)
            clock.now += IDLE
            await tables.look_after()
            assert table in tables.live  # somebody looks on
            for client in clients:
                client.client.leave()
            clock.now += IDLE
            await tables.look_after()
            assert tables.live == {}
            begin = time.perf_counter()
            await ScriptedClient(tables, ANA).enter(table)
            print(f"came back in {1000 * (time.perf_counter() - begin):.1f} ms")
            assert snapshot.write(tables.live[table].state) == before

    run(work)


def test_after_a_restart_the_table_is_as_it_was(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            clients = await gathered(tables, people(2))
            table = clients[0].table.id
            for _ in range(30):
                await asked(clients).move()
            before = snapshot.write(tables.live[table].state)
        async with opened(tmp_path) as tables:
            whole = await ScriptedClient(tables, ANA).enter(table)
            assert snapshot.write(tables.live[table].state) == before
            assert whole.all(Whole)[0].game is not None
            assert (await tables.listed(ANA, "mine")).tables[0].status == "playing"

    run(work)


def test_several_processes_at_one_table(tmp_path: Path) -> None:
    """Two servers over one store, as two processes have it: any of them appends, both tell."""

    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "tables.db")
        async with opened(tmp_path, store=store) as one, opened(tmp_path, store=store) as two:
            for tables in (one, two):
                await tables.start()
            made = await one.make(ANA, people(2))
            ana = await ScriptedClient(one, ANA).enter(made.id)
            ben = await ScriptedClient(two, BEN).enter(made.id)
            await ben.do(Sit)
            await ana.until(lambda client: client.version == ben.version)
            await asyncio.gather(*(client.do(Say, text=f"{n}") for n in range(20) for client in (ana, ben)))
            await ana.until(lambda client: client.version == 43)
            await ben.until(lambda client: client.version == 43)
            written = [snapshot.write(tables.live[made.id].state) for tables in (one, two)]
            assert written[0] == written[1]
        await store.close()

    run(work)


def test_who_is_refused_because_another_process_was_first_is_told_what_happened_there(tmp_path: Path) -> None:
    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "tables.db")
        async with opened(tmp_path, store=store) as one, opened(tmp_path, store=store) as two:
            clients = await gathered(one, people(2))  # neither listens to the other
            mover = asked(clients)
            there = await ScriptedClient(two, mover.person).enter(mover.table.id)
            assert there.game.options
            await there.do(Play, name="there", move=there.game.options[0].move)
            refused = await mover.move()
            assert isinstance(refused, Refusal)
            assert refused.problem.code == "stale"
            assert [client.version for client in clients] == [there.version] * 2
        await store.close()

    run(work)


# Clocks and bots.


@pytest.mark.process
def test_bots_play_a_game_among_themselves(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            made = await tables.make(ANA, NewTable(game="zatre", seats=[BotSeat("random"), BotSeat("novice")]))
            watching = await ScriptedClient(tables, None).enter(made.id)
            await watching.until(lambda client: client.table.status == "over", 60)
            assert isinstance(tables.bot_pool, BotPool)
            assert tables.bot_pool.failed == 0
            record = await tables.record(made.id, None)
            assert "seats: random, novice" in record
            assert "(" not in record.split("\n\n")[1]

    run(work)


@pytest.mark.process
@pytest.mark.parametrize("bot", ["sleeper", "quitter", "liar"])
def test_a_bot_that_fails_costs_its_move_and_never_the_table(tmp_path: Path, bot: str) -> None:
    async def work() -> None:
        bot_pool = BotPool(1, 0.3, command=ODD_WORKER)
        async with opened(tmp_path, bot_pool=bot_pool) as tables:
            made = await tables.make(ANA, with_bots(1, "zatre"))
            state = tables.live[made.id].state
            state.seating.seats[1].bot = bot  # no server would seat it
            state.refresh()
            ana = await ScriptedClient(tables, ANA).enter(made.id)
            while len(moved(ana, 1)) < 3:
                await ana.until(lambda client: client.game.options is not None or len(moved(client, 1)) >= 3)
                if ana.game.options is not None:
                    await ana.move()
            assert {what.by for what in moved(ana, 1)} == {"default"}

    run(work)


def moved(client: ScriptedClient, seat: int) -> list[Played]:
    steps = [step.what for message in client.messages if isinstance(message, Whole) for step in message.recent]
    steps += [step.what for message in client.all(Steps) for step in message.steps]
    return [what for what in steps if isinstance(what, Played) and what.seat == seat]


@pytest.mark.process
def test_who_is_away_is_held_by_a_bot_and_gets_the_seat_back(tmp_path: Path) -> None:
    async def work() -> None:
        clock = Time()
        async with opened(tmp_path, clock) as tables:
            clients = await gathered(tables, people(2, "zatre", clock=Clock(10_000), stand_in="random"))
            mover = asked(clients)
            seat = mover.game.seat
            assert seat is not None
            clock.now += 9_999
            await tables.look_after()
            assert not mover.table.seats[seat].away
            clock.now += 1
            await tables.look_after()
            await mover.until(lambda client: bool(moved(client, seat)))
            assert mover.table.seats[seat].away
            assert mover.table.seats[seat].bot == "random"
            assert moved(mover, seat)[0].by == "random"
            await mover.do(Return)
            assert not mover.table.seats[seat].away

    run(work)


@pytest.mark.process
def test_when_all_have_left_the_game_is_played_to_its_end(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            clients = await gathered(tables, people(2, "zatre", stand_in="random"))
            for client in clients:
                await client.do(Leave)
            await clients[0].until(lambda client: client.table.status == "over", 60)

    run(work)


@pytest.mark.process
def test_who_has_resigned_waits_for_no_pace(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            tables.scheduler.pace = 5_000
            clients = await gathered(tables, people(2, "zatre", stand_in="random"))
            for client in clients:
                await client.do(Resign)
            await clients[0].until(lambda client: client.table.status == "over", 60)  # some hundred moves

    run(work)


@pytest.mark.process
def test_a_table_that_nobody_has_in_memory_is_looked_after_when_its_time_comes(tmp_path: Path) -> None:
    async def work() -> None:
        clock = Time()
        async with opened(tmp_path, clock) as tables:
            clients = await gathered(tables, people(2, "zatre", clock=Clock(600_000), stand_in="random"))
            table = clients[0].table.id
            for client in clients:
                client.client.leave()
            clock.now += IDLE
            await tables.look_after()
            assert tables.live == {}
            clock.now += 600_000
            await tables.look_after()
            assert tables.live[table].state.thinker == "random"

    run(work)


@pytest.mark.process
def test_another_process_takes_over_when_one_dies(tmp_path: Path) -> None:
    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "tables.db")
        dead = LiveTables(store, bytes(32), bot_pool=BotPool(1, command=(sys.executable, "-c", "")), pace=0, lease=0.5)
        made = await dead.make(ANA, NewTable(game="zatre", seats=[BotSeat("random")] * 2))
        assert made.id in dead.scheduler.leases.held
        for task in dead.tasks.beside:
            task.cancel()  # it thinks no more, and it gives nothing back
        async with opened(tmp_path, time_now, store=store) as alive:
            await alive.start()
            watching = await ScriptedClient(alive, None).enter(made.id)
            await watching.until(lambda client: client.table.status == "over", 60)
        await store.close()

    run(work)


def time_now() -> int:
    return time.time_ns() // 1_000_000


@pytest.mark.process
def test_two_processes_never_both_look_after_a_table(tmp_path: Path) -> None:
    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "tables.db")
        async with opened(tmp_path, store=store) as one, opened(tmp_path, store=store) as two:
            made = await one.make(ANA, NewTable(game="zatre", seats=[BotSeat("random")] * 2))
            await ScriptedClient(two, ANA).enter(made.id)
            for tables in (two, one):
                await tables.look_after()
            assert one.scheduler.leases.held | two.scheduler.leases.held == {made.id}
            assert not one.scheduler.leases.held & two.scheduler.leases.held
        await store.close()

    run(work)


# Hints.


@pytest.mark.process
def test_a_hint_is_for_who_is_asked(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, bot_pool=BotPool(1, 20)) as tables:
            clients = await gathered(tables, people(2))
            mover = asked(clients)
            await mover.client.hear(b'{"type":"hint","id":"h"}')
            await mover.client.hear(b'{"type":"hint","id":"h2"}')
            assert mover.last(Refusal).problem.code == "busy"
            await mover.until(lambda client: bool(client.all(Advice)))
            advice = mover.last(Advice)
            assert mover.game.options
            assert {each.move for each in advice.moves} <= {each.move for each in mover.game.options}
            assert advice.moves[0].win is not None
            await tables.bot_pool.stop()  # asked again, nobody has to think again
            await mover.client.hear(b'{"type":"hint","id":"h3"}')
            await mover.until(lambda client: len(client.all(Advice)) == 2)
            assert mover.last(Advice).moves == advice.moves
            assert mover.last(Advice).id == "h3"
            for client in clients:  # all know that it was asked for
                steps = [step.what for step in told(client) if isinstance(step.what, Hinted)]
                assert steps == [Hinted(mover.game.asked or 0)]

    run(work)


@pytest.mark.process
def test_a_hint_is_in_the_log_though_another_process_was_first(tmp_path: Path) -> None:
    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "tables.db")
        async with opened(tmp_path, store=store, bot_pool=BotPool(1, 20)) as one, opened(tmp_path, store=store) as two:
            mover = asked(await gathered(one, people(2)))
            elsewhere = await ScriptedClient(two, ANA).enter(mover.table.id)
            await elsewhere.do(Say, text="which one has not heard")
            await mover.client.hear(b'{"type":"hint","id":"h"}')
            await mover.until(lambda client: bool(client.all(Advice)))
            logged = [entry.body for entry in await store.entries(mover.table.id)]
            assert [b'"hinted"' in body for body in logged[-2:]] == [False, True]
            assert sum(b'"hinted"' in body for body in logged) == 1
        await store.close()

    run(work)


def test_a_table_without_hints(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            clients = await gathered(tables, people(2, hints=False))
            mover = asked(clients)
            await mover.client.hear(b'{"type":"hint","id":"h"}')
            await mover.until(lambda client: bool(client.all(Refusal)))
            assert mover.last(Refusal).problem.code == "no-hint"

    run(work)


# A rematch.


def test_a_rematch_is_one_table_whoever_asks_first(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            clients = await gathered(tables, people(2, "zatre", seed=3))
            while clients[0].table.status == "playing":
                await asked(clients).move()
            table = clients[0].table.id
            answers = await asyncio.gather(*(client.do(Rematch) for client in clients))
            assert {answer.table for answer in answers if isinstance(answer, Done)} == {next_id(table)}
            assert clients[0].table.rematch == next_id(table)
            again = await ScriptedClient(tables, CLEO).enter(next_id(table))
            assert [seat.kept for seat in again.table.seats] == ["Ana", "Ben"]
            assert not again.table.luck.chosen
            refused = await again.do(Sit)
            assert isinstance(refused, Refusal)
            assert refused.problem.code == "seat-taken"
            ben = await ScriptedClient(tables, BEN).enter(next_id(table))
            await ben.do(Sit)
            assert ben.table.seats[1].yours

    run(work)


def test_a_rematch_counts_as_a_table_of_its_maker(tmp_path: Path) -> None:
    """Otherwise giving up and playing again would make any number of them."""

    async def work() -> None:
        async with opened(tmp_path, limits=Limits(tables_an_hour=1)) as tables:
            clients = await gathered(tables, people(2, "zatre", seed=3))
            while clients[0].table.status == "playing":
                await asked(clients).move()
            refused = await clients[1].do(Rematch)
            assert isinstance(refused, Refusal)
            assert (refused.problem.code, clients[0].table.rematch) == ("too-many", None)

    run(work)


# Who looks on.


def test_presence_is_told(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            ana, ben = await gathered(tables, people(2))
            await ScriptedClient(tables, CLEO).enter(ana.table.id)
            await ScriptedClient(tables, None).enter(ana.table.id)
            await ana.until(lambda client: client.last(Presence) == Presence([True, True], 2))
            ben.client.leave()
            ben.client.leave()
            await ana.until(lambda client: client.last(Presence) == Presence([True, False], 2))
            hello = HELLO.replace(b"}", b',"since":%d}' % ben.version)
            back = await ScriptedClient(tables, BEN).enter(ana.table.id, hello)
            assert back.last(Presence) == Presence([True, True], 2)  # steps do not tell it

    run(work)


def test_who_sits_down_is_there_at_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            made = await tables.make(ANA, people(2))
            ana, ben = (
                await ScriptedClient(tables, ANA).enter(made.id),
                await ScriptedClient(tables, BEN).enter(made.id),
            )
            await ana.until(lambda client: client.last(Presence) == Presence([True, False], 1))
            await ben.do(Sit)
            await ana.until(lambda client: client.last(Presence) == Presence([True, True], 0))
            await ben.do(Stand)
            await ana.until(lambda client: client.last(Presence) == Presence([True, False], 1))

    run(work)


def test_a_crowd_that_comes_and_goes_is_told_of_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            ana, _ = await gathered(tables, people(2))
            await asyncio.sleep(2 * PRESENCE)
            heard = len(ana.all(Presence))
            crowd = [await ScriptedClient(tables, None).enter(ana.table.id) for _ in range(40)]
            await ana.until(lambda client: client.last(Presence).watching == 40)
            assert len(ana.all(Presence)) - heard <= 10  # as many as fit in the time that it took to come
            assert all(len(each.all(Presence)) <= 11 for each in crowd)
            heard = len(ana.all(Presence))
            for each in crowd:
                each.client.leave()
            await ana.until(lambda client: client.last(Presence).watching == 0)
            assert len(ana.all(Presence)) == heard + 1

    run(work)


def test_without_spectators_only_who_sits_there_looks_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            plan = people(3, spectators=False)
            made = await tables.make(ANA, plan)
            ana = await ScriptedClient(tables, ANA).enter(made.id)
            others = [await ScriptedClient(tables, person).enter(made.id) for person in (BEN, CLEO, DINA)]
            for client in others[:2]:
                await client.do(Sit)
            assert others[2].last(Bye).why == "no-spectators"  # the last seat is taken
            for client in (ana, *others[:2]):
                await client.do(Ready)
            for ask in (tables.look, tables.record):
                with pytest.raises(ProblemError) as error:
                    await ask(made.id, DINA)
                assert error.value.problem.code == "no-spectators"
            told = len(others[2].raw)
            await ana.do(Remove, seat=1)
            assert others[0].last(Bye).why == "no-spectators"
            assert len(others[2].raw) == told

    run(work)


def test_a_socket_that_is_gone_in_the_middle_of_a_command_spoils_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            ana, ben = await gathered(tables, people(2))
            frame = b'{"type":"say","id":"last","version":1,"text":"I am"}'
            hearing = asyncio.create_task(ana.client.hear(frame))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)
            await ben.until(lambda client: any(isinstance(step.what, Said) for step in told(client)))
            assert tables.live[ana.table.id].state.version == ben.version

    run(work)


@pytest.mark.process
def test_a_bot_answers_the_last_move_of_a_socket_that_is_gone(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:  # nobody goes round
            made = await tables.make(ANA, with_bots(1, "zatre"))
            ana = await ScriptedClient(tables, ANA).enter(made.id)
            eva = await ScriptedClient(tables, None).enter(made.id)
            state = tables.live[made.id].state
            while state.asked != 0:
                await asyncio.sleep(0.01)
            while tables.live[made.id].state.asked == 0:
                if not ana.game.options:  # she has not been told yet
                    await asyncio.sleep(0.01)
                    continue
                move = ana.game.options[0].move
                frame = {"type": "play", "id": f"m{ana.version}", "version": ana.version, "move": move}
                hearing = asyncio.create_task(ana.client.hear(msgspec.json.encode(frame)))
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                hearing.cancel()
                await asyncio.gather(hearing, return_exceptions=True)
            before = eva.version
            await eva.until(lambda client: any(is_by_bot(step) and step.version > before for step in told(client)))

    run(work)


def is_by_bot(step: Step) -> bool:
    return isinstance(step.what, Played) and step.what.seat == 1


def told(client: ScriptedClient) -> list[Step]:
    return [step for message in client.all(Steps) for step in message.steps]


def test_asking_for_tables_that_are_not_there_leaves_nothing_behind(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            for _ in range(20):
                with pytest.raises(ProblemError):
                    await tables.look(new_id(), None)
            assert tables.cache.loading == {}

    run(work)


class Broken(Witness):
    """While `down`, it neither saves nor reads."""

    down = False

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], row: TableRow | None = None
    ) -> Appended:
        await asyncio.sleep(0.01)
        if self.down:
            raise Unavailable("the disk has gone")
        return await super().append(table, expected, entries, row)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        if self.down:
            raise Unavailable("the disk has gone")
        return await super().entries(table, after)


def test_who_waited_for_a_table_that_was_lost_sees_what_the_log_says(tmp_path: Path) -> None:
    """A command fails, and the log cannot be read again; somebody waits to come in meanwhile."""

    async def work() -> None:
        store = await Broken.open(tmp_path / "tables.db")
        assert isinstance(store, Broken)
        async with opened(tmp_path, store=store) as tables:
            ana, ben = await gathered(tables, people(2))
            table, version = ana.table.id, ana.version
            store.down = True
            failing = asyncio.create_task(ana.do(Say, text="never said"))
            await asyncio.sleep(0)
            waiting = asyncio.create_task(ScriptedClient(tables, CLEO).enter(table))
            second = asyncio.create_task(ben.do(Say, text="nor this"))
            await asyncio.sleep(0)
            with pytest.raises(ProblemError):
                await waiting
            for each in (failing, second):
                answer = await each
                assert isinstance(answer, Refusal)
                assert answer.problem.code == "busy"
            assert ana.last(Bye).why == "restart"
            store.down = False
            cleo = await ScriptedClient(tables, CLEO).enter(table)
            assert cleo.version == version
            again = await ScriptedClient(tables, ANA).enter(table)
            await again.do(Say, name="again", text="now")
            await cleo.until(lambda client: client.version == version + 1)
        await store.close()

    run(work)


@pytest.mark.process
def test_a_table_that_cannot_be_looked_after_is_no_other_tables_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    time = Time()

    async def work() -> None:
        async with opened(tmp_path, time) as tables:
            ids = [(await gathered(tables, people(2)))[0].table.id for _ in range(3)]
            first = tables.live[ids[0]].state
            time.now += 4 * DAY
            monkeypatch.setattr(first, "happen", lambda event, entry: 1 / 0)  # a bug of ours
            await tables.look_after()
            held = [any(place.away for place in tables.live[table].state.seating.seats) for table in ids[1:]]
            assert held == [True, True]
            assert "could not be looked after" in caplog.text

    run(work)


# Lists.


@pytest.mark.process
def test_lists_of_tables(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            await tables.make(ANA, people(2))
            public = await tables.make(ANA, people(3, public=True))
            await tables.make(BEN, with_bots(1, public=True))
            (card,) = (await tables.listed(None, "open")).tables
            assert (card.id, card.your_turn) == (public.id, False)
            assert [seat.name for seat in card.seats] == ["Ana", None, None]
            assert len((await tables.listed(ANA, "mine")).tables) == 2
            (playing,) = (await tables.listed(BEN, "mine")).tables
            assert playing.asked is not None
            assert playing.seats[0].yours
            with pytest.raises(ProblemError):
                await tables.listed(None, "mine")
            for _ in range(60):
                await tables.make(CLEO, NewTable(game="zatre", seats=[PersonSeat()] * 2, public=True))
            first = await tables.listed(None, "open")
            rest = await tables.listed(None, "open", skip=50)
            assert (len(first.tables), first.more, len(rest.tables), rest.more) == (50, True, 11, False)

    run(work)


def test_what_can_be_played(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            games = tables.games()
            assert {"alhambra", "zatre"} <= {game.name for game in games.games}
            assert "builder" in games.bots
            assert msgspec.json.decode(msgspec.json.encode(games), type=Games) == games

    run(work)


def test_undo_over_the_wire(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            clients = await gathered(tables, people(2, "zatre"))
            mover = asked(clients)
            while not mover.game.undo:
                mover = asked(clients)
                await mover.move()
            before = mover.game.position
            assert isinstance(await mover.do(Undo), Done)
            assert mover.game.position != before
            assert isinstance(told(mover)[-1].what, Undone)

    run(work)


def test_what_is_over_keeps_no_snapshot_and_is_read_from_its_log(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            made = await tables.make(ANA, people(2))
            ana = await ScriptedClient(tables, ANA).enter(made.id)
            for n in range(SNAPSHOT):
                await ana.do(Say, text=str(n))
            await asyncio.sleep(0.1)
            assert await tables.store.snapshot(made.id) is not None
            await ana.do(Close)
            for n in range(SNAPSHOT + 1):
                await ana.do(Say, text=str(n))
            await asyncio.sleep(0.1)
            await tables.cache.write(tables.live[made.id])
            assert await tables.store.snapshot(made.id) is None
            before = snapshot.write(tables.live[made.id].state)
            tables.live.clear()
            assert snapshot.write((await tables.cache.find(made.id)).state) == before

    run(work)
