"""A table in a test: its log in a list, its clock in the test's hands, and people who do things."""

from __future__ import annotations

from typing import Any

import msgspec

from sabika.engine.rng import Rng
from sabika.engine.table import Table
from sabika.server.common.guests import Person
from sabika.server.protocol.answers import Whole
from sabika.server.protocol.commands import Commands, Play, Ready, Sit
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.rest import BotSeat, MySeat, NewTable, PersonSeat, SeatPlan
from sabika.server.protocol.views import Game
from sabika.server.table import create, events, snapshot
from sabika.server.table.decide import Decisions
from sabika.server.table.events import Entry, Event
from sabika.server.table.luck import KeyedSeal, Seal
from sabika.server.table.table import TableState
from sabika.server.table.views.outgoing import sent
from sabika.server.table.views.table_view import WholeTable
from sabika.server.table.views.viewer import Viewer

KEY = bytes(range(32))
NOON = 1_800_000_000_000
TABLE = "tab2345tab67"
ANA, BEN, CLEO, DINA = (Person(name.lower(), name, NOON) for name in ("Ana", "Ben", "Cleo", "Dina"))
PEOPLE = [ANA, BEN, CLEO, DINA, Person("eva", "Eva", NOON), Person("fay", "Fay", NOON)]


class MemoryTable:
    """A table made by Ana, and its log."""

    def __init__(self, new: NewTable, seal: Seal | None = None, maker: Person = ANA) -> None:
        self.seal = seal or KeyedSeal(KEY)
        self.now = NOON
        self.log: list[Entry] = []
        self.state = TableState(TABLE, self.seal)
        self.commands = 0
        self.add(create.first_events(TABLE, new, maker, self.seal, self.now))

    def add(self, found: list[Event], command: str | None = None) -> list[Event]:
        """What the store does, then what LiveTables does."""
        for event in found:
            entry = Entry(events.encode(event), self.now, command, len(self.log) + 1)
            self.log.append(entry)
            self.state.happen(event, entry)
            command = None
        return found

    def do(self, who: Person, kind: type[Commands], *, version: int | None = None, **fields: Any) -> list[Event]:
        """Somebody does something; raises ProblemError."""
        self.commands += 1
        version = self.state.version if version is None else version
        text = {"type": kind.__struct_config__.tag, "id": f"c{self.commands}", "version": version, **fields}
        command = msgspec.convert(text, kind)
        return self.add(Decisions(self.state).decide(command, who), f"{who.id}:{command.id}")

    def error(self, who: Person, kind: type[Commands], *, version: int | None = None, **fields: Any) -> str:
        """The code with which it is refused; nothing changes then."""
        before = snapshot.write(self.state)
        try:
            self.do(who, kind, version=version, **fields)
        except ProblemError as error:
            assert snapshot.write(self.state) == before
            return error.problem.code
        raise AssertionError("it was not refused")

    def wait(self, milliseconds: int) -> list[Event]:
        """Time passes, and the clock decides what it decides."""
        self.now += milliseconds
        return self.add(Decisions(self.state).due(self.now))

    def bot(self, move: int | None = None) -> list[Event]:
        """A bot answers, with nothing by default."""
        return self.add(Decisions(self.state).bot_moves(self.state.seating.moved, move))

    def play(self, move: str | None = None) -> list[Event]:
        """Whoever is asked moves: a person as the test says or by default, a bot with its first legal move."""
        table = self.game
        if self.state.thinker is not None:
            return self.bot(int(table.moves()[0]))
        move = move or table.game.notation(table.state.default())
        return self.do(self.player(table.actor), Play, move=move)

    def random_move(self, rng: Rng) -> str:
        moves = self.game.moves()
        return self.game.game.notation(moves[rng.below(len(moves))])

    def player(self, seat: int) -> Person:
        return next(person for person in PEOPLE if person.id == self.state.seating.seats[seat].person)

    @property
    def game(self) -> Table:
        assert self.state.table is not None
        return self.state.table

    def seen(self, who: Person | None = None, **how: object) -> Whole:
        viewer = Viewer(None if who is None else who.id, **how)  # type: ignore[arg-type]
        return msgspec.json.decode(sent(self.state, viewer, WholeTable(self.now, [], 0)), type=Whole)

    def seen_game(self, who: Person | None = None, **how: object) -> Game:
        game = self.seen(who, **how).game
        assert game is not None
        return game


def people(count: int, game: str = "alhambra", **decisions: object) -> NewTable:
    """A table for so many people; Ana sits first."""
    seats: list[SeatPlan] = [MySeat(), *(PersonSeat() for _ in range(count - 1))]
    return NewTable(game=game, seats=seats, **decisions)  # type: ignore[arg-type]


def with_bots(bots: int, game: str = "alhambra", **decisions: object) -> NewTable:
    """Ana against bots, ready to begin."""
    seats: list[SeatPlan] = [MySeat(), *(BotSeat("novice") for _ in range(bots))]
    return NewTable(game=game, seats=seats, ready=True, **decisions)  # type: ignore[arg-type]


def begun(count: int, game: str = "alhambra", seal: Seal | None = None, **decisions: object) -> MemoryTable:
    """A table of so many people, who all are ready."""
    sitting = MemoryTable(people(count, game, **decisions), seal)
    for person in PEOPLE[1:count]:
        sitting.do(person, Sit)
    for person in PEOPLE[:count]:
        sitting.do(person, Ready)
    return sitting
