"""Sockets at a table. Each has an outbox of its own, so that nobody waits for one that does not read."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from time import monotonic
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from sabika.server.connections import Sockets, line_of
from sabika.server.hall import Hall, Trouble, Visit
from sabika.server.limits import Backlog, Limits, Rate, TooMuch, check_json
from sabika.server.logs import LOG, tell
from sabika.server.metrics import Metrics
from sabika.server.people import People, Session
from sabika.server.protocol import Bye, Problem, Refusal
from sabika.server.store.base import StoreError

# Why a socket was closed: the codes of RFC 6455 where there is one.
GONE: Final = 1000
POLICY: Final = 1008  # too many messages; no Hello in time, or one that is refused
OUR_FAULT: Final = 1011
RESTART: Final = 1012
SIGNED_OUT: Final = 4001
CLOSES: Final = {"signed-out": SIGNED_OUT, "restart": RESTART}  # after which Bye; after all others POLICY
BYE: Final = b'{"type":"bye"'
LOOK_EVERY: Final = 30.0  # seconds between two looks for sessions to be checked again

FAREWELL_SECONDS: Final = 2.0  # for the last messages to go out before a socket is cut
ENDED: Final = (WebSocketDisconnect, WebSocketDisconnected)  # what writing to a closed socket raises

encode: Final = msgspec.json.encode


class Delivery:
    """The outboxes that something was put into: all of them are written out at the end of this turn of the loop."""

    def __init__(self) -> None:
        self.waiting: list[Outbox] = []

    def add(self, outbox: Outbox) -> None:
        if not self.waiting:
            outbox.line.loop.call_soon(self.go)
        self.waiting.append(outbox)

    def go(self) -> None:
        waiting, self.waiting = self.waiting, []
        for outbox in waiting:
            try:
                outbox.flush()
            except Exception:
                LOG.exception("a socket could not be written to")


class Outbox:
    """What waits to be sent to one socket. When it is full the socket is cut: it can come back by its version.

    All that is put here in one turn of the event loop is written in one piece.
    """

    def __init__(self, limits: Limits, line: Sockets, socket: WebSocket, delivery: Delivery) -> None:
        self.line = line
        self.delivery = delivery
        self.socket = socket
        self.waiting = Backlog(limits)
        self.closing: int | None = None  # close with this code when all is sent
        self.full = False
        self.closed = asyncio.Event()
        self.ending: asyncio.Task[None] | None = None
        self.awake = False  # the delivery comes in this turn
        line.when_ready = self.flush

    def put(self, message: bytes) -> None:
        """Never waits, never raises. A burst for somebody who reads is written at once, and is no reason to cut."""
        if self.full or self.closing is not None:
            return
        if self.waiting.put(message):
            self.wake()
        elif self.line.is_ready():
            self.line.write(self.waiting.take())
        else:
            self.full = True
            self.waiting.take()
            self.line.cut()

    def post(self, message: bytes) -> None:
        """As `put`; after a Bye the socket is closed."""
        self.put(message)
        if message.startswith(BYE):
            self.close(CLOSES.get(msgspec.json.decode(message, type=Bye).why, POLICY))

    def close(self, code: int) -> None:
        """Send what waits, then close. Who does not read that either is dead to the next ping."""
        if self.closing is None:
            self.closing = code
            self.wake()

    def wake(self) -> None:
        if not self.awake:
            self.awake = True
            self.delivery.add(self)

    def flush(self) -> None:
        """Write what waits, if the socket takes more now; else it is called again when it does."""
        self.awake = False
        if not self.line.is_ready():
            return
        if self.waiting.messages:
            self.line.write(self.waiting.take())
        if self.closing is not None and self.ending is None:
            self.ending = self.line.loop.create_task(self.end(self.closing))

    async def end(self, code: int) -> None:
        try:
            await self.socket.close(code)
        except ENDED:
            pass  # the other end was first
        except Exception:
            LOG.exception("a socket could not be closed")
        finally:
            self.closed.set()


class Line:
    """One open socket."""

    def __init__(self, outbox: Outbox, session: Session | None) -> None:
        self.outbox = outbox
        self.session = session
        self.checked = monotonic()  # when its session was last found to be good


class Lines:
    """All sockets of this process."""

    def __init__(self, hall: Hall, people: People, limits: Limits, metrics: Metrics) -> None:
        self.hall = hall
        self.people = people
        self.limits = limits
        self.metrics = metrics
        self.delivery = Delivery()
        self.open: set[Line] = set()
        self.of_token: defaultdict[bytes, set[Line]] = defaultdict(set)
        metrics.gauges["sockets"] = lambda: len(self.open)
        metrics.gauges["outbox_messages"] = lambda: sum(len(line.outbox.waiting.messages) for line in self.open)
        metrics.gauges["outbox_bytes"] = lambda: sum(line.outbox.waiting.size for line in self.open)

    async def attend(self, socket: WebSocket, table: str, session: Session | None) -> None:
        """A socket from its first message to its end; it is accepted already."""
        outbox = Outbox(self.limits, line_of(socket.scope["state"]), socket, self.delivery)
        line = Line(outbox, session)
        self.add(line)
        try:
            await self.listen(table, line)
        except WebSocketDisconnect as end:
            self.metrics.count("socket_ends", "slow" if outbox.full else str(int(end.code)))
        except Exception:
            LOG.exception("a socket failed")
            self.metrics.count("failures")
            outbox.put(encode(Refusal(None, Problem("failed", "something went wrong here"))))
            outbox.close(OUR_FAULT)
        finally:
            self.remove(line)
            if outbox.full:
                tell("socket cut", table=table, why="slow")
                self.metrics.count("sockets_cut")
            await finished(outbox)

    def add(self, line: Line) -> None:
        self.open.add(line)
        if line.session is not None:
            self.of_token[line.session.token].add(line)

    def remove(self, line: Line) -> None:
        self.open.discard(line)
        if line.session is not None:
            self.of_token[line.session.token].discard(line)
            if not self.of_token[line.session.token]:
                del self.of_token[line.session.token]

    async def listen(self, table: str, line: Line) -> None:
        """Hand every message to the table, until one side ends it."""
        visit = await self.greet(table, line)
        if visit is None:
            return
        rate = Rate(self.limits.messages - 1, self.limits.messages_seconds)  # Hello was one
        try:
            while True:
                frame = await next_frame(line.outbox.line)
                if not rate.allows(monotonic()):
                    self.refuse(line, Problem("too-many", "too many messages"))
                    line.outbox.close(POLICY)
                    return
                if self.fits(frame, line):
                    await visit.hear(frame)
        finally:
            visit.leave()

    async def greet(self, table: str, line: Line) -> Visit | None:
        """The first message is Hello, comes in time, and is let in; None: the socket will be closed."""
        try:
            async with asyncio.timeout(self.limits.handshake_seconds):
                frame = await next_frame(line.outbox.line)
            if self.fits(frame, line):
                person = None if line.session is None else line.session.person
                return await self.hall.enter(table, person, frame, line.outbox.post)
        except TimeoutError:
            self.refuse(line, Problem("hello-first", "the first message is hello"))
        except Trouble as trouble:
            self.refuse(line, trouble.problem)
        line.outbox.close(POLICY)
        return None

    def fits(self, frame: bytes, line: Line) -> bool:
        """Is the message within the limits? If not, its sender is told."""
        try:
            check_json(frame, self.limits)
        except TooMuch as too_much:
            self.refuse(line, Problem("too-large", f"over the limit: {too_much}"))
            return False
        return True

    def refuse(self, line: Line, problem: Problem) -> None:
        self.metrics.count("refused", problem.code)
        line.outbox.put(encode(Refusal(None, problem)))

    # Ends.

    def sign_out(self, token: bytes) -> None:
        """This device is nobody any more: its sockets are closed."""
        for line in list(self.of_token.get(token, ())):
            line.outbox.put(encode(Bye("signed-out")))
            line.outbox.close(SIGNED_OUT)

    def sign_out_person(self, person: str, keep: bytes) -> None:
        """All devices of a person but one."""
        lines = [line.session for line in self.open if line.session is not None]
        for token in {session.token for session in lines if session.person.id == person and session.token != keep}:
            self.sign_out(token)

    def farewell(self) -> None:
        """The house stops; clients may come back when it has started again."""
        for line in self.open:
            line.outbox.put(encode(Bye("restart")))

    async def check_sessions(self) -> None:
        """Look up again, now and then, whether the people behind open sockets are still who they were."""
        while True:
            await asyncio.sleep(min(LOOK_EVERY, self.limits.session_seconds))
            for token in self.tokens_to_check(monotonic() - self.limits.session_seconds):
                try:
                    if await self.people.store.person_by_token(token) is None:
                        self.sign_out(token)
                except StoreError:
                    LOG.exception("a session could not be checked")  # the next time comes

    def tokens_to_check(self, before: float) -> list[bytes]:
        """The tokens of sockets that were not checked since; they count as checked now."""
        due = [line for line in self.open if line.session is not None and line.checked <= before]
        for line in due:
            line.checked = monotonic()
        return list({line.session.token for line in due if line.session is not None})


async def next_frame(line: Sockets) -> bytes:
    """The next message, straight from the connection."""
    message = await line.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"] or GONE)
    assert message["type"] == "websocket.receive"
    found = message["bytes"]
    assert found is not None  # `Sockets` hands on nothing else
    return found


async def finished(outbox: Outbox) -> None:
    """Let the last messages out if there is a farewell to say; then the socket ends, whatever it was doing."""
    if outbox.closing is not None and not outbox.full:
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await outbox.closed.wait()
    outbox.line.when_ready = None
    outbox.line.loop.call_later(FAREWELL_SECONDS, outbox.line.cut)  # should the other end not let go
