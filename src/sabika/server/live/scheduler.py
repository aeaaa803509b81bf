"""Runs the clocks and bots of tables, and takes over from a process that has died."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from collections.abc import Callable
from typing import Final

from sabika.server.live.bot_pool import Thinkers
from sabika.server.live.bot_queue import Asker
from sabika.server.live.cache import TableCache
from sabika.server.live.live_table import LiveTable
from sabika.server.protocol.problems import ProblemError
from sabika.server.store.base import Repeated, Stale, StoreError
from sabika.server.store.lease import EVERY, HORIZON, SECONDS, Leases
from sabika.server.table.decide import Decisions
from sabika.server.table.events import Event
from sabika.server.table.table import TableState

ROUND: Final = 0.25  # seconds between two checks of the clocks
IDLE: Final = 60_000  # milliseconds after which a table that nobody watches is dropped from memory
SOON: Final = 2 * HORIZON  # milliseconds; a table with a deadline this close stays
AGAIN: Final = 1_000  # milliseconds before asking again for the lease of another process
PACE: Final = 600  # the least milliseconds of a bot's move while somebody watches
log = logging.getLogger(__name__)


class Scheduler:
    """Runs the tables on which this process has a lease."""

    def __init__(self, cache: TableCache, bot_pool: Thinkers, pace: int, lease: float) -> None:
        self.cache = cache
        self.bot_pool = bot_pool
        self.pace = pace
        self.due: set[str] = set()  # tables whose lease we took, perhaps not in memory yet
        every = lease * EVERY / SECONDS
        came, went = self.due.add, self.due.discard
        holder = cache.heartbeat.holder
        self.leases = Leases(cache.store, holder, came, went, seconds=lease, every=every, clock=cache.now)

    async def rounds(self) -> None:
        """Do one round after another; a failure is logged."""
        while True:
            try:
                await self.round()
            except Exception:
                log.exception("a round failed")
            await asyncio.sleep(ROUND)

    async def round(self) -> None:
        """Take up new tables, let clocks run out and bots think, tidy up."""
        now = self.cache.now()
        while self.due:
            await self._take_up(self.due.pop())
        for live in list(self.cache.live.values()):
            await self._look_at(live, now)

    async def _take_up(self, table: str) -> None:
        try:
            await self.cache.find(table)
        except ProblemError as error:
            log.warning("table %s cannot be looked after: %s", table, error.problem.text)
        except Exception:
            log.exception("table %s cannot be looked after", table)

    async def _look_at(self, live: LiveTable, now: int) -> None:
        """A failure at one table does not touch the others."""
        deadline = live.state.deadline
        due = deadline is not None and deadline <= now
        try:
            if (due or self.cache.heartbeat.owes(live.state)) and await self._hold(live):
                await self.act(live, lambda decisions: decisions.due(now))
            await self.go_on(live)
            if self._idle(live, now):
                await self._drop(live)
        except Exception:
            log.exception("table %s could not be looked after", live.state.id)

    def _idle(self, live: LiveTable, now: int) -> bool:
        """Does nobody watch it, and is there nothing to do?"""
        busy = live.watchers or live.thinking or live.lock.locked() or live.state.thinker is not None
        deadline = live.state.deadline
        return not busy and now - live.used >= IDLE and (deadline is None or deadline - now > SOON)

    async def _drop(self, live: LiveTable) -> None:
        """Drop a table from memory, unless somebody came meanwhile."""
        async with live.lock:
            used = live.used
            await self.cache.write(live)
            await self.leases.give_back(live.state.id)
            if live.used == used and not live.watchers:
                self.cache.live.pop(live.state.id, None)

    async def _hold(self, live: LiveTable) -> bool:
        """Does this process have the table's lease? Takes it if no process has."""
        table = live.state.id
        if table not in self.leases.held and self.cache.now() - live.refused_at >= AGAIN:
            live.refused_at = 0 if await self.leases.take(table) else self.cache.now()
        return table in self.leases.held

    async def go_on(self, live: LiveTable) -> None:
        """If it is a bot's turn, let it think, once for each position. A failure is retried in the next round."""
        moved = live.state.seating.moved
        if live.state.thinker is None or live.thinking == moved:
            return
        with contextlib.suppress(StoreError):
            if await self._hold(live):
                live.thinking = moved
                self.cache.tasks.spawn(self._think(live, moved))

    async def _think(self, live: LiveTable, moved: int) -> None:
        try:
            move = await self._answer(live, moved)
            await self.act(live, lambda decisions: decisions.bot_moves(moved, move))
        except (StoreError, ProblemError):
            log.exception("the move of a bot at table %s could not be saved", live.state.id)
        finally:
            if live.thinking == moved:
                live.thinking = 0

    async def _answer(self, live: LiveTable, moved: int) -> int | None:
        """Choose the bot's move; not too soon while people watch, so that they can follow and undo.

        If all have resigned there is no delay: they wait only for the end.
        """
        state, bot = live.state, live.state.thinker
        if bot is None or state.table is None or state.seating.moved != moved:
            return None
        begun = time.monotonic()
        created, sight = state.seating.created, state.table.sight.text()
        asker = Asker(created.maker, live.waiting)
        move = await self.bot_pool.choose(bot, created.game, sight, seed_for(state), asker)
        resigned = [seat.resigned for seat in state.seating.seats if seat.person is not None]
        if live.watchers and not (resigned and all(resigned)):
            await asyncio.sleep(max(0.0, self.pace / 1000 - (time.monotonic() - begun)))
        return move

    async def act(self, live: LiveTable, decide: Callable[[Decisions], list[Event]]) -> None:
        """Carry out what the clock or a bot decided, even if cancelled."""
        await self.cache.tasks.to_the_end(self._act(live, decide))

    async def _act(self, live: LiveTable, decide: Callable[[Decisions], list[Event]]) -> None:
        """Carry it out; if another process was first, there is nothing left to do."""
        async with live.lock:
            live.check()
            try:
                await self.cache.count_time(live)
                await self.cache.save(live, decide(Decisions(live.state)))
            except (Stale, Repeated):
                log.info("another process was first at table %s", live.state.id)
            finally:
                live.publish()
        await self.go_on(live)


def seed_for(state: TableState) -> int:
    """The seed of a bot at this position; it has nothing to do with the table's luck."""
    text = f"bot of {state.id} at {state.seating.moved}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:7], "big")
