"""A backup is one SQLite file, whichever database it comes from: what is in it, and how it is written."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sabika.files import flush
from sabika.server.store.integrity.file import log_of, size_of

# What a backup holds: all but leases and servers, which mean nothing later.
TABLES = (
    "game_table",
    "entry",
    "sitting",
    "snapshot",
    "person",
    "token",
    "code",
    "setting",
    "outage",
    "restriction",
    "audit",
    "leaving",
    "sheet",
    "sheet_line",
    "review",
)


def kept_by_table(db: sqlite3.Connection) -> dict[str, str]:
    """The database tables about game tables, each with the column of their id; the rest is about people."""
    named = {"game_table": "id"}
    for table in TABLES:
        if any(name == "table_id" for _, name, *_ in db.execute(f"pragma table_info({table})")):
            named[table] = "table_id"
    return named


@contextmanager
def new_file(path: Path) -> Iterator[sqlite3.Connection]:
    """A database to fill, which gets its name once it is complete and on disk. Raises FileExistsError."""
    if path.exists():
        raise FileExistsError(f"{path} already exists")
    if size_of(log_of(path)):  # SQLite would play it into the new file
        raise FileExistsError(f"{log_of(path)} is the log of another file: move it elsewhere")
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT, 0o600))  # names and games: for the owner's eyes
    try:
        with closing(sqlite3.connect(part, isolation_level=None, check_same_thread=False)) as db:
            db.execute("pragma synchronous = off")  # once, at the end
            yield db
            db.execute("pragma journal_mode = delete")  # all in one file
        flush(part)
        part.rename(path)
        flush(path.parent)
    finally:
        part.unlink(missing_ok=True)
