"""What every store keeps and promises: tables with their logs, people, and who looks after which table.

A call that returns has saved what it was given: it is on disk, or committed in the database, and survives the end
of this process and of the machine. Times (`at`, `made`, `deadline` ...) are milliseconds since 1970, UTC, and
are the caller's; only leases go by the store's own clock. Bodies and titles are the caller's bytes, never read here.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from sabika.server.common.guests import Person
from sabika.server.common.restrictions import Restriction, What
from sabika.server.table.events import Entry
from sabika.server.table.listing import TableRow


class Which(Struct, frozen=True):
    """The tables of a list: those to which all that is said here applies."""

    public: bool | None = None
    status: Collection[str] = ()  # one of these; empty: any
    person: str | None = None  # sits there
    maker: str | None = None
    made_since: int | None = None  # made then or later
    due: int | None = None  # its deadline is then or earlier; such lists begin with the most urgent
    unheld: bool = False  # nobody has a lease on it


class Appended(Struct, frozen=True):
    """The entries are saved."""

    version: int  # the number of the last of them


class Snapshot(Struct, frozen=True):
    """A table as it was after entry `seq`. A cache: it may be gone at any time."""

    seq: int
    body: bytes


class Outage(Struct, frozen=True):
    """A time in which no server was there, by the tables' time."""

    began: int
    ended: int


class Joined(Struct, frozen=True):
    """What a server finds when it comes."""

    clock: int  # of the store
    time: int  # of the tables, when a server last told it; 0: never
    ago: int  # milliseconds since then, by the clock of the store
    others: int  # servers that are there already


class Beat(Struct, frozen=True):
    """What a server is told when it says that it is still there."""

    time: int  # of the tables: the latest that any server told
    outages: list[Outage]  # that the server does not know yet, in order


class Act(Struct, frozen=True):
    """Something an operator did."""

    at: int
    what: str
    whom: str
    reason: str = ""


class KnownPerson(Struct, frozen=True):
    """A person as an operator sees them."""

    id: str
    name: str
    made: int
    seen: int  # 0: not since this is noted


class EndedTable(Struct, frozen=True):
    """A table that is over, and when it was last used."""

    id: str
    touched: int


class LogLine(Struct, frozen=True):
    """An entry of a log, as it is rewritten."""

    seq: int
    body: bytes


class SheetLine(Struct, frozen=True):
    """A line of a companion sheet's log."""

    body: bytes
    at: int
    command: str | None = None  # that wrote it


class IdleSheet(Struct, frozen=True):
    """A companion sheet, and when somebody last wrote on it."""

    id: str
    touched: int


class ReviewKey(Struct, frozen=True):
    """Which review of a game."""

    record: bytes  # SHA-256 of its text
    playouts: int  # for each decision; 0: a quick one
    seed: int
    version: int  # of judges and accounts


class StoreError(Exception):
    """What a store answers instead of doing what it was asked; nothing was changed."""


class Stale(StoreError):
    """The table is at another version than expected."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the table is at version {version}")
        self.version = version


class Repeated(StoreError):
    """The command was accepted before, as entry `seq`. This is found before the table is found to be stale."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"the command was accepted as entry {seq}")
        self.seq = seq


class OtherKey(StoreError):
    """The luck of the tables kept here comes from another key than this server's."""


class Missing(StoreError):
    """There is no such table or person."""


class Taken(StoreError):
    """There is such a table, person, token or code already."""


class Locked(StoreError):
    """Another server has this file open."""


class Unfit(StoreError):
    """The database cannot be used as it is: made by a newer version, no database of ours, or without fsync."""


class Damaged(Unfit):
    """The file is not what we left there."""


class Unavailable(StoreError):
    """The disk or the database failed. Unlike the others this may come after the change was made: ask again with the
    same command, and the answer is either done or Repeated."""


