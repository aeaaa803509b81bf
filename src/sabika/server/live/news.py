"""Applies what other processes append. They announce it; if a notice is lost, the versions differ."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sabika.server.live.cache import TableCache
from sabika.server.live.live_table import LiveTable
from sabika.server.protocol.problems import ProblemError
from sabika.server.store.base import StoreError

COMPARE: Final = 2.0  # seconds between two comparisons of tables in memory with the store
AGAIN: Final = 1.0  # seconds before listening again to a store that fell silent
AT_ONCE: Final = 8  # tables that catch up at the same time
log = logging.getLogger(__name__)


class News:
    """Keeps the tables in memory up to date with their logs."""

    def __init__(self, cache: TableCache, go_on: Callable[[LiveTable], Awaitable[None]]) -> None:
        """`go_on` is called with each table that has changed."""
        self.cache = cache
        self.go_on = go_on
        self.behind: dict[str, int] = {}  # latest versions of the tables that are catching up
        self.places = asyncio.Semaphore(AT_ONCE)

    async def listen(self) -> None:
        """Listen for other processes' appends; if the store falls silent, listen again."""
        while True:
            ears = self.cache.store.listen()
            try:
                async for table, version in ears:
                    self.hear(table, version)
            except Exception:
                log.exception("the store could not be listened to")
            finally:
                ears.close()
            await asyncio.sleep(AGAIN)

    async def compare(self) -> None:
        """Compare versions regularly: this finds what was not announced, or could not be read."""
        while True:
            await asyncio.sleep(COMPARE)
            try:
                await self.compare_once()
            except StoreError as problem:
                log.warning("versions could not be compared: %s", problem)
            except Exception:
                log.exception("versions could not be compared")

    async def compare_once(self) -> None:
        for table, version in (await self.cache.store.versions(list(self.cache.live))).items():
            self.hear(table, version)

    def hear(self, table: str, version: int) -> None:
        """The table is at this version: read its log if memory is behind, once at a time."""
        live = self.cache.live.get(table)
        if live is None or version <= live.state.version:
            return
        reading = table in self.behind
        self.behind[table] = max(version, self.behind.get(table, 0))
        if not reading:
            self.cache.tasks.spawn(self._catch_up(live))

    async def _catch_up(self, live: LiveTable) -> None:
        """Catch up until there is nothing newer. A failure is found again by the next comparison."""
        table = live.state.id
        try:
            await self._read_on(live)
            await self.go_on(live)
        except ProblemError as error:
            log.warning("table %s could not be caught up: %s", table, error.problem.text)

    async def _read_on(self, live: LiveTable) -> None:
        table, read = live.state.id, 0
        try:
            while read < self.behind[table]:
                read = self.behind[table]
                async with self.places:
                    await self.cache.catch_up(live)
        finally:
            del self.behind[table]
