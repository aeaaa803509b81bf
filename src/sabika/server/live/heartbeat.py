"""Announces that this server is up, agrees with the others on the time, and knows when no server was up.

Such a time counts for nobody: no player could move, so no clock runs. It becomes an event in a table's log
(`Uncounted`), because a table is what its log says.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Final

from sabika.server.common.clock import ServerClock, wall_clock
from sabika.server.common.logs import tell
from sabika.server.store.base import Outage, Store, StoreError
from sabika.server.table.table import TableState

EVERY: Final = 3.0  # seconds between two beats
THERE: Final = 10.0  # seconds for which a server counts as up after a beat
GAP: Final = 10_000  # milliseconds without a beat that are an outage
AT_START: Final = 1_000  # the same for a server that starts when no other is up
JUMP: Final = 2_000  # milliseconds that the machine's clock may be off without a line in the log

log = logging.getLogger(__name__)


class Heartbeat:
    """Beats as long as the server can save something."""

    def __init__(self, store: Store, clock: ServerClock, holder: str, key: str) -> None:
        self.store = store
        self.clock = clock
        self.holder = holder
        self.key = key
        self.outages: list[Outage] = []
        self._sure_until: float | None = None  # by the monotonic clock; None: it has not begun to beat
        self._beating = asyncio.Lock()
        self._planned = False  # would an outage found now be one that somebody wanted?
        self._drift = 0  # of the machine's clock from ours

    async def start(self) -> None:
        """Join the servers of this store. Raises OtherKey and Unavailable.

        If others are up, the time is theirs; otherwise it is the store's or this machine's, but not earlier
        than the last announced one.
        """
        joined = await self.store.join(self.holder, self.key, THERE)
        now = joined.clock if self.store.shared else self.clock()
        theirs = joined.time + min(max(joined.ago, 0), GAP)
        self.clock.set_to(theirs if joined.others and joined.time else max(now, joined.time))
        self._drift = wall_clock() - self.clock()
        self._planned = not joined.lost
        await self.beat(GAP if joined.others else AT_START)
        self._planned = False

    async def beats(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.beat()
            except StoreError as problem:
                log.warning("the store does not hear that we are here: %s", problem)
            except Exception:
                log.exception("a beat failed")  # the next one comes
            self._look_for_jumps()

    @property
    def late(self) -> bool:
        """May there just have been an outage?"""
        return self._sure_until is not None and time.monotonic() > self._sure_until

    async def make_sure(self) -> None:
        """Beat if one is overdue, once for all callers. Raises Unavailable."""
        if self.late:
            async with self._beating:
                if self.late:
                    await self._beat(GAP)

    async def beat(self, gap: int = GAP) -> None:
        """Announce that we are up; learn the time and the outages. Raises Unavailable."""
        async with self._beating:
            await self._beat(gap)

    async def _beat(self, gap: int) -> None:
        asked, now = time.monotonic(), self.clock()
        known = self.outages[-1].ended if self.outages else 0
        found = await self.store.beat(self.holder, now, gap, THERE, known)
        self._sure_until = asked + THERE
        if found.time > self.clock():
            self.clock.set_to(found.time)
            self._drift = wall_clock() - found.time
        self.outages += found.outages
        for outage in found.outages:
            if outage.ended >= now:  # the server that found it announces it
                level = logging.INFO if self._planned else logging.WARNING
                tell("no server was there", level, seconds=(outage.ended - outage.began) / 1000)

    def owes(self, state: TableState) -> int:
        """Milliseconds of outage since the last entry of a table's log."""
        since = state.seating.at
        if not self.outages or self.outages[-1].ended <= since or state.deadline is None:
            return 0
        return uncounted(self.outages, since)

    async def stop(self) -> None:
        """Save the last time, and leave. Raises Unavailable."""
        if self._sure_until is not None:
            await self.beat()
            await self.store.leave(self.holder)

    def _look_for_jumps(self) -> None:
        drift = wall_clock() - self.clock()
        if abs(drift - self._drift) > JUMP:
            tell("the clock of this machine was set", logging.WARNING, seconds=(drift - self._drift) / 1000)
        self._drift = drift


def uncounted(outages: Sequence[Outage], since: int) -> int:
    """Milliseconds of outage after `since`; several files may each report the same one."""
    total = 0
    for outage in sorted(outages, key=lambda outage: outage.began):
        total += max(0, outage.ended - max(outage.began, since))
        since = max(since, outage.ended)
    return total
