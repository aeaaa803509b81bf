"""Whose bot thinks next: where somebody waits first, then whoever has had the least thinking lately; reviews come last.

Bots that answer at once never wait for bots that think: one process is always left to them. Nor do bots that think wait
for reviews where there are three processes; with two they wait until the piece that is looked at is done.
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

AT_ONCE: Final = 0.05  # seconds of processor time that a bot takes on average which answers at once
WEIGHT: Final = 0.2  # of the last answer in that average
HALF_LIFE: Final = 60.0  # seconds after which half of what somebody's bots have used is forgotten
LEAST: Final = 1e-9  # seconds; a thought that took less is counted as this
MOST_KEYS: Final = 10_000  # people and addresses that are remembered


def nobody_waits() -> int:
    return NOBODY


# Who waits for an answer: somebody who plays; somebody who looks on; nobody; somebody who reads of a game that is over.
SEATED, WATCHED, NOBODY, READER = range(4)


class Asker(Struct, frozen=True):
    """For whom a bot thinks."""

    person: str = ""  # whose table it is
    waiting: Callable[[], int] = nobody_waits  # asked when a process is free: somebody may have come meanwhile


class Spent:
    """Seconds of thinking, by person or address; half of it is forgotten every minute.

    Kept is the logarithm of what it would have been at time 0: whoever has had less stays behind, however time passes.
    """

    def __init__(self) -> None:
        self.of: OrderedDict[str, float] = OrderedDict()

    def grade(self, key: str) -> float:
        """Who has had less lately has the lower one."""
        return self.of.get(key, -math.inf)

    def lately(self, key: str, now: float) -> float:
        return float(2.0 ** (self.grade(key) - now / HALF_LIFE))

    def add(self, key: str, seconds: float, now: float) -> None:
        self.of[key] = math.log2(max(LEAST, self.lately(key, now) + seconds)) + now / HALF_LIFE
        self.of.move_to_end(key)
        if len(self.of) > MOST_KEYS:
            self.of.popitem(last=False)


class Turn:
    """One question that waits for a process, or has one."""

    def __init__(self, bot: str, game: str, asker: Asker, begun: asyncio.Future[None]) -> None:
        self.bot = bot
        self.game = game
        self.asker = asker
        self.begun = begun
        self.review = asker.waiting() == READER
        self.deep = False  # counts among those that think; settled when it begins
        self.seconds: float | None = None  # of processor time, once it is answered


class BotQueue:
    """Gives so many questions at a time their turn."""

    def __init__(self, workers: int, clock: Callable[[], float] = monotonic) -> None:
        self.workers = workers
        self.clock = clock
        self.waiting: dict[Turn, None] = {}  # in the order in which they came
        self.running: set[Turn] = set()
        self.people = Spent()
        self.addresses = Spent()
        self.homes: OrderedDict[str, str] = OrderedDict()  # where a person was last seen
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
        """A process is free for this question while the block runs; the block says how long it took."""
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
        """Let as many begin as there is room for."""
        while len(self.running) < self.workers and (turn := self._next()) is not None:
            del self.waiting[turn]
            turn.deep = turn.review or self.thinks(turn.bot, turn.game)
            self.running.add(turn)
            if not turn.begun.done():  # else it was given up in this moment, and ends by itself
                turn.begun.set_result(None)

    def _next(self) -> Turn | None:
        return min(filter(self._has_room, self.waiting), key=self._rank, default=None)

    def _has_room(self, turn: Turn) -> bool:
        """One process is left to bots that answer at once, and another to those that think, as far as there are any."""
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
        """Does this bot take its time? What is not known yet does, unless the house says otherwise."""
        measured = self.average.get((bot, game))
        if measured is not None:
            return measured > AT_ONCE
        return bool(getattr(bots.HOUSE.get(bot), "thinks", bot not in bots.HOUSE))
