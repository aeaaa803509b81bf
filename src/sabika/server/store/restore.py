"""Restores a backup into a file or a database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from sabika.extras import advice
from sabika.server.common.ids import file_of
from sabika.server.store.base import Unfit
from sabika.server.store.sqlite.backup_file import kept_by_table, new_file
from sabika.server.store.sqlite.files import path_of
from sabika.server.store.sqlite.lockfile import lock_of
from sabika.server.store.sqlite.writer import migrate


def is_url(address: str) -> bool:
    """Is it a database on the network, not a file?"""
    return address.startswith(("postgresql://", "postgres://"))


@contextmanager
def host_extra() -> Iterator[None]:
    """Raises Unfit where psycopg is not installed."""
    try:
        yield
    except ImportError as missing:
        raise Unfit(advice("PostgreSQL", missing.name or "psycopg", "host")) from None


def restore(backup: Path, address: str) -> None:
    """Restore a backup into a new file, or into an empty database. Raises FileNotFoundError, FileExistsError, Unfit."""
    with checked(backup) as source:
        if is_url(address):
            with host_extra():
                from sabika.server.store.postgres.dump import load  # only where it is used
            load(source, address)
        else:
            restore_file(source, Path(address))


def restore_file(source: sqlite3.Connection, path: Path) -> None:
    """Put each table into the file that its name says; the first file is renamed last, when the others are complete."""
    lock = lock_of(path)
    try:
        with ExitStack() as stack:
            first = stack.enter_context(new_file(path))
            for file in files_named(source):
                move_tables(source, file, stack.enter_context(new_file(path_of(path, file))))
            source.backup(first)
    finally:
        lock.release()


def files_named(source: sqlite3.Connection) -> list[int]:
    """The files besides the first that occur in the tables' names."""
    return sorted({file_of(table) for (table,) in source.execute("select id from game_table")} - {0})


def move_tables(source: sqlite3.Connection, file: int, target: sqlite3.Connection) -> None:
    """Move the tables of one file out of the copy of a backup."""
    migrate(target)
    source.create_function("file_of", 1, file_of, deterministic=True)
    target.execute("begin")
    source.execute("begin")
    for table, name in kept_by_table(source).items():
        rows = source.execute(f"select * from {table} where file_of({name}) = ?", [file])
        target.executemany(f"insert into {table} values ({', '.join('?' * len(rows.description))})", rows)
        source.execute(f"delete from {table} where file_of({name}) = ?", [file])
    source.execute("commit")
    for table in ("setting", "outage"):  # every file has its own: the key, the time, the outages
        rows = source.execute(f"select * from {table}")
        marks = ", ".join("?" * len(rows.description))
        target.executemany(f"insert or replace into {table} values ({marks})", rows)
    target.execute("commit")


@contextmanager
def checked(backup: Path) -> Iterator[sqlite3.Connection]:
    """A temporary copy of a backup, migrated to the newest version. Raises FileNotFoundError, Unfit."""
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
