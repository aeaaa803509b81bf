"""Backup and restore, as the command line asks for them: a running server is asked over its admin socket.

What is copied, and how, is each store's own: `store/sqlite/store.py`, `store/postgres/dump.py`.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from sabika.server.ops.admin import Unreached, ask
from sabika.server.ops.key_check import UNFINISHED
from sabika.server.ops.listen import DATABASE, KEY, CannotServe, server_key, without_password
from sabika.server.store import StoreError, Which, open_store
from sabika.server.store import restore as restore_store
from sabika.server.table.luck import fingerprint


class BackupError(Exception):
    """Why the backup or restore failed; one line."""


def backup(file: Path, data: Path, database: str) -> None:
    """Write everything to a new file: through the running server of the folder, or from its files if none runs."""
    try:
        status, answer = ask(data, "POST", "/backup", str(file))
    except Unreached:
        copy(file, data, database)
        return
    if status != 200:
        raise BackupError(f"the server cannot write {file}: {answer}")


def copy(file: Path, data: Path, database: str) -> None:
    source = data / DATABASE
    if not database and not source.exists():
        raise BackupError(f"there are no tables in {data}")
    try:
        asyncio.run(copy_store(database or str(source), file))
    except FileExistsError:
        raise BackupError(f"{file} already exists") from None
    except (StoreError, OSError, ValueError, ImportError) as problem:
        raise BackupError(without_password(str(problem))) from None


async def copy_store(address: str, file: Path) -> None:
    store = await open_store(address)
    try:
        await store.backup(file)
    finally:
        await store.close()


def restore(file: Path, data: Path, database: str) -> str:
    """Restore into a folder or database without tables; return what else the server needs, in one line."""
    address = database or str(data / DATABASE)
    try:
        if not database:
            data.mkdir(mode=0o700, parents=True, exist_ok=True)
        restore_store(file, address)
        return asyncio.run(what_it_needs(address, data))
    except (StoreError, OSError, ValueError, ImportError) as problem:
        raise BackupError(without_password(str(problem))) from None


async def what_it_needs(address: str, data: Path) -> str:
    """Which key is needed to continue unfinished games; empty if none, or if it is in place."""
    store = await open_store(address)
    try:
        known, left = await store.key(), await store.count(Which(status=UNFINISHED))
    finally:
        await store.close()
    if not left or (known is not None and known == fingerprint_in(data)):
        return ""
    tables = "1 unfinished table goes on" if left == 1 else f"{left} unfinished tables go on"
    named = f"with the fingerprint {known}" if known else "that they were started with"
    return f"{tables} only with the key {named}: put it in {data / KEY}, or start with --new-key to close them."


def fingerprint_in(data: Path) -> str | None:
    """The fingerprint of this folder's key; None: a server would make a new one."""
    try:
        return fingerprint(server_key(data, make=False))
    except CannotServe:
        return None
