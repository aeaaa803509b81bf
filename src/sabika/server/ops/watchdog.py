"""A thread that checks whether the event loop still runs: a hanging loop cannot say so itself."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from logging import ERROR
from typing import Final

from sabika.server.common.logs import tell

EVERY: Final = 1.0  # seconds between two checks
STUCK: Final = 10  # checks without a turn of the loop until the log says where it hangs
HOPELESS: Final = 60  # checks without one until the process ends, so that its supervisor restarts it
STOPPING: Final = 25  # checks until a requested stop is forced
FAILED: Final = 70  # exit code; EX_SOFTWARE


class Watchdog:
    """Counts its own checks, not seconds: if the whole process is held up, so is this thread."""

    def __init__(self, end: Callable[[int], None] = os._exit, every: float = EVERY) -> None:
        self._end = end
        self._every = every
        self._turns = 0
        self._seen = 0
        self._looks = 0  # since the loop last turned
        self._left: int | None = None  # checks until a stop is forced
        self._over = threading.Event()
        self._loop_thread = threading.get_ident()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch while the block runs; enter it in the loop's thread."""
        thread = threading.Thread(target=self._run, name="watchdog", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._over.set()

    async def turn(self) -> None:
        """Runs in the loop, until cancelled."""
        while True:
            self._turns += 1
            await asyncio.sleep(self._every)

    def stop_soon(self) -> None:
        """A stop was requested: force it if something hangs."""
        if self._left is None:
            self._left = STOPPING

    def _run(self) -> None:
        while not self._over.wait(self._every):
            self.look()

    def look(self) -> None:
        self._looks = 0 if self._turns != self._seen else self._looks + 1
        self._seen = self._turns
        if self._looks == STUCK:
            tell("the loop hangs", ERROR, where=self._where())
        if self._looks >= HOPELESS:
            tell("the loop hangs for good; the server ends", ERROR, where=self._where())
            self._end(FAILED)
        if self._left is not None:
            self._left -= 1
            if self._left == 0:
                tell("the stop took too long; the server ends", ERROR, where=self._where())
                self._end(FAILED)

    def _where(self) -> str:
        """What the loop's thread is doing."""
        frame = sys._current_frames().get(self._loop_thread)
        return "".join(traceback.format_stack(frame)[-8:]) if frame is not None else ""
