"""Sockets at a table. Each has its own outbox, so that nobody waits for a slow reader."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Final, Protocol

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from sabika.server.common.guests import Person, Session
from sabika.server.common.limits import Limits, Rate, TooMuch, check_json
from sabika.server.common.logs import LOG, tell
from sabika.server.common.metrics import Metrics
from sabika.server.common.restrictions import Restriction
from sabika.server.live.client import Client
from sabika.server.live.tables import LiveTables
from sabika.server.protocol.answers import Bye, Refusal
from sabika.server.protocol.problems import Problem, ProblemError
from sabika.server.socket.outbox import GONE, OUR_FAULT, POLICY, SIGNED_OUT, Delivery, Outbox
from sabika.server.socket.uvicorn_protocols import CuttableWebSocket, raw_socket

LOOK_EVERY: Final = 30.0  # seconds between two rounds of checking sessions again
FAREWELL_SECONDS: Final = 2.0  # for the last messages to go out before a socket is cut

BANNED: Final = Problem("banned", "The operator of this server has banned you.")

encode: Final = msgspec.json.encode


class KnowsPeople(Protocol):
    """Looks up the person of a token; a store does."""

    async def person_by_token(self, token: bytes) -> Person | None: ...


class Connection:
    """One open socket."""

    def __init__(self, outbox: Outbox, session: Session | None, address: str) -> None:
        self.outbox = outbox
        self.session = session
        self.address = address
        self.checked = monotonic()  # when its session was last found to be good


class Connections:
    """All sockets of this process."""

    def __init__(self, tables: LiveTables, people: KnowsPeople, limits: Limits, metrics: Metrics) -> None:
        self.tables = tables
        self.people = people
        self.limits = limits
        self.metrics = metrics
        self.delivery = Delivery()
        self.open: set[Connection] = set()
        self.of_token: defaultdict[bytes, set[Connection]] = defaultdict(set)
        metrics.gauges["sockets"] = lambda: len(self.open)
        metrics.gauges["outbox_messages"] = lambda: sum(
            len(connection.outbox.waiting.messages) for connection in self.open
        )
        metrics.gauges["outbox_bytes"] = lambda: sum(connection.outbox.waiting.size for connection in self.open)

    async def attend(self, socket: WebSocket, table: str, session: Session | None, address: str) -> None:
        """Serve an accepted socket from its first message to its end."""
        raw = raw_socket(socket.scope["state"])
        if raw is None:
            return  # it left in this moment
        outbox = Outbox(self.limits, raw, socket, self.delivery)
        connection = Connection(outbox, session, address)
        self.add(connection)
        try:
            await self.listen(table, connection)
        except WebSocketDisconnect as end:
            self.metrics.count("socket_ends", "slow" if outbox.full else str(int(end.code)))
        except Exception:
            LOG.exception("a socket failed")
            self.metrics.count("failures")
            outbox.put(encode(Refusal(None, Problem("failed", "something went wrong here"))))
            outbox.close(OUR_FAULT)
        finally:
            self.remove(connection)
            if outbox.full:
                tell("socket cut", table=table, why="slow")
                self.metrics.count("sockets_cut")
            await finished(outbox)

    def add(self, connection: Connection) -> None:
        self.open.add(connection)
        if connection.session is not None:
            self.of_token[connection.session.token].add(connection)

    def remove(self, connection: Connection) -> None:
        self.open.discard(connection)
        if connection.session is not None:
            self.of_token[connection.session.token].discard(connection)
            if not self.of_token[connection.session.token]:
                del self.of_token[connection.session.token]

    async def listen(self, table: str, connection: Connection) -> None:
        """Hand every message to the table until one side closes."""
        client = await self.greet(table, connection)
        if client is None:
            return
        rate = Rate(self.limits.messages - 1, self.limits.messages_seconds)  # Hello was one
        try:
            while not connection.outbox.full:
                frame = await next_frame(connection.outbox.raw)
                if not rate.allows(monotonic()):
                    self.refuse(connection, Problem("too-many", "too many messages"))
                    connection.outbox.close(POLICY)
                    return
                await self.tables.fair.turn(connection.address)
                if self.fits(frame, connection):
                    await client.hear(frame)
            raise WebSocketDisconnect(GONE)  # it was cut: what still comes from it is not answered
        finally:
            client.leave()

    async def greet(self, table: str, connection: Connection) -> Client | None:
        """Expect Hello as the first message, in time; None: the socket will be closed."""
        try:
            async with asyncio.timeout(self.limits.handshake_seconds):
                frame = await next_frame(connection.outbox.raw)
            if self.is_banned(connection):  # since it was let in
                raise ProblemError("banned", BANNED.text)
            if self.fits(frame, connection):
                await self.tables.cache.find(table)
                await self.tables.fair.turn(connection.address)  # all who waited for the log go on at once
                person = None if connection.session is None else connection.session.person
                return await Client.enter(self.tables, table, person, frame, connection.outbox.post)
        except TimeoutError:
            self.refuse(connection, Problem("hello-first", "the first message is hello"))
        except ProblemError as error:
            self.refuse(connection, error.problem)
        connection.outbox.close(POLICY)
        return None

    def fits(self, frame: bytes, connection: Connection) -> bool:
        """Is the message within the limits? If not, tell its sender."""
        try:
            check_json(frame, self.limits)
        except TooMuch as too_much:
            self.refuse(connection, Problem("too-large", f"over the limit: {too_much}"))
            return False
        return True

    def refuse(self, connection: Connection, problem: Problem) -> None:
        self.metrics.count("refused", problem.code)
        connection.outbox.put(encode(Refusal(None, problem)))

    # Ends.

    def sign_out(self, token: bytes) -> None:
        """Close the sockets of a device that signed out."""
        for connection in list(self.of_token.get(token, ())):
            connection.outbox.put(encode(Bye("signed-out")))
            connection.outbox.close(SIGNED_OUT)

    def sign_out_person(self, person: str, keep: bytes) -> None:
        """Close the sockets of all devices of a person but one."""
        connections = [connection.session for connection in self.open if connection.session is not None]
        for token in {
            session.token for session in connections if session.person.id == person and session.token != keep
        }:
            self.sign_out(token)

    def obey(self, restrictions: Sequence[Restriction]) -> None:
        """Apply these restrictions: close the sockets of the banned."""
        self.tables.restrictions.replace(restrictions)
        for connection in filter(self.is_banned, list(self.open)):
            self.refuse(connection, BANNED)
            connection.outbox.close(POLICY)

    def is_banned(self, connection: Connection) -> bool:
        person = "" if connection.session is None else connection.session.person.id
        return any(self.tables.restrictions.is_banned(whom) for whom in (person, connection.address))

    def farewell(self) -> None:
        """Tell all that the server stops; clients come back when it has restarted."""
        for connection in self.open:
            connection.outbox.put(encode(Bye("restart")))

    async def check_sessions(self) -> None:
        """Regularly look up the people behind open sockets again."""
        while True:
            await asyncio.sleep(min(LOOK_EVERY, self.limits.session_seconds))
            for token in self.tokens_to_check(monotonic() - self.limits.session_seconds):
                try:
                    if await self.people.person_by_token(token) is None:
                        self.sign_out(token)
                except Exception:
                    LOG.exception("a session could not be checked")  # the next time comes

    def tokens_to_check(self, before: float) -> list[bytes]:
        """The tokens of sockets not checked since then; marks them as checked."""
        due = [
            connection for connection in self.open if connection.session is not None and connection.checked <= before
        ]
        for connection in due:
            connection.checked = monotonic()
        return list({connection.session.token for connection in due if connection.session is not None})


async def next_frame(raw: CuttableWebSocket) -> bytes:
    """The next message, straight from the connection."""
    message = await raw.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"] or GONE)
    assert message["type"] == "websocket.receive"
    found = message["bytes"]
    assert found is not None  # `Sockets` hands on nothing else
    return found


async def finished(outbox: Outbox) -> None:
    """Let the last messages out if there is a goodbye; then end the socket, whatever it was doing."""
    if outbox.closing is not None and not outbox.full:
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await outbox.closed.wait()
    outbox.raw.when_ready = None
    outbox.raw.loop.call_later(FAREWELL_SECONDS, outbox.raw.cut)  # if the other end does not let go
