"""Backup and restore, for the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sabika.server.admin import Unreached, ask
from sabika.server.premises import DATABASE, without_password
from sabika.server.store import StoreError, open_store
from sabika.server.store import restore as restore_store


class NotKept(Exception):
    """Why there is no backup, or nothing was restored; one line."""


def backup(file: Path, data: Path, database: str) -> None:
    """Everything into a new file: by the running server of the data folder, or from what it left."""
    try:
        status, answer = ask(data, "POST", "/backup", str(file))
    except Unreached:
        copy(file, data, database)
        return
    if status != 200:
        raise NotKept(f"the server cannot write {file}: {answer}")


def copy(file: Path, data: Path, database: str) -> None:
    source = data / DATABASE
    if not database and not source.exists():
        raise NotKept(f"there are no tables in {data}")
    try:
        asyncio.run(copy_store(database or str(source), file))
    except FileExistsError:
        raise NotKept(f"{file} exists already") from None
    except (StoreError, OSError, ValueError, ImportError) as problem:
        raise NotKept(without_password(str(problem))) from None


async def copy_store(address: str, file: Path) -> None:
    store = await open_store(address)
    try:
        await store.backup(file)
    finally:
        await store.close()


def restore(file: Path, data: Path, database: str) -> None:
    """A backup into a folder or a database that has no tables yet."""
    try:
        if not database:
            data.mkdir(mode=0o700, parents=True, exist_ok=True)
        restore_store(file, database or str(data / DATABASE))
    except (StoreError, OSError, ValueError, ImportError) as problem:
        raise NotKept(without_password(str(problem))) from None
