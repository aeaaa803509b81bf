"""Copies a whole PostgreSQL database into a SQLite file and back: for backups and for moving between them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from sabika.server.store import migrations
from sabika.server.store.base import Unavailable, Unfit
from sabika.server.store.sqlite import writer
from sabika.server.store.sqlite.backup_file import TABLES, new_file

PATIENCE = 10  # seconds to wait for the database
SOME = 1000  # rows at a time

SyncConnection = psycopg.Connection[tuple[Any, ...]]


def connect(url: str) -> SyncConnection:
    """A temporary connection. Raises Unavailable."""
    try:
        return psycopg.connect(url, autocommit=True, connect_timeout=PATIENCE)
    except psycopg.Error as problem:
        raise Unavailable(f"the database does not answer: {str(problem).strip()}") from None


def migrate(db: SyncConnection, upto: int = migrations.LATEST) -> None:
    """Apply missing migrations in one transaction, by one process at a time. Raises Unfit."""
    try:
        with db.transaction():
            db.execute("select pg_advisory_xact_lock(hashtext('sabika.' || current_schema()))")
            db.execute(migrations.FIRST)
            for statement in migrations.pending(version_of(db), sqlite=False, upto=upto):
                db.execute(statement)
    except psycopg.Error as problem:
        raise Unfit(f"the database cannot be used: {str(problem).strip()}") from None


def version_of(db: SyncConnection) -> int:
    (version,) = db.execute(migrations.CURRENT).fetchone() or (0,)
    return int(version)


def dump(url: str, path: Path) -> None:
    """Write everything, as of one moment, to a new file, without stopping others. Raises FileExistsError."""
    with new_file(path) as target, closing(connect(url)) as db, db.transaction():
        db.execute("set transaction isolation level repeatable read, read only")
        if version_of(db) != migrations.LATEST:
            raise Unfit("another server has changed the database's version: update this one")
        writer.migrate(target)
        target.execute("begin")
        for table in TABLES:
            names = columns(target, table)
            insert = f"insert into {table} values ({', '.join('?' * len(names))})"
            with db.cursor(name="dump") as cursor:
                cursor.execute(statement("select {names} from {table}", table, names))
                while rows := cursor.fetchmany(SOME):
                    target.executemany(insert, rows)
        target.execute("commit")


def load(source: sqlite3.Connection, url: str) -> None:
    """Load a backup of the newest version into an empty database. Raises Unfit."""
    with closing(connect(url)) as db:
        migrate(db)
        with db.transaction():
            for table in TABLES:
                names = columns(source, table)
                if db.execute(statement("select {names} from {table} limit 1", table, names)).fetchone():
                    raise Unfit("the database is in use: a backup goes into an empty one")
                with (
                    db.cursor() as cursor,
                    cursor.copy(statement("copy {table} ({names}) from stdin", table, names)) as copy,
                ):
                    for row in source.execute(f"select {', '.join(names)} from {table}"):
                        copy.write_row(row)


def columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [name for _, name, *_ in db.execute(f"pragma table_info({table})")]


def statement(text: str, table: str, names: list[str]) -> sql.Composed:
    listed = sql.SQL(", ").join(map(sql.Identifier, names))
    return sql.SQL(text).format(table=sql.Identifier(table), names=listed)
