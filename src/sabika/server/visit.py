"""A socket at a table: what it says is done or answered, and it is told what it does not know yet."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from sabika.server import protocol, views
from sabika.server.mind import Thought
from sabika.server.protocol import Done, Problem
from sabika.server.room import Room
from sabika.server.store.base import Person
from sabika.server.trouble import Trouble
from sabika.server.views import Since, Viewer, WholeTable

if TYPE_CHECKING:
    from sabika.server.hall import Hall

Send = Callable[[bytes], None]  # puts a message for a socket into its outbox; never waits, never raises
log = logging.getLogger("sabika.server.visit")


class Live:
    """A table in memory."""

    def __init__(self, room: Room, written: int) -> None:
        self.room = room
        self.lock = asyncio.Lock()  # one command after another
        self.visits: set[Visit] = set()
        self.people = [place.person for place in room.desk.places]  # when all were last told of something
        self.used = 0  # when somebody last asked for it
        self.written = written  # the version of its snapshot
        self.refused_at = 0  # when another process looked after it
        self.lost = False  # what is in memory is not what is in the log; it is of no more use
        self.thinking = 0  # the version whose position a bot thinks about; 0: none
        self.advice: tuple[int, list[Thought]] | None = None  # the last hint, and the version of its position
        self.telling: asyncio.TimerHandle | None = None  # all who look on will be told who is there

    def check(self) -> None:
        """Who has waited for the lock asks whether it is still good for anything."""
        if self.lost:
            raise Trouble("busy", "The table cannot be read now; try again.")

    def present(self) -> tuple[list[bool], int]:
        """Which seats are connected here, and how many look on besides."""
        there = {visit.viewer.person for visit in self.visits if visit.viewer.person is not None}
        seated = {place.person for place in self.room.desk.places}
        watching = sum(visit.viewer.person not in seated or visit.viewer.person is None for visit in self.visits)
        return [place.person in there for place in self.room.desk.places], watching


class Visit:
    """A socket at a table."""

    def __init__(self, hall: Hall, live: Live, person: Person | None, send: Send) -> None:
        self.hall = hall
        self.live = live
        self.person = person
        self.send = send
        self.viewer = Viewer()
        self.version = -1  # that the client knows; -1: it has not been told anything
        self.presence = b""  # what the client last heard of who is there
        self.hinting = False
        self.gone = False

    async def hear(self, frame: bytes) -> None:
        """Take one message of the client after another; all answers go out through `send`, bad messages included."""
        if self.gone:
            return
        message: protocol.FromClient | None = None
        try:
            message = read(frame)
            await self.take(message)
        except Trouble as trouble:
            self.refuse(getattr(message, "id", None), trouble.problem)
        except Exception:
            log.exception("a message could not be answered")
            self.refuse(getattr(message, "id", None), Problem("failed", "Something went wrong here."))

    async def take(self, message: protocol.FromClient) -> None:
        if isinstance(message, protocol.Command):
            if self.person is None:
                raise Trouble("no-person", "Say who you are first.")
            await self.hall.perform(self.live, self.person, message, self.viewer.language, self.acknowledge)
        elif isinstance(message, protocol.Ping):
            self.send(ENCODE(protocol.Pong(self.hall.now())))
        elif isinstance(message, protocol.Hello):
            async with self.live.lock:
                self.live.check()
                self.greet(message)
        elif isinstance(message, protocol.Hint):
            await self.hint(message)
        else:
            async with self.live.lock:
                self.live.check()
                self.send(views.sent(self.live.room, self.viewer, message))

    def acknowledge(self, done: Done) -> None:
        self.send(ENCODE(done))

    def refuse(self, command: str | None, problem: Problem) -> None:
        self.send(ENCODE(protocol.Refusal(command, problem)))

    def greet(self, hello: protocol.Hello) -> None:
        """The first message, or a later one that asks for the table once more."""
        if hello.protocol != protocol.PROTOCOL:
            raise Trouble("other-protocol", f"This server speaks version {protocol.PROTOCOL} of the protocol.")
        person = None if self.person is None else self.person.id
        self.viewer = Viewer(person, hello.seat, hello.positions, hello.language)
        self.version = -1 if hello.since is None else hello.since
        news = self.news(self.hall.now())
        self.version = self.live.room.version
        self.send(news)

    def news(self, now: int) -> bytes:
        """What the client does not know yet."""
        room = self.live.room
        if self.version >= 0 and views.reaches_back(room, self.version):
            return views.sent(room, self.viewer, Since(self.version, now, [], 0))  # steps do not tell who is there
        return views.sent(room, self.viewer, WholeTable(now, *self.live.present()))

    def learn_presence(self, message: bytes) -> None:
        if message != self.presence:
            self.presence = message
            self.send(message)

    async def hint(self, question: protocol.Hint) -> None:
        """One after another, and without keeping the socket's other messages waiting."""
        if self.hinting:
            raise Trouble("busy", "A hint is being thought about.")
        self.hinting = True
        self.hall.spawn(self._hint(question))

    async def _hint(self, question: protocol.Hint) -> None:
        try:
            self.send(await self.hall.hint(self.live, self.viewer, question.id))
        except Trouble as trouble:
            self.refuse(question.id, trouble.problem)
        finally:
            self.hinting = False

    def leave(self) -> None:
        """The socket is gone."""
        if not self.gone:
            self.gone = True
            self.live.visits.discard(self)
            self.live.used = self.hall.now()
            self.hall.tell_presence(self.live)

    def bye(self, why: Literal["signed-out", "no-spectators", "restart"]) -> None:
        self.send(ENCODE(protocol.Bye(why)))
        self.leave()


def read(frame: bytes) -> protocol.FromClient:
    """A message of a client; raises Trouble where it is none."""
    try:
        return DECODER.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise Trouble("unreadable", str(problem)[:300]) from None


ENCODE: Final = msgspec.json.Encoder().encode
DECODER: Final[msgspec.json.Decoder[protocol.FromClient]] = msgspec.json.Decoder(protocol.FromClient)
