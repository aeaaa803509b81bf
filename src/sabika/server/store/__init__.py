"""Where tables are kept: one SQLite file, or a PostgreSQL database that several servers share."""

from pathlib import Path

from sabika.server.store.base import (
    Appended,
    Entry,
    Listener,
    Locked,
    Missing,
    Person,
    Repeated,
    Snapshot,
    Stale,
    Store,
    StoreError,
    TableRow,
    Taken,
    Unavailable,
    Unfit,
    Which,
)
from sabika.server.store.portable import host_extra, is_url, restore

__all__ = [
    "Appended",
    "Entry",
    "Listener",
    "Locked",
    "Missing",
    "Person",
    "Repeated",
    "Snapshot",
    "Stale",
    "Store",
    "StoreError",
    "TableRow",
    "Taken",
    "Unavailable",
    "Unfit",
    "Which",
    "open_store",
    "restore",
]


async def open_store(address: str) -> Store:
    """A database by its URL (postgresql://...), or a file by its path, made when there is none.

    Raises Locked, Unavailable, Unfit, each with one line that says what is wrong.
    """
    if is_url(address):
        with host_extra():
            from sabika.server.store.postgres import PostgresStore  # only where it is used
        return await PostgresStore.open(address)
    from sabika.server.store.sqlite import SqliteStore

    return await SqliteStore.open(Path(address))
