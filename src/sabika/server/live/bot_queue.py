"""Which bot thinks next: first where somebody waits, then by least recent use; reviews come last.

Quick bots never wait for bots that think: one process is always left to them. Nor do bots that think wait
for reviews if there are three processes; with two they wait for the piece that is being worked on.
"""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final

from msgspec import Struct

from sabika import bots

AT_ONCE: Final = 0.05  # seconds of processor time that a quick bot takes on average
WEIGHT: Final = 0.2  # weight of the last answer in that average
HALF_LIFE: Final = 60.0  # seconds after which use counts half
LEAST: Final = 1e-9  # seconds; a shorter thought counts as this
MOST_KEYS: Final = 10_000  # people and addresses to remember


def nobody_waits() -> int:
    return NOBODY


# Who waits for an answer: a player, a spectator, nobody, or the reader of a review.
SEATED, WATCHED, NOBODY, READER = range(4)


class Asker(Struct, frozen=True):
    """The person for whom a bot thinks."""

    person: str = ""  # whose table it is
    waiting: Callable[[], int] = nobody_waits  # called when a process is free: somebody may have come meanwhile
    address: str = ""  # of a reader


class Spent:
    """Seconds of thinking by person or address, halved every minute.

    It keeps the logarithm of the value scaled back to time 0, so the order does not change as time passes.
    """

    def __init__(self) -> None:
        self.of: OrderedDict[str, float] = OrderedDict()

    def grade(self, key: str) -> float:
        """Lower for less recent use."""
        return self.of.get(key, -math.inf)

    def lately(self, key: str, now: float) -> float:
        return float(2.0 ** (self.grade(key) - now / HALF_LIFE))

    def add(self, key: str, seconds: float, now: float) -> None:
        self.of[key] = math.log2(max(LEAST, self.lately(key, now) + seconds)) + now / HALF_LIFE
        self.of.move_to_end(key)
        if len(self.of) > MOST_KEYS:
            self.of.popitem(last=False)


class Turn:
    """A question that waits for a process, or has one."""

    def __init__(self, bot: str, game: str, asker: Asker, begun: asyncio.Future[None]) -> None:
        self.bot = bot
        self.game = game
        self.asker = asker
        self.begun = begun
        self.review = asker.waiting() == READER
        self.deep = False  # counts as one that thinks; decided when it begins
        self.seconds: float | None = None  # of processor time, once answered


class BotQueue:
    """Lets a limited number of questions run at a time."""

    def __init__(self, workers: int, clock: Callable[[], float] = monotonic) -> None:
        self.workers = workers
        self.clock = clock
        self.waiting: dict[Turn, None] = {}  # in order of arrival
        self.running: set[Turn] = set()
        self.people = Spent()
        self.addresses = Spent()
        self.homes: OrderedDict[str, str] = OrderedDict()  # a person's last address
        self.average: dict[tuple[str, str], float] = {}  # seconds of an answer, by bot and game

    def seen(self, person: str, address: str) -> None:
        """This person has come from there."""
        self.homes[person] = address
        self.homes.move_to_end(person)
        if len(self.homes) > MOST_KEYS:
            self.homes.popitem(last=False)

    def home(self, person: str) -> str:
        return self.homes.get(person, person)

    @asynccontextmanager
    async def turn(self, bot: str, game: str, asker: Asker) -> AsyncIterator[Turn]:
        """Holds a process for this question while the block runs; the block says how long it took."""
        turn = Turn(bot, game, asker, asyncio.get_running_loop().create_future())
        self.waiting[turn] = None
        self._begin()
        began = self.clock()
        try:
            await turn.begun
            began = self.clock()
            yield turn
        finally:
            self.waiting.pop(turn, None)
            if turn in self.running:
                self._end(turn, self.clock() - began)
            self._begin()

    def _begin(self) -> None:
        """Begin as many as there is room for."""
        while len(self.running) < self.workers and (turn := self._next()) is not None:
            del self.waiting[turn]
            turn.deep = turn.review or self.thinks(turn.bot, turn.game)
            self.running.add(turn)
            if not turn.begun.done():  # otherwise it was just given up, and ends by itself
                turn.begun.set_result(None)

    def _next(self) -> Turn | None:
        return min(filter(self._has_room, self.waiting), key=self._rank, default=None)

    def _has_room(self, turn: Turn) -> bool:
        """Keep one process free for quick bots, and another for those that think, if there are enough."""
        deep = sum(each.deep for each in self.running)
        if turn.review:
            reviews = sum(each.review for each in self.running)
            return reviews < max(1, self.workers - 2) and deep < max(1, self.workers - 1)
        return deep < max(1, self.workers - 1) or not self.thinks(turn.bot, turn.game)

    def _rank(self, turn: Turn) -> tuple[int, float, float]:
        """Smallest first, then first come; re-evaluated whenever a process is free."""
        person = turn.asker.person
        return turn.asker.waiting(), self.addresses.grade(self.home(person)), self.people.grade(person)

    def _end(self, turn: Turn, wall: float) -> None:
        self.running.discard(turn)
        now, seconds = self.clock(), wall if turn.seconds is None else turn.seconds
        self.people.add(turn.asker.person, seconds, now)
        self.addresses.add(self.home(turn.asker.person), seconds, now)
        if turn.review:
            return
        before = self.average.get((turn.bot, turn.game), seconds)
        self.average[turn.bot, turn.game] = before + WEIGHT * (seconds - before)

    def thinks(self, bot: str, game: str) -> bool:
        """Is this a slow bot? An unknown one counts as slow, unless it is a quick one of ours."""
        measured = self.average.get((bot, game))
        if measured is not None:
            return measured > AT_ONCE
        return bool(getattr(bots.HOUSE.get(bot), "thinks", bot not in bots.HOUSE))
