"""What the main process and its workers ask each other."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sabika.server.common.guests import Person, Session
from sabika.server.common.restrictions import Restriction
from sabika.server.protocol.commands import Commands
from sabika.server.protocol.rest import NewTable, WhichFrames
from sabika.server.review.questions import RecordQuestion
from sabika.server.store.base import Which

# The main process asks a worker.


class MakeTable(Struct, frozen=True, tag=True):
    table: str
    person: Person
    wanted: NewTable
    address: str


class IsThere(Struct, frozen=True, tag=True):
    table: str


class LookAt(Struct, frozen=True, tag=True):
    table: str
    person: Person | None
    address: str


class Perform(Struct, frozen=True, tag=True):
    table: str
    person: Person
    command: Commands
    language: str


class ReadRecord(Struct, frozen=True, tag=True):
    table: str
    person: Person | None
    address: str


class ReadReplay(Struct, frozen=True, tag=True):
    table: str
    person: Person | None
    which: WhichFrames
    address: str


class ReadPosition(Struct, frozen=True, tag=True):
    table: str
    person: Person | None
    step: int
    address: str


class VerifyTable(Struct, frozen=True, tag=True):
    table: str
    person: Person | None
    digest: str | None
    address: str


class EndTable(Struct, frozen=True, tag=True):
    table: str


class HideOrShow(Struct, frozen=True, tag=True):
    table: str
    hidden: bool


class ForgetPerson(Struct, frozen=True, tag=True):
    table: str
    person: str


class ReadExport(Struct, frozen=True, tag=True):
    table: str


class Restrict(Struct, frozen=True, tag=True):
    """Who is muted and banned from now on."""

    restrictions: Sequence[Restriction]


class ListRows(Struct, frozen=True, tag=True):
    which: Which
    limit: int


class CountRows(Struct, frozen=True, tag=True):
    which: Which


class CopyFiles(Struct, frozen=True, tag=True):
    """Copy all its files into this new one."""

    path: str


class SignOut(Struct, frozen=True, tag=True):
    token: bytes


class SignOutPerson(Struct, frozen=True, tag=True):
    person: str
    keep: bytes


class TellHealth(Struct, frozen=True, tag=True):
    """Does its store answer?"""


class TellFigures(Struct, frozen=True, tag=True):
    """Its metrics."""


class Stop(Struct, frozen=True, tag=True):
    """Say goodbye, save, exit."""


OfWorker = (
    MakeTable
    | IsThere
    | LookAt
    | Perform
    | ReadRecord
    | ReadReplay
    | ReadPosition
    | VerifyTable
    | EndTable
    | HideOrShow
    | ReadExport
    | ForgetPerson
    | Restrict
    | ListRows
    | CountRows
    | CopyFiles
    | SignOut
    | SignOutPerson
    | TellHealth
    | TellFigures
    | Stop
)


class Arrival(Struct, frozen=True):
    """A socket that is handed over: admitted, and waiting for the answer to its handshake."""

    number: int
    table: str
    key: str  # Sec-WebSocket-Key
    session: Session | None
    address: str


# A worker asks the main process.


class CanServe(Struct, frozen=True, tag=True):
    """The worker is ready for questions."""


class CannotStart(Struct, frozen=True, tag=True):
    """The worker cannot start."""

    why: str


class SocketGone(Struct, frozen=True, tag=True):
    """A socket that was handed over has ended."""

    number: int


class WhoseToken(Struct, frozen=True, tag=True):
    """Whose token is it now? The answer has one person or none."""

    token: bytes


class Think(Struct, frozen=True, tag=True):
    """A bot's choice: its move, or the best few with their worth."""

    bot: str
    game: str
    sight: str
    seed: int
    most: int  # 0: its move
    person: str  # whose table it is
    waiting: int  # who was waiting for the answer when it was requested


class ReadGame(Struct, frozen=True, tag=True):
    """A question about the record of a finished game; answered with JSON."""

    question: RecordQuestion
    person: str  # who asks
    address: str  # and from where


OfMain = CanServe | CannotStart | SocketGone | WhoseToken | Think | ReadGame
