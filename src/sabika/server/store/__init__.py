"""Where tables are kept: one SQLite file, or a PostgreSQL database that several servers share."""

from pathlib import Path

from sabika.server.common.guests import Person
from sabika.server.store.base import (
    Appended,
    Damaged,
    Listener,
    Locked,
    Missing,
    Repeated,
    ReviewKey,
    Snapshot,
    Stale,
    Store,
    StoreError,
    Taken,
    Unavailable,
    Unfit,
    Which,
)
from sabika.server.store.restore import host_extra, is_url, restore
from sabika.server.table.events import Entry
from sabika.server.table.listing import TableRow

__all__ = [
    "Appended",
    "Damaged",
    "Entry",
    "Listener",
    "Locked",
    "Missing",
    "Person",
    "Repeated",
    "ReviewKey",
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
            from sabika.server.store.postgres.store import PostgresStore  # only where it is used
        return await PostgresStore.open(address)
    from sabika.server.store.sqlite.files import FilesStore, files_beside
    from sabika.server.store.sqlite.store import SqliteStore

    files = files_beside(Path(address))
    return await (SqliteStore.open(Path(address)) if files == [0] else FilesStore.open(Path(address), files))
