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
from sabika.server.store.base import Repeated, Stale, StoreError, Which
from sabika.server.trouble import Trouble
from sabika.server.visit import Live
from sabika.server.wishes import Wishes

if TYPE_CHECKING:
    from sabika.server.hall import Hall

ROUND: Final = 0.25  # seconds between two looks at the clocks
SEARCH: Final = 1_000  # milliseconds between two looks for tables that nobody looks after
FOUND: Final = 50  # such tables at a time
LEASE: Final = 6.0  # seconds; renewed three times in that time
IDLE: Final = 60_000  # milliseconds after which a table that nobody looks at leaves the memory
PACE: Final = 600  # milliseconds that a bot takes at least, where somebody looks on
log = logging.getLogger("sabika.server.keeper")


class Keeper:
    """Looks after the tables of a hall on which this process has a lease."""

    def __init__(self, hall: Hall, pace: int, lease: float) -> None:
        self.hall = hall
        self.pace = pace
        self.lease = lease
        self.holder = secrets.token_hex(8)
        self.searched = 0  # when tables were last looked for that nobody looks after
        self.renewed = 0.0

    async def rounds(self) -> None:
        """Round after round; one that fails is logged."""
        while True:
            try:
                await self.round()
            except Exception:
                log.exception("a round failed")
            await asyncio.sleep(ROUND)

    async def round(self) -> None:
        """Prolong leases, let clocks run out and bots think, take over what nobody looks after, tidy up."""
        await self._renew()
        now = self.hall.now()
        for live in list(self.hall.live.values()):
            await self._look_at(live, now)
        if now - self.searched >= SEARCH:
            self.searched = now
            for row in await self.hall.store.rows(Which(due=now, unheld=True), FOUND):
                await self._take_over(row.id, now)
        for live in list(self.hall.live.values()):
            if not live.visits and not live.thinking and now - live.used >= IDLE and not live.lock.locked():
                await self._drop(live)

    async def _renew(self) -> None:
        if time.monotonic() - self.renewed >= self.lease / 3:
            self.renewed = time.monotonic()
            held = set(await self.hall.store.renew(self.holder, self.lease))
            for table, live in self.hall.live.items():
                live.held = table in held

    async def _look_at(self, live: Live, now: int) -> None:
        """What fails at one table is no other table's trouble."""
        deadline = live.room.deadline
        try:
            if deadline is not None and deadline <= now and await self._hold(live):
                await self.act(live, lambda wishes: wishes.due(now))
        except (StoreError, Trouble):
            log.exception("the clock of table %s could not run out", live.room.id)
        await self.go_on(live)

    async def _take_over(self, table: str, now: int) -> None:
        """A table whose time has come and which no process holds."""
        try:
            await self._look_at(await self.hall.find(table), now)
        except Trouble:
            log.exception("table %s cannot be looked after", table)

    async def _drop(self, live: Live) -> None:
        """Let a table leave the memory, unless somebody came meanwhile."""
        async with live.lock:
            used = live.used
            await self.hall.write(live)
            if live.held:
                await self.hall.store.release(self.holder, live.room.id)
                live.held = False
            if live.used == used and not live.visits:
                self.hall.live.pop(live.room.id, None)

    async def _hold(self, live: Live) -> bool:
        """Is it this process that looks after the table? If nobody does, it is."""
        if not live.held and self.hall.now() - live.refused_at >= SEARCH:
            live.held = await self.hall.store.hold(live.room.id, self.holder, self.lease)
            live.refused_at = 0 if live.held else self.hall.now()
        return live.held

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
        """The bot's move; with people looking on not too soon: they want to see what happens, and to undo in time."""
        room, bot = live.room, live.room.thinker
        if bot is None or room.table is None or room.desk.moved != moved:
            return None
        begun = time.monotonic()
        move = await self.hall.minds.choose(bot, room.desk.created.game, room.table.sight.text(), seed_for(room))
        if live.visits:
            await asyncio.sleep(max(0.0, self.pace / 1000 - (time.monotonic() - begun)))
        return move

    async def act(self, live: Live, wish: Callable[[Wishes], list[Event]]) -> None:
        """Do what the clock or a bot wishes, to the end."""
        await self.hall.to_the_end(self._act(live, wish))

    async def _act(self, live: Live, wish: Callable[[Wishes], list[Event]]) -> None:
        """If another process was first, there is nothing left to do."""
        async with live.lock:
            with contextlib.suppress(Stale, Repeated):
                await self.hall.save(live, wish(Wishes(live.room)))
            self.hall.publish(live)
        await self.go_on(live)


def seed_for(room: Room) -> int:
    """A bot's chance at this position; it has nothing to do with the table's luck."""
    text = f"bot of {room.id} at {room.desk.moved}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:7], "big")
