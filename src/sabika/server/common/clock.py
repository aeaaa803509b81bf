"""The time of the tables: it runs evenly, even if the machine's clock is set."""

from __future__ import annotations

import time
from collections.abc import Callable

Milliseconds = Callable[[], int]


def wall_clock() -> int:
    """Milliseconds since 1970, by the machine's clock."""
    return time.time_ns() // 1_000_000


def running_time() -> Milliseconds:
    """A clock: the machine's time now, plus the time that passes; a sleeping machine counts nothing."""
    begun, zero = wall_clock(), time.monotonic_ns()
    return lambda: begun + (time.monotonic_ns() - zero) // 1_000_000


class ServerClock:
    """Milliseconds since 1970 that never go back; all servers of a store agree on them."""

    def __init__(self, source: Milliseconds | None = None) -> None:
        """`source` has to run evenly."""
        self._source = source or running_time()
        self._ahead = 0

    def __call__(self) -> int:
        return self._source() + self._ahead

    def set_to(self, now: int) -> None:
        self._ahead = now - self._source()
