"""Ctrl-C and SIGTERM end long work in the same way: the results so far are printed."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

TERMINATED: Final = 143  # the exit code that shells use
INTERRUPTED: Final = 130


class Ending:
    """How the work was interrupted, if it was."""

    def __init__(self) -> None:
        self.code = INTERRUPTED

    def terminated(self, number: int, frame: FrameType | None) -> None:
        self.code = TERMINATED
        raise KeyboardInterrupt


@contextmanager
def endable() -> Iterator[Ending]:
    """Within the block, SIGTERM raises KeyboardInterrupt too."""
    ending = Ending()
    if threading.current_thread() is not threading.main_thread():
        yield ending
        return
    before = signal.signal(signal.SIGTERM, ending.terminated)
    try:
        yield ending
    finally:
        signal.signal(signal.SIGTERM, before)
