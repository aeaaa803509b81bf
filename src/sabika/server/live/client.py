"""A socket at a table: executes its commands, answers its questions, and sends its news."""

from __future__ import annotations

import logging
from typing import Final

import msgspec

from sabika.server.common.guests import Person
from sabika.server.live.live_table import ENCODE, LiveTable, Send, Watcher
from sabika.server.live.tables import LiveTables
from sabika.server.protocol.answers import Done, Pong, Refusal
from sabika.server.protocol.base import PROTOCOL
from sabika.server.protocol.commands import Command, FromClient, Hello, Hint, Ping
from sabika.server.protocol.problems import Problem, ProblemError
from sabika.server.store.base import StoreError
from sabika.server.table.views.outgoing import sent
from sabika.server.table.views.viewer import Viewer

READ_ON: Final = 1_000  # milliseconds until a log is read again for a client that claims a newer version
log = logging.getLogger(__name__)


class Client(Watcher):
    """A socket at a table."""

    def __init__(self, tables: LiveTables, live: LiveTable, person: Person | None, send: Send) -> None:
        super().__init__(live, person, send)
        self.tables = tables
        self.hinting = False

    @classmethod
    async def enter(cls, tables: LiveTables, table: str, person: Person | None, frame: bytes, send: Send) -> Client:
        """A socket comes to a table; `frame` is its first message, Hello.

        Raises ProblemError, and then nothing was sent.
        """
        hello = read(frame)
        if not isinstance(hello, Hello):
            raise ProblemError("hello-first", "The first message is hello.")
        async with tables.cache.at(table) as live:
            client = cls(tables, live, person, send)
            await client.greet(hello)
            live.watchers.add(client)
        client.learn_presence(live.presence_message())
        live.tell_presence()
        return client

    async def hear(self, frame: bytes) -> None:
        """Take one message of the client after another; all answers go out through `send`, bad messages included."""
        if self.gone:
            return
        message: FromClient | None = None
        try:
            message = read(frame)
            await self.take(message)
        except ProblemError as error:
            self.refuse(getattr(message, "id", None), error.problem)
        except Exception:
            log.exception("a message could not be answered")
            self.refuse(getattr(message, "id", None), Problem("failed", "Something went wrong here."))

    async def take(self, message: FromClient) -> None:
        if isinstance(message, Command):
            if self.person is None:
                raise ProblemError("no-person", "Say who you are first.")
            await self.tables.perform(self.live, self.person, message, self.viewer.language, self.acknowledge)
        elif isinstance(message, Ping):
            self.send(ENCODE(Pong(self.live.now())))
        elif isinstance(message, Hello):
            async with self.live.lock:
                self.live.check()
                await self.greet(message)
        elif isinstance(message, Hint):
            await self.hint(message)
        else:
            async with self.live.lock:
                self.live.check()
                self.send(sent(self.live.state, self.viewer, message))

    def acknowledge(self, done: Done) -> None:
        self.send(ENCODE(done))

    def refuse(self, command: str | None, problem: Problem) -> None:
        self.send(ENCODE(Refusal(command, problem)))

    async def greet(self, hello: Hello) -> None:
        """Handle Hello: the first message, or a later one that asks for the table again.

        A client with a newer version comes from another process, and is never shown an older position.
        """
        if hello.protocol != PROTOCOL:
            raise ProblemError("other-protocol", f"This server speaks version {PROTOCOL} of the protocol.")
        now, known = self.live.now(), hello.since or 0
        if known > self.live.state.version and now >= self.live.read_on_at + READ_ON:
            await self.tables.cache.read_on(self.live)
            if known > self.live.state.version:  # there is nothing newer: such claims are ignored for a while
                self.live.read_on_at = now
        person = None if self.person is None else self.person.id
        self.viewer = Viewer(person, hello.seat, hello.positions, hello.language, hello.words)
        self.live.state.tells = self.live.state.tells or hello.words
        self.version = -1 if hello.since is None else hello.since
        news = self.news(self.live.now())
        self.version = self.live.state.version
        self.send(news)

    async def hint(self, question: Hint) -> None:
        """Give hints one after another, without holding up the socket's other messages."""
        if self.hinting:
            raise ProblemError("busy", "A hint is being thought about.")
        self.hinting = True
        self.tables.tasks.spawn(self._hint(question))

    async def _hint(self, question: Hint) -> None:
        try:
            self.send(await self.tables.hint(self.live, self.viewer, question.id))
        except ProblemError as error:
            self.refuse(question.id, error.problem)
        except StoreError:
            self.refuse(question.id, Problem("busy", "No hint can be had now; try again."))
        finally:
            self.hinting = False


def read(frame: bytes) -> FromClient:
    """Decode a client's message; raises ProblemError if it is malformed."""
    try:
        return DECODER.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise ProblemError("unreadable", str(problem)[:300]) from None


DECODER: Final[msgspec.json.Decoder[FromClient]] = msgspec.json.Decoder(FromClient)
