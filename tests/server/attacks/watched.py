"""`sabika` with an event loop that measures the processor time of every callback, for `tests.server.attacks.cost`.

The longest goes into the file that SABIKA_WATCH names, as a number and a few words; whoever reads it sets it to zero.
"""

from __future__ import annotations

import asyncio
import mmap
import os
import struct
import time
from pathlib import Path
from typing import Final

from sabika.cli import main
from sabika.server.ops import uvicorn_server

LONGEST: Final = struct.Struct("d200s")
WATCH: Final = "SABIKA_WATCH"


class Watch:
    """The longest callback so far, shared between a server and a test."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.write_bytes(bytes(LONGEST.size))
        with file.open("r+b") as shared:
            self.shared = mmap.mmap(shared.fileno(), LONGEST.size)

    def note(self, seconds: float, callback: object) -> None:
        if seconds > LONGEST.unpack_from(self.shared)[0]:
            LONGEST.pack_into(self.shared, 0, seconds, repr(callback).encode()[:200])

    def take(self) -> tuple[float, str]:
        """Seconds, and what it was."""
        seconds, words = LONGEST.unpack_from(self.shared)
        LONGEST.pack_into(self.shared, 0, 0.0, b"")
        return seconds, words.rstrip(b"\0").decode(errors="replace")


def watch_loop(watch: Watch) -> None:
    """Have every callback measured; the loop is Python's own, which can be watched."""
    plain = asyncio.events.Handle._run

    def measured(handle: asyncio.Handle) -> None:
        begun = time.thread_time()
        plain(handle)
        watch.note(time.thread_time() - begun, handle)

    asyncio.events.Handle._run = measured  # type: ignore[method-assign, assignment]
    uvicorn_server.loop_factory = lambda: None


if __name__ == "__main__":
    watch_loop(Watch(Path(os.environ[WATCH])))
    main()
