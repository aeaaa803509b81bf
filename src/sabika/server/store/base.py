"""What every store keeps and promises: tables with their logs, people, and leases on tables.

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
    """The tables of a list: those that match every field."""

    public: bool | None = None
    status: Collection[str] = ()  # one of these; empty: any
    person: str | None = None  # who sits there
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
    """A time in which no server was up, by the tables' time."""

    began: int
    ended: int


class Joined(Struct, frozen=True):
    """What a server learns when it joins."""

    clock: int  # of the store
    time: int  # of the tables, as last announced by a server; 0: never
    ago: int  # milliseconds since then, by the clock of the store
    others: int  # servers that are up already
    lost: int  # servers that ended without signing off: crashed or killed


class Beat(Struct, frozen=True):
    """What a server learns by a heartbeat."""

    time: int  # of the tables: the latest that any server announced
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
    seen: int  # 0: not since visits are noted


class EndedTable(Struct, frozen=True):
    """A table that is over, and when it was last used."""

    id: str
    touched: int


class LogLine(Struct, frozen=True):
    """An entry of a log, for rewriting."""

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
    """Why a store refused or failed; nothing was changed."""


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
    """The luck of the tables here comes from a key other than this server's."""


class Missing(StoreError):
    """There is no such table or person."""


class Taken(StoreError):
    """There is such a table, person, token or code already."""


class Locked(StoreError):
    """Another server has this file open."""


class Unfit(StoreError):
    """The database cannot be used: made by a newer version, not a database of ours, or without fsync."""


class Damaged(Unfit):
    """The file is not what we left there."""


class Unavailable(StoreError):
    """The disk or the database failed. Unlike the others, this may come after the change was made: try again with the
    same command, and the answer is either done or Repeated."""


class Listener(Protocol):
    """Yields "table T is at version n" in an `async for`, from its creation on, only the latest n of a table."""

    def __aiter__(self) -> AsyncIterator[tuple[str, int]]: ...

    async def __anext__(self) -> tuple[str, int]: ...

    def close(self) -> None:
        """Stop; a waiting `async for` ends."""


