"""A read-only connection in its own thread, so that saves do not wait for lists."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from sabika.server.store.base import Unavailable

T = TypeVar("T")


class Reader:
    """Sees everything saved before the call; never writes, so never checkpoints; no read outlasts its call."""

    def __init__(self, path: Path) -> None:
        """Requires that the writer has opened the file."""
        self._address = f"{path.absolute().as_uri()}?mode=ro"
        self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store-reader")
        self._db: sqlite3.Connection | None = None

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run a read, and return its result. Raises Unavailable."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, work)
        except (sqlite3.Error, RuntimeError) as problem:  # RuntimeError: it is closed
            raise Unavailable(f"nothing can be read: {problem}") from problem

    async def close(self) -> None:
        """Close after earlier reads."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._threads.submit(self._disconnect)
        self._threads.shutdown()

    # Below, everything runs in the thread.

    def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._db is None:
            self._db = sqlite3.connect(self._address, uri=True, isolation_level=None)
        return work(self._db)

    def _disconnect(self) -> None:
        if self._db is not None:
            self._db.close()
