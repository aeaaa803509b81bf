"""`sabika` that tells how many blocks of memory its objects hold: a count that fragments and load do not change.

On SIGUSR1 it collects what is garbage and writes the count into the file that SABIKA_COUNTED names.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from pathlib import Path
from typing import Final

from sabika.cli import main

COUNTED: Final = "SABIKA_COUNTED"


def count(*_: object) -> None:
    gc.collect()
    file = Path(os.environ[COUNTED])
    fresh = file.with_suffix(".new")
    fresh.write_text(str(sys.getallocatedblocks()))
    fresh.replace(file)


async def blocks(pid: int, file: Path) -> int:
    """Ask the server with this process id."""
    file.unlink(missing_ok=True)
    os.kill(pid, signal.SIGUSR1)
    while not file.exists():
        await asyncio.sleep(0.01)
    return int(file.read_text())


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, count)
    main()
