"""Who looks after tables: lets clocks run out and bots think, also where the process that did so has died."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from sabika.server.events import Event
from sabika.server.room import Room
from sabika.server.store.base import Repeated, Stale, StoreError
from sabika.server.store.lease import EVERY, HORIZON, SECONDS
from sabika.server.store.lease import Keeper as Leases
from sabika.server.trouble import Trouble
from sabika.server.visit import Live
from sabika.server.wishes import Wishes

if TYPE_CHECKING:
    from sabika.server.hall import Hall

ROUND: Final = 0.25  # seconds between two looks at the clocks
IDLE: Final = 60_000  # milliseconds after which a table that nobody looks at leaves the memory
SOON: Final = 2 * HORIZON  # milliseconds; a table whose time comes so soon stays
AGAIN: Final = 1_000  # milliseconds until a table is asked for again that another process looks after
PACE: Final = 600  # milliseconds that a bot takes at least, where somebody looks on
log = logging.getLogger("sabika.server.keeper")


class Keeper:
    """Looks after the tables of a hall on which this process has a lease."""

    def __init__(self, hall: Hall, pace: int, lease: float) -> None:
        self.hall = hall
        self.pace = pace
        self.due: set[str] = set()  # tables that came to us, perhaps not in memory yet
        every = lease * EVERY / SECONDS
        came, went = self.due.add, self.due.discard
        holder, now = secrets.token_hex(8), hall.now
        self.leases = Leases(hall.store, holder, came, went, seconds=lease, every=every, clock=now)

    async def rounds(self) -> None:
        """Round after round; one that fails is logged."""
        while True:
            try:
                await self.round()
            except Exception:
                log.exception("a round failed")
            await asyncio.sleep(ROUND)

    async def round(self) -> None:
        """Take up what has come to us, let clocks run out and bots think, tidy up."""
        now = self.hall.now()
        while self.due:
            await self._take_up(self.due.pop())
        for live in list(self.hall.live.values()):
            await self._look_at(live, now)

    async def _take_up(self, table: str) -> None:
        try:
            await self.hall.find(table)
        except Exception:
            log.exception("table %s cannot be looked after", table)

    async def _look_at(self, live: Live, now: int) -> None:
        """What fails at one table is no other table's trouble."""
        deadline = live.room.deadline
        try:
            if deadline is not None and deadline <= now and await self._hold(live):
                await self.act(live, lambda wishes: wishes.due(now))
            await self.go_on(live)
            if self._idle(live, now):
                await self._drop(live)
        except Exception:
            log.exception("table %s could not be looked after", live.room.id)

    def _idle(self, live: Live, now: int) -> bool:
        """Has it nobody to look at it and nothing to do?"""
        busy = live.visits or live.thinking or live.lock.locked() or live.room.thinker is not None
        deadline = live.room.deadline
        return not busy and now - live.used >= IDLE and (deadline is None or deadline - now > SOON)

    async def _drop(self, live: Live) -> None:
        """Let a table leave the memory, unless somebody came meanwhile."""
        async with live.lock:
            used = live.used
            await self.hall.write(live)
            await self.leases.give_back(live.room.id)
            if live.used == used and not live.visits:
                self.hall.live.pop(live.room.id, None)

    async def _hold(self, live: Live) -> bool:
        """Is it this process that looks after the table? If nobody does, it is."""
        table = live.room.id
        if table not in self.leases.held and self.hall.now() - live.refused_at >= AGAIN:
            live.refused_at = 0 if await self.leases.take(table) else self.hall.now()
        return table in self.leases.held

    async def go_on(self, live: Live) -> None:
        """If a bot is asked, let it think, once for each position. What fails here is tried again in the next round."""
        moved = live.room.desk.moved
        if live.room.thinker is None or live.thinking == moved:
            return
        with contextlib.suppress(StoreError):
            if await self._hold(live):
                live.thinking = moved
                self.hall.spawn(self._think(live, moved))

    async def _think(self, live: Live, moved: int) -> None:
        try:
            move = await self._answer(live, moved)
            await self.act(live, lambda wishes: wishes.bot_moves(moved, move))
        except (StoreError, Trouble):
            log.exception("the move of a bot at table %s could not be saved", live.room.id)
        finally:
            if live.thinking == moved:
                live.thinking = 0

    async def _answer(self, live: Live, moved: int) -> int | None:
        """The bot's move; with people looking on not too soon: they want to see what happens, and to undo in time.

        Where all have resigned they wait for the end.
        """
        room, bot = live.room, live.room.thinker
        if bot is None or room.table is None or room.desk.moved != moved:
            return None
        begun = time.monotonic()
        move = await self.hall.minds.choose(bot, room.desk.created.game, room.table.sight.text(), seed_for(room))
        resigned = [place.resigned for place in room.desk.places if place.person is not None]
        if live.visits and not (resigned and all(resigned)):
            await asyncio.sleep(max(0.0, self.pace / 1000 - (time.monotonic() - begun)))
        return move

    async def act(self, live: Live, wish: Callable[[Wishes], list[Event]]) -> None:
        """Do what the clock or a bot wishes, to the end."""
        await self.hall.to_the_end(self._act(live, wish))

    async def _act(self, live: Live, wish: Callable[[Wishes], list[Event]]) -> None:
        """If another process was first, there is nothing left to do."""
        async with live.lock:
            live.check()
            try:
                await self.hall.save(live, wish(Wishes(live.room)))
            except (Stale, Repeated):
                log.info("another process was first at table %s", live.room.id)
            finally:
                self.hall.publish(live)
        await self.go_on(live)


def seed_for(room: Room) -> int:
    """A bot's chance at this position; it has nothing to do with the table's luck."""
    text = f"bot of {room.id} at {room.desk.moved}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:7], "big")
