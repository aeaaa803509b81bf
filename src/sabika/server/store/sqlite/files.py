"""Several SQLite files of one data folder, as one store. A table's name says which file it is in."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing
from heapq import merge
from itertools import islice
from pathlib import Path
from typing import ParamSpec, Protocol, TypeVar

from sabika.server.common.ids import MOST_FILES, file_of
from sabika.server.store import queries
from sabika.server.store.base import Appended, Beat, Joined, Outage, Unavailable, Which
from sabika.server.store.operator import decisions, retention
from sabika.server.store.queries import Operation
from sabika.server.store.sql_store import SqlStore
from sabika.server.store.sqlite.backup_file import kept_by_table, new_file
from sabika.server.store.sqlite.store import SqliteStore
from sabika.server.table.events import Entry
from sabika.server.table.listing import TableRow

P = ParamSpec("P")
T = TypeVar("T")

# Calls about one table, the first argument; everything else, such as people, is in the first file.
OF_A_TABLE = {
    queries.entries,
    queries.row,
    queries.snapshot,
    queries.keep_snapshot,
    queries.drop_snapshot,
    queries.hold,
    decisions.hide,
    retention.begin_leaving,
    retention.leave_on,
    retention.lines,
    retention.rewrite,
}


def path_of(first: Path, file: int) -> Path:
    """sabika.db is the first file of its folder; beside it are sabika-1.db, sabika-2.db, ..."""
    return first.with_name(f"{first.stem}-{file}{first.suffix}") if file else first


def files_beside(first: Path) -> list[int]:
    """The numbers of the existing files, always including the first."""
    return [0, *(file for file in range(1, MOST_FILES) if path_of(first, file).exists())]


class FarFiles(Protocol):
    """Files that another process has open: questions about all tables go there too."""

    async def rows(self, which: Which, limit: int) -> list[TableRow]: ...

    async def count(self, which: Which) -> int: ...

    async def backup(self, path: Path) -> None: ...


class FilesStore(SqlStore):
    """A Store in several files. Lists and counts cover all tables; clocks and leases those that are open here."""

    shared = False
    now = SqliteStore.now

    def __init__(self, files: Mapping[int, SqliteStore], far: Sequence[FarFiles] = ()) -> None:
        super().__init__()
        self.files = files
        self.far = far
        self._any = next(iter(files.values()))
        self._copying = asyncio.Lock()
        for file in files.values():
            file.tell_to(self._fanout)

    @classmethod
    async def open(cls, first: Path, numbers: Collection[int], far: Sequence[FarFiles] = ()) -> FilesStore:
        """Open these files, or make them. Raises Locked, Unfit."""
        files: dict[int, SqliteStore] = {}
        try:
            for number in sorted(numbers):
                files[number] = await SqliteStore.open(path_of(first, number))
        except BaseException:
            await close_all(files.values())
            raise
        return cls(files, far)

    async def close(self) -> None:
        self._fanout.close()
        await close_all(self.files.values())

    # By table.

    async def _do(self, operation: Callable[P, Operation[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run it in the table's file. A table of a file that is not open here counts as missing."""
        if operation in OF_A_TABLE:
            return await self.files.get(file_of(str(args[0])), self._any).perform(operation, *args, **kwargs)
        return await self._of(0).perform(operation, *args, **kwargs)

    def _of(self, file: int) -> SqliteStore:
        if file not in self.files:
            raise Unavailable(f"another process has file {file}")
        return self.files[file]

    async def create(self, row: TableRow, first: Sequence[Entry]) -> Appended:
        return await self._of(file_of(row.id)).create(row, first)

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], row: TableRow | None = None
    ) -> Appended:
        return await self.files.get(file_of(table), self._any).append(table, expected, entries, row)

    # What servers agree on goes into every file: next time, another process may have it.

    async def key(self) -> str | None:
        """The same for all files; if they differ, a list of them, which matches no key."""
        keys = [await file.key() for file in self.files.values()]
        return keys[0] if len(set(keys)) == 1 else ", ".join(sorted({key for key in keys if key is not None}))

    async def claim(self, key: str, instead_of: str | None) -> bool:
        if await self.key() != instead_of:
            return False
        return all([await file.claim(key, await file.key()) for file in self.files.values()])

    async def join(self, holder: str, key: str, seconds: float) -> Joined:
        found = [await file.join(holder, key, seconds) for file in self.files.values()]
        latest = max(found, key=lambda each: each.time)
        return Joined(latest.clock, latest.time, latest.ago, 0, max(each.lost for each in found))

    async def beat(self, holder: str, time: int, gap: int, seconds: float, known: int) -> Beat:
        found = [await file.beat(holder, time, gap, seconds, known) for file in self.files.values()]
        outages = {(each.ended, each.began) for some in found for each in some.outages}
        return Beat(max(each.time for each in found), [Outage(began, ended) for ended, began in sorted(outages)])

    async def leave(self, holder: str) -> None:
        for file in self.files.values():
            await file.leave(holder)

    async def touch(self) -> None:
        await asyncio.gather(*(file.touch() for file in self.files.values()))

    # Of all.

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        for number, file in self.files.items():
            found |= await file.versions([table for table in tables if file_of(table) == number])
        return found

    async def rows(self, which: Which, limit: int = 100, skip: int = 0) -> list[TableRow]:
        lists = await asyncio.gather(*(part.rows(which, limit + skip) for part in self._parts(which)))
        return list(
            islice(merge(*lists, key=by_deadline if which.due is not None else latest_first), skip, skip + limit)
        )

    async def count(self, which: Which) -> int:
        return sum(await asyncio.gather(*(part.count(which) for part in self._parts(which))))

    def _parts(self, which: Which) -> list[SqliteStore | FarFiles]:
        """The parts to ask; tables that are due are handled by the process that has the file open."""
        mine_only = which.due is not None or which.unheld
        return [*self.files.values(), *(() if mine_only else self.far)]

    async def renew(self, holder: str, seconds: float) -> list[str]:
        kept = await asyncio.gather(*(file.renew(holder, seconds) for file in self.files.values()))
        return [table for some in kept for table in some]

    async def release(self, holder: str, table: str | None = None) -> None:
        if table is not None:
            await self.files.get(file_of(table), self._any).release(holder, table)
        else:
            await asyncio.gather(*(file.release(holder) for file in self.files.values()))

    async def backup(self, path: Path) -> None:
        """Back up all files into one. The first comes last, so that it has everybody who sits at a copied table."""
        if path.exists():
            raise FileExistsError(f"{path} already exists")
        async with self._copying:
            with tempfile.TemporaryDirectory(dir=path.parent, prefix=f"{path.name}.parts-") as folder:
                first = min(self.files)
                others = [file for number, file in self.files.items() if number != first]
                backups: list[Callable[[Path], Awaitable[None]]] = [part.backup for part in (*others, *self.far)]
                parts = [Path(folder) / f"{n}.db" for n, _ in enumerate(backups)]
                for copy, part in zip(backups, parts, strict=True):
                    await copy(part)
                whole = Path(folder) / "first.db"
                await self.files[first].backup(whole)
                await asyncio.to_thread(join, whole, parts, path)


async def close_all(files: Iterable[SqliteStore]) -> None:
    for file in files:
        await file.close()


def latest_first(row: TableRow) -> tuple[int, str]:
    return -row.made, row.id


def by_deadline(row: TableRow) -> tuple[int, str]:
    return row.deadline or 0, row.id


def join(first: Path, others: Sequence[Path], path: Path) -> None:
    """Join several backups: all of the first, and the tables of the others."""
    with new_file(path) as target:
        with closing(sqlite3.connect(first)) as source:
            source.backup(target)
        for other in others:
            target.execute("attach ? as other", [str(other)])
            for table in kept_by_table(target):
                target.execute(f"insert into {table} select * from other.{table}")
            target.execute("detach other")
