"""The operator's commands over the local socket, and their answers."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec import Struct

from sabika.server.common.restrictions import Restriction
from sabika.server.store.base import Act, KnownPerson


class OperatorAct(Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """A command or a query."""


class ListTables(OperatorAct, frozen=True):
    status: list[str] = []  # empty: any
    most: int = 100


class CloseTable(OperatorAct, frozen=True):
    table: str
    reason: str = ""


class HideTable(OperatorAct, frozen=True):
    table: str
    reason: str = ""


class ShowTable(OperatorAct, frozen=True):
    table: str
    reason: str = ""


class ExportTable(OperatorAct, frozen=True):
    table: str


class ListPeople(OperatorAct, frozen=True):
    who: str | None = None  # a name or an id; None: everybody
    most: int = 100


class MutePerson(OperatorAct, frozen=True):
    who: str  # a name or an id
    reason: str = ""
    days: float | None = None  # None: until it is lifted


class UnmutePerson(OperatorAct, frozen=True):
    who: str
    reason: str = ""


class Ban(OperatorAct, frozen=True):
    who: str = ""
    address: str = ""  # instead of a person
    reason: str = ""
    days: float | None = None


class Unban(OperatorAct, frozen=True):
    who: str = ""
    address: str = ""
    reason: str = ""


class DeletePerson(OperatorAct, frozen=True):
    person: str  # an id
    reason: str = ""


class ListActs(OperatorAct, frozen=True):
    most: int = 100


# Commands, then queries.
Acts = (
    ListTables
    | CloseTable
    | HideTable
    | ShowTable
    | ExportTable
    | ListPeople
    | MutePerson
    | UnmutePerson
    | Ban
    | Unban
    | DeletePerson
    | ListActs
)


ListedHow = Literal["listed", "hidden", "by link"]


class TableLine(Struct, frozen=True):
    """A table in the operator's list."""

    id: str
    game: str
    status: str
    people: list[str | None]  # names and bots by seat; None: nobody yet
    version: int
    used: int  # when something last happened there
    listed: ListedHow


class TableLines(Struct, frozen=True):
    """Newest first."""

    tables: list[TableLine]
    more: bool  # than were requested


class PeopleLines(Struct, frozen=True):
    """Latest visitors first."""

    people: list[KnownPerson]
    more: bool
    restrictions: list[Restriction]  # that hold now, of people and addresses


class ActLines(Struct, frozen=True):
    """The audit log, in order."""

    acts: list[Act]


class Did(Struct, frozen=True):
    """What was done, in one line."""

    text: str


class Exported(Struct, frozen=True):
    """A record."""

    record: str


OperatorAnswer = TableLines | PeopleLines | ActLines | Did | Exported

read_act: Final = msgspec.json.Decoder(Acts).decode
