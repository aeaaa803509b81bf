"""All tables of this process: rooms in memory as a cache over the store, their clocks and bots, and who looks on.

A command is decided by the room, saved by the store, and only then acknowledged and told to all who look on. Any
process may do so for any table; a lease decides which one makes a table's bots think and its clock run out.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from sabika.engine.game import GAMES
from sabika.server import events, plan, protocol, snapshot, views
from sabika.server.events import Event
from sabika.server.ids import is_id, new_id, next_id
from sabika.server.listing import card, row_of
from sabika.server.minds import Minds
from sabika.server.protocol import (
    ClockLimits,
    Commands,
    Done,
    GameInfo,
    Games,
    Made,
    NewTable,
    OptionInfo,
    Problem,
    Replay,
    Tables,
    Verified,
    Whole,
)
from sabika.server.room import LONGEST, SHORTEST, Room, Trouble, bot_names
from sabika.server.seal import KeyedSeal, Seal
from sabika.server.store.base import (
    Entry,
    Person,
    Repeated,
    Stale,
    Store,
    StoreError,
    Taken,
    Unavailable,
    Which,
)
from sabika.server.views import Advised, Check, RecordText, ReplayFrom, Since, Viewer, WholeTable

__all__ = ["Hall", "Send", "Trouble", "Visit"]

Send = Callable[[bytes], None]  # puts a message for a socket into its outbox; never waits, never raises
Acknowledge = Callable[[Done], None]

ROUND: Final = 0.25  # seconds between two looks at the clocks
SEARCH: Final = 1_000  # milliseconds between two looks for tables that nobody looks after
LEASE: Final = 6.0  # seconds; renewed three times in that time
IDLE: Final = 60_000  # milliseconds after which a table that nobody looks at leaves the memory
SNAPSHOT: Final = 128  # versions after which a table is written down, lest a fall makes it long to come back
PAGE: Final = 50  # tables in a list
PACE: Final = 600  # milliseconds that a bot takes at least, where somebody looks on
HINTERS: Final = ("architect", "builder")  # who gives hints: the first of these that there is
log = logging.getLogger("sabika.server.hall")


class Live:
    """A table in memory."""

    def __init__(self, room: Room, written: int) -> None:
        self.room = room
        self.lock = asyncio.Lock()  # one command after another
        self.visits: set[Visit] = set()
        self.used = 0  # when somebody last asked for it
        self.written = written  # the version of its snapshot
        self.held = False  # this process has the lease
        self.refused_at = 0  # when another process had it
        self.thinking = 0  # the version whose position a bot thinks about; 0: none

    def present(self) -> tuple[list[bool], int]:
        """Which seats are connected here, and how many look on besides."""
        there = {visit.viewer.person for visit in self.visits if visit.viewer.person is not None}
        seated = {place.person for place in self.room.desk.places}
        watching = sum(visit.viewer.person not in seated or visit.viewer.person is None for visit in self.visits)
        return [place.person in there for place in self.room.desk.places], watching


class Visit:
    """A socket at a table."""

    def __init__(self, hall: Hall, live: Live, person: Person | None, send: Send) -> None:
        self.hall = hall
        self.live = live
        self.person = person
        self.send = send
        self.viewer = Viewer()
        self.version = -1  # that the client knows; -1: it has not been told anything
        self.hinting = False

    async def hear(self, frame: bytes) -> None:
        """Take one message of the client after another; all answers go out through `send`, bad messages included."""
        message: protocol.FromClient | None = None
        try:
            message = read(frame)
            await self.take(message)
        except Trouble as trouble:
            self.refuse(getattr(message, "id", None), trouble.problem)
        except Exception:
            log.exception("a message could not be answered")
            self.refuse(getattr(message, "id", None), Problem("failed", "Something went wrong here."))

    async def take(self, message: protocol.FromClient) -> None:
        if isinstance(message, protocol.Ping):
            self.send(ENCODE(protocol.Pong(self.hall.now())))
        elif isinstance(message, protocol.Hello):
            async with self.live.lock:
                self.greet(message)
        elif isinstance(message, protocol.Hint):
            await self.hint(message)
        elif isinstance(message, protocol.Try | protocol.Score):
            async with self.live.lock:
                self.send(views.sent(self.live.room, self.viewer, message))
        elif self.person is None:
            raise Trouble("no-person", "Say who you are first.")
        else:
            await self.hall.perform(self.live, self.person, message, self.viewer.language, self.acknowledge)

    def acknowledge(self, done: Done) -> None:
        self.send(ENCODE(done))

    def refuse(self, command: str | None, problem: Problem) -> None:
        self.send(ENCODE(protocol.Refusal(command, problem)))

    def greet(self, hello: protocol.Hello) -> None:
        """The first message, or a later one that asks for the table once more."""
        if hello.protocol != protocol.PROTOCOL:
            raise Trouble("other-protocol", f"This server speaks version {protocol.PROTOCOL} of the protocol.")
        person = None if self.person is None else self.person.id
        self.viewer = Viewer(person, hello.seat, hello.positions, hello.language)
        self.version = -1 if hello.since is None else hello.since
        news = self.news()
        self.version = self.live.room.version
        self.send(news)

    def news(self) -> bytes:
        """What the client does not know yet."""
        now, (present, watching) = self.hall.now(), self.live.present()
        if self.version < 0:
            return views.sent(self.live.room, self.viewer, WholeTable(now, present, watching))
        return views.sent(self.live.room, self.viewer, Since(self.version, now, present, watching))

    async def hint(self, question: protocol.Hint) -> None:
        """One after another, and without keeping the socket's other messages waiting."""
        if self.hinting:
            raise Trouble("busy", "A hint is being thought about.")
        self.hinting = True
        self.hall.spawn(self._hint(question))

    async def _hint(self, question: protocol.Hint) -> None:
        try:
            self.send(await self.hall.hint(self.live, self.viewer, question.id))
        except Trouble as trouble:
            self.refuse(question.id, trouble.problem)
        finally:
            self.hinting = False

    def leave(self) -> None:
        """The socket is gone."""
        if self in self.live.visits:
            self.live.visits.discard(self)
            self.live.used = self.hall.now()
            self.hall.tell_presence(self.live)

    def bye(self, why: Literal["signed-out", "no-spectators", "restart"]) -> None:
        self.send(ENCODE(protocol.Bye(why)))
        self.leave()


