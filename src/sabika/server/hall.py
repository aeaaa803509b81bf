"""All tables of this process: rooms in memory as a cache over the store, their clocks and bots, and who looks on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from sabika.server.protocol import (
    Code,
    Commands,
    Done,
    Games,
    Made,
    NewTable,
    Problem,
    Replay,
    Tables,
    Verified,
    Whole,
)
from sabika.server.store.base import Person, Store

Send = Callable[[bytes], None]  # puts a message for a socket into its outbox; never waits, never raises


class Trouble(Exception):
    """What was asked for is refused; REST answers with its problem."""

    def __init__(self, code: Code, text: str) -> None:
        super().__init__(text)
        self.problem = Problem(code, text)


class Visit:
    """A socket at a table."""

    async def hear(self, frame: bytes) -> None:
        """Take one message of the client after another; all answers go out through `send`, bad messages included."""
        raise NotImplementedError

    def leave(self) -> None:
        """The socket is gone."""
        raise NotImplementedError


class Hall:
    """Made once a process. `key` is the server's secret, from which the seeds of all tables come."""

    def __init__(self, store: Store, key: bytes, *, now: Callable[[], int] | None = None) -> None:
        raise NotImplementedError

    async def start(self) -> None:
        """Begin to look after tables: clocks, bots, other processes' news."""
        raise NotImplementedError

    async def stop(self) -> None:
        """Finish what was begun, keep snapshots, give back the leases, end the bots' processes. Idempotent."""
        raise NotImplementedError

    # Tables, for REST. All raise Trouble.

    def games(self) -> Games:
        raise NotImplementedError

    async def make(self, person: Person, plan: NewTable) -> Made:
        """A new table of this person."""
        raise NotImplementedError

    async def tables(self, person: Person | None, which: Literal["open", "mine"], skip: int = 0) -> Tables:
        raise NotImplementedError

    async def look(self, table: str, person: Person | None) -> Whole:
        """A table as this person may see it."""
        raise NotImplementedError

    async def command(self, table: str, person: Person, command: Commands) -> Done:
        """Do something at a table: it is saved when this returns."""
        raise NotImplementedError

    async def record(self, table: str, person: Person | None) -> str:
        """The record as this person may see it."""
        raise NotImplementedError

    async def replay(self, table: str, person: Person | None, first: int = 0, seat: int | None = None) -> Replay:
        """Up to 50 frames of a finished game, from frame `first` on."""
        raise NotImplementedError

    async def verify(self, table: str, person: Person | None) -> Verified:
        raise NotImplementedError

    # Play, for sockets.

    async def enter(self, table: str, person: Person | None, frame: bytes, send: Send) -> Visit:
        """A socket comes to a table; `frame` is its first message, Hello. Raises Trouble, and then nothing was sent."""
        raise NotImplementedError

    def send_away(self, person: str) -> None:
        """This person signed out: his sockets are told so (Bye), and hear nothing more."""
        raise NotImplementedError
