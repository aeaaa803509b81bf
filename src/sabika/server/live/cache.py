"""The tables in memory, a cache over the store: loaded, saved, snapshotted, dropped.

Events are saved by the store, then acknowledged, then sent to everybody who watches.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final

from sabika.engine.registry import GameMissing
from sabika.server.common.fair_loop import FairLoop
from sabika.server.common.ids import is_id
from sabika.server.common.tasks import Tasks
from sabika.server.live.heartbeat import Heartbeat
from sabika.server.live.live_table import LiveTable
from sabika.server.protocol.problems import ProblemError
from sabika.server.store.base import Store, Unavailable
from sabika.server.table import events, snapshot
from sabika.server.table.events import Entry, Event
from sabika.server.table.listing import row_of
from sabika.server.table.luck import Seal
from sabika.server.table.table import TableState

SLICE: Final = 64  # entries of a log read in one turn of the loop
LOGS: Final = "logs"  # stands for an address: all logs being read share the loop's time
SNAPSHOT: Final = 128  # versions between two snapshots, so that reloading after a crash stays quick


class TableCache:
    """The tables of this process."""

    def __init__(
        self, store: Store, seal: Seal, heartbeat: Heartbeat, presence: float, tasks: Tasks, fair: FairLoop
    ) -> None:
        self.store = store
        self.seal = seal
        self.heartbeat = heartbeat
        self.now = heartbeat.clock
        self.presence = presence
        self.tasks = tasks
        self.fair = fair
        self.live: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}

    # From memory or from the store.

    async def find(self, table: str) -> LiveTable:
        """A table, from memory or from the store."""
        live = self.live.get(table)
        if live is None:
            check_id(table)
            live = await asyncio.shield(self._loading(table))
        live.used = max(live.used, self.now())
        return live

    def _loading(self, table: str) -> asyncio.Task[LiveTable]:
        """Load once for all callers; two loads would make two tables."""
        task = self.loading.get(table)
        if task is None:
            task = self.loading[table] = asyncio.get_running_loop().create_task(self._load(table))
            task.add_done_callback(lambda done: self._loaded(table, done))
        return task

    def _loaded(self, table: str, done: asyncio.Task[LiveTable]) -> None:
        del self.loading[table]
        if not done.cancelled():
            done.exception()  # retrieved, even if nobody waits for it any more

    def _live(self, state: TableState, written: int) -> LiveTable:
        return LiveTable(state, written, self.now, self.presence)

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[LiveTable]:
        """A table with its lock, as in the log: not one that was lost while we waited for it."""
        while True:
            live = await self.find(table)
            async with live.lock:
                if not live.lost:
                    yield live
                    return

    async def _load(self, table: str) -> LiveTable:
        """Load a table into memory.

        Its log is read once more afterwards, since nobody listened for its news before.
        """
        state, written = await self._read(table)
        live = self.live.setdefault(table, self._live(state, written))
        with suppress(ProblemError):  # the next comparison of versions will find it
            await self.catch_up(live)
        return live

    async def _read(self, table: str) -> tuple[TableState, int]:
        """A table from its snapshot, if it can be read, and the rest of its log; with the snapshot's version."""
        with reading():
            kept = await self.store.snapshot(table)
            state = None if kept is None else snapshot.read(table, self.seal, kept.body)
        if state is None:
            return await self.from_log(table), 0
        written = state.version
        return await self._rest(state, written), written

    async def from_log(self, table: str) -> TableState:
        """A separate table, folded from the whole log: a snapshot does not have its beginning."""
        check_id(table)
        return await self._rest(TableState(table, self.seal), 0)

    async def _rest(self, state: TableState, after: int) -> TableState:
        """Apply the log of a table after this version."""
        with reading():
            entries = await self.store.entries(state.id, after)
        if not entries and not after:
            raise no_table()
        with reading():
            for n, entry in enumerate(entries, start=1):
                state.apply(entry)
                if n % SLICE == 0:
                    await asyncio.sleep(0)  # lets others be served meanwhile, however long the log ..
                    await self.fair.turn(LOGS)  # .. and however many are read
        return state

    # Saving.

    async def count_time(self, live: LiveTable) -> None:
        """Before any decision: note the time in which no server was up. Raises Stale, as `save` does.

        The caller has the table's lock.
        """
        if self.heartbeat.late:
            with reading():
                await self.heartbeat.make_sure()
        owed = self.heartbeat.owes(live.state)
        if owed:
            await self.save(live, [events.Uncounted(owed)])

    async def create(self, table: str, first: Sequence[Event], now: int) -> LiveTable:
        """A new table with its first events; raises Taken and ProblemError."""
        entries = [Entry(events.encode(event), now, seq=n) for n, event in enumerate(first, start=1)]
        state = TableState.fold(table, self.seal, entries)
        try:
            await self.store.create(row_of(state), entries)
        except Unavailable as problem:
            raise ProblemError("busy", "The table could not be saved; try again.") from problem
        live = self.live.setdefault(table, self._live(state, 0))
        live.used = now
        return live

    async def save(self, live: LiveTable, found: Sequence[Event], command: str | None = None) -> None:
        """Apply events and append them to the log. Raises Stale or Repeated; the table is then as in the log.

        The caller has the table's lock. Whoever sends news of a table takes it too, so nothing unsaved is sent.
        """
        if not found:
            return
        state = live.state
        expected, at, over = state.version, max(self.now(), state.seating.at), is_over(state)
        entries = [
            Entry(events.encode(each), at, command if n == 1 else None, expected + n)
            for n, each in enumerate(found, start=1)
        ]
        try:
            for event, entry in zip(found, entries, strict=True):
                state.happen(event, entry)
            await self.store.append(state.id, expected, entries, row_of(state))
        except Unavailable as problem:
            await self._reload(live)
            raise ProblemError("busy", "It could not be saved; try again.") from problem
        except BaseException:
            await self._reload(live)
            raise
        live.used = at
        if over != is_over(state):
            self.tasks.spawn(self.store.drop_snapshot(state.id))
        elif state.version - live.written >= SNAPSHOT and not over:
            live.written = state.version
            self.tasks.spawn(self.store.keep_snapshot(state.id, state.version, snapshot.write(state)))

    async def _reload(self, live: LiveTable) -> None:
        """Roll back what is not in the log; if the log cannot be read, clients reconnect."""
        try:
            live.state = await self.from_log(live.state.id)
        except BaseException:
            live.lost = True
            self.live.pop(live.state.id, None)
            for watcher in list(live.watchers):
                watcher.bye("restart")
            raise

    async def catch_up(self, live: LiveTable) -> None:
        """Apply what other processes appended, and publish it."""
        async with live.lock:
            live.check()
            await self.read_on(live)

    async def read_on(self, live: LiveTable) -> None:
        """The same, for a caller that has the table's lock."""
        await self._rest(live.state, live.state.version)
        live.publish()

    async def write(self, live: LiveTable) -> None:
        """Save a snapshot of an unfinished table that has changed since the last one."""
        if live.written < live.state.version and not is_over(live.state):
            live.written = live.state.version
            await self.store.keep_snapshot(live.state.id, live.state.version, snapshot.write(live.state))

    def forget(self, table: str) -> bool:
        """Drop it, to be read again on request; False, with no change, while somebody watches."""
        live = self.live.get(table)
        if live is not None and live.watchers:
            return False
        if live is not None:
            live.lost = True
            del self.live[table]
        return True


@contextmanager
def reading() -> Iterator[None]:
    """Around reading a table: ProblemError if the store does not answer or the game is no longer installed."""
    try:
        yield
    except GameMissing as problem:
        raise ProblemError("no-game", re.split("[;:]", str(problem))[0]) from problem
    except Unavailable as problem:
        raise ProblemError("busy", "The table cannot be read now; try again.") from problem


def is_over(state: TableState) -> bool:
    """Only talk follows, so a snapshot is not worth its space."""
    return state.seating.status in ("over", "closed")


def check_id(table: str) -> None:
    """Raise ProblemError if it cannot be a table's id."""
    if not is_id(table):
        raise no_table()


def no_table() -> ProblemError:
    return ProblemError("no-table", "There is no such table.")
