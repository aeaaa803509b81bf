"""Work in the background, and work that is finished even if its caller is cancelled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)


class Tasks:
    """The tasks of this process's tables."""

    def __init__(self) -> None:
        self.beside: set[asyncio.Task[None]] = set()  # may be cancelled
        self.saving: set[asyncio.Task[None]] = set()  # may not
        self.stopping = False

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background; an error in it is logged."""
        if self.stopping:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self.beside.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.beside.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a background task failed", exc_info=task.exception())

    async def to_the_end(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something, and finish it even if the caller is cancelled."""
        task = asyncio.get_running_loop().create_task(work)
        self.saving.add(task)
        task.add_done_callback(self.saving.discard)
        await asyncio.shield(task)

    async def stop(self) -> None:
        """Cancel what may be cancelled and wait for the rest."""
        self.stopping = True
        for task in list(self.beside):
            task.cancel()
        await asyncio.gather(*self.beside, *self.saving, return_exceptions=True)
