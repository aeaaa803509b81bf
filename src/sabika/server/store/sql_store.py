"""What the stores on SQLite and PostgreSQL have in common: every call is an operation in one transaction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import ParamSpec, TypeVar

from sabika.server.common.guests import Person
from sabika.server.common.restrictions import Restriction, What
from sabika.server.store import queries, servers, validate
from sabika.server.store.base import (
    Act,
    Beat,
    EndedTable,
    IdleSheet,
    Joined,
    KnownPerson,
    Listener,
    LogLine,
    ReviewKey,
    SheetLine,
    Snapshot,
    Which,
)
from sabika.server.store.companion import sheets
from sabika.server.store.fanout import Fanout
from sabika.server.store.operator import decisions, retention
from sabika.server.store.queries import Operation
from sabika.server.store.review import reviews
from sabika.server.table.events import Entry
from sabika.server.table.listing import TableRow

P = ParamSpec("P")
T = TypeVar("T")


class SqlStore(ABC):
    """A Store without appends, backup and close, which each database does in its own way."""

    shared: bool  # may other processes have it open as well?
    now: str  # the clock that leases go by, in SQL: milliseconds since 1970

    def __init__(self) -> None:
        self._fanout = Fanout()

    @abstractmethod
    async def _do(self, operation: Callable[P, Operation[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """Execute the whole operation or nothing, and return its result once it is saved."""

    def listen(self) -> Listener:
        return self._fanout.listen()

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        validate.text(table)
        return await self._do(queries.entries, table, after)

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        validate.text(*tables)
        found: dict[str, int] = {}
        for some in batched(tables, queries.AT_ONCE):
            found |= await self._do(queries.versions, some)
        return found

    async def row(self, table: str) -> TableRow | None:
        validate.text(table)
        return await self._do(queries.row, table)

    async def rows(self, which: Which, limit: int = 100, skip: int = 0) -> list[TableRow]:
        validate.text(which.person or "", which.maker or "", *which.status)
        return await self._do(queries.rows, which, limit, skip, self.now)

    async def count(self, which: Which) -> int:
        validate.text(which.person or "", which.maker or "", *which.status)
        return await self._do(queries.count, which, self.now)

    async def snapshot(self, table: str) -> Snapshot | None:
        validate.text(table)
        return await self._do(queries.snapshot, table)

    async def keep_snapshot(self, table: str, seq: int, body: bytes) -> None:
        validate.text(table)
        await self._do(queries.keep_snapshot, table, seq, body)

    async def drop_snapshot(self, table: str) -> None:
        validate.text(table)
        await self._do(queries.drop_snapshot, table)

    async def add_person(self, person: Person, token: bytes) -> None:
        validate.text(person.id, person.name)
        await self._do(queries.add_person, person, token)

    async def person_by_token(self, token: bytes) -> Person | None:
        return await self._do(queries.person_by_token, token)

    async def rename(self, person: str, name: str) -> None:
        validate.text(person, name)
        await self._do(queries.rename, person, name)

    async def add_token(self, person: str, token: bytes, made: int) -> None:
        validate.text(person)
        await self._do(queries.add_token, person, token, made)

    async def drop_token(self, token: bytes) -> bool:
        return await self._do(queries.drop_token, token)

    async def drop_tokens(self, person: str, keep: bytes | None = None) -> int:
        validate.text(person)
        return await self._do(queries.drop_tokens, person, keep)

    async def add_code(self, person: str, code: bytes, expires: int) -> None:
        validate.text(person)
        await self._do(queries.add_code, person, code, expires)

    async def take_code(self, code: bytes, now: int) -> Person | None:
        return await self._do(queries.take_code, code, now)

    async def hold(self, table: str, holder: str, seconds: float) -> bool:
        validate.text(table, holder)
        return await self._do(queries.hold, table, holder, seconds, self.now)

    async def renew(self, holder: str, seconds: float) -> list[str]:
        validate.text(holder)
        return await self._do(queries.renew, holder, seconds, self.now)

    async def release(self, holder: str, table: str | None = None) -> None:
        validate.text(holder, table or "")
        await self._do(queries.release, holder, table)

    async def key(self) -> str | None:
        return await self._do(servers.key)

    async def claim(self, key: str, instead_of: str | None) -> bool:
        return await self._do(servers.claim, key, instead_of, self.now)

    async def join(self, holder: str, key: str, seconds: float) -> Joined:
        return await self._do(servers.join, holder, key, seconds, self.now)

    async def beat(self, holder: str, time: int, gap: int, seconds: float, known: int) -> Beat:
        return await self._do(servers.beat, holder, time, gap, seconds, known, self.now)

    async def leave(self, holder: str) -> None:
        await self._do(servers.leave, holder)

    async def touch(self) -> None:
        await self._do(servers.touch, self.now)

    async def restrictions(self) -> list[Restriction]:
        return await self._do(decisions.restrictions)

    async def restrict(self, restriction: Restriction, act: Act) -> None:
        validate.text(restriction.whom, restriction.reason, act.whom, act.reason)
        await self._do(decisions.restrict, restriction, act)

    async def lift(self, what: What, whom: str, act: Act) -> None:
        validate.text(whom, act.whom, act.reason)
        await self._do(decisions.lift, what, whom, act)

    async def note_act(self, act: Act) -> None:
        validate.text(act.what, act.whom, act.reason)
        await self._do(decisions.note_act, act)

    async def acts(self, most: int) -> list[Act]:
        return await self._do(decisions.acts, most)

    async def hide(self, table: str, hidden: bool) -> bool:
        validate.text(table)
        return await self._do(decisions.hide, table, hidden)

    async def people(self, who: str | None = None, most: int = 100) -> list[KnownPerson]:
        validate.text(who or "")
        return await self._do(decisions.people, who, most)

    async def note_seen(self, person: str, now: int) -> None:
        validate.text(person)
        await self._do(decisions.note_seen, person, now)

    async def lead(self, what: str, holder: str, seconds: float) -> bool:
        return await self._do(retention.lead, what, holder, seconds, self.now)

    async def finished(self, since: int, after: str, before: int, most: int) -> list[EndedTable]:
        return await self._do(retention.finished, since, after, before, most)

    async def begin_leaving(self, table: str, before: int) -> bool:
        return await self._do(retention.begin_leaving, table, before)

    async def leave_on(self, table: str, most: int) -> bool:
        return await self._do(retention.leave_on, table, most)

    async def leaving(self, most: int) -> list[str]:
        return await self._do(retention.leaving, most)

    async def lines(self, table: str, after: int, begin: bytes, most: int) -> list[LogLine]:
        return await self._do(retention.lines, table, after, begin, most)

    async def rewrite(self, table: str, lines: Sequence[LogLine]) -> None:
        await self._do(retention.rewrite, table, lines)

    async def quiet(self) -> int:
        return await self._do(retention.quiet)

    async def set_quiet(self, before: int) -> None:
        await self._do(retention.set_quiet, before)

    async def count_from_now(self, now: int, most: int) -> int:
        return await self._do(retention.count_from_now, now, most)

    async def idle_people(self, since: int, after: str, before: int, most: int) -> list[KnownPerson]:
        return await self._do(retention.idle_people, since, after, before, most)

    async def delete_person(self, person: str, before: int) -> bool:
        return await self._do(retention.delete_person, person, before)

    async def create_sheet(self, sheet: str, first: SheetLine) -> None:
        validate.sheet(sheet, first)
        await self._do(sheets.create, sheet, first)

    async def append_sheet(self, sheet: str, expected: int, line: SheetLine) -> None:
        validate.sheet(sheet, line)
        await self._do(sheets.append, sheet, expected, line)

    async def sheet_command(self, sheet: str, command: str) -> int | None:
        validate.text(sheet, command)
        return await self._do(sheets.accepted, sheet, command)

    async def sheet_version(self, sheet: str) -> int | None:
        validate.text(sheet)
        return await self._do(sheets.version, sheet)

    async def sheet_log(self, sheet: str) -> list[SheetLine]:
        validate.text(sheet)
        return await self._do(sheets.log, sheet)

    async def idle_sheets(self, before: int, most: int) -> list[IdleSheet]:
        return await self._do(sheets.idle, before, most)

    async def delete_sheet(self, sheet: str, before: int) -> bool:
        return await self._do(sheets.delete, sheet, before)

    async def review(self, key: ReviewKey, now: int) -> bytes | None:
        return await self._do(reviews.review, key, now)

    async def keep_review(self, key: ReviewKey, body: bytes, now: int) -> None:
        await self._do(reviews.keep_review, key, body, now)

    async def drop_reviews(self, before: int, kept: int, most: int) -> int:
        return await self._do(reviews.drop_reviews, before, kept, most)


def batched(words: Sequence[str], most: int) -> Iterator[Sequence[str]]:
    return (words[first : first + most] for first in range(0, len(words), most))
