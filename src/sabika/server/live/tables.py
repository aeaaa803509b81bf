"""The tables of this process, for REST and sockets.

Any process may act at any table; a lease decides which one runs its bots and its clock (see `Scheduler`).
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Final, Literal

import msgspec

from sabika.engine.registry import installed
from sabika.server.common.clock import ServerClock
from sabika.server.common.fair_loop import FairLoop
from sabika.server.common.guests import Person, bot_names
from sabika.server.common.ids import is_id, new_id, next_id
from sabika.server.common.limits import Limits, Slots
from sabika.server.common.restrictions import Restrictions
from sabika.server.common.tasks import Tasks
from sabika.server.live.bot_pool import BotPool, Thinkers
from sabika.server.live.bot_queue import READER, WATCHED, Asker
from sabika.server.live.cache import TableCache, no_table
from sabika.server.live.heartbeat import Heartbeat
from sabika.server.live.live_table import LiveTable
from sabika.server.live.news import News
from sabika.server.live.past_tables import PastTables
from sabika.server.live.scheduler import PACE, Scheduler, seed_for
from sabika.server.protocol.answers import Done, Whole
from sabika.server.protocol.base import PROTOCOL
from sabika.server.protocol.commands import Commands, Rematch, Say
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.rest import (
    AskedPosition,
    Fork,
    FoundPosition,
    GameInfo,
    Games,
    Made,
    NewTable,
    OptionInfo,
    PositionAdvice,
    Replay,
    Tables,
    Verified,
    WhichFrames,
)
from sabika.server.protocol.settings import ClockLimits
from sabika.server.review.past import PastRequest, Read, fork_of, in_time, look_back
from sabika.server.review.questions import FoundFork, RecordQuestion
from sabika.server.store.base import Repeated, Stale, Store, StoreError, Taken, Which
from sabika.server.store.lease import SECONDS
from sabika.server.table import create
from sabika.server.table.create import LONGEST, SHORTEST
from sabika.server.table.decide import Decisions
from sabika.server.table.events import Event
from sabika.server.table.listing import card
from sabika.server.table.luck import KeyedSeal, Seal, fingerprint
from sabika.server.table.puzzles import puzzles_of
from sabika.server.table.table import TableState
from sabika.server.table.views import positions
from sabika.server.table.views.outgoing import sent
from sabika.server.table.views.questions import Advised
from sabika.server.table.views.replay import AsItWas, AsSeen, Check, RecordText, ReplayFrom
from sabika.server.table.views.table_view import WholeTable
from sabika.server.table.views.viewer import Look, Viewer

Acknowledge = Callable[[Done], None]

STOP: Final = 10.0  # seconds for snapshots when the server stops
PRESENCE: Final = 0.1  # seconds between announcements of arrivals and departures
HOUR: Final = 3_600_000  # milliseconds
PAGE: Final = 50  # tables in a list
HINTERS: Final = ("architect", "builder")  # the bots that give hints: the first that exists
FIRST_FRAMES: Final = WhichFrames()


class LiveTables:
    """One for each process. `key` is the server's secret, from which the seeds of all tables are derived."""

    def __init__(
        self,
        store: Store,
        key: bytes,
        *,
        bot_pool: Thinkers | None = None,
        now: Callable[[], int] | None = None,
        seal: Seal | None = None,
        pace: int = PACE,
        lease: float = SECONDS,
        presence: float = PRESENCE,
        limits: Limits | None = None,
    ) -> None:
        self.store = store
        self.seal = seal or KeyedSeal(key)
        self.bot_pool: Thinkers = bot_pool or BotPool()
        self.now = ServerClock(now)
        self.tasks = Tasks()
        self.heartbeat = Heartbeat(store, self.now, secrets.token_hex(8), fingerprint(key))
        self.fair = FairLoop()
        self.cache = TableCache(store, self.seal, self.heartbeat, presence, self.tasks, self.fair)
        self.past_tables = PastTables(self.cache)
        self.limits = limits or Limits()
        self.questions_of_address = Slots(self.limits.address_questions)
        self.scheduler = Scheduler(self.cache, self.bot_pool, pace, lease)
        self.news = News(self.cache, self.scheduler.go_on)
        self.live = self.cache.live
        self.restrictions = Restrictions(self.now)
        self.hinting: set[str] = set()  # people with a pending hint for a position without a table

    # Start and stop.

    async def start(self) -> None:
        """Start clocks, bots and other processes' news. Raises StoreError."""
        await self.heartbeat.start()
        self.tasks.spawn(self.heartbeat.beats())
        self.tasks.spawn(self.scheduler.leases.run())
        self.tasks.spawn(self.scheduler.rounds())
        self.tasks.spawn(self.news.listen())
        self.tasks.spawn(self.news.compare())

    async def look_after(self) -> None:
        """One round of the scheduler, for callers that do not `start`."""
        await self.scheduler.leases.once()
        await self.scheduler.round()

    async def stop(self) -> None:
        """Finish what was begun, save snapshots, release the leases, end the bots' processes."""
        await self.tasks.stop()
        await self.bot_pool.stop()
        with contextlib.suppress(StoreError, TimeoutError):  # snapshots are a cache, and leases run out
            async with asyncio.timeout(STOP):
                await self.scheduler.leases.close()
                await self.heartbeat.stop()
                for live in self.live.values():
                    await self.cache.write(live)
        self.live.clear()

    # For REST. All raise ProblemError.

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
                companion=None if game.companion is None else list(game.companion.options),
                puzzles=len(puzzles_of(game.name)),
            )
            for game in installed()[0]
        ]
        return Games(PROTOCOL, found, list(bot_names()), ClockLimits(SHORTEST, LONGEST, LONGEST))

    async def make(self, person: Person, wanted: NewTable, table: str | None = None, address: str = "") -> Made:
        """Make a table for this person, under this name."""
        if wanted.fork is not None:
            wanted = await self._forked(person, wanted, wanted.fork, address)
        table, now = table or new_id(), self.now()
        live = await self.cache.create(table, create.first_events(table, wanted, person, self.seal, now), now)
        await self.scheduler.go_on(live)
        return Made(table)

    async def check_makings(self, maker: str) -> None:
        """Refuse another table of a person who has made as many as one may in an hour."""
        made = await self.store.count(Which(maker=maker, made_since=self.now() - HOUR))
        if made >= self.limits.tables_an_hour:
            raise ProblemError("too-many", f"at most {self.limits.tables_an_hour} new tables an hour a person")

    async def _forked(self, person: Person, wanted: NewTable, fork: Fork, address: str) -> NewTable:
        """The request, with the position a seat saw in another game: one this person may watch, or has sent."""
        if wanted.position is not None:
            raise ProblemError("bad-position", "A table begins from a fork or from a position, not from both.")
        if (fork.table is None) == (fork.record is None):
            raise ProblemError("bad-position", "A fork is of a table or of a record.")
        if fork.record is not None:
            found = await fork_of(fork.record, fork.step, fork.seat, self._reader(person, address))
        else:
            assert fork.table is not None
            seen = await self._past(fork.table, person, AsSeen(fork.step, fork.seat), address)
            found = FoundFork(seen.decode(), f"{fork.table} step {fork.step}")
        return msgspec.structs.replace(wanted, position=found.position, origin=found.origin)

    async def listed(self, person: Person | None, which: Literal["open", "mine"], skip: int = 0) -> Tables:
        if which == "mine" and person is None:
            raise ProblemError("no-person", "Say who you are first.")
        mine = None if person is None else person.id
        wanted = Which(person=mine) if which == "mine" else Which(public=True, status=("gathering",))
        rows = await self.store.rows(wanted, PAGE + 1, skip)
        return Tables([card(row, mine) for row in rows[:PAGE]], len(rows) > PAGE)

    async def is_there(self, table: str) -> bool:
        return table in self.live or (is_id(table) and await self.store.row(table) is not None)

    async def look(self, table: str, person: Person | None, address: str = "") -> Whole:
        """A table as this person may see it."""
        await self.cache.find(table)
        await self.fair.turn(address)  # all who waited for the log go on at once
        async with self.cache.at(table) as live:
            found = sent(live.state, viewer(person), WholeTable(self.now(), *live.present()))
        return msgspec.json.decode(found, type=Whole)

    async def command(self, table: str, person: Person, command: Commands, language: str = "en") -> Done:
        """Execute a command at a table; it is saved when this returns."""
        found: list[Done] = []
        await self.perform(await self.cache.find(table), person, command, language, found.append)
        return found[0]

    async def record(self, table: str, person: Person | None, address: str = "") -> str:
        """The record as this person may see it."""
        return sent(await self._past_table(table, address), viewer(person), RecordText()).decode()

    async def replay(
        self, table: str, person: Person | None, which: WhichFrames = FIRST_FRAMES, address: str = ""
    ) -> Replay:
        """Up to 50 frames of a finished game."""
        found = await self._past(table, person, ReplayFrom(which.first, which.seat, which.words), address)
        return msgspec.json.decode(found, type=Replay)

    async def position(self, table: str, person: Person | None, step: int, address: str = "") -> FoundPosition:
        """The position at a decision of a finished game, for setting up another one."""
        found = await self._past(table, person, AsItWas(step), address)
        return msgspec.json.decode(found, type=FoundPosition)

    async def position_hint(self, person: Person, asked: AskedPosition) -> PositionAdvice:
        """A strong bot's advice in a position that somebody has set up; one at a time for each person."""
        if person.id in self.hinting:
            raise ProblemError("busy", "A hint is being thought about.")
        game, state = positions.asked_position(asked.game, asked.text)
        sight, bot = game.sight(state, state.actor).text(), hinter()
        self.hinting.add(person.id)
        try:
            thoughts = await self.bot_pool.advise(bot, game.name, sight, 0, asker=Asker(person.id, lambda: WATCHED))
        finally:
            self.hinting.discard(person.id)
        if not thoughts:
            raise ProblemError("busy", "The bot has no answer now.")
        moves = positions.advised_moves(game, state, [(each.move, each.win, each.margin) for each in thoughts])
        return PositionAdvice(bot, moves)

    async def verify(self, table: str, person: Person | None, digest: str | None = None, address: str = "") -> Verified:
        return msgspec.json.decode(await self._past(table, person, Check(digest), address), type=Verified)

    async def _past(self, table: str, person: Person | None, request: PastRequest, address: str) -> bytes:
        state = await self._past_table(table, address)
        return await look_back(state, viewer(person), request, self._reader(person, address))

    def _reader(self, person: Person | None, address: str) -> Read:
        """Who reads records for this person."""
        reader = f"review for {person.id if person else f'nobody at {address}'}"
        return lambda asked: self.read_game(asked, reader, address)

    async def _past_table(self, table: str, address: str) -> TableState:
        state = await self.past_tables.read(table, address)
        await self.fair.turn(address)  # all who waited for the same go on at once
        return state

    async def read_game(self, question: RecordQuestion, reader: str, address: str) -> bytes:
        """What a bots' process finds in a record; so many questions of an address at a time. Raises ProblemError."""
        with self.questions_of_address.slot(address) as free:
            if not free:
                raise ProblemError("too-many", "too many of your questions about games wait for an answer")
            self.bot_pool.seen(reader, f"review for {address}")
            found = await in_time(self.bot_pool.read(question, Asker(reader, lambda: READER, address)))
        await self.fair.turn(address)
        return found

    # For the operator. All raise ProblemError.

    async def close(self, table: str) -> None:
        """Close a table that is not over; everybody there is told."""
        await self._decree(table, Decisions.close_by_operator)

    async def forget(self, table: str, person: str) -> None:
        """No longer show a person's name at this table, which is over."""
        await self._decree(table, lambda decisions: decisions.forget(person))

    async def _decree(self, table: str, decide: Callable[[Decisions], list[Event]]) -> None:
        """Carry out something that nobody at the table asked for."""
        async with self.cache.at(table) as live:
            try:
                while not await self._saved(live, decide):
                    pass  # another process was first: look again
            finally:
                live.publish()

    async def _saved(self, live: LiveTable, decide: Callable[[Decisions], list[Event]]) -> bool:
        try:
            await self.cache.save(live, decide(Decisions(live.state)))
        except Stale:
            return False
        return True

    async def hide(self, table: str, hidden: bool) -> None:
        """Take a table off the public list, or put it back."""
        if not (is_id(table) and await self.store.hide(table, hidden)):
            raise no_table()

    async def export(self, table: str) -> str:
        """The record as a spectator may see it."""
        return sent(await self.cache.from_log(table), Viewer(operator=True), RecordText()).decode()

    # For sockets.

    async def hint(self, live: LiveTable, looker: Viewer, question: str) -> bytes:
        """A strong bot's advice, for the player whose turn it is and nobody else.

        If several people play, the others are told of the request.
        """
        state = live.state
        if not state.seating.created.hints:
            raise ProblemError("no-hint", "This table allows no hints.")
        if state.table is None or state.asked is None or Look(state, looker).eyes != state.asked:
            raise ProblemError("no-hint", "It is not your decision.")
        moved, game, sight = state.seating.moved, state.seating.created.game, state.table.sight.text()
        while Decisions(live.state).hint(moved):  # until the log has it, even if another process was first
            await self.scheduler.act(live, lambda decisions: decisions.hint(moved))
        bot = hinter()
        if live.advice is None or live.advice[0] != moved:
            asker = Asker(looker.person or "", live.waiting)
            live.advice = moved, await self.bot_pool.advise(bot, game, sight, seed_for(state), asker=asker)
        thoughts = live.advice[1]
        if not thoughts:
            live.advice = None
            raise ProblemError("busy", "The bot has no answer now.")
        advised = Advised(question, bot, [(each.move, each.win, each.margin) for each in thoughts])
        async with live.lock:
            live.check()
            if live.state.seating.moved != moved:
                raise ProblemError("stale", "The game has gone on since then.", version=live.state.version)
            return sent(live.state, looker, advised)

    async def perform(
        self, live: LiveTable, person: Person, command: Commands, language: str, acknowledge: Acknowledge
    ) -> None:
        """Execute a command. One that was executed before is answered again.

        If the caller goes away in the middle, the log says whether it was done, the others are told, and a bot
        whose turn it is thinks all the same.
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
                self.tasks.spawn(self.scheduler.go_on(live))
                raise
            finally:
                live.publish()  # refused or not, we now know what another process did
        await self.scheduler.go_on(live)

    async def _once(self, live: LiveTable, person: Person, command: Commands, language: str, key: str) -> Done | None:
        """Try once; None if the table has changed meanwhile."""
        if isinstance(command, Say) and self.restrictions.is_muted(person.id):
            raise ProblemError("silenced", "The operator of this server has muted you.")
        seating = live.state.seating
        if key in seating.commands:
            return done_at(live, command, seating.commands[key])
        try:
            await self.cache.count_time(live)
            found = Decisions(live.state, language).decide(command, person)
            if isinstance(command, Rematch) and found:
                await self._make_rematch(live.state)
            await self.cache.save(live, found, key)
        except Stale:
            return None
        except Repeated as repeated:
            return done_at(live, command, repeated.seq)
        return done_at(live, command, live.state.version)

    async def _make_rematch(self, state: TableState) -> None:
        """Make the new table before the old one announces it; it may exist already. Its maker made both."""
        await self.check_makings(state.seating.created.maker)
        now, table = self.now(), next_id(state.id)
        with contextlib.suppress(Taken):
            live = await self.cache.create(table, create.rematch_events(state, table, self.seal), now)
            await self.scheduler.go_on(live)


def hinter() -> str:
    return next((name for name in HINTERS if name in bot_names()), bot_names()[-1])


def viewer(person: Person | None) -> Viewer:
    return Viewer(None if person is None else person.id)


def done_at(live: LiveTable, command: Commands, version: int) -> Done:
    return Done(command.id, version, live.state.seating.rematch if isinstance(command, Rematch) else None)
