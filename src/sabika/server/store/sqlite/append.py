"""Appends to many tables of a SQLite file at once: three statements for all of them.

A statement alone costs little, but the thread that runs it releases the interpreter and has to get it back from
the busy event loop.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from sabika.server.store.base import Appended
from sabika.server.store.queries import seats_to_text
from sabika.server.table.events import Entry
from sabika.server.table.listing import TableRow

MOST = 64  # rows in one statement; smaller counts are split into powers of two, so that few statements are prepared


class Append:
    """Entries to append to a table's log, with its new row."""

    def __init__(self, table: str, expected: int, entries: Sequence[Entry], row: TableRow | None) -> None:
        self.table = table
        self.expected = expected
        self.entries = entries
        self.row = row

    @property
    def saved(self) -> Appended:
        return Appended(self.expected + len(self.entries))

    def lines(self) -> Iterator[tuple[Any, ...]]:
        for seq, entry in enumerate(self.entries, self.expected + 1):
            yield self.table, seq, entry.at, entry.command, entry.body


def append(db: sqlite3.Connection, wanted: Sequence[Append]) -> set[Append]:
    """Save the simple ones, and return them; the others are not touched.

    A repeated command raises IntegrityError, and the transaction is then unusable.
    """
    found = {row[0]: row[1:] for row in execute(db, before, [(each.table,) for each in wanted])}
    fitting = {each.table: each for each in reversed(wanted) if as_ever(each, found.get(each.table))}  # one a table
    execute(db, insert, [line for each in fitting.values() for line in each.lines()])
    execute(db, update, [changes(each, each.row) for each in fitting.values() if each.row is not None])
    return set(fitting.values())


def as_ever(wanted_append: Append, found: tuple[Any, ...] | None) -> bool:
    """Is the table at the expected version, and does its row change only in what every move changes?"""
    row = wanted_append.row
    if row is None:
        return False
    return found == (wanted_append.expected, row.maker, row.status, row.public, seats_to_text(row.seats).decode())


def changes(wanted_append: Append, row: TableRow) -> tuple[Any, ...]:
    return (
        wanted_append.table,
        row.deadline,
        row.title,
        wanted_append.expected + len(wanted_append.entries),
        wanted_append.entries[-1].at,
    )


def execute(db: sqlite3.Connection, text: Callable[[int], str], rows: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Execute a statement for these rows, split into powers of two."""
    found: list[Any] = []
    for some in pieces(rows):
        found += db.execute(text(len(some)), [value for row in some for value in row]).fetchall()
    return found


def pieces(rows: Sequence[tuple[Any, ...]]) -> Iterator[Sequence[tuple[Any, ...]]]:
    at, size = 0, MOST
    while at < len(rows):
        while size > len(rows) - at:
            size //= 2
        yield rows[at : at + size]
        at += size


@cache
def before(tables: int) -> str:
    return f"select id, version, maker, status, public, seats from game_table where id in ({marks(1, tables)})"


@cache
def insert(lines: int) -> str:
    return f"insert into entry (table_id, seq, at, command, body) values {marks(5, lines)}"


@cache
def update(tables: int) -> str:
    """Omit unchanged columns, so that their indexes are not rewritten."""
    return f"""
        update game_table set deadline = v.column2, title = v.column3, version = v.column4, touched = v.column5
        from (values {marks(5, tables)}) as v where id = v.column1"""


def marks(columns: int, rows: int) -> str:
    row = ", ".join("?" * columns)
    return ", ".join([f"({row})" if columns > 1 else row] * rows)
