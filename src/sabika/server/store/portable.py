"""Backups: one SQLite file, whichever database it comes from, and whichever it goes back to."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sabika.server.store.base import Unfit
from sabika.server.store.lockfile import lock_of
from sabika.server.store.writer import migrate

# What a backup holds: all but leases, which mean nothing later.
TABLES = ("game_table", "entry", "sitting", "snapshot", "person", "token", "code")


def is_url(address: str) -> bool:
    """Is it a database in the network, and no file?"""
    return address.startswith(("postgresql://", "postgres://"))


@contextmanager
def host_extra() -> Iterator[None]:
    """psycopg is not installed everywhere. Raises Unfit."""
    try:
        yield
    except ImportError as missing:
        raise Unfit(f"PostgreSQL needs more than is installed ({missing}): pip install 'sabika[host]'") from None


@contextmanager
def new_file(path: Path) -> Iterator[sqlite3.Connection]:
    """A database to fill, which has its name only when it is complete and on disk. Raises FileExistsError."""
    if path.exists():
        raise FileExistsError(f"{path} exists already")
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


def flush(path: Path) -> None:
    """What was written there is on disk."""
    if os.name == "nt" and path.is_dir():  # Windows has no such thing for folders
        return
    file = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def restore(backup: Path, address: str) -> None:
    """All of a backup into a new file, or into an empty database. Raises FileNotFoundError, FileExistsError, Unfit."""
    with checked(backup) as source:
        if is_url(address):
            with host_extra():
                from sabika.server.store.dump import load
            load(source, address)
        else:
            restore_file(source, Path(address))


def restore_file(source: sqlite3.Connection, path: Path) -> None:
    lock = lock_of(path)
    try:
        with new_file(path) as target:
            source.backup(target)
    finally:
        lock.release()


@contextmanager
def checked(backup: Path) -> Iterator[sqlite3.Connection]:
    """A copy of a backup, in the newest version, which vanishes after use. Raises FileNotFoundError, Unfit."""
    if not backup.is_file():
        raise FileNotFoundError(f"there is no file {backup}")
    with closing(sqlite3.connect("", isolation_level=None)) as copy:
        try:
            with closing(sqlite3.connect(f"{backup.resolve().as_uri()}?mode=ro", uri=True)) as original:
                original.backup(copy)
            (verdict,) = copy.execute("pragma integrity_check(1)").fetchone()
            copy.execute("select version from schema_version")
        except sqlite3.DatabaseError as problem:
            raise Unfit(f"{backup} is no backup of ours: {problem}") from None
        if verdict != "ok":
            raise Unfit(f"{backup} is damaged: {verdict}")
        migrate(copy)
        yield copy
