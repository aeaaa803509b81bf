"""Leases: which process runs a table's clocks and bots. When a process dies, the others take over.

Nothing depends on there being only one: every append names the version it expects, so two that act by mistake cost a
refused append. A lease only avoids double work.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable

from sabika.server.common.clock import wall_clock
from sabika.server.store.base import Store, StoreError, Which

# A lease ends 5 s after it was last renewed, and the others look every 1.5 s: well within 10 s all is taken over.
SECONDS = 5.0
EVERY = 1.5
HORIZON = 60_000  # milliseconds before its deadline at which a table needs a process
PAGE = 100  # tables taken over at a time

log = logging.getLogger(__name__)


class Leases:
    """The leases of one process: renews them, takes over unattended tables that are due, and reports changes."""

    def __init__(
        self,
        store: Store,
        holder: str,
        came: Callable[[str], None],
        went: Callable[[str], None],
        *,
        seconds: float = SECONDS,
        every: float = EVERY,
        clock: Callable[[], int] = wall_clock,
    ) -> None:
        """`came` is called with each table that this process now runs, `went` with each that it no longer runs."""
        self.held: set[str] = set()
        self._store = store
        self._holder = holder
        self._came = came
        self._went = went
        self._seconds = seconds
        self._every = every
        self._clock = clock
        self._sure_until = 0.0  # when our leases end unless renewed, by our own clock
        self._busy = asyncio.Lock()

    async def run(self) -> None:
        """Do so until cancelled."""
        while True:
            try:
                await self.once()
            except StoreError as problem:
                log.warning("leases could not be renewed: %s", problem)
                self._doubt()
            except Exception:
                log.exception("leases could not be renewed")
                self._doubt()
            await asyncio.sleep(self._every)

    async def once(self) -> None:
        """Renew our leases, then take free ones."""
        async with self._busy:
            asked = time.monotonic()
            kept = await self._store.renew(self._holder, self._seconds)
            self._sure_until = asked + self._seconds
            self._lose(self.held.difference(kept))
            while await self._take_over():
                pass

    async def take(self, table: str) -> bool:
        """Take the lease of this table, if nobody else has it."""
        async with self._busy:
            return table in self.held or await self._hold(table)

    async def give_back(self, table: str) -> None:
        async with self._busy:
            self._lose({table} & self.held)
            await self._store.release(self._holder, table)

    async def close(self) -> None:
        """Release all, so that others need not wait."""
        async with self._busy:
            self._lose(set(self.held))
            await self._store.release(self._holder)

    async def _take_over(self) -> int:
        """Take a page of tables that are due soon; return how many we got."""
        due = await self._store.rows(Which(due=self._clock() + HORIZON, unheld=True), limit=PAGE)
        return sum(await asyncio.gather(*(self._hold(row.id) for row in due)))

    async def _hold(self, table: str) -> bool:
        got = await self._store.hold(table, self._holder, self._seconds)
        if got and table not in self.held:
            self.held.add(table)
            self._came(table)
        return got

    def _doubt(self) -> None:
        """The store does not answer: once our leases have ended, assume that others have them."""
        if time.monotonic() > self._sure_until:
            self._lose(set(self.held))

    def _lose(self, tables: Iterable[str]) -> None:
        for table in tables:
            self.held.discard(table)
            self._went(table)
