"""A table in memory and the people watching it: presence, and who still needs the latest version."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from sabika.server.common.guests import Person
from sabika.server.live.bot_queue import NOBODY, SEATED, WATCHED
from sabika.server.live.bot_worker import Thought
from sabika.server.protocol.answers import Bye, Presence
from sabika.server.protocol.problems import ProblemError
from sabika.server.table.table import TableState
from sabika.server.table.views.outgoing import sent
from sabika.server.table.views.table_view import Since, WholeTable, reaches_back
from sabika.server.table.views.viewer import Viewer

Send = Callable[[bytes], None]  # puts a message for a socket into its outbox; never waits, never raises
ENCODE: Final = msgspec.json.Encoder().encode


class LiveTable:
    """A table in memory."""

    def __init__(self, state: TableState, written: int, now: Callable[[], int], presence: float) -> None:
        self.state = state
        self.now = now
        self.presence = presence  # seconds between announcements of arrivals and departures
        self.lock = asyncio.Lock()  # one command after another
        self.watchers: set[Watcher] = set()
        self.people = [seat.person for seat in state.seating.seats]  # when something was last sent to all
        self.used = 0  # when somebody last asked for it
        self.written = written  # the version of its snapshot
        self.refused_at = 0  # when another process held its lease
        self.read_on_at = 0  # when its log was last read because a client claimed a newer version
        self.lost = False  # memory and log differ; it is no longer usable
        self.thinking = 0  # the version about which a bot is thinking; 0: none
        self.advice: tuple[int, list[Thought]] | None = None  # the last hint, and the version of its position
        self.stirred = 0  # arrivals and departures so far
        self.waited: tuple[tuple[int, int], int] | None = None  # the last answer of `waiting`, with what it depends on
        self.telling: asyncio.TimerHandle | None = None  # the timer of the next announcement

    def waiting(self) -> int:
        """Is a bot's move awaited by a player, by a spectator or by nobody? Cached, since it is asked often."""
        now = (self.state.version, self.stirred)
        if self.waited is None or self.waited[0] != now:
            self.waited = now, self._waiting()
        return self.waited[1]

    def _waiting(self) -> int:
        if not self.watchers:
            return NOBODY
        players = {seat.person for seat in self.state.seating.seats if not seat.resigned} - {None}
        return SEATED if any(watcher.viewer.person in players for watcher in self.watchers) else WATCHED

    def check(self) -> None:
        """Raise ProblemError if it is no longer usable; called after waiting for the lock."""
        if self.lost:
            raise ProblemError("busy", "The table cannot be read now; try again.")

    def publish(self) -> None:
        """Send all watchers their news; spectators who see the same get the same bytes."""
        people = [seat.person for seat in self.state.seating.seats]
        if people != self.people:
            self.people = people
            self.tell_presence()
        inside, version = {*people, self.state.seating.created.maker}, self.state.version
        now, made = self.now(), dict[tuple[Viewer, int], bytes]()
        for watcher in list(self.watchers):
            if watcher.version == version:
                continue
            try:
                if watcher.viewer.person in inside:
                    news = watcher.news(now)
                else:
                    known = (replace(watcher.viewer, person=None), watcher.version)
                    news = made[known] = made.get(known) or watcher.news(now)
            except ProblemError:
                watcher.bye("no-spectators")
                continue
            watcher.version = version
            watcher.send(news)

    # Who is there.

    def present(self) -> tuple[list[bool], int]:
        """The seats connected here, and the number of spectators."""
        there = {watcher.viewer.person for watcher in self.watchers if watcher.viewer.person is not None}
        seated = {seat.person for seat in self.state.seating.seats if seat.person is not None}
        watching = sum(watcher.viewer.person not in seated for watcher in self.watchers)
        return [seat.person in there for seat in self.state.seating.seats], watching

    def presence_message(self) -> bytes:
        return ENCODE(Presence(*self.present()))

    def tell_presence(self) -> None:
        """Announce arrivals and departures in batches: a crowd would otherwise be told of each one."""
        self.stirred += 1
        if not self.presence:
            self._tell_presence()
        elif self.telling is None:
            self.telling = asyncio.get_running_loop().call_later(self.presence, self._tell_presence)

    def _tell_presence(self) -> None:
        self.telling = None
        message = self.presence_message()
        for watcher in list(self.watchers):
            watcher.learn_presence(message)


class Watcher:
    """Somebody watching a table: the version they know, and their news."""

    def __init__(self, live: LiveTable, person: Person | None, send: Send) -> None:
        self.live = live
        self.person = person
        self.send = send
        self.viewer = Viewer()
        self.version = -1  # that the client knows; -1: nothing yet
        self.presence = b""  # the last presence sent
        self.gone = False

    def news(self, now: int) -> bytes:
        """Messages that bring the client up to date."""
        state = self.live.state
        if self.version >= 0 and reaches_back(state, self.version):
            return sent(state, self.viewer, Since(self.version, now, [], 0))  # steps do not include presence
        return sent(state, self.viewer, WholeTable(now, *self.live.present()))

    def learn_presence(self, message: bytes) -> None:
        if message != self.presence:
            self.presence = message
            self.send(message)

    def leave(self) -> None:
        """Stop watching: the socket is gone."""
        if not self.gone:
            self.gone = True
            self.live.watchers.discard(self)
            self.live.used = self.live.now()
            self.live.tell_presence()

    def bye(self, why: Literal["no-spectators", "restart"]) -> None:
        self.send(ENCODE(Bye(why)))
        self.leave()
