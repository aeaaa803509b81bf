"""Executes the operator's commands: each is written to the audit log first, and to the server's log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Any, Final

import msgspec

from sabika.server.common.addresses import network_of
from sabika.server.common.logs import tell
from sabika.server.common.restrictions import Restriction, What
from sabika.server.http.forgetting import check_free, forget_person
from sabika.server.live.tables import LiveTables
from sabika.server.ops.operator import acts as ask
from sabika.server.ops.operator.acts import (
    ActLines,
    Did,
    Exported,
    ListedHow,
    OperatorAnswer,
    PeopleLines,
    TableLine,
    TableLines,
)
from sabika.server.protocol.problems import ProblemError
from sabika.server.socket.connection import Connections
from sabika.server.store.base import Act, KnownPerson, Missing, Store, StoreError, Which
from sabika.server.table.listing import TableRow, Title

LOOK_EVERY: Final = 2.0  # seconds until a decision made at another server takes effect
DAY: Final = 86_400_000  # milliseconds
LONGEST_BAN: Final = 36_500.0  # days
LONGEST_REASON: Final = 200  # characters
MOST: Final = 10_000  # lines of a list
SAME_NAME: Final = 20  # people of one name that are looked up
DONE: Final = {"mute": "muted", "ban": "banned"}

log = logging.getLogger(__name__)


class CannotAct(Exception):
    """Why a command was refused; one line."""


class Operator:
    """Executes commands from the local socket."""

    def __init__(self, store: Store, tables: LiveTables, connections: Connections) -> None:
        self.store = store
        self.tables = tables
        self.connections = connections
        self.does: dict[type, Callable[[Any], Awaitable[OperatorAnswer]]] = {
            ask.ListTables: self.list_tables,
            ask.CloseTable: self.close,
            ask.HideTable: self.hide,
            ask.ShowTable: self.show,
            ask.ExportTable: self.export,
            ask.ListPeople: self.list_people,
            ask.MutePerson: self.mute,
            ask.UnmutePerson: self.unmute,
            ask.Ban: self.ban,
            ask.Unban: self.unban,
            ask.DeletePerson: self.delete,
            ask.ListActs: self.list_acts,
        }

    async def do(self, act: ask.Acts) -> OperatorAnswer:
        """Raises CannotAct, ProblemError, StoreError."""
        return await self.does[type(act)](act)

    async def note(self, what: str, whom: str, reason: str = "") -> None:
        """Write to the audit log, and to the server's log without the reason, which may name people."""
        await self.store.note_act(self.act(what, whom, reason))
        tell("operator", act=what, whom=whom)

    def act(self, what: str, whom: str, reason: str) -> Act:
        return Act(self.tables.now(), what, whom, checked_reason(reason))

    # Tables.

    async def list_tables(self, asked: ask.ListTables) -> TableLines:
        most = checked_most(asked.most)
        rows = await self.store.rows(Which(status=asked.status), most + 1)
        return TableLines([line_of(row) for row in rows[:most]], len(rows) > most)

    async def close(self, asked: ask.CloseTable) -> Did:
        await self.note_of_table("close", asked.table, asked.reason)
        await self.tables.close(asked.table)
        return Did(f"{asked.table} is closed.")

    async def hide(self, asked: ask.HideTable) -> Did:
        await self.note_of_table("hide", asked.table, asked.reason)
        await self.tables.hide(asked.table, True)
        return Did(f"{asked.table} is on no list.")

    async def show(self, asked: ask.ShowTable) -> Did:
        await self.note_of_table("show", asked.table, asked.reason)
        await self.tables.hide(asked.table, False)
        return Did(f"{asked.table} is listed again, if its maker wants it to be.")

    async def export(self, asked: ask.ExportTable) -> Exported:
        await self.note_of_table("export", asked.table)
        return Exported(await self.tables.export(asked.table))

    async def note_of_table(self, what: str, table: str, reason: str = "") -> None:
        if not await self.tables.is_there(table):
            raise CannotAct("there is no such table")
        await self.note(what, table, reason)

    # People and addresses.

    async def list_people(self, asked: ask.ListPeople) -> PeopleLines:
        most = checked_most(asked.most)
        people, now = await self.store.people(asked.who, most + 1), self.tables.now()
        holding = [each for each in await self.store.restrictions() if each.until is None or now < each.until]
        return PeopleLines(people[:most], len(people) > most, holding)

    async def mute(self, asked: ask.MutePerson) -> Did:
        person = await self.person(asked.who)
        return await self.restrict("mute", person.id, asked.reason, asked.days, called(person))

    async def unmute(self, asked: ask.UnmutePerson) -> Did:
        return await self.lift("mute", await self.restricted("mute", asked.who), asked.reason)

    async def ban(self, asked: ask.Ban) -> Did:
        one_of(asked.who, asked.address)
        if asked.address:
            address = checked_address(asked.address)
            return await self.restrict("ban", address, asked.reason, asked.days, address)
        person = await self.person(asked.who)
        return await self.restrict("ban", person.id, asked.reason, asked.days, called(person))

    async def unban(self, asked: ask.Unban) -> Did:
        one_of(asked.who, asked.address)
        whom = checked_address(asked.address) if asked.address else await self.restricted("ban", asked.who)
        return await self.lift("ban", whom, asked.reason)

    async def delete(self, asked: ask.DeletePerson) -> Did:
        """By id only, since it cannot be undone."""
        if not any(each.id == asked.person for each in await self.store.people(asked.person, SAME_NAME)):
            raise CannotAct("there is nobody with this id")
        await check_free(asked.person, self.store)
        await self.note("delete", asked.person, asked.reason)
        await forget_person(asked.person, self.store, self.tables, self.connections)
        return Did(f"{asked.person} is deleted.")

    async def person(self, who: str) -> KnownPerson:
        """By id, or by a name that only one person has."""
        found = await self.store.people(who, SAME_NAME)
        for each in found:
            if each.id == who:
                return each
        if not found:
            raise CannotAct("there is nobody with this name or id")
        if len(found) > 1:
            raise CannotAct(
                f"{len(found)} people have this name, name one by id: {', '.join(each.id for each in found)}"
            )
        return found[0]

    async def restricted(self, what: What, who: str) -> str:
        """Whose restriction to lift: by name, or by id, which works even after deletion."""
        if any(each.what == what and each.whom == who for each in await self.store.restrictions()):
            return who
        return (await self.person(who)).id

    async def restrict(self, what: What, whom: str, reason: str, days: float | None, name: str) -> Did:
        act = self.act(what, whom, reason)
        until = None if days is None else act.at + round(checked_days(days) * DAY)
        await self.store.restrict(Restriction(what, whom, act.reason, act.at, until), act)
        tell("operator", act=what, whom=whom)
        self.connections.obey(await self.store.restrictions())
        return Did(f"{name} is {DONE[what]}{'' if days is None else f' for {days:g} days'}.")

    async def lift(self, what: What, whom: str, reason: str) -> Did:
        try:
            await self.store.lift(what, whom, self.act(f"un{what}", whom, reason))
        except Missing:
            raise CannotAct(f"{whom} is not {DONE[what]}") from None
        tell("operator", act=f"un{what}", whom=whom)
        self.connections.obey(await self.store.restrictions())
        return Did(f"{whom} is no longer {DONE[what]}.")

    async def list_acts(self, asked: ask.ListActs) -> ActLines:
        return ActLines(await self.store.acts(checked_most(asked.most)))

    # Earlier decisions, and those of other servers.

    async def begin(self) -> None:
        """Load the restrictions before anybody is let in. Raises StoreError."""
        self.connections.obey(await self.store.restrictions())

    async def keep_up(self) -> None:
        """Regularly take over what was decided at other servers."""
        while self.store.shared:
            await asyncio.sleep(LOOK_EVERY)
            try:
                found = await self.store.restrictions()
                if found != list(self.tables.restrictions.all):
                    self.connections.obey(found)
            except StoreError as problem:
                log.warning("restrictions could not be read: %s", problem)


