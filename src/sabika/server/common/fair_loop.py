"""The event loop's time is shared between addresses, so that nobody waits for all that a stranger asks for at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Final

YOUNG: Final = 0.01  # seconds in which a turn of the loop takes more than one thing from an address


class FairLoop:
    """In each turn of the event loop one thing is done for every address, and more only while the turn is young."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.clock = clock
        self.began: float | None = None  # when the first thing of this turn was done; None: nothing was yet
        self.served: set[str] = set()  # addresses, in this turn

    async def turn(self, address: str) -> None:
        """Wait until something may be done for this address. Call it before work that takes a millisecond or more."""
        while not self.allows(address):
            await asyncio.sleep(0)

    def allows(self, address: str) -> bool:
        """May it be done in this turn? If so, it is counted."""
        if self.began is None:
            self.began = self.clock()
            asyncio.get_running_loop().call_soon(self.end)
        elif address in self.served and self.clock() >= self.began + YOUNG:
            return False
        self.served.add(address)
        return True

    def end(self) -> None:
        self.began = None
        self.served.clear()
