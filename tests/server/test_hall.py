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

from sabika.server import protocol, snapshot
from sabika.server.hall import PRESENCE, Hall, Trouble
from sabika.server.ids import new_id, next_id
from sabika.server.keeper import IDLE
from sabika.server.minds import Minds
from sabika.server.protocol import (
    Back,
    BotSeat,
    Bye,
    Clock,
    Done,
    Hello,
    Leave,
    NewTable,
    PersonSeat,
    Play,
    Presence,
    Ready,
    Refusal,
    Rematch,
    Remove,
    Resign,
    Say,
    Sit,
    Stand,
    Steps,
    Undo,
    Whole,
)
from sabika.server.room import DAY
from sabika.server.store.base import Appended, Entry, TableRow, Unavailable, Which
from sabika.server.store.sqlite import SqliteStore
from tests.server.halls import HELLO, Client, Time, opened, run
from tests.server.sittings import ANA, BEN, CLEO, DINA, people, with_bots
from tests.server.test_minds import ODD_MIND

TWO = [ANA, BEN]


async def gathered(hall: Hall, plan: NewTable) -> list[Client]:
    """Ana and Ben at a table, the game begun."""
    made = await hall.make(ANA, plan)
    ana, ben = [await Client(hall, person).enter(made.id) for person in TWO]
    await ben.do(Sit)
    await ben.do(Ready)
    await ana.do(Ready)
    return [ana, ben]


def asked(clients: list[Client]) -> Client:
    return next(client for client in clients if client.game.options is not None)


