"""Deletes old tables, chat, sheets and inactive guests, if configured."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from sabika.files import replacing
from sabika.server.common.logs import tell
from sabika.server.live.tables import LiveTables
from sabika.server.ops.key_check import UNFINISHED
from sabika.server.ops.settings import Settings
from sabika.server.protocol.problems import ProblemError
from sabika.server.store.base import EndedTable, KnownPerson, LogLine, Store, StoreError, Which
from sabika.server.store.sqlite.files import FilesStore
from sabika.server.table import events

DAY: Final = 86_400_000  # milliseconds
EVERY: Final = 60.0  # seconds between two rounds
LEAD: Final = 180.0  # seconds for which one of several servers does the deleting
PAGE: Final = 100  # tables or people per query
PIECE: Final = 50  # entries deleted or rewritten in one batch
REST: Final = 0.01  # seconds between two batches
SAID: Final = events.encode(events.Said(0, ""))[: len('{"event":"said"')]

log = logging.getLogger(__name__)


class Counts(Struct):
    """What a round deleted."""

    tables: int = 0
    talk: int = 0
    guests: int = 0
    sheets: int = 0
    reviews: int = 0


def parts_of(store: Store) -> Sequence[Store]:
    """The files of this process, or the database."""
    return list(store.files.values()) if isinstance(store, FilesStore) else [store]


class Retention:
    """Deletes in small batches, so that no player waits. `people` is the store of all people, if it is here."""

    def __init__(self, settings: Settings, tables: LiveTables, people: Store | None, rest: float = REST) -> None:
        self.settings = settings
        self.tables = tables
        self.people = people
        self.parts = parts_of(tables.store)
        self.rest = rest
        self.counts = Counts()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.round()
            except StoreError as problem:
                log.warning("nothing could be deleted: %s", problem)
            except Exception:
                log.exception("deleting failed")  # the next round comes

    async def round(self) -> Counts:
        """Delete what is too old, and return what was deleted. Raises StoreError."""
        self.counts = Counts()
        for part in self.parts:
            if await part.lead("tables", self.tables.heartbeat.holder, LEAD):
                await self.finish_leaving(part)
                await self.delete_tables(part)
                await self.delete_talk(part)
        if self.people is not None and await self.people.lead("guests", self.tables.heartbeat.holder, LEAD):
            await self.delete_guests(self.people)
            await self.delete_reviews(self.people)
        if self.people is not None and await self.people.lead("sheets", self.tables.heartbeat.holder, LEAD):
            await self.delete_sheets(self.people)
        if self.counts != Counts():
            tell("deleted", **asdict(self.counts))
        return self.counts

    def before(self, days: int) -> int:
        return self.tables.now() - days * DAY

    # Tables.

    async def delete_tables(self, part: Store) -> None:
        if self.settings.keep_finished is None:
            return
        before = self.before(self.settings.keep_finished)
        async for table in self.finished(part, 0, before):
            free = await self.archived(table) and self.tables.cache.forget(table)
            if free and await part.begin_leaving(table, before):  # else it was used a moment ago
                self.counts.tables += 1
                await self.leave(part, table)

    async def finished(self, part: Store, since: int, before: int) -> AsyncIterator[str]:
        """Tables that are over and were last used in this time, each once."""
        last = EndedTable("", since)
        while found := await part.finished(last.touched, last.id, before, PAGE):
            for each in found:
                yield each.id
            last = found[-1]
            await part.lead("tables", self.tables.heartbeat.holder, LEAD)

    async def finish_leaving(self, part: Store) -> None:
        """Finish what a stopped server began."""
        while found := await part.leaving(PAGE):
            for table in found:
                await self.leave(part, table)

    async def leave(self, part: Store, table: str) -> None:
        while await part.leave_on(table, PIECE):
            await asyncio.sleep(self.rest)
        await asyncio.sleep(self.rest)

    async def archived(self, table: str) -> bool:
        """Is its record archived, or is no archive wanted? A game that never began has none."""
        folder = self.settings.archive
        if folder is None:
            return True
        try:
            record = await self.tables.export(table)
            await asyncio.to_thread(write_record, folder / f"{table}.sabika", record)
        except ProblemError as error:
            if error.problem.code != "not-playing":
                tell("not archived", logging.WARNING, table=table, why=error.problem.code)
            return error.problem.code == "not-playing"
        except OSError as problem:
            tell("not archived", logging.ERROR, table=table, why=problem.strerror)
            return False
        except Exception:  # a log that cannot be read stays, and the others are handled
            log.exception("table %s cannot be archived", table)
            return False
        return True

    # Talk.

    async def delete_talk(self, part: Store) -> None:
        """Delete talk at tables that are over. Tables last used before `quiet` are done already."""
        if self.settings.keep_talk is None:
            return
        quiet, before = await part.quiet(), self.before(self.settings.keep_talk)
        if quiet < before:
            async for table in self.finished(part, quiet, before):
                await self.silence(part, table)
            await part.set_quiet(before)

    async def silence(self, part: Store, table: str) -> None:
        """Blank the entries: they stay, since a log has no gaps."""
        await part.drop_snapshot(table)  # a leftover one holds the words too
        after, before = 0, self.counts.talk
        while found := await part.lines(table, after, SAID, PIECE):
            blank = [LogLine(each.seq, without_words(each.body)) for each in found]
            changed = [new for new, old in zip(blank, found, strict=True) if new != old]
            if changed:
                await part.rewrite(table, changed)
                self.counts.talk += len(changed)
            after = found[-1].seq
            await asyncio.sleep(self.rest)
        if self.counts.talk > before:
            self.tables.cache.forget(table)

    # Guests.

    async def delete_guests(self, people: Store) -> None:
        if self.settings.keep_guests is None:
            return
        while await people.count_from_now(self.tables.now(), PIECE) == PIECE:
            await asyncio.sleep(self.rest)
        before, last = self.before(self.settings.keep_guests), KnownPerson("", "", 0, 0)
        while found := await people.idle_people(last.seen, last.id, before, PAGE):
            for person in found:
                if not await self.plays(people, person.id):
                    self.counts.guests += await people.delete_person(person.id, before)
                await asyncio.sleep(self.rest)
            last = found[-1]
            await people.lead("guests", self.tables.heartbeat.holder, LEAD)

    async def plays(self, people: Store, person: str) -> bool:
        """Do they sit at a table that is not over, or have they made one?"""
        sits = await people.count(Which(person=person, status=UNFINISHED))
        return bool(sits or await people.count(Which(maker=person, status=UNFINISHED)))

    # Companion sheets: nobody marks one as finished, so its last change counts.

    async def delete_sheets(self, people: Store) -> None:
        if self.settings.keep_finished is None:
            return
        before = self.before(self.settings.keep_finished)
        while found := await people.idle_sheets(before, PAGE):
            for sheet in found:
                self.counts.sheets += await people.delete_sheet(sheet.id, before)
                await asyncio.sleep(self.rest)
            await people.lead("sheets", self.tables.heartbeat.holder, LEAD)

    # Reviews, which are kept where people are.

    async def delete_reviews(self, people: Store) -> None:
        before, kept = self.before(self.settings.keep_reviews), self.settings.limits.kept_reviews
        while gone := await people.drop_reviews(before, kept, PIECE):
            self.counts.reviews += gone
            await asyncio.sleep(self.rest)


def without_words(body: bytes) -> bytes:
    event = events.decode(body)
    return events.encode(events.Said(event.seat, "")) if isinstance(event, events.Said) else body


def write_record(path: Path, record: str) -> None:
    """Readable by the owner only, and in place only once all of it is on disk."""
    with replacing(path, private=True) as part:
        part.write_text(record, encoding="utf-8")
