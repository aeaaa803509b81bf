"""What the stores on SQLite and PostgreSQL have in common: every call is an operation done in one transaction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import ParamSpec, TypeVar

from sabika.server.store import fit, operations
from sabika.server.store.base import Entry, Listener, Person, Snapshot, TableRow, Which
from sabika.server.store.fanout import Fanout
from sabika.server.store.operations import Operation

P = ParamSpec("P")
T = TypeVar("T")


class SqlStore(ABC):
    """A Store but for appends, backup and close, which each database does in its own way."""

    now: str  # the clock that leases go by, in SQL: milliseconds since 1970

    def __init__(self) -> None:
        self._fanout = Fanout()

    @abstractmethod
    async def _do(self, operation: Callable[P, Operation[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do all of the operation, or nothing, and return its result once it is saved."""

    def listen(self) -> Listener:
        return self._fanout.listen()

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        fit.text(table)
        return await self._do(operations.entries, table, after)

    async def row(self, table: str) -> TableRow | None:
        fit.text(table)
        return await self._do(operations.row, table)

    async def rows(self, which: Which, limit: int = 100, skip: int = 0) -> list[TableRow]:
        fit.text(which.person or "", which.maker or "", *which.status)
        return await self._do(operations.rows, which, limit, skip, self.now)

    async def count(self, which: Which) -> int:
        fit.text(which.person or "", which.maker or "", *which.status)
        return await self._do(operations.count, which, self.now)

    async def snapshot(self, table: str) -> Snapshot | None:
        fit.text(table)
        return await self._do(operations.snapshot, table)

    async def keep_snapshot(self, table: str, seq: int, body: bytes) -> None:
        fit.text(table)
        await self._do(operations.keep_snapshot, table, seq, body)

    async def add_person(self, person: Person, token: bytes) -> None:
        fit.text(person.id, person.name)
        await self._do(operations.add_person, person, token)

    async def people(self, ids: Collection[str]) -> dict[str, Person]:
        fit.text(*ids)
        return await self._do(operations.people, ids)

    async def person_by_token(self, token: bytes) -> Person | None:
        return await self._do(operations.person_by_token, token)

    async def rename(self, person: str, name: str) -> None:
        fit.text(person, name)
        await self._do(operations.rename, person, name)

    async def add_token(self, person: str, token: bytes, made: int) -> None:
        fit.text(person)
        await self._do(operations.add_token, person, token, made)

    async def drop_token(self, token: bytes) -> bool:
        return await self._do(operations.drop_token, token)

    async def drop_tokens(self, person: str, keep: bytes | None = None) -> int:
        fit.text(person)
        return await self._do(operations.drop_tokens, person, keep)

    async def add_code(self, person: str, code: bytes, expires: int) -> None:
        fit.text(person)
        await self._do(operations.add_code, person, code, expires)

    async def take_code(self, code: bytes, now: int) -> Person | None:
        return await self._do(operations.take_code, code, now)

    async def hold(self, table: str, holder: str, seconds: float) -> bool:
        fit.text(table, holder)
        return await self._do(operations.hold, table, holder, seconds, self.now)

    async def renew(self, holder: str, seconds: float) -> list[str]:
        fit.text(holder)
        return await self._do(operations.renew, holder, seconds, self.now)

    async def release(self, holder: str, table: str | None = None) -> None:
        fit.text(holder, table or "")
        await self._do(operations.release, holder, table)