def test_a_game_of_two_from_the_first_message_to_the_last(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            clients = await gathered(hall, people(2, "zatre"))
            while clients[0].table.status == "playing":
                assert isinstance(await asked(clients).move(), Done)
            table = clients[0].table
            assert table.result is not None
            verified = await hall.verify(table.id, None)
            assert (verified.luck, verified.scores) == ("sealed", table.result.scores)
            assert (await hall.record(table.id, ANA)).startswith("sabika record 1\ngame: zatre\n")
            replay = await hall.replay(table.id, ANA, first=replayed(hall))
            assert replay.frames[-1].step == replay.steps
            assert replay.frames[-1].points == table.result.scores
            for client in clients:  # nobody missed a step, nobody was told twice
                told = [step.version for message in client.all(Steps) for step in message.steps]
                assert told == list(range(client.all(Whole)[0].version + 1, client.version + 1))

    def replayed(hall: Hall) -> int:
        live = next(iter(hall.live.values()))
        assert live.room.table is not None
        return len(live.room.table.record.steps) - 10

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


class Early(Hall):
    """Acknowledges, and tells, before it has saved: a planted fault."""

    async def save(self, live, found, command=None):  # type: ignore[no-untyped-def]
        for visit in live.visits:
            visit.send(msgspec.json.encode(Done("early", live.room.version + len(found))))
        await super().save(live, found, command)


def watched(hall: Hall, store: Witness) -> Client:
    """A client who notes what he is told before it is saved."""
    client = Client(hall, ANA)
    told: list[int] = []

    def send(message: bytes) -> None:
        client.raw.append(message)
        found = msgspec.json.decode(message, type=protocol.FromServer)
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
        hall = (Early if fault else Hall)(store, bytes(32), now=Time(), pace=0)
        made = await hall.make(ANA, people(2))
        store.saved = 2
        client = watched(hall, store)
        await client.enter(made.id)
        for n in range(5):
            await client.visit.hear(b'{"type":"say","id":"s%d","version":1,"text":"hello"}' % n)
        await hall.stop()
        await store.close()
        assert bool(client.early) == fault  # type: ignore[attr-defined]

    run(work)


@pytest.mark.parametrize("fault", ["before", "after"])
def test_when_the_store_fails_only_what_is_saved_is_told_and_the_same_command_may_come_again(
    tmp_path: Path, fault: str
) -> None:
    async def work() -> None:
        store = await Witness.open(tmp_path / "tables.db")
        async with opened(tmp_path, store=store) as hall:
            ana, ben = await gathered(hall, people(2))
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
        async with opened(tmp_path) as hall:
            clients = await gathered(hall, people(2))
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
        async with opened(tmp_path) as hall:
            ana, _ = await gathered(hall, people(2))
            frame = b'{"type":"say","id":"same","version":1,"text":"hello"}'
            await asyncio.gather(*(ana.visit.hear(frame) for _ in range(5)))
            assert {done.version for done in ana.all(Done) if done.id == "same"} == {ana.version}

    run(work)


# Messages.

BAD_FRAMES = {
    "nothing": (b"", "unreadable"),
    "no JSON": (b"{", "unreadable"),
    "not our form": (b'{"type":"play","move":3}', "unreadable"),
    "an unknown field": (b'{"type":"say","id":"a","version":1,"text":"x","seats":1}', "unreadable"),
    "no text at all": (b"\xff\xfe", "unreadable"),
    "another protocol": (b'{"type":"hello","protocol":2}', "other-protocol"),
    "a move out of turn": (b'{"type":"play","id":"a","version":99,"move":"take b4"}', "refused"),
    "a hint out of turn": (b'{"type":"hint","id":"a"}', "no-hint"),
    "a try of nonsense": (b'{"type":"try","id":"a","move":"fly"}', "no-move"),
}


@pytest.mark.parametrize(("frame", "code"), BAD_FRAMES.values(), ids=BAD_FRAMES)
def test_bad_messages_are_answered(tmp_path: Path, frame: bytes, code: str) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            clients = await gathered(hall, people(2))
            other = next(client for client in clients if client.game.options is None)
            version = other.version
            await other.visit.hear(frame)
            await other.until(lambda client: bool(client.all(Refusal)))
            assert other.last(Refusal).problem.code == code
            assert asked(clients).version == version

    run(work)


def test_any_frame_gets_a_typed_answer_and_changes_nothing_by_accident(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            clients = await gathered(hall, people(2))
            rng = Random(5)
            frames = [msgspec.json.encode(each) for each in ([1], {}, "x", None, {"type": "play"})]
            frames += [HELLO, b'{"type":"play","id":"a","version":5,"move":"take b4"}', b'{"type":"ping"}']
            frames += [b'{"type":"sit","id":"b","version":5,"seat":3}', b'{"type":"undo","id":"c","version":5}']
            for _ in range(1_500):
                frame = bytearray(rng.choice(frames))
                for _ in range(rng.randrange(3)):
                    if frame:
                        frame[rng.randrange(len(frame))] = rng.randrange(256)
                await rng.choice(clients).visit.hear(bytes(frame))
            for client in clients:
                assert "failed" not in {refusal.problem.code for refusal in client.all(Refusal)}

    run(work)


def test_the_first_message_is_hello(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            made = await hall.make(ANA, people(2))
            for frame, code in {b'{"type":"ping"}': "hello-first", b"{": "unreadable"}.items():
                with pytest.raises(Trouble) as trouble:
                    await Client(hall, BEN).enter(made.id, frame)
                assert trouble.value.problem.code == code
            with pytest.raises(Trouble) as trouble:
                await Client(hall, BEN).enter(made.id, b'{"type":"hello","protocol":2}')
            assert trouble.value.problem.code == "other-protocol"
            assert hall.live[made.id].visits == set()

    run(work)


@pytest.mark.parametrize("table", ["", "x", "../../etc/passwd", "a" * 12, "a2bj28vvvanq", "é" * 12, "a" * 10_000])
def test_a_table_that_is_not_there(tmp_path: Path, table: str) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            for ask in (hall.look, hall.record, hall.replay, hall.verify):
                with pytest.raises(Trouble) as trouble:
                    await ask(table, ANA)
                assert trouble.value.problem.code == "no-table"
            with pytest.raises(Trouble):
                await Client(hall, ANA).enter(table)
            assert hall.live == {}
            assert await hall.store.count(Which()) == 0

    run(work)


def test_nobody_we_know_may_look_and_do_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            made = await hall.make(ANA, people(2))
            guest = await Client(hall, None).enter(made.id)
            refused = await guest.do(Sit)
            assert isinstance(refused, Refusal)
            assert refused.problem.code == "no-person"
            await guest.visit.hear(b'{"type":"ping"}')
            assert guest.last(protocol.Pong).at == hall.now()

    run(work)


# Coming back.


def test_who_comes_back_is_told_what_was_missed(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            ana, ben = await gathered(hall, people(2))
            seen = ben.version
            ben.visit.leave()
            for n in range(3):
                await ana.do(Say, text=f"word {n}")
            again = await Client(hall, BEN).enter(ana.table.id, msgspec.json.encode(Hello(1, since=seen)))
            (steps,) = again.all(Steps)
            assert [step.version for step in steps.steps] == [seen + 1, seen + 2, seen + 3]
            assert steps.version == ana.version
            for n in range(80):
                await ana.do(Say, text=f"word {n}")
            late = await Client(hall, BEN).enter(ana.table.id, msgspec.json.encode(Hello(1, since=seen)))
            assert late.all(Whole)[0].version == ana.version
            ahead = await Client(hall, BEN).enter(ana.table.id, msgspec.json.encode(Hello(1, since=10**6)))
            assert ahead.all(Whole)[0].version == ana.version

    run(work)


def test_an_idle_table_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    async def work() -> None:
        clock = Time()
        async with opened(tmp_path, clock) as hall:
            clients = await gathered(hall, people(2))
            table = clients[0].table.id
            for _ in range(60):
                await asked(clients).move()
            before = snapshot.write(hall.live[table].room)
            clock.now += IDLE
            await hall.look_after()
            assert table in hall.live  # somebody looks on
            for client in clients:
                client.visit.leave()
            clock.now += IDLE
            await hall.look_after()
            assert hall.live == {}
            begin = time.perf_counter()
            await Client(hall, ANA).enter(table)
            print(f"came back in {1000 * (time.perf_counter() - begin):.1f} ms")
            assert snapshot.write(hall.live[table].room) == before

    run(work)


def test_after_a_restart_the_table_is_as_it_was(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            clients = await gathered(hall, people(2))
            table = clients[0].table.id
            for _ in range(30):
                await asked(clients).move()
            before = snapshot.write(hall.live[table].room)
        async with opened(tmp_path) as hall:
            whole = await Client(hall, ANA).enter(table)
            assert snapshot.write(hall.live[table].room) == before
            assert whole.all(Whole)[0].game is not None
            assert (await hall.tables(ANA, "mine")).tables[0].status == "playing"

    run(work)


def test_several_processes_at_one_table(tmp_path: Path) -> None:
    """Two halls over one store, as two processes have it: any of them appends, both tell."""

    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "tables.db")
        async with opened(tmp_path, store=store) as one, opened(tmp_path, store=store) as two:
            for hall in (one, two):
                await hall.start()
            made = await one.make(ANA, people(2))
            ana = await Client(one, ANA).enter(made.id)
            ben = await Client(two, BEN).enter(made.id)
            await ben.do(Sit)
            await ana.until(lambda client: client.version == ben.version)
            await asyncio.gather(*(client.do(Say, text=f"{n}") for n in range(20) for client in (ana, ben)))
            await ana.until(lambda client: client.version == 43)
            await ben.until(lambda client: client.version == 43)
            rooms = [snapshot.write(hall.live[made.id].room) for hall in (one, two)]
            assert rooms[0] == rooms[1]
        await store.close()

    run(work)


def test_who_is_refused_because_another_process_was_first_is_told_what_happened_there(tmp_path: Path) -> None:
    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "tables.db")
        async with opened(tmp_path, store=store) as one, opened(tmp_path, store=store) as two:
            clients = await gathered(one, people(2))  # neither hall listens to the other
            mover = asked(clients)
            there = await Client(two, mover.person).enter(mover.table.id)
            assert there.game.options
            await there.do(Play, name="there", move=there.game.options[0].move)
            refused = await mover.move()
            assert isinstance(refused, Refusal)
            assert refused.problem.code == "stale"
            assert [client.version for client in clients] == [there.version] * 2
        await store.close()

    run(work)


# Clocks and bots.


def test_bots_play_a_game_among_themselves(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            made = await hall.make(ANA, NewTable(game="zatre", seats=[BotSeat("random"), BotSeat("novice")]))
            watching = await Client(hall, None).enter(made.id)
            await watching.until(lambda client: client.table.status == "over", 60)
            assert hall.minds.failed == 0
            record = await hall.record(made.id, None)
            assert "seats: random, novice" in record
            assert "(" not in record.split("\n\n")[1]

    run(work)


@pytest.mark.parametrize("bot", ["sleeper", "quitter", "liar"])
def test_a_bot_that_fails_costs_its_move_and_never_the_table(tmp_path: Path, bot: str) -> None:
    async def work() -> None:
        minds = Minds(1, 0.3, command=ODD_MIND)
        async with opened(tmp_path, minds=minds) as hall:
            made = await hall.make(ANA, with_bots(1, "zatre"))
            room = hall.live[made.id].room
            room.desk.places[1].bot = bot  # no house would seat it
            room.refresh()
            ana = await Client(hall, ANA).enter(made.id)
            while len(moved(ana, 1)) < 3:
                await ana.until(lambda client: client.game.options is not None or len(moved(client, 1)) >= 3)
                if ana.game.options is not None:
                    await ana.move()
            assert {what.by for what in moved(ana, 1)} == {"default"}

    run(work)


def moved(client: Client, seat: int) -> list[protocol.Moved]:
    steps = [step.what for message in client.messages if isinstance(message, Whole) for step in message.recent]
    steps += [step.what for message in client.all(Steps) for step in message.steps]
    return [what for what in steps if isinstance(what, protocol.Moved) and what.seat == seat]


def test_who_is_away_is_held_by_a_bot_and_gets_the_seat_back(tmp_path: Path) -> None:
    async def work() -> None:
        clock = Time()
        async with opened(tmp_path, clock) as hall:
            clients = await gathered(hall, people(2, "zatre", clock=Clock(10_000), stand_in="random"))
            mover = asked(clients)
            seat = mover.game.seat
            assert seat is not None
            clock.now += 9_999
            await hall.look_after()
            assert not mover.table.seats[seat].away
            clock.now += 1
            await hall.look_after()
            await mover.until(lambda client: bool(moved(client, seat)))
            assert mover.table.seats[seat].away
            assert mover.table.seats[seat].bot == "random"
            assert moved(mover, seat)[0].by == "random"
            await mover.do(Back)
            assert not mover.table.seats[seat].away

    run(work)


def test_when_all_have_left_the_game_is_played_to_its_end(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            clients = await gathered(hall, people(2, "zatre", stand_in="random"))
            for client in clients:
                await client.do(Leave)
            await clients[0].until(lambda client: client.table.status == "over", 60)

    run(work)


def test_who_has_resigned_waits_for_no_pace(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            hall.keeper.pace = 5_000
            clients = await gathered(hall, people(2, "zatre", stand_in="random"))
            for client in clients:
                await client.do(Resign)
            await clients[0].until(lambda client: client.table.status == "over", 60)  # some hundred moves

    run(work)


def test_a_table_that_nobody_has_in_memory_is_looked_after_when_its_time_comes(tmp_path: Path) -> None:
    async def work() -> None:
        clock = Time()
        async with opened(tmp_path, clock) as hall:
            clients = await gathered(hall, people(2, "zatre", clock=Clock(600_000), stand_in="random"))
            table = clients[0].table.id
            for client in clients:
                client.visit.leave()
            clock.now += IDLE
            await hall.look_after()
            assert hall.live == {}
            clock.now += 600_000
            await hall.look_after()
            assert hall.live[table].room.thinker == "random"

    run(work)


def test_another_process_takes_over_when_one_dies(tmp_path: Path) -> None:
    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "tables.db")
        dead = Hall(store, bytes(32), minds=Minds(1, command=(sys.executable, "-c", "")), pace=0, lease=0.5)
        made = await dead.make(ANA, NewTable(game="zatre", seats=[BotSeat("random")] * 2))
        assert made.id in dead.keeper.leases.held
        for task in dead.tasks:
            task.cancel()  # it thinks no more, and it gives nothing back
        async with opened(tmp_path, time_now, store=store) as alive:
            await alive.start()
            watching = await Client(alive, None).enter(made.id)
            await watching.until(lambda client: client.table.status == "over", 60)
        await store.close()

    run(work)


def time_now() -> int:
    return time.time_ns() // 1_000_000


def test_two_processes_never_both_look_after_a_table(tmp_path: Path) -> None:
    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "tables.db")
        async with opened(tmp_path, store=store) as one, opened(tmp_path, store=store) as two:
            made = await one.make(ANA, NewTable(game="zatre", seats=[BotSeat("random")] * 2))
            await Client(two, ANA).enter(made.id)
            for hall in (two, one):
                await hall.look_after()
            assert one.keeper.leases.held | two.keeper.leases.held == {made.id}
            assert not one.keeper.leases.held & two.keeper.leases.held
        await store.close()

    run(work)


# Hints.


def test_a_hint_is_for_who_is_asked(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, minds=Minds(1, 20)) as hall:
            clients = await gathered(hall, people(2))
            mover = asked(clients)
            await mover.visit.hear(b'{"type":"hint","id":"h"}')
            await mover.visit.hear(b'{"type":"hint","id":"h2"}')
            assert mover.last(Refusal).problem.code == "busy"
            await mover.until(lambda client: bool(client.all(protocol.Advice)))
            advice = mover.last(protocol.Advice)
            assert mover.game.options
            assert {each.move for each in advice.moves} <= {each.move for each in mover.game.options}
            assert advice.moves[0].win is not None
            await hall.minds.stop()  # asked again, nobody has to think again
            await mover.visit.hear(b'{"type":"hint","id":"h3"}')
            await mover.until(lambda client: len(client.all(protocol.Advice)) == 2)
            assert mover.last(protocol.Advice).moves == advice.moves
            assert mover.last(protocol.Advice).id == "h3"

    run(work)


def test_a_table_without_hints(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            clients = await gathered(hall, people(2, hints=False))
            mover = asked(clients)
            await mover.visit.hear(b'{"type":"hint","id":"h"}')
            await mover.until(lambda client: bool(client.all(Refusal)))
            assert mover.last(Refusal).problem.code == "no-hint"

    run(work)


# A rematch.


def test_a_rematch_is_one_table_whoever_asks_first(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            clients = await gathered(hall, people(2, "zatre", seed=3))
            while clients[0].table.status == "playing":
                await asked(clients).move()
            table = clients[0].table.id
            answers = await asyncio.gather(*(client.do(Rematch) for client in clients))
            assert {answer.table for answer in answers if isinstance(answer, Done)} == {next_id(table)}
            assert clients[0].table.again == next_id(table)
            again = await Client(hall, CLEO).enter(next_id(table))
            assert [seat.kept for seat in again.table.seats] == ["Ana", "Ben"]
            assert not again.table.luck.chosen
            refused = await again.do(Sit)
            assert isinstance(refused, Refusal)
            assert refused.problem.code == "seat-taken"
            ben = await Client(hall, BEN).enter(next_id(table))
            await ben.do(Sit)
            assert ben.table.seats[1].yours

    run(work)


# Who looks on.


def test_presence_is_told(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            ana, ben = await gathered(hall, people(2))
            await Client(hall, CLEO).enter(ana.table.id)
            await Client(hall, None).enter(ana.table.id)
            await ana.until(lambda client: client.last(Presence) == Presence([True, True], 2))
            ben.visit.leave()
            ben.visit.leave()
            await ana.until(lambda client: client.last(Presence) == Presence([True, False], 2))
            hello = HELLO.replace(b"}", b',"since":%d}' % ben.version)
            back = await Client(hall, BEN).enter(ana.table.id, hello)
            assert back.last(Presence) == Presence([True, True], 2)  # steps do not tell it

    run(work)


def test_who_sits_down_is_there_at_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            made = await hall.make(ANA, people(2))
            ana, ben = await Client(hall, ANA).enter(made.id), await Client(hall, BEN).enter(made.id)
            await ana.until(lambda client: client.last(Presence) == Presence([True, False], 1))
            await ben.do(Sit)
            await ana.until(lambda client: client.last(Presence) == Presence([True, True], 0))
            await ben.do(Stand)
            await ana.until(lambda client: client.last(Presence) == Presence([True, False], 1))

    run(work)


def test_a_crowd_that_comes_and_goes_is_told_of_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            ana, _ = await gathered(hall, people(2))
            await asyncio.sleep(2 * PRESENCE)
            heard = len(ana.all(Presence))
            crowd = [await Client(hall, None).enter(ana.table.id) for _ in range(40)]
            await ana.until(lambda client: client.last(Presence).watching == 40)
            assert len(ana.all(Presence)) - heard <= 10  # as many as fit in the time that it took to come
            assert all(len(each.all(Presence)) <= 11 for each in crowd)
            heard = len(ana.all(Presence))
            for each in crowd:
                each.visit.leave()
            await ana.until(lambda client: client.last(Presence).watching == 0)
            assert len(ana.all(Presence)) == heard + 1

    run(work)


def test_without_spectators_only_who_sits_there_looks_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            plan = people(3, spectators=False)
            made = await hall.make(ANA, plan)
            ana = await Client(hall, ANA).enter(made.id)
            others = [await Client(hall, person).enter(made.id) for person in (BEN, CLEO, DINA)]
            for client in others[:2]:
                await client.do(Sit)
            assert others[2].last(Bye).why == "no-spectators"  # the last seat is taken
            for client in (ana, *others[:2]):
                await client.do(Ready)
            for ask in (hall.look, hall.record):
                with pytest.raises(Trouble) as trouble:
                    await ask(made.id, DINA)
                assert trouble.value.problem.code == "no-spectators"
            told = len(others[2].raw)
            await ana.do(Remove, seat=1)
            assert others[0].last(Bye).why == "no-spectators"
            assert len(others[2].raw) == told

    run(work)


def test_who_signs_out_hears_nothing_more(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            ana, ben = await gathered(hall, people(2))
            hall.send_away(BEN.id)
            assert ben.last(Bye).why == "signed-out"
            told = len(ben.raw)
            await ana.do(Say, text="where are you?")
            assert len(ben.raw) == told

    run(work)


def test_a_socket_that_is_gone_in_the_middle_of_a_command_spoils_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            ana, ben = await gathered(hall, people(2))
            frame = b'{"type":"say","id":"last","version":1,"text":"I am"}'
            hearing = asyncio.create_task(ana.visit.hear(frame))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)
            await ben.until(lambda client: any(isinstance(step.what, protocol.Said) for step in told(client)))
            assert hall.live[ana.table.id].room.version == ben.version

    run(work)


def test_a_bot_answers_the_last_move_of_a_socket_that_is_gone(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:  # nobody goes round
            made = await hall.make(ANA, with_bots(1, "zatre"))
            ana = await Client(hall, ANA).enter(made.id)
            eva = await Client(hall, None).enter(made.id)
            room = hall.live[made.id].room
            while room.asked != 0:
                await asyncio.sleep(0.01)
            while hall.live[made.id].room.asked == 0:
                assert ana.game.options
                move = ana.game.options[0].move
                frame = {"type": "play", "id": f"m{ana.version}", "version": ana.version, "move": move}
                hearing = asyncio.create_task(ana.visit.hear(msgspec.json.encode(frame)))
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                hearing.cancel()
                await asyncio.gather(hearing, return_exceptions=True)
            before = eva.version
            await eva.until(lambda client: any(is_by_bot(step) and step.version > before for step in told(client)))

    run(work)


def is_by_bot(step: protocol.Step) -> bool:
    return isinstance(step.what, protocol.Moved) and step.what.seat == 1


def told(client: Client) -> list[protocol.Step]:
    return [step for message in client.all(Steps) for step in message.steps]


def test_asking_for_tables_that_are_not_there_leaves_nothing_behind(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            for _ in range(20):
                with pytest.raises(Trouble):
                    await hall.look(new_id(), None)
            assert hall.loading == {}

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
        async with opened(tmp_path, store=store) as hall:
            ana, ben = await gathered(hall, people(2))
            table, version = ana.table.id, ana.version
            store.down = True
            failing = asyncio.create_task(ana.do(Say, text="never said"))
            await asyncio.sleep(0)
            waiting = asyncio.create_task(Client(hall, CLEO).enter(table))
            second = asyncio.create_task(ben.do(Say, text="nor this"))
            await asyncio.sleep(0)
            with pytest.raises(Trouble):
                await waiting
            for each in (failing, second):
                answer = await each
                assert isinstance(answer, Refusal)
                assert answer.problem.code == "busy"
            assert ana.last(Bye).why == "restart"
            store.down = False
            cleo = await Client(hall, CLEO).enter(table)
            assert cleo.version == version
            again = await Client(hall, ANA).enter(table)
            await again.do(Say, name="again", text="now")
            await cleo.until(lambda client: client.version == version + 1)
        await store.close()

    run(work)


def test_a_table_that_cannot_be_looked_after_is_no_other_tables_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    time = Time()

    async def work() -> None:
        async with opened(tmp_path, time) as hall:
            tables = [(await gathered(hall, people(2)))[0].table.id for _ in range(3)]
            first = hall.live[tables[0]].room
            time.now += 4 * DAY
            monkeypatch.setattr(first, "apply", lambda entry: 1 / 0)  # a bug of ours
            await hall.look_after()
            held = [any(place.away for place in hall.live[table].room.desk.places) for table in tables[1:]]
            assert held == [True, True]
            assert "could not be looked after" in caplog.text

    run(work)


# Lists.


def test_lists_of_tables(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            await hall.make(ANA, people(2))
            public = await hall.make(ANA, people(3, public=True))
            await hall.make(BEN, with_bots(1, public=True))
            (card,) = (await hall.tables(None, "open")).tables
            assert (card.id, card.your_turn) == (public.id, False)
            assert [seat.name for seat in card.seats] == ["Ana", None, None]
            assert len((await hall.tables(ANA, "mine")).tables) == 2
            (playing,) = (await hall.tables(BEN, "mine")).tables
            assert playing.asked is not None
            assert playing.seats[0].yours
            with pytest.raises(Trouble):
                await hall.tables(None, "mine")
            for _ in range(60):
                await hall.make(CLEO, NewTable(game="zatre", seats=[PersonSeat()] * 2, public=True))
            first = await hall.tables(None, "open")
            rest = await hall.tables(None, "open", skip=50)
            assert (len(first.tables), first.more, len(rest.tables), rest.more) == (50, True, 11, False)

    run(work)


def test_what_can_be_played(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            games = hall.games()
            assert {"alhambra", "zatre"} <= {game.name for game in games.games}
            assert "builder" in games.bots
            assert msgspec.json.decode(msgspec.json.encode(games), type=protocol.Games) == games

    run(work)


def test_undo_over_the_wire(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            clients = await gathered(hall, people(2, "zatre"))
            mover = asked(clients)
            while not mover.game.undo:
                mover = asked(clients)
                await mover.move()
            before = mover.game.position
            assert isinstance(await mover.do(Undo), Done)
            assert mover.game.position != before
            assert isinstance(told(mover)[-1].what, protocol.TakenBack)

    run(work)
