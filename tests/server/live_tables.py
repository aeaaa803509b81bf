"""LiveTables in a test: over a real file, with a clock in the test's hands, and sockets that are lists."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sabika.server.common.guests import Person
from sabika.server.live.bot_pool import ANYBODY, BotPool, Thinkers
from sabika.server.live.bot_queue import Asker
from sabika.server.live.bot_worker import BotQuestion, Thought, think
from sabika.server.live.client import Client
from sabika.server.live.tables import LiveTables
from sabika.server.protocol.answers import Done, FromServer, Refusal, Steps, Whole
from sabika.server.protocol.commands import Commands, Play
from sabika.server.protocol.views import Game, TableInfo
from sabika.server.review.answers import answered
from sabika.server.review.questions import RecordQuestion
from sabika.server.store.base import Store
from sabika.server.store.sqlite.store import SqliteStore
from tests.server.memory_table import KEY, NOON

Message = TypeVar("Message")
HELLO = b'{"type":"hello","protocol":2}'


class Time:
    """Stands still until a test lets it pass."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


class ScriptedClient:
    """A socket at a table, and what it was sent."""

    def __init__(self, tables: LiveTables, person: Person | None) -> None:
        self.tables = tables
        self.person = person
        self.raw: list[bytes] = []
        self.read: list[Any] = []  # the same, decoded
        self.client: Client
        self.sent = 0
        self.news = asyncio.Event()

    def send(self, message: bytes) -> None:
        self.raw.append(message)
        self.news.set()

    async def enter(self, table: str, hello: bytes = HELLO) -> ScriptedClient:
        self.client = await Client.enter(self.tables, table, self.person, hello, self.send)
        return self

    @property
    def messages(self) -> list[Any]:
        self.read += [msgspec.json.decode(message, type=FromServer) for message in self.raw[len(self.read) :]]
        return self.read

    def last(self, kind: type[Message]) -> Message:
        return next(message for message in reversed(self.messages) if isinstance(message, kind))

    def all(self, kind: type[Message]) -> list[Message]:
        return [message for message in self.messages if isinstance(message, kind)]

    @property
    def version(self) -> int:
        return next(message.version for message in reversed(self.messages) if isinstance(message, Whole | Steps))

    @property
    def table(self) -> TableInfo:
        states = (message for message in reversed(self.messages) if isinstance(message, Whole | Steps))
        return next(state.table for state in states if state.table is not None)

    @property
    def game(self) -> Game:
        states = (message for message in reversed(self.messages) if isinstance(message, Whole | Steps))
        return next(state.game for state in states if state.game is not None)

    async def do(
        self, kind: type[Commands], *, version: int | None = None, name: str = "", **fields: Any
    ) -> Done | Refusal:
        """Send a command and take its answer."""
        self.sent += 1
        number = name or f"c{self.sent}"
        text = {"type": kind.__struct_config__.tag, "id": number, "version": version or self.version, **fields}
        before = len(self.raw)
        await self.client.hear(msgspec.json.encode(text))
        answers = [message for message in self.messages[before:] if isinstance(message, Done | Refusal)]
        (answer,) = [message for message in answers if message.id == number]
        return answer

    async def move(self) -> Done | Refusal:
        """Whatever comes first."""
        options = self.game.options
        assert options
        return await self.do(Play, move=options[0].move)

    async def until(self, reached: Callable[[ScriptedClient], bool], seconds: float = 20) -> None:
        async with asyncio.timeout(seconds):
            while not reached(self):
                self.news.clear()
                await self.news.wait()


class BotsHere:
    """Bots think at once, in this process; for tests that are about something else."""

    async def choose(self, bot: str, game: str, sight: str, seed: int, asker: Asker = ANYBODY) -> int | None:
        return think(BotQuestion(bot, game, sight, seed))[0].move

    async def advise(
        self, bot: str, game: str, sight: str, seed: int, most: int = 3, asker: Asker = ANYBODY
    ) -> list[Thought]:
        return think(BotQuestion(bot, game, sight, seed, most))

    async def read(self, question: RecordQuestion, asker: Asker) -> bytes:
        return msgspec.json.encode(answered(question))

    def seen(self, person: str, address: str) -> None:
        pass

    async def stop(self) -> None:
        pass


@asynccontextmanager
async def opened(
    path: Path,
    time: Callable[[], int] | None = None,
    bot_pool: Thinkers | None = None,
    store: Store | None = None,
    **how: Any,
) -> AsyncIterator[LiveTables]:
    """LiveTables over the file of this path, or over a store that is open."""
    kept = store or await SqliteStore.open(path / "tables.db")
    tables = LiveTables(kept, KEY, now=time or Time(), bot_pool=bot_pool or BotPool(1), pace=0, **how)
    try:
        yield tables
    finally:
        await tables.stop()
        if store is None:
            await kept.close()


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        await work()

    asyncio.run(main())