class Store(Protocol):
    """Tables, people and leases. Calls may run concurrently, in the event loop that opened the store."""

    # Tables and their logs.

    async def create(self, row: TableRow, first: Sequence[Entry]) -> Appended:
        """A new table with its first entries, one at least. Raises Taken."""

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], row: TableRow | None = None
    ) -> Appended:
        """Append all entries, as expected+1 ..., and the row, or nothing. Raises Missing, Repeated, Stale.

        Only the first entry caused by a command has its id. The whole row is replaced except id, game
        and made.
        """

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The log from entry after+1 on, in order; empty when there is no such table."""

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """The version of each of these tables; unknown ones are left out."""

    async def row(self, table: str) -> TableRow | None: ...

    async def rows(self, which: Which, limit: int = 100, skip: int = 0) -> list[TableRow]:
        """The tables of a list, newest first, or by deadline if `due` is given."""

    async def count(self, which: Which) -> int: ...

    async def snapshot(self, table: str) -> Snapshot | None: ...

    async def keep_snapshot(self, table: str, seq: int, body: bytes) -> None:
        """Keep this snapshot unless a later one is kept, or the table is gone."""

    async def drop_snapshot(self, table: str) -> None:
        """Delete the snapshot."""

    # People. Tokens and codes are known by their hashes only.

    async def add_person(self, person: Person, token: bytes) -> None:
        """A new person with a first token. Raises Taken."""

    async def person_by_token(self, token: bytes) -> Person | None: ...

    async def rename(self, person: str, name: str) -> None:
        """Raises Missing."""

    async def add_token(self, person: str, token: bytes, made: int) -> None:
        """One more device. Raises Missing, Taken."""

    async def drop_token(self, token: bytes) -> bool:
        """Delete a token; was there one?"""

    async def drop_tokens(self, person: str, keep: bytes | None = None) -> int:
        """Delete all of a person's tokens but one; return how many."""

    async def add_code(self, person: str, code: bytes, expires: int) -> None:
        """A code that signs this person in once; it replaces an earlier one. Raises Missing, Taken."""

    async def take_code(self, code: bytes, now: int) -> Person | None:
        """Use up a code: its person, if it has not expired."""

    # Leases: which process runs a table's clocks and bots. Any process may append.

    async def hold(self, table: str, holder: str, seconds: float) -> bool:
        """Take or renew the lease; False while another holder has it, or if there is no such table."""

    async def renew(self, holder: str, seconds: float) -> list[str]:
        """Renew all leases of a holder; return those it still has."""

    async def release(self, holder: str, table: str | None = None) -> None:
        """Release one lease, or all."""

    # The house: all servers of this store.

    shared: bool  # may other processes have it open as well?

    async def key(self) -> str | None:
        """The fingerprint of the key for the tables' luck; None: no key was claimed yet."""

    async def claim(self, key: str, instead_of: str | None) -> bool:
        """Replace the other key by this one; False if the other is no longer current, or a running server uses it."""

    async def join(self, holder: str, key: str, seconds: float) -> Joined:
        """A server joins, with the fingerprint of its key. Raises OtherKey."""

    async def beat(self, holder: str, time: int, gap: int, seconds: float, known: int) -> Beat:
        """A server is up for so many more seconds, and its tables' time is this.

        A gap of `gap` milliseconds without a beat is an outage. Returns those that ended after `known`.
        """

    async def leave(self, holder: str) -> None:
        """A server leaves."""

    async def touch(self) -> None:
        """Save something small, the way a move is saved; raises Unavailable if that fails."""

    # What an operator decides.

    async def restrictions(self) -> list[Restriction]:
        """All, including those that have ended."""

    async def restrict(self, restriction: Restriction, act: Act) -> None:
        """Set a restriction, replacing an earlier one, with its line in the audit log."""

    async def lift(self, what: What, whom: str, act: Act) -> None:
        """End a restriction, with its line in the audit log. Raises Missing."""

    async def note_act(self, act: Act) -> None:
        """A line in the audit log."""

    async def acts(self, most: int) -> list[Act]:
        """The last lines of the audit log, in order."""

    async def hide(self, table: str, hidden: bool) -> bool:
        """Take a table off the public list, or put it back; False if there is no such table."""

    async def people(self, who: str | None = None, most: int = 100) -> list[KnownPerson]:
        """Latest visitors first; or only those with this id or name."""

    async def note_seen(self, person: str, now: int) -> None:
        """Note a visit."""

    # Retention: every call is short.

    async def lead(self, what: str, holder: str, seconds: float) -> bool:
        """Does this server, of several, do this deleting? If so, for so long."""

    async def finished(self, since: int, after: str, before: int, most: int) -> list[EndedTable]:
        """Finished tables by last use, starting after this one."""

    async def begin_leaving(self, table: str, before: int) -> bool:
        """Hide the table now, delete its log in batches; False if used since."""

    async def leave_on(self, table: str, most: int) -> bool:
        """Delete the next batch of its log; False when nothing is left."""

    async def leaving(self, most: int) -> list[str]:
        """Tables whose logs are being deleted."""

    async def lines(self, table: str, after: int, begin: bytes, most: int) -> list[LogLine]:
        """The next entries of a log whose bodies begin with this."""

    async def rewrite(self, table: str, lines: Sequence[LogLine]) -> None:
        """Replace the bodies of log entries."""

    async def quiet(self) -> int:
        """Talk at tables last used before this time has been deleted."""

    async def set_quiet(self, before: int) -> None: ...

    async def count_from_now(self, now: int, most: int) -> int:
        """Date people without a last visit as of now; return how many."""

    async def idle_people(self, since: int, after: str, before: int, most: int) -> list[KnownPerson]:
        """People last seen within these times, longest away first, those after `after` only."""

    async def delete_person(self, person: str, before: int) -> bool:
        """Delete with tokens and codes; False if missing or seen since."""

    # Companion sheets: each has a log, like a table, and is found only by its id.

    async def create_sheet(self, sheet: str, first: SheetLine) -> None:
        """A new sheet, at version 1. Raises Taken."""

    async def append_sheet(self, sheet: str, expected: int, line: SheetLine) -> None:
        """The line expected+1 of its log. Raises Missing, Repeated, Stale."""

    async def sheet_command(self, sheet: str, command: str) -> int | None:
        """The line as which a command was accepted, if any."""

    async def sheet_version(self, sheet: str) -> int | None: ...

    async def sheet_log(self, sheet: str) -> list[SheetLine]:
        """All of it, in order; empty when there is no such sheet."""

    async def idle_sheets(self, before: int, most: int) -> list[IdleSheet]:
        """Sheets without a change since then, oldest first."""

    async def delete_sheet(self, sheet: str, before: int) -> bool:
        """Delete with all its lines; False if missing or changed since."""

    # Reviews: a cache, in which nobody is named.

    async def review(self, key: ReviewKey, now: int) -> bytes | None: ...

    async def keep_review(self, key: ReviewKey, body: bytes, now: int) -> None:
        """Keep a review, replacing an earlier one."""

    async def drop_reviews(self, before: int, kept: int, most: int) -> int:
        """Delete a batch of those last requested before then, or beyond the limit; return how many."""

    # The whole store.

    def listen(self) -> Listener:
        """A listener for every append after this call, from this or any other process, sooner or later."""

    async def backup(self, path: Path) -> None:
        """Write all that is kept into a new file, while play goes on. Raises FileExistsError."""

    async def close(self) -> None:
        """Finish what was begun and close the file or database."""
