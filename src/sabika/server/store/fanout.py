"""Tells the listeners in this process "table T is at version n"."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

REMEMBERED = 10_000  # tables whose version is known, so that no listener hears the same twice


class Ear:
    """One listener, with the latest versions that it has not received yet."""

    def __init__(self, fanout: Fanout) -> None:
        self._fanout = fanout
        self._news: dict[str, int] = {}  # at most one for each table, however slow the listener is
        self._wake = asyncio.Event()
        self._closed = False

    def hear(self, table: str, version: int) -> None:
        self._news[table] = max(version, self._news.get(table, 0))
        self._wake.set()

    def close(self) -> None:
        self._closed = True
        self._fanout.ears.discard(self)
        self._wake.set()

    def __aiter__(self) -> Ear:
        return self

    async def __anext__(self) -> tuple[str, int]:
        while not self._news:
            if self._closed:
                raise StopAsyncIteration
            self._wake.clear()
            await self._wake.wait()
        table = next(iter(self._news))
        return table, self._news.pop(table)


class Fanout:
    """All listeners of a store."""

    def __init__(self) -> None:
        self.ears: set[Ear] = set()
        self._told: OrderedDict[str, int] = OrderedDict()

    def listen(self) -> Ear:
        ear = Ear(self)
        self.ears.add(ear)
        return ear

    def tell(self, table: str, version: int) -> None:
        """Pass it on, unless that version or a later one was announced."""
        if version <= self._told.get(table, 0):
            return
        self._told[table] = version
        self._told.move_to_end(table)
        if len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        for ear in self.ears:
            ear.hear(table, version)

    def close(self) -> None:
        for ear in list(self.ears):
            ear.close()