def line_of(row: TableRow) -> TableLine:
    names = msgspec.json.decode(row.title, type=Title).names
    return TableLine(row.id, row.game, row.status, names, row.version, row.touched, listed_how(row))


def listed_how(row: TableRow) -> ListedHow:
    if row.hidden:
        return "hidden"
    return "listed" if row.public else "by link"


def called(person: KnownPerson) -> str:
    return f"{person.name} ({person.id})"


# Checked arguments. All raise CannotAct.


def one_of(who: str, address: str) -> None:
    if bool(who) == bool(address):
        raise CannotAct("name a person, or an address with --address")


def checked_address(text: str) -> str:
    """In the form that limits use: an IPv6 address stands for its network."""
    try:
        return network_of(str(ip_address(text)))
    except ValueError:
        raise CannotAct("that is not an address") from None


def checked_reason(text: str) -> str:
    plain = " ".join(text.split())
    if len(plain) > LONGEST_REASON or not plain.isprintable():
        raise CannotAct(f"a reason is one line of at most {LONGEST_REASON} characters")
    return plain


def checked_days(days: float) -> float:
    if not 0 < days <= LONGEST_BAN:
        raise CannotAct(f"days are a number above 0 and at most {LONGEST_BAN:g}")
    return days


def checked_most(most: int) -> int:
    if not 1 <= most <= MOST:
        raise CannotAct(f"a list has 1 to {MOST} lines")
    return most


def why_not(problem: Exception) -> str:
    """Why a command failed, in one line."""
    text = problem.problem.text if isinstance(problem, ProblemError) else str(problem)
    return " ".join(text.split())
