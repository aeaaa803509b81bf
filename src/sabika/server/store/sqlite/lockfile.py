"""One server for each file: SQLite before 3.51.3 can corrupt a file in WAL mode that two connections write."""

from __future__ import annotations

from pathlib import Path

from sabika.locks import Held, Lock
from sabika.server.store.base import Locked


def lock_of(path: Path) -> Lock:
    """The lock of a database file. Raises Locked."""
    try:
        return Lock(path.with_name(path.name + ".lock"))
    except Held as holder:
        raise Locked(f"{path} is in use by {holder}: one server a file") from None
