"""A lock that is a file: the system drops it when the process ends, however it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

LOCK: Final = ".lock"  # the file's name in a folder in which one run at a time writes


class Held(Exception):
    """Another process, or another lock of this one, has it; the message says which, as far as that is known."""


class Lock:
    """A file that one holder has at a time. It holds the number of the process."""

    def __init__(self, path: Path) -> None:
        """Take it. Raises Held, at once, when it is taken."""
        self.path = path
        self._file = taken(path)
        while not self.there():  # whoever had it has just removed it
            os.close(self._file)
            self._file = taken(path)
        os.ftruncate(self._file, 0)
        os.write(self._file, b"%d\n" % os.getpid())

    def there(self) -> bool:
        """Is it this file that others would find?"""
        try:
            return os.path.samestat(os.fstat(self._file), self.path.stat())
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Give it back; the file stays."""
        os.close(self._file)

    def remove(self) -> None:
        """Give it back and leave no file; where an open file cannot be removed, it stays."""
        with suppress(OSError):
            self.path.unlink()
        self.release()


@contextmanager
def alone(lock_file: Path, what: object) -> Iterator[None]:
    """Within, no other run writes there; ValueError with one line when one does."""
    try:
        lock = Lock(lock_file)
    except Held as holder:
        raise ValueError(f"{what} is in use by {holder}: one run at a time writes there") from None
    except OSError as error:
        raise ValueError(f"{what} cannot be written: {(error.strerror or str(error)).lower()}") from None
    try:
        yield
    finally:
        lock.remove()


def taken(path: Path) -> int:
    """The open file, locked; Held when somebody else has it."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        take(file)
    except OSError:
        holder = os.pread(file, 20, 0).decode(errors="replace").strip() if hasattr(os, "pread") else ""
        os.close(file)
        raise Held(f"process {holder}" if holder else "another process") from None
    return file


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
        # Of flock and lockf only flock also refuses a second lock in the same process.
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