class Listener(Protocol):
    """Tells "table T is at version n" in an `async for`, from the moment it was made, only the latest n of a table."""

    def __aiter__(self) -> AsyncIterator[tuple[str, int]]: ...

    async def __anext__(self) -> tuple[str, int]: ...

    def close(self) -> None:
        """Tell no more; a waiting `async for` ends."""


class Store(Protocol):
    """Tables, people and leases. All calls may be made at once, from the event loop that opened the store."""

    # Tables and their logs.

    async def create(self, row: TableRow, first: Sequence[Entry]) -> Appended:
        """A new table with its first entries, one at least. Raises Taken."""

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], row: TableRow | None = None
    ) -> Appended:
        """All entries, as expected+1 ..., and the row, or none. Raises Missing, Repeated, Stale.

        A command stands on one entry only, the first of those it caused. Of the row all is replaced but id, game
        and made.
        """

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The log from entry after+1 on, in order; empty when there is no such table."""

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """At which version each of these tables is; unknown ones are left out."""

    async def row(self, table: str) -> TableRow | None: ...

    async def rows(self, which: Which, limit: int = 100, skip: int = 0) -> list[TableRow]:
        """The tables of a list, the last made first, or by deadline where `due` is asked."""

    async def count(self, which: Which) -> int: ...

    async def snapshot(self, table: str) -> Snapshot | None: ...

    async def keep_snapshot(self, table: str, seq: int, body: bytes) -> None:
        """Keep this one unless a later one is kept, or there is no such table."""

    async def drop_snapshot(self, table: str) -> None:
        """Keep none any more."""

    # People. Tokens and codes are known by their hashes only.

    async def add_person(self, person: Person, token: bytes) -> None:
        """A new person with a first token. Raises Taken."""

    async def person_by_token(self, token: bytes) -> Person | None: ...

    async def rename(self, person: str, name: str) -> None:
        """Raises Missing."""

    async def add_token(self, person: str, token: bytes, made: int) -> None:
        """One more device. Raises Missing, Taken."""

    async def drop_token(self, token: bytes) -> bool:
        """Was there such a token?"""

    async def drop_tokens(self, person: str, keep: bytes | None = None) -> int:
        """Drop all of a person's tokens but one; how many there were."""

    async def add_code(self, person: str, code: bytes, expires: int) -> None:
        """A code that opens this person once, in place of an earlier one. Raises Missing, Taken."""

    async def take_code(self, code: bytes, now: int) -> Person | None:
        """Whose code this was, if it has not expired. A second call finds nothing."""

    # Leases: which process runs a table's clocks and bots. Any process may append.

    async def hold(self, table: str, holder: str, seconds: float) -> bool:
        """Take or prolong the lease; False while another holder has it, or when there is no such table."""

    async def renew(self, holder: str, seconds: float) -> list[str]:
        """Prolong all leases of a holder; those it still has."""

    async def release(self, holder: str, table: str | None = None) -> None:
        """Give back one lease, or all."""

    # The house: all servers of this store.

    shared: bool  # may other processes have it open too?

    async def key(self) -> str | None:
        """The fingerprint of the key from which the luck of the tables comes; None: nobody has claimed it."""

    async def claim(self, key: str, instead_of: str | None) -> bool:
        """Luck comes from this key from now on; False if it is no longer that other one, or a server there uses it."""

    async def join(self, holder: str, key: str, seconds: float) -> Joined:
        """A server comes, with the fingerprint of its key. Raises OtherKey."""

    async def beat(self, holder: str, time: int, gap: int, seconds: float, known: int) -> Beat:
        """A server is there for so many seconds more, and its tables' time is this.

        Where nobody said so for `gap` milliseconds, that was an outage. Told are those that ended after `known`.
        """

    async def leave(self, holder: str) -> None:
        """A server goes."""

    async def touch(self) -> None:
        """Save something small, as a move is saved: it can be done, or Unavailable is raised."""

    # What an operator decides.

    async def restrictions(self) -> list[Restriction]:
        """All, also those that have ended."""

    async def restrict(self, restriction: Restriction, act: Act) -> None:
        """In place of an earlier one, with its line in the audit log."""

    async def lift(self, what: What, whom: str, act: Act) -> None:
        """End a restriction, with its line in the audit log. Raises Missing."""

    async def note_act(self, act: Act) -> None:
        """A line in the audit log."""

    async def acts(self, most: int) -> list[Act]:
        """The last lines of the audit log, in order."""

    async def hide(self, table: str, hidden: bool) -> bool:
        """Take a table off the public list, or put it back; False when there is no such table."""

    async def people(self, who: str | None = None, most: int = 100) -> list[KnownPerson]:
        """Those who were here last come first; or those with this id or name."""

    async def note_seen(self, person: str, now: int) -> None:
        """Somebody is here."""

    # What is deleted in time: every call is short.

    async def lead(self, what: str, holder: str, seconds: float) -> bool:
        """Is it this server, of several, that deletes this? Then it is for so long."""

    async def finished(self, since: int, after: str, before: int, most: int) -> list[EndedTable]:
        """Tables that are over, by when they were last used, from the one after this on."""

    async def begin_leaving(self, table: str, before: int) -> bool:
        """There is no such table any more, and its log is deleted piece by piece; False if it was used since."""

    async def leave_on(self, table: str, most: int) -> bool:
        """Delete the next piece of its log; False when nothing is left."""

    async def leaving(self, most: int) -> list[str]:
        """Tables whose logs are being deleted."""

    async def lines(self, table: str, after: int, begin: bytes, most: int) -> list[LogLine]:
        """The next entries of a log whose bodies begin so."""

    async def rewrite(self, table: str, lines: Sequence[LogLine]) -> None:
        """Other bodies for entries of a log."""

    async def quiet(self) -> int:
        """Talk at tables that were last used before this time is gone."""

    async def set_quiet(self, before: int) -> None: ...

    async def count_from_now(self, now: int, most: int) -> int:
        """Date people without a last visit as of now; return how many."""

    async def idle_people(self, since: int, after: str, before: int, most: int) -> list[KnownPerson]:
        """People last seen within these times, longest away first, those after `after` only."""

    async def delete_person(self, person: str, before: int) -> bool:
        """Delete with tokens and codes; False if missing or seen since."""

    # Companion sheets: a log each, as of a table, and nobody but who knows its id.

    async def create_sheet(self, sheet: str, first: SheetLine) -> None:
        """A new sheet, at version 1. Raises Taken."""

    async def append_sheet(self, sheet: str, expected: int, line: SheetLine) -> None:
        """The line expected+1 of its log. Raises Missing, Repeated, Stale."""

    async def sheet_command(self, sheet: str, command: str) -> int | None:
        """As which line a command was accepted, if it was."""

    async def sheet_version(self, sheet: str) -> int | None: ...

    async def sheet_log(self, sheet: str) -> list[SheetLine]:
        """All of it, in order; empty when there is no such sheet."""

    async def idle_sheets(self, before: int, most: int) -> list[IdleSheet]:
        """Sheets that nobody has written on since, those left longest first."""

    async def delete_sheet(self, sheet: str, before: int) -> bool:
        """With all its lines; False if there is none, or it was written on since."""

    # Reviews: a cache, in which nobody is named.

    async def review(self, key: ReviewKey, now: int) -> bytes | None: ...

    async def keep_review(self, key: ReviewKey, body: bytes, now: int) -> None:
        """In place of an earlier one."""

    async def drop_reviews(self, before: int, kept: int, most: int) -> int:
        """A piece of those that were last asked for before, or are more than are kept; how many went."""

    # The whole.

    def listen(self) -> Listener:
        """A listener hears of every append after this call, from this or any other process, sooner or later."""

    async def backup(self, path: Path) -> None:
        """Write all that is kept into a new file, while play goes on. Raises FileExistsError."""

    async def close(self) -> None:
        """Finish what was begun and let go of the file or database."""
