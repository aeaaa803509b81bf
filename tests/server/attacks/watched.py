"""`sabika` with an event loop that measures the processor time of every callback and of every turn of the loop.

The longest of each goes into the file that SABIKA_WATCH names, as a number and a few words; whoever reads it sets it to
zero.
"""

from __future__ import annotations

import asyncio
import mmap
import os
import struct
import time
from pathlib import Path
from typing import Any, Final

from sabika.cli import main
from sabika.server.ops import uvicorn_server

LONGEST: Final = struct.Struct("d200s")
TURN: Final = struct.Struct("dq")  # of the loop, and how many callbacks it had
WATCH: Final = "SABIKA_WATCH"


class Watch:
    """The longest callback so far, shared between a server and a test."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.write_bytes(bytes(LONGEST.size + TURN.size))
        with file.open("r+b") as shared:
            self.shared = mmap.mmap(shared.fileno(), LONGEST.size + TURN.size)

    def note(self, seconds: float, callback: object) -> None:
        if seconds > LONGEST.unpack_from(self.shared)[0]:
            LONGEST.pack_into(self.shared, 0, seconds, repr(callback).encode()[:200])

    def note_turn(self, seconds: float, callbacks: int) -> None:
        if seconds > TURN.unpack_from(self.shared, LONGEST.size)[0]:
            TURN.pack_into(self.shared, LONGEST.size, seconds, callbacks)

    def take_turn(self) -> tuple[float, int]:
        """Seconds of the longest turn of the loop, and how many callbacks it had."""
        seconds, callbacks = TURN.unpack_from(self.shared, LONGEST.size)
        TURN.pack_into(self.shared, LONGEST.size, 0.0, 0)
        return seconds, callbacks

    def take(self) -> tuple[float, str]:
        """Seconds, and what it was."""
        seconds, words = LONGEST.unpack_from(self.shared)
        LONGEST.pack_into(self.shared, 0, 0.0, b"")
        return seconds, words.rstrip(b"\0").decode(errors="replace")


def watch_loop(watch: Watch) -> None:
    """Have every callback and turn measured; the loop is Python's own, which can be watched."""
    loop: Any = asyncio.BaseEventLoop
    plain, turn, callbacks = asyncio.events.Handle._run, loop._run_once, 0

    def measured(handle: asyncio.Handle) -> None:
        nonlocal callbacks
        callbacks += 1
        begun = time.thread_time()
        plain(handle)
        watch.note(time.thread_time() - begun, handle)

    def measured_turn(one: asyncio.BaseEventLoop) -> None:
        nonlocal callbacks
        callbacks, begun = 0, time.thread_time()
        turn(one)
        watch.note_turn(time.thread_time() - begun, callbacks)

    asyncio.events.Handle._run = measured  # type: ignore[method-assign, assignment]
    loop._run_once = measured_turn
    uvicorn_server.loop_factory = lambda: None


if __name__ == "__main__":
    watch_loop(Watch(Path(os.environ[WATCH])))
    main()
