"""A table in a test: its log in a list, its clock in the test's hands, and people who do things."""

from __future__ import annotations

from typing import Any

import msgspec

from sabika.engine.rng import Rng
from sabika.engine.table import Table
from sabika.server import events, plan, snapshot, views
from sabika.server.events import Event
from sabika.server.protocol import (
    BotSeat,
    Commands,
    Game,
    MySeat,
    NewTable,
    PersonSeat,
    Play,
    Ready,
    SeatPlan,
    Sit,
    Whole,
)
from sabika.server.room import Room
from sabika.server.seal import KeyedSeal, Seal
from sabika.server.store.base import Entry, Person
from sabika.server.trouble import Trouble
from sabika.server.views import Viewer, WholeTable
from sabika.server.wishes import Wishes

KEY = bytes(range(32))
NOON = 1_800_000_000_000
TABLE = "tab2345tab67"
ANA, BEN, CLEO, DINA = (Person(name.lower(), name, NOON) for name in ("Ana", "Ben", "Cleo", "Dina"))
PEOPLE = [ANA, BEN, CLEO, DINA, Person("eva", "Eva", NOON), Person("fay", "Fay", NOON)]


class Sitting:
    """A table made by Ana, and its log."""

    def __init__(self, new: NewTable, seal: Seal | None = None, maker: Person = ANA) -> None:
        self.seal = seal or KeyedSeal(KEY)
        self.now = NOON
        self.log: list[Entry] = []
        self.room = Room(TABLE, self.seal)
        self.commands = 0
        self.add(plan.first_events(TABLE, new, maker, self.seal, self.now))

    def add(self, found: list[Event], command: str | None = None) -> list[Event]:
        """What the store does, then what the hall does."""
        for event in found:
            entry = Entry(events.encode(event), self.now, command, len(self.log) + 1)
            self.log.append(entry)
            self.room.apply(entry)
            command = None
        return found

    def do(self, who: Person, kind: type[Commands], *, version: int | None = None, **fields: Any) -> list[Event]:
        """Somebody does something; raises Trouble."""
        self.commands += 1
        version = self.room.version if version is None else version
        text = {"type": kind.__struct_config__.tag, "id": f"c{self.commands}", "version": version, **fields}
        command = msgspec.convert(text, kind)
        return self.add(Wishes(self.room).decide(command, who), f"{who.id}:{command.id}")

    def trouble(self, who: Person, kind: type[Commands], *, version: int | None = None, **fields: Any) -> str:
        """The code with which it is refused; nothing changes then."""
        before = snapshot.write(self.room)
        try:
            self.do(who, kind, version=version, **fields)
        except Trouble as trouble:
            assert snapshot.write(self.room) == before
            return trouble.problem.code
        raise AssertionError("it was not refused")

    def wait(self, milliseconds: int) -> list[Event]:
        """Time passes, and the clock decides what it decides."""
        self.now += milliseconds
        return self.add(Wishes(self.room).due(self.now))

    def bot(self, move: int | None = None) -> list[Event]:
        """A bot answers, with nothing by default."""
        return self.add(Wishes(self.room).bot_moves(self.room.desk.moved, move))

    def play(self, move: str | None = None) -> list[Event]:
        """Whoever is asked moves: a person as the test says or by default, a bot with its first legal move."""
        table = self.game
        if self.room.thinker is not None:
            return self.bot(int(table.moves()[0]))
        move = move or table.game.notation(table.state.default())
        return self.do(self.player(table.actor), Play, move=move)

    def random_move(self, rng: Rng) -> str:
        moves = self.game.moves()
        return self.game.game.notation(moves[rng.below(len(moves))])

    def player(self, seat: int) -> Person:
        return next(person for person in PEOPLE if person.id == self.room.desk.places[seat].person)

    @property
    def game(self) -> Table:
        assert self.room.table is not None
        return self.room.table

    def seen(self, who: Person | None = None, **how: object) -> Whole:
        viewer = Viewer(None if who is None else who.id, **how)  # type: ignore[arg-type]
        return msgspec.json.decode(views.sent(self.room, viewer, WholeTable(self.now, [], 0)), type=Whole)

    def seen_game(self, who: Person | None = None, **how: object) -> Game:
        game = self.seen(who, **how).game
        assert game is not None
        return game


def people(count: int, game: str = "alhambra", **wishes: object) -> NewTable:
    """A table for so many people; Ana sits first."""
    seats: list[SeatPlan] = [MySeat(), *(PersonSeat() for _ in range(count - 1))]
    return NewTable(game=game, seats=seats, **wishes)  # type: ignore[arg-type]


def with_bots(bots: int, game: str = "alhambra", **wishes: object) -> NewTable:
    """Ana against bots, ready to begin."""
    seats: list[SeatPlan] = [MySeat(), *(BotSeat("novice") for _ in range(bots))]
    return NewTable(game=game, seats=seats, ready=True, **wishes)  # type: ignore[arg-type]


def begun(count: int, game: str = "alhambra", seal: Seal | None = None, **wishes: object) -> Sitting:
    """A table of so many people, who all are ready."""
    sitting = Sitting(people(count, game, **wishes), seal)
    for person in PEOPLE[1:count]:
        sitting.do(person, Sit)
    for person in PEOPLE[:count]:
        sitting.do(person, Ready)
    return sitting
