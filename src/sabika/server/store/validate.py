"""Checks values for a store. Both databases take the same, so that a table can move between them."""

from __future__ import annotations

from collections.abc import Sequence

from sabika.server.store.base import SheetLine
from sabika.server.table.events import Entry
from sabika.server.table.listing import TableRow

LARGEST = 2**63 - 1


def text(*words: str) -> None:
    """ValueError for what PostgreSQL cannot keep: a zero character, or half of a pair."""
    together = " ".join(words)
    if "\0" in together:
        raise ValueError("a zero character in a text")
    together.encode()  # UnicodeEncodeError is a ValueError


def number(*numbers: int) -> None:
    for one in numbers:
        if not -LARGEST <= one <= LARGEST:
            raise ValueError(f"{one} does not fit in 64 bits")


def sheet(name: str, line: SheetLine) -> None:
    text(name, line.command or "")
    number(line.at)


def append(table: str, expected: int, entries: Sequence[Entry], row: TableRow | None) -> None:
    commands = [entry.command for entry in entries if entry.command is not None]
    if not entries:
        raise ValueError("nothing to append")
    if len(set(commands)) < len(commands):
        raise ValueError("a command stands on one entry only")
    if row is not None and row.id != table:
        raise ValueError(f"the row of {row.id} for table {table}")
    words, numbers = [table, *commands], [expected + len(entries), *[entry.at for entry in entries]]
    if row is not None:
        words += [row.game, row.maker, row.status, *[person for person in row.seats if person is not None]]
        numbers += [row.made, row.deadline or 0]
    text(*words)
    number(*numbers)
