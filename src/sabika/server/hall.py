"""All tables of this process: rooms in memory as a cache over the store, and who looks on.

What a command leads to is saved by the store, then acknowledged, then told to all who look on. Any process may do so
for any table; a lease decides which one looks after its bots and its clock (see `Keeper`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from sabika.engine.game import GAMES
from sabika.server import events, plan, protocol, snapshot, views
from sabika.server.events import Event
from sabika.server.ids import is_id, new_id, next_id
from sabika.server.keeper import PACE, Keeper, seed_for
from sabika.server.listing import card, row_of
from sabika.server.minds import Minds
from sabika.server.plan import LONGEST, SHORTEST
from sabika.server.protocol import (
    ClockLimits,
    Commands,
    Done,
    GameInfo,
    Games,
    Made,
    NewTable,
    OptionInfo,
    Replay,
    Tables,
    Verified,
    Whole,
)
from sabika.server.room import Room
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
from sabika.server.store.lease import SECONDS
from sabika.server.trouble import Trouble
from sabika.server.views import Advised, Check, RecordText, ReplayFrom, Viewer, WholeTable
from sabika.server.visit import Live, Send, Visit, read
from sabika.server.wishes import Wishes, bot_names

__all__ = ["Hall", "Send", "Trouble", "Visit"]

Acknowledge = Callable[[Done], None]

SNAPSHOT: Final = 128  # versions after which a table is written down, lest a fall makes it long to come back
PRESENCE: Final = 0.1  # seconds until all are told who came and who went
PAGE: Final = 50  # tables in a list
HINTERS: Final = ("architect", "builder")  # who gives hints: the first of these that there is
log = logging.getLogger("sabika.server.hall")


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
        lease: float = SECONDS,
        presence: float = PRESENCE,
    ) -> None:
        self.store = store
        self.seal = seal or KeyedSeal(key)
        self.minds = minds or Minds()
        self.now = now or (lambda: time.time_ns() // 1_000_000)
        self.keeper = Keeper(self, pace, lease)
        self.presence = presence
        self.live: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.tasks: set[asyncio.Task[None]] = set()  # that may be broken off
        self.saving: set[asyncio.Task[None]] = set()  # that may not
        self.stopping = False

    # The life of a hall.

    async def start(self) -> None:
        """Begin to look after tables: clocks, bots, other processes' news."""
        self.spawn(self.keeper.leases.run())
        self.spawn(self.keeper.rounds())
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

    async def _listen(self) -> None:
        """Other processes' appends; our own are known already. If the store falls silent, listen again."""
        while True:
            try:
                async for table, version in self.store.listen():
                    live = self.live.get(table)
                    if live is not None and version > live.room.version:
                        await self._heard(live)
            except Exception:
                log.exception("the store could not be listened to")
            await asyncio.sleep(1)

    async def _heard(self, live: Live) -> None:
        async with live.lock:
            await self._catch_up(live)
            self.publish(live)
        await self.keeper.go_on(live)

    async def look_after(self) -> None:
        """One round of the keeper, for who does not `start` the hall."""
        await self.keeper.leases.once()
        await self.keeper.round()

    async def stop(self) -> None:
        """Finish what was begun, write rooms down, give back the leases, end the bots' processes."""
        self.stopping = True
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, *self.saving, return_exceptions=True)
        await self.minds.stop()
        with contextlib.suppress(StoreError):  # snapshots are a cache, and leases run out
            for live in self.live.values():
                await self.write(live)
            await self.keeper.leases.close()
        self.live.clear()

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
        await self.keeper.go_on(live)

    async def tables(self, person: Person | None, which: Literal["open", "mine"], skip: int = 0) -> Tables:
        if which == "mine" and person is None:
            raise Trouble("no-person", "Say who you are first.")
        mine = None if person is None else person.id
        wanted = Which(person=mine) if which == "mine" else Which(public=True, status=("gathering",))
        rows = await self.store.rows(wanted, PAGE + 1, skip)
        return Tables([card(row, mine) for row in rows[:PAGE]], len(rows) > PAGE)

    async def look(self, table: str, person: Person | None) -> Whole:
        """A table as this person may see it."""
        async with self.at(table) as live:
            found = views.sent(live.room, viewer(person), WholeTable(self.now(), *live.present()))
        return msgspec.json.decode(found, type=Whole)

    async def command(self, table: str, person: Person, command: Commands, language: str = "en") -> Done:
        """Do something at a table: it is saved when this returns."""
        found: list[Done] = []
        await self.perform(await self.find(table), person, command, language, found.append)
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
        async with self.at(table) as live:
            visit = Visit(self, live, person, send)
            visit.greet(hello)
            live.visits.add(visit)
        visit.learn_presence(ENCODE(protocol.Presence(*live.present())))
        self.tell_presence(live)
        return visit

    def send_away(self, person: str) -> None:
        """This person signed out: his sockets are told so (Bye), and hear nothing more."""
        for live in list(self.live.values()):
            for visit in [visit for visit in live.visits if visit.person is not None and visit.person.id == person]:
                visit.bye("signed-out")

    def tell_presence(self, live: Live) -> None:
        """Soon, and once for all who come and go until then: else a crowd that comes tells each of each."""
        if not self.presence:
            self._tell_presence(live)
        elif live.telling is None:
            live.telling = asyncio.get_running_loop().call_later(self.presence, self._tell_presence, live)

    def _tell_presence(self, live: Live) -> None:
        live.telling = None
        message = ENCODE(protocol.Presence(*live.present()))
        for visit in list(live.visits):
            visit.learn_presence(message)

    async def hint(self, live: Live, looker: Viewer, question: str) -> bytes:
        """What a good bot would do, told to who is asked and to nobody else."""
        room = live.room
        if not room.desk.created.hints:
            raise Trouble("no-hint", "This table allows no hints.")
        if room.table is None or room.asked is None or views.Look(room, looker).eyes != room.asked:
            raise Trouble("no-hint", "It is not your decision.")
        moved, sight = room.desk.moved, room.table.sight.text()
        bot = next((name for name in HINTERS if name in bot_names()), bot_names()[-1])
        if live.advice is None or live.advice[0] != moved:
            live.advice = moved, await self.minds.advise(bot, room.desk.created.game, sight, seed_for(room))
        thoughts = live.advice[1]
        if not thoughts:
            live.advice = None
            raise Trouble("busy", "The bot has no answer now.")
        advised = Advised(question, bot, [(each.move, each.win, each.margin) for each in thoughts])
        async with live.lock:
            live.check()
            if live.room.desk.moved != moved:
                raise Trouble("stale", "The game has gone on since then.", version=live.room.version)
            return views.sent(live.room, looker, advised)

    # Commit, then acknowledge, then publish.

    async def to_the_end(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.saving.add(task)
        task.add_done_callback(self.saving.discard)
        await asyncio.shield(task)

    async def perform(
        self, live: Live, person: Person, command: Commands, language: str, acknowledge: Acknowledge
    ) -> None:
        """Do what somebody wishes. A command that was done before is answered once more.

        If whoever waits for it is gone in the middle, the log says whether it was done, the others are told, and a bot
        that is asked now thinks all the same.
        """
        key = f"{person.id}:{command.id}"
        async with live.lock:
            live.check()
            try:
                done = await self._once(live, person, command, language, key)
                while done is None:  # another process was first: look again
                    done = await self._once(live, person, command, language, key)
                acknowledge(done)
            except asyncio.CancelledError:
                self.spawn(self.keeper.go_on(live))
                raise
            finally:
                self.publish(live)  # refused or not, what another process did is known by now
        await self.keeper.go_on(live)

    async def _once(self, live: Live, person: Person, command: Commands, language: str, key: str) -> Done | None:
        """Try once; None where the table has gone on meanwhile."""
        desk = live.room.desk
        if key in desk.commands:
            return done_at(live, command, desk.commands[key])
        found = Wishes(live.room, language).decide(command, person)
        if isinstance(command, protocol.Rematch) and found:
            await self._make_rematch(live.room)
        try:
            await self.save(live, found, key)
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

    async def save(self, live: Live, found: Sequence[Event], command: str | None = None) -> None:
        """Let it happen here and append it to the log. Raises Stale or Repeated; then the room is as the log has it.

        The caller has the room's lock, and whoever tells somebody of a room takes it: what is not saved is not told.
        """
        if not found:
            return
        room = live.room
        expected, at = room.version, max(self.now(), room.desk.at)
        entries = [
            Entry(events.encode(each), at, command if n == 1 else None, expected + n)
            for n, each in enumerate(found, start=1)
        ]
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
            live.lost = True
            self.live.pop(live.room.id, None)
            for visit in list(live.visits):
                visit.bye("restart")
            raise

    async def _catch_up(self, live: Live) -> None:
        """What other processes appended."""
        for entry in await self.store.entries(live.room.id, live.room.version):
            live.room.apply(entry)

    def publish(self, live: Live) -> None:
        """Tell all who look on what they do not know yet; spectators who see the same are told with the same bytes."""
        people = [place.person for place in live.room.desk.places]
        if people != live.people:
            live.people = people
            self.tell_presence(live)
        inside, now, version = {*people, live.room.desk.created.maker}, self.now(), live.room.version
        made: dict[tuple[Viewer, int], bytes] = {}
        for visit in list(live.visits):
            if visit.version == version:
                continue
            try:
                if visit.viewer.person in inside:
                    news = visit.news(now)
                else:
                    known = (replace(visit.viewer, person=None), visit.version)
                    news = made[known] = made.get(known) or visit.news(now)
            except Trouble:
                visit.bye("no-spectators")
                continue
            visit.version = version
            visit.send(news)

    # Rooms in memory.

    async def find(self, table: str) -> Live:
        """A table, from memory or from the store."""
        live = self.live.get(table)
        if live is None:
            if not is_id(table):
                raise Trouble("no-table", "There is no such table.")
            try:
                async with self.loading.setdefault(table, asyncio.Lock()):
                    live = self.live.get(table)
                    if live is None:
                        room = await self._fetch(table)
                        live = self.live[table] = Live(room, room.version)
            finally:
                self.loading.pop(table, None)  # who waits for it looks in memory first
        live.used = max(live.used, self.now())
        return live

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[Live]:
        """A table with its lock, as the log has it: not one that was lost while others waited for it."""
        while True:
            live = await self.find(table)
            async with live.lock:
                if not live.lost:
                    yield live
                    return

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

    async def write(self, live: Live) -> None:
        """Write a room down, if it has changed since it last was."""
        if live.written < live.room.version:
            live.written = live.room.version
            await self.store.keep_snapshot(live.room.id, live.room.version, snapshot.write(live.room))


def viewer(person: Person | None) -> Viewer:
    return Viewer(None if person is None else person.id)


def done_at(live: Live, command: Commands, version: int) -> Done:
    return Done(command.id, version, live.room.desk.again if isinstance(command, protocol.Rematch) else None)


ENCODE: Final = msgspec.json.Encoder().encode
