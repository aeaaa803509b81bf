"""One server a file: SQLite before 3.51.3 can spoil a file in WAL mode that two connections write."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from sabika.server.store.base import Locked


class LockFile:
    """A lock beside a file. The system drops it when the process ends, however it ends; the file itself stays."""

    def __init__(self, path: Path) -> None:
        """Take the lock. Raises Locked, at once, when another process or another store of this one has it."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            take(self._file)
        except OSError:
            holder = os.pread(self._file, 20, 0).decode(errors="replace").strip() if hasattr(os, "pread") else ""
            os.close(self._file)
            named = f"process {holder}" if holder else "another process"
            raise Locked(f"{path.with_suffix('')} is in use by {named}: one server a file") from None
        os.ftruncate(self._file, 0)
        os.write(self._file, b"%d\n" % os.getpid())

    def release(self) -> None:
        os.close(self._file)


def lock_of(path: Path) -> LockFile:
    """The lock of a database file. Raises Locked."""
    return LockFile(path.with_name(path.name + ".lock"))


if sys.platform == "win32":
    import msvcrt

    def take(file: int) -> None:
        # A byte far behind the process id, which others want to read.
        os.lseek(file, 1024, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def take(file: int) -> None:
        # Of flock and lockf only flock also refuses a second store in the same process.
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