class Hall:
    """Made once a process. `key` is the server's secret, from which the seeds of all tables come."""

    def __init__(
        self,
        store: Store,
        key: bytes,
        *,
        minds: Minds | None = None,
        now: Callable[[], int] | None = None,
        seal: Seal | None = None,
        pace: int = PACE,
        lease: float = LEASE,
    ) -> None:
        self.store = store
        self.seal = seal or KeyedSeal(key)
        self.minds = minds or Minds()
        self.now = now or (lambda: time.time_ns() // 1_000_000)
        self.pace = pace
        self.lease = lease
        self.holder = secrets.token_hex(8)
        self.live: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.tasks: set[asyncio.Task[None]] = set()  # that may be broken off
        self.saving: set[asyncio.Task[None]] = set()  # that may not
        self.searched = 0  # when tables were last looked for that nobody looks after
        self.renewed = 0.0
        self.stopping = False

    # The life of a hall.

    async def start(self) -> None:
        """Begin to look after tables: clocks, bots, other processes' news."""
        self.spawn(self._rounds())
        self.spawn(self._listen())

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else; a fault in it is logged."""
        if self.stopping:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("something beside the commands failed", exc_info=task.exception())

    async def _rounds(self) -> None:
        while True:
            try:
                await self.look_after()
            except StoreError:
                log.exception("the store does not answer")
            await asyncio.sleep(ROUND)

    async def _listen(self) -> None:
        """Other processes' appends; our own are known already."""
        async for table, version in self.store.listen():
            live = self.live.get(table)
            if live is not None and version > live.room.version:
                async with live.lock:
                    await self._catch_up(live)
                    self._publish(live)
                await self._go_on(live)

    async def stop(self) -> None:
        """Finish what was begun, write rooms down, give back the leases, end the bots' processes."""
        self.stopping = True
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, *self.saving, return_exceptions=True)
        await self.minds.stop()
        for live in list(self.live.values()):
            async with live.lock:
                await self._write(live)
        self.live.clear()
        await self.store.release(self.holder)

    # Tables, for REST. All raise Trouble.

    def games(self) -> Games:
        found = [
            GameInfo(
                name=game.name,
                title=game.title,
                rules=game.rules,
                fewest=game.fewest,
                most=game.most,
                ghost=game.ghost or None,
                options=[OptionInfo(each.name, list(each.choices), each.about) for each in game.options],
            )
            for game in GAMES.values()
        ]
        return Games(protocol.PROTOCOL, found, list(bot_names()), ClockLimits(SHORTEST, LONGEST, LONGEST))

    async def make(self, person: Person, wish: NewTable) -> Made:
        """A new table of this person."""
        table, now = new_id(), self.now()
        await self._create(table, plan.first_events(table, wish, person, self.seal, now), now)
        return Made(table)

    async def _create(self, table: str, first: Sequence[Event], now: int) -> None:
        entries = [Entry(events.encode(event), now, seq=n) for n, event in enumerate(first, start=1)]
        room = Room.fold(table, self.seal, entries)
        try:
            await self.store.create(row_of(room), entries)
        except Unavailable as problem:
            raise Trouble("busy", "The table could not be saved; try again.") from problem
        live = self.live.setdefault(table, Live(room, 0))
        live.used = now
        await self._go_on(live)

    async def tables(self, person: Person | None, which: Literal["open", "mine"], skip: int = 0) -> Tables:
        if which == "mine" and person is None:
            raise Trouble("no-person", "Say who you are first.")
        mine = None if person is None else person.id
        wanted = Which(person=mine) if which == "mine" else Which(public=True, status=("gathering",))
        rows = await self.store.rows(wanted, PAGE + 1, skip)
        return Tables([card(row, mine) for row in rows[:PAGE]], len(rows) > PAGE)

    async def look(self, table: str, person: Person | None) -> Whole:
        """A table as this person may see it."""
        live = await self._find(table)
        async with live.lock:
            found = views.sent(live.room, viewer(person), WholeTable(self.now(), *live.present()))
        return msgspec.json.decode(found, type=Whole)

    async def command(self, table: str, person: Person, command: Commands, language: str = "en") -> Done:
        """Do something at a table: it is saved when this returns."""
        found: list[Done] = []
        await self.perform(await self._find(table), person, command, language, found.append)
        return found[0]

    async def record(self, table: str, person: Person | None) -> str:
        """The record as this person may see it."""
        return views.sent(await self._from_log(table), viewer(person), RecordText()).decode()

    async def replay(self, table: str, person: Person | None, first: int = 0, seat: int | None = None) -> Replay:
        """Up to 50 frames of a finished game, from frame `first` on."""
        found = views.sent(await self._from_log(table), viewer(person), ReplayFrom(first, seat))
        return msgspec.json.decode(found, type=Replay)

    async def verify(self, table: str, person: Person | None) -> Verified:
        found = views.sent(await self._from_log(table), viewer(person), Check())
        return msgspec.json.decode(found, type=Verified)

    # Play, for sockets.

    async def enter(self, table: str, person: Person | None, frame: bytes, send: Send) -> Visit:
        """A socket comes to a table; `frame` is its first message, Hello. Raises Trouble, and then nothing was sent."""
        hello = read(frame)
        if not isinstance(hello, protocol.Hello):
            raise Trouble("hello-first", "The first message is hello.")
        live = await self._find(table)
        visit = Visit(self, live, person, send)
        async with live.lock:
            visit.greet(hello)
            live.visits.add(visit)
        self.tell_presence(live)
        return visit

    def send_away(self, person: str) -> None:
        """This person signed out: his sockets are told so (Bye), and hear nothing more."""
        for live in list(self.live.values()):
            for visit in [visit for visit in live.visits if visit.person is not None and visit.person.id == person]:
                visit.bye("signed-out")

    def tell_presence(self, live: Live) -> None:
        message = ENCODE(protocol.Presence(*live.present()))
        for visit in list(live.visits):
            visit.send(message)

    async def hint(self, live: Live, looker: Viewer, question: str) -> bytes:
        """What a good bot would do, told to who is asked and to nobody else."""
        room = live.room
        if not room.desk.created.hints:
            raise Trouble("no-hint", "This table allows no hints.")
        if room.table is None or room.asked is None or views.eyes_of(room, looker) != room.asked:
            raise Trouble("no-hint", "It is not your decision.")
        moved, sight = room.desk.moved, room.table.sight.text()
        bot = next((name for name in HINTERS if name in bot_names()), bot_names()[-1])
        thoughts = await self.minds.advise(bot, room.desk.created.game, sight, seed_for(room))
        if not thoughts:
            raise Trouble("busy", "The bot has no answer now.")
        advised = Advised(question, bot, [(each.move, each.win, each.margin) for each in thoughts])
        async with live.lock:
            if live.room.desk.moved != moved:
                raise Trouble("stale", "The game has gone on since then.", version=live.room.version)
            return views.sent(live.room, looker, advised)

    # Commit, then acknowledge, then publish.

    async def perform(
        self, live: Live, person: Person, command: Commands, language: str, acknowledge: Acknowledge
    ) -> None:
        """Do what somebody wishes. A command that was done before is answered once more.

        It goes on to its end even if whoever waits for it is gone by then.
        """
        await self._to_the_end(self._perform(live, person, command, language, acknowledge))

    async def _to_the_end(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.saving.add(task)
        task.add_done_callback(self.saving.discard)
        await asyncio.shield(task)

    async def _perform(
        self, live: Live, person: Person, command: Commands, language: str, acknowledge: Acknowledge
    ) -> None:
        key = f"{person.id}:{command.id}"
        async with live.lock:
            done = await self._once(live, person, command, language, key)
            while done is None:  # another process was first: look again
                done = await self._once(live, person, command, language, key)
            acknowledge(done)
            self._publish(live)
        await self._go_on(live)

    async def _once(self, live: Live, person: Person, command: Commands, language: str, key: str) -> Done | None:
        """Try once; None where the table has gone on meanwhile."""
        desk = live.room.desk
        if key in desk.commands:
            return done_at(live, command, desk.commands[key])
        found = live.room.decide(command, person, language)
        if isinstance(command, protocol.Rematch) and found:
            await self._make_rematch(live.room)
        try:
            await self._save(live, found, key)
        except Stale:
            return None
        except Repeated as repeated:
            return done_at(live, command, repeated.seq)
        return done_at(live, command, live.room.version)

    async def _make_rematch(self, room: Room) -> None:
        """The new table is made before the old one tells of it; that it exists already means no more than that."""
        now, table = self.now(), next_id(room.id)
        with contextlib.suppress(Taken):
            await self._create(table, plan.rematch_events(room, table, self.seal), now)

    async def _save(self, live: Live, found: Sequence[Event], command: str | None = None) -> None:
        """Let it happen here and append it to the log. Raises Stale or Repeated; then the room is as the log has it.

        The caller has the room's lock, and whoever tells somebody of a room takes it: what is not saved is not told.
        """
        if not found:
            return
        room = live.room
        expected, at = room.version, max(self.now(), room.desk.at)
        entries = [Entry(events.encode(each), at, seq=n) for n, each in enumerate(found, start=expected + 1)]
        entries[0] = replace(entries[0], command=command)
        try:
            for entry in entries:
                room.apply(entry)
            await self.store.append(room.id, expected, entries, row_of(room))
        except Unavailable as problem:
            await self._reload(live)
            raise Trouble("busy", "It could not be saved; try again.") from problem
        except BaseException:
            await self._reload(live)
            raise
        live.used = at
        if room.version - live.written >= SNAPSHOT:
            live.written = room.version
            self.spawn(self.store.keep_snapshot(room.id, room.version, snapshot.write(room)))

    async def _reload(self, live: Live) -> None:
        """What happened here and is not in the log did not happen. Where the log cannot be read, clients come again."""
        try:
            live.room = await self._fetch(live.room.id, cached=False)
        except BaseException:
            self.live.pop(live.room.id, None)
            for visit in list(live.visits):
                visit.bye("restart")
            raise

    async def _catch_up(self, live: Live) -> None:
        """What other processes appended."""
        for entry in await self.store.entries(live.room.id, live.room.version):
            live.room.apply(entry)

    def _publish(self, live: Live) -> None:
        """Tell all who look on what they do not know yet; those who see the same are told with the same bytes."""
        inside = {place.person for place in live.room.desk.places} | {live.room.desk.created.maker}
        made: dict[tuple[Viewer, int], bytes] = {}
        for visit in list(live.visits):
            if visit.version == live.room.version:
                continue
            eyes = visit.viewer if visit.viewer.person in inside else replace(visit.viewer, person=None)
            known = (eyes, visit.version)
            try:
                if known not in made:
                    made[known] = visit.news()
            except Trouble:
                visit.bye("no-spectators")
                continue
            visit.version = live.room.version
            visit.send(made[known])

    # Rooms in memory.

    async def _find(self, table: str) -> Live:
        """A table, from memory or from the store."""
        live = self.live.get(table)
        if live is None:
            if not is_id(table):
                raise Trouble("no-table", "There is no such table.")
            async with self.loading.setdefault(table, asyncio.Lock()):
                live = self.live.get(table)
                if live is None:
                    room = await self._fetch(table)
                    live = self.live[table] = Live(room, room.version)
            self.loading.pop(table, None)
        live.used = max(live.used, self.now())
        return live

    async def _fetch(self, table: str, *, cached: bool = True) -> Room:
        """A room from its snapshot, if there is one, and the rest of its log."""
        try:
            kept = await self.store.snapshot(table) if cached else None
            room = None if kept is None else snapshot.read(table, self.seal, kept.body)
            entries = await self.store.entries(table, 0 if room is None else room.version)
        except Unavailable as problem:
            raise Trouble("busy", "The table cannot be read now; try again.") from problem
        if room is None and not entries:
            raise Trouble("no-table", "There is no such table.")
        room = room or Room(table, self.seal)
        for entry in entries:
            room.apply(entry)
        return room

    async def _from_log(self, table: str) -> Room:
        """A room of its own, folded from the whole log: one from a snapshot does not know how it began."""
        if not is_id(table):
            raise Trouble("no-table", "There is no such table.")
        return await self._fetch(table, cached=False)

    async def _write(self, live: Live) -> None:
        """Write a room down, if it has changed since it last was."""
        if live.written < live.room.version:
            live.written = live.room.version
            await self.store.keep_snapshot(live.room.id, live.room.version, snapshot.write(live.room))

    async def _drop(self, live: Live) -> None:
        """Let a table leave the memory, unless somebody came meanwhile."""
        async with live.lock:
            used = live.used
            await self._write(live)
            if live.held:
                await self.store.release(self.holder, live.room.id)
                live.held = False
            if live.used == used and not live.visits:
                self.live.pop(live.room.id, None)

    # Clocks and bots.

    async def look_after(self) -> None:
        """One round: prolong leases, let clocks run out and bots think, take over what nobody looks after, tidy up."""
        await self._renew()
        now = self.now()
        for live in list(self.live.values()):
            deadline = live.room.deadline
            if deadline is not None and deadline <= now and await self._hold(live):
                await self._to_the_end(self._act(live, self._due))
            await self._go_on(live)
        if now - self.searched >= SEARCH:
            self.searched = now
            for row in await self.store.rows(Which(due=now, unheld=True), PAGE):
                await self._take_over(row.id)
        for live in list(self.live.values()):
            if not live.visits and not live.thinking and now - live.used >= IDLE and not live.lock.locked():
                await self._drop(live)

    def _due(self, room: Room) -> list[Event]:
        return room.due(self.now())

    async def _renew(self) -> None:
        if time.monotonic() - self.renewed >= self.lease / 3:
            self.renewed = time.monotonic()
            held = set(await self.store.renew(self.holder, self.lease))
            for table, live in self.live.items():
                live.held = table in held

    async def _take_over(self, table: str) -> None:
        """A table whose time has come and which no process holds."""
        try:
            live = await self._find(table)
        except Trouble:
            log.exception("table %s cannot be looked after", table)
            return
        if await self._hold(live):
            await self._to_the_end(self._act(live, self._due))
            await self._go_on(live)

    async def _hold(self, live: Live) -> bool:
        """Is it this process that looks after the table? If nobody does, it is."""
        if not live.held and self.now() - live.refused_at >= SEARCH:
            live.held = await self.store.hold(live.room.id, self.holder, self.lease)
            live.refused_at = 0 if live.held else self.now()
        return live.held

    async def _go_on(self, live: Live) -> None:
        """If a bot is asked, let it think, once for each position."""
        moved = live.room.desk.moved
        if live.room.thinker is not None and live.thinking != moved and await self._hold(live):
            live.thinking = moved
            self.spawn(self._think(live, moved))

    async def _think(self, live: Live, moved: int) -> None:
        room, bot = live.room, live.room.thinker
        if bot is None or room.table is None or room.desk.moved != moved:
            return
        begun = time.monotonic()
        move = await self.minds.choose(bot, room.desk.created.game, room.table.sight.text(), seed_for(room))
        if live.visits:  # people want to see what happens, and to take back what they did not mean
            await asyncio.sleep(max(0.0, self.pace / 1000 - (time.monotonic() - begun)))
        await self._to_the_end(self._act(live, lambda room: room.bot_moves(moved, move)))

    async def _act(self, live: Live, wish: Callable[[Room], list[Event]]) -> None:
        """Do what the clock or a bot wishes. If another process was first, there is nothing left to do."""
        async with live.lock:
            with contextlib.suppress(Stale, Repeated):
                await self._save(live, wish(live.room))
            self._publish(live)
        await self._go_on(live)


def read(frame: bytes) -> protocol.FromClient:
    """A message of a client; raises Trouble where it is none."""
    try:
        return DECODE(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise Trouble("unreadable", str(problem)[:300]) from None


def viewer(person: Person | None) -> Viewer:
    return Viewer(None if person is None else person.id)


def done_at(live: Live, command: Commands, version: int) -> Done:
    return Done(command.id, version, live.room.desk.again if isinstance(command, protocol.Rematch) else None)


def seed_for(room: Room) -> int:
    """A bot's chance at this position; it has nothing to do with the table's luck."""
    text = f"bot of {room.id} at {room.desk.moved}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:7], "big")


ENCODE: Final = msgspec.json.Encoder().encode
DECODE: Final = msgspec.json.Decoder(protocol.FromClient).decode
