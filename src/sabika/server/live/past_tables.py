"""Tables read from the whole log, to look back at them: one after another, and once for all who look at the same."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from weakref import WeakValueDictionary

from sabika.server.live.cache import TableCache, check_id, no_table, reading
from sabika.server.protocol.problems import ProblemError
from sabika.server.table.table import TableState

MOST_KEPT: Final = 3  # tables that are kept when they have been read
MOST_ENTRIES: Final = 10_000  # of their logs, together; the last one is kept however long it is
MOST_WANTED: Final = 6  # tables that one address waits for

Key = tuple[str, int]  # a table and its version


class PastTables:
    """For readers only: whoever plays does not wait for them."""

    def __init__(self, cache: TableCache) -> None:
        self.cache = cache
        self.kept: OrderedDict[Key, TableState] = OrderedDict()  # nobody changes them
        self.one = asyncio.Lock()  # one table is read at a time
        self.of_address: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # so that addresses alternate
        self.wanted: defaultdict[str, Counter[Key]] = defaultdict(Counter)  # by address

    async def read(self, table: str, address: str) -> TableState:
        """A table as its whole log tells it. Raises ProblemError."""
        key = table, await self.version(table)
        if key not in self.kept:
            with self.place(key, address):
                async with self.of_address.setdefault(address, asyncio.Lock()), self.one:
                    if key not in self.kept:  # else somebody wanted the same
                        self.keep(key, await self.cache.from_log(table))
                    return self.found(key)
        return self.found(key)

    async def version(self, table: str) -> int:
        check_id(table)
        with reading():
            row = await self.cache.store.row(table)
        if row is None:
            raise no_table()
        return row.version

    @contextmanager
    def place(self, key: Key, address: str) -> Iterator[None]:
        """A place among those that wait; raises ProblemError where this address waits for too many tables."""
        wanted = self.wanted[address]
        if key not in wanted and len(wanted) >= MOST_WANTED:
            raise ProblemError("too-many", "too many games are being read for this address")
        wanted[key] += 1
        try:
            yield
        finally:
            wanted[key] -= 1
            if not wanted[key]:
                del wanted[key]
            if not wanted:
                self.wanted.pop(address, None)

    def found(self, key: Key) -> TableState:
        self.kept.move_to_end(key)
        return self.kept[key]

    def keep(self, key: Key, state: TableState) -> None:
        self.kept[key] = state
        while len(self.kept) > 1 and (len(self.kept) > MOST_KEPT or self.entries() > MOST_ENTRIES):
            self.kept.popitem(last=False)

    def entries(self) -> int:
        return sum(version for _, version in self.kept)
