"""Many people who play as fast as they can, and remember what they were told."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter

import msgspec

from tests.server.caller import Caller, Refused, full_table, hello
from tests.server.wire import Wire


class Move(msgspec.Struct):
    move: str


class Position(msgspec.Struct):
    asked: int | None = None
    options: list[Move] | None = None


class Message(msgspec.Struct):
    """What a player needs of a message; the rest is passed over."""

    type: str
    version: int = 0
    id: str | None = None
    game: Position | None = None
    problem: dict[str, object] | None = None


class Told(msgspec.Struct):
    """A move that the server said is safe."""

    table: str
    command: str
    version: int


read = msgspec.json.Decoder(Message).decode


class Player:
    """A person at a table, who plays whenever asked; comes back when the socket ends, and asks again what was open."""

    def __init__(self, caller: Caller, table: str, crowd: Crowd, seed: int) -> None:
        self.caller = caller
        self.table = table
        self.crowd = crowd
        self.random = random.Random(seed)
        self.name = f"p{seed}"
        self.wire: Wire | None = None
        self.version: int | None = None  # the last one it knows
        self.moves: list[Move] = []  # it may choose from
        self.open: tuple[str, bytes] | None = None  # a command that is not answered yet: id and message
        self.asked_at = 0.0
        self.opened_at = 0.0  # its socket
        self.number = 0
        self.over = False
        self.came_back = False  # and has heard nothing yet
        self.synced = False

    async def run(self) -> None:
        """Until the crowd goes home."""
        while not self.crowd.closing:
            try:
                table = self.table
                self.wire = await self.caller.socket(table, partial(self.hear, table))
                if table != self.table:  # it moved on while the socket opened
                    self.wire.close()
                    continue
                self.came_back = True
                self.opened_at = perf_counter()
                self.wire.say(hello(since=self.version, positions=False))
                await self.wire.closed
                self.crowd.cut += 1
            except ConnectionRefusedError as refused:
                if refused.args and isinstance(refused.args[0], int) and 400 <= refused.args[0] < 500:
                    raise
            except OSError:
                pass
            await asyncio.sleep(0.05)  # the server is being started again

    def hear(self, table: str, frame: bytes) -> None:
        if table != self.table:
            return  # the last words of a table it has left
        message = read(frame)
        kind = message.type
        if kind in ("steps", "whole"):
            self.learn(message)
        elif kind == "done":
            self.done(message)
        elif kind == "refusal":
            self.refused(message)

    def learn(self, message: Message) -> None:
        if kind_goes_back(self.version, message):
            self.crowd.faults.append(f"{self.table}: version {message.version} after {self.version}")
        self.version = max(message.version, self.version or 0)
        self.synced = True
        if message.game is not None:
            self.moves = message.game.options or []
            self.over = message.game.asked is None
        if self.open is None:
            self.crowd.turn(self)
        elif self.came_back:
            self.send(self.open)  # it may have been done, or not
        self.came_back = False
        if self.over:
            self.crowd.ended(self)

    def move_to(self, table: str) -> None:
        """Leave a table whose game is over for another."""
        self.table, self.version, self.moves, self.open, self.over = table, None, [], None, False
        if self.wire is not None:
            self.wire.close()

    def idle(self) -> None:
        """Only look on."""

    def play(self) -> None:
        """A move, whichever."""
        if not self.moves or self.wire is None or self.wire.closed.done() or self.open is not None:
            return
        self.number += 1
        name = f"{self.name}-{self.number}"
        move = self.random.choice(self.moves).move
        body = {"type": "play", "id": name, "version": self.version, "move": move}
        self.open = (name, msgspec.json.encode(body))
        self.send(self.open)

    def send(self, command: tuple[str, bytes]) -> None:
        self.asked_at = perf_counter()
        assert self.wire is not None
        self.wire.say(command[1])

    def done(self, message: Message) -> None:
        if self.open is None or message.id != self.open[0]:
            return
        self.open = None
        self.crowd.latest_socket = max(self.crowd.latest_socket, self.opened_at)
        self.crowd.acknowledged(Told(self.table, message.id, message.version), perf_counter() - self.asked_at)
        if self.moves and self.version is not None and self.version >= message.version:
            self.crowd.turn(self)

    def refused(self, message: Message) -> None:
        code = str((message.problem or {}).get("code"))
        self.crowd.refusals[code] = self.crowd.refusals.get(code, 0) + 1
        self.open = None


def kind_goes_back(known: int | None, message: Message) -> bool:
    """Was something told before that is not there any more?"""
    return known is not None and message.version < known


class Crowd:
    """All of them."""

    def __init__(self, port: int, turn: Callable[[Player], None] | None = None) -> None:
        self.port = port
        self.turn = turn or Player.play
        self.players: list[Player] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.told: list[Told] = []
        self.latencies: list[float] = []
        self.latencies_at: defaultdict[str, list[float]] = defaultdict(list)  # by table
        self.faults: list[str] = []
        self.refusals: dict[str, int] = {}
        self.finished: set[str] = set()  # tables whose game is over
        self.cut = 0
        self.closing = False
        self.game = "alhambra"
        self.bots: Sequence[str] = ()
        self.latest_socket = 0.0  # when the youngest socket was opened that a move was acknowledged on
        self.keep_told = True

    async def sit_down(self, tables: int, seats: int, game: str = "alhambra", bots: Sequence[str] = ()) -> None:
        """So many tables, and at each so many people."""
        self.game, self.bots = game, bots
        everybody = [await Caller(self.port).arrive(f"guest {n}") for n in range(tables * seats)]
        for n in range(tables):
            people = everybody[n * seats : (n + 1) * seats]
            table = await full_table(people, game, bots)
            self.seat(table, people)

    def seat(self, table: str, people: list[Caller]) -> None:
        for caller in people:
            self.players.append(Player(caller, table, self, len(self.players)))

    def begin(self) -> None:
        self.tasks += [asyncio.create_task(player.run()) for player in self.players[len(self.tasks) :]]

    async def begin_again(self) -> None:
        """Where a game is over, the same people begin another."""
        over, self.finished = self.finished, set()
        for table in over:
            players = [player for player in self.players if player.table == table]
            if not players:  # all have moved on already, and one was told late
                continue
            fresh = await full_table([player.caller for player in players], self.game, self.bots)
            for player in players:
                player.move_to(fresh)

    async def go_on(self) -> None:
        """Begin again wherever a game is over, until everybody goes home."""
        while not self.closing:
            await asyncio.sleep(0.2)
            await self.begin_again()

    def acknowledged(self, told: Told, seconds: float) -> None:
        self.latencies.append(seconds)
        self.latencies_at[told.table].append(seconds)
        if self.keep_told:
            self.told.append(told)

    def ended(self, player: Player) -> None:
        self.finished.add(player.table)

    async def go_home(self) -> None:
        self.closing = True
        for player in self.players:
            if player.wire is not None:
                player.wire.close()
        _, late = await asyncio.wait(self.tasks, timeout=5)
        for task in late:
            task.cancel()
        for task in self.tasks:
            if task.done() and not task.cancelled() and task.exception() is not None:
                self.faults.append(repr(task.exception()))


__all__ = ["Caller", "Crowd", "Player", "Refused", "Told"]
