"""One SQLite file, looked at without changing it.

SQLite takes an empty file for a new database and deletes its log, and takes any file with a log for whole.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from sabika.server.store.base import Damaged, StoreError, Unfit
from sabika.server.store.integrity.schema import check_schema, columns

SMALL = 32 * 2**20  # bytes: up to here checking every page takes no time
LARGE = 256 * 2**20  # bytes: up to here a start after a kill may wait for it, even on a slow disk
INDEX = 32 * 2**10  # bytes of a log's index, which a reader creates
LOG_HEAD, FRAME_HEAD = 32, 24  # bytes, by SQLite's file format


class Contents(NamedTuple):
    """How many tables a file holds."""

    tables: int
    finished: int


def check_at_start(path: Path) -> None:
    """Check size and schema, and every page of a small file or, after a kill, of any that is not large.

    Raises Damaged, Unfit.
    """
    killed = size_of(log_of(path)) > 0
    if size_of(path) == 0:
        if killed:
            raise Damaged(f"{path} cannot be used: it is {gone(path)}, but its log {log_of(path).name} is there")
        return
    if size_of(path.with_name(path.name + "-journal")):
        roll_back(path)
    with reading(path) as db:
        check_size(db, path)
        check_schema(db)
        if size_of(path) <= (LARGE if killed else SMALL):
            check_pages(db)


def check_fully(path: Path) -> Contents:
    """Run every check, and return the contents. Raises Damaged, Unfit."""
    if size_of(path) == 0:
        raise Damaged(f"{path} cannot be used: it is {gone(path)}")
    with reading(path) as db:
        check_size(db, path)
        check_schema(db)
        check_pages(db)
        if not columns(db):
            raise Damaged("nothing is in it")
        count = "select count(*), count(*) filter (where status in ('over', 'closed')) from game_table"
        return Contents(*db.execute(count).fetchone())


def is_blank(path: Path) -> bool:
    """Is it missing, empty, or without a single table? Raises Damaged, Unfit."""
    if size_of(path) == 0:
        return True
    with reading(path) as db:
        return not columns(db)


def gone(path: Path) -> str:
    return "empty" if path.exists() else "missing"


def size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection whose errors name the file. A file without a log is open nowhere."""
    mode = "mode=ro" if log_of(path).exists() else "mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, isolation_level=None)) as db:
            db.execute("begin")
            yield db
    except sqlite3.OperationalError as problem:
        raise Unfit(f"{path} cannot be used: {problem}{because_full(path)}") from None
    except sqlite3.DatabaseError as problem:
        raise Damaged(f"{path} cannot be used: {problem}") from None
    except StoreError as problem:
        raise type(problem)(f"{path} cannot be used: {problem}") from None


def because_full(path: Path) -> str:
    """SQLite needs disk space to read a file with a log, and calls the lack of it an I/O error."""
    return ", the disk is full" if shutil.disk_usage(path.parent).free < INDEX else ""


def roll_back(path: Path) -> None:
    """Roll back what a server left undone before the file had a log: SQLite does so for a connection that may write."""
    try:
        with closing(sqlite3.connect(path)) as db:
            db.execute("select count(*) from sqlite_master")
    except sqlite3.DatabaseError as problem:
        raise Damaged(f"{path} cannot be used: {problem}") from None


def check_size(db: sqlite3.Connection, path: Path) -> None:
    """Check that every page is in the file or, where possible, in its log."""
    (pages,), (page,) = (db.execute(f"pragma {name}").fetchone() for name in ("page_count", "page_size"))
    in_file = size_of(path) // page
    in_log = max(0, size_of(log_of(path)) - LOG_HEAD) // (page + FRAME_HEAD)
    if pages - in_file > in_log:
        raise Damaged(f"it was cut short, to {in_file:,} of {pages:,} pages")


def check_pages(db: sqlite3.Connection) -> None:
    (verdict,) = db.execute("pragma quick_check(1)").fetchone()
    if verdict != "ok":
        raise Damaged(" ".join(verdict.split()))
