"""Two tables with one public course and different hidden facts, and all that their viewers are sent."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from sabika.engine.dealer import chance_named
from sabika.engine.registry import find
from sabika.engine.state import EVERYBODY, State
from sabika.server.protocol.commands import Commands, Leave, Play, Return, Say, Score, Try, Undo
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.settings import Clock
from sabika.server.table.listing import card, row_of
from sabika.server.table.luck import KeyedSeal, TableLuck
from sabika.server.table.views.outgoing import ViewRequest, sent
from sabika.server.table.views.replay import RecordText
from sabika.server.table.views.table_view import Since, WholeTable
from sabika.server.table.views.viewer import Viewer
from tests.server.memory_table import PEOPLE, MemoryTable, begun


class Apart(Exception):
    """The two worlds cannot go on alike: a rule has made public what was hidden."""


class FixedSeal:
    """Luck under a key of its own, with a commitment that says nothing of it."""

    def __init__(self, key: bytes, course: Course) -> None:
        self.inner = KeyedSeal(key)
        self.course = course

    def commitment(self, game_id: str, chosen: int | None) -> str:
        return "c0" * 32

    def luck(self, game_id: str, chosen: int | None, nonces: Sequence[str]) -> TableLuck:
        return self.course.first(self.inner.luck(game_id, chosen, nonces))

    def reveal(self, game_id: str, chosen: int | None) -> str:
        return self.inner.reveal(game_id, chosen)


class Course:
    """The public course: the first world draws, and the other follows it in all that others than `seat` see."""

    def __init__(self, seat: int, rng: Random) -> None:
        self.seat = seat  # whose draws differ
        self.rng = rng
        self.came: dict[str, tuple[int, str]] = {}  # by label, in the first world
        self.begin = rng.randrange(60)  # so many draws come out alike
        self.differ = 0  # hidden draws that came out differently

    def first(self, luck: TableLuck) -> TableLuck:
        return First(luck, self)


class First:
    """The luck of the first world, noted."""

    def __init__(self, luck: TableLuck, course: Course) -> None:
        self.luck = luck
        self.course = course

    def answer(self, state: State, label: str) -> int:
        k = self.luck.answer(state, label)
        self.course.came[label] = k, state.outcome(k)
        return k

    def below(self, label: str, total: int) -> int:
        return self.luck.below(label, total)


class Second:
    """The luck of the other world: where only the seat (and its partner) sees a draw, often another outcome."""

    def __init__(self, course: Course) -> None:
        self.course = course

    def answer(self, state: State, label: str) -> int:
        course = self.course
        if label not in course.came:
            raise Apart  # the first world drew less
        k, came = course.came[label]
        audience = state.luck().seen_by
        if audience != EVERYBODY and audience >> course.seat & 1 and len(course.came) > course.begin:
            others = [name for name, _ in state.chances() if name != came]
            if others:
                course.differ += 1
                return chance_named(state, course.rng.choice(others))
        if k < state.luck_total() and state.outcome(k) == came:
            return k
        if came not in [name for name, _ in state.chances()]:
            raise Apart  # the tile is in somebody's hand
        return chance_named(state, came)

    def below(self, label: str, total: int) -> int:
        raise Apart  # the worlds begin alike


class SecondSeal(FixedSeal):
    """For the other world: another key, and the first world's public course."""

    def luck(self, game_id: str, chosen: int | None, nonces: Sequence[str]) -> TableLuck:
        return Second(self.course)


class Wire:
    """A socket of a viewer at one of the tables: every byte that it is sent."""

    def __init__(self, sitting: MemoryTable, viewer: Viewer) -> None:
        self.sitting = sitting
        self.viewer = viewer
        self.version = 0
        self.last = b""

    def hear(self) -> bytes:
        """What a server would send now."""
        state = self.sitting.state
        present = [True] * len(state.seating.seats)
        self.last = sent(state, self.viewer, Since(self.version, self.sitting.now, present, 0))
        self.version = state.version
        return self.last


class Pair:
    """The two tables and their viewers."""

    def __init__(self, game: str, seats: int, seed: int, **decisions: object) -> None:
        self.rng = Random(seed)
        self.course = Course(self.rng.randrange(seats), self.rng)
        decisions = {"clock": Clock(20_000, 20_000), **decisions}
        first = FixedSeal(bytes([seed % 256]) * 32, self.course)
        second = SecondSeal(bytes([seed % 256 + 1 & 255]) * 32, self.course)
        self.tables = [begun(seats, game, seal, **decisions) for seal in (first, second)]
        state = self.tables[0].game.state
        side = state.side(self.course.seat)
        self.seats = [seat for seat in range(seats) if state.side(seat) != side]  # whose eyes must not see
        for table in self.tables:
            table.state.tells = True
        own = [Viewer(PEOPLE[seat].id, words=(seat + seed) % 2 == 0) for seat in self.seats]
        self.viewers = [Viewer(), Viewer(words=True), *own]
        self.wires = [[Wire(table, viewer) for table in self.tables] for viewer in self.viewers]
        self.compared = 0  # messages while the worlds differed

    @property
    def playing(self) -> bool:
        return self.tables[0].state.seating.status == "playing"

    @property
    def worlds_differ(self) -> bool:
        return self.tables[0].game.position != self.tables[1].game.position

    def alike(self) -> bool:
        """Is what the rules show to all the viewers still the same?"""
        one, other = (table.game.state for table in self.tables)
        return all(shown(one, eyes) == shown(other, eyes) for eyes in (None, *self.seats))

    def step(self) -> None:
        """Somebody does something, at both tables; raises Apart when a rule has told what was hidden."""
        if self.rng.random() < 0.8:
            self.play()
        else:
            self.something_else()
        if self.playing and not self.alike():
            raise Apart
        if not self.playing or self.tables[1].state.seating.status != "playing":
            raise Apart
        self.compare()

    def play(self) -> None:
        """A move that both worlds allow."""
        one, other = (table.game for table in self.tables)
        moves = [move for move in one.moves() if move in set(other.moves())]
        if not moves:
            raise Apart
        notation = one.game.notation(self.rng.choice(moves))
        if self.tables[0].state.thinker is not None:
            for table in self.tables:
                table.bot(table.game.code(notation))
        else:
            self.both(one.actor, Play, move=notation)

    def something_else(self) -> None:
        seat = self.rng.randrange(len(self.tables[0].state.seating.seats))
        choice = self.rng.randrange(6)
        if choice == 0:
            self.both(seat, Say, text=f"number {self.rng.randrange(100)}")
        elif choice == 1:
            self.both(seat, Undo)
        elif choice == 2:
            self.both(seat, Leave if self.rng.random() < 0.5 else Return)
        elif choice == 3 and self.tables[0].state.thinker is None:
            waited = self.rng.randrange(25_000)
            for table in self.tables:
                table.wait(waited)
        else:
            self.both(self.rng.choice(self.seats), Play, move=self.rng.choice(["fly", "stop", "lay 6 0,1", "take b4"]))

    def both(self, seat: int, kind: type[Commands], **fields: object) -> None:
        """The same command at both tables gets the same answer."""
        answers = []
        version = self.tables[0].state.version
        for table in self.tables:
            try:
                table.do(PEOPLE[seat], kind, version=version, **fields)
                answers.append(b"done")
            except ProblemError as error:
                answers.append(msgspec.json.encode(error.problem))
        if seat in self.seats:
            assert answers[0] == answers[1]
        elif answers[0] != answers[1]:
            raise Apart

    def compare(self) -> None:
        """Every byte for every viewer; now and then all else that can be asked for."""
        differ = self.worlds_differ
        for one, other in self.wires:
            assert one.hear() == other.hear()
            self.compared += differ
        if self.rng.random() < 0.1:
            for viewer in self.viewers:
                for ask in self.asks():
                    answers = [asked(table, viewer, ask) for table in self.tables]
                    assert answers[0] == answers[1]
                    self.compared += differ
            self.compare_sights()

    def compare_sights(self) -> None:
        """All that a bot is told when it gives a hint, or holds a seat."""
        for seat in self.seats:
            one, other = (table.game.game.sight(table.game.state, seat).text() for table in self.tables)
            assert one == other

    def asks(self) -> list[ViewRequest | None]:
        moves = [self.tables[0].game.game.notation(move) for move in self.tables[0].game.moves()]
        tries = [self.rng.choice([*moves, "fly", "stop", "lay 5 1,0", "lay 6 0,1"]) for _ in range(3)]
        now, version = self.tables[0].now, self.tables[0].state.version
        return [
            WholeTable(now, [], 0),
            Since(version - self.rng.randrange(100), now, [], 0),
            RecordText(),
            Score("s"),
            *(Try("t", move) for move in tries),
            None,
        ]


def asked(table: MemoryTable, viewer: Viewer, ask: ViewRequest | None) -> bytes:
    """What is answered; None asks for the table as a list shows it."""
    if ask is None:
        return msgspec.json.encode(card(row_of(table.state), viewer.person))
    try:
        return sent(table.state, viewer, ask)
    except ProblemError as error:
        return msgspec.json.encode(error.problem)


def run_pair(game: str, seats: int, seed: int, steps: int, **decisions: object) -> Pair:
    """Play a pair as far as it goes, or for so many steps."""
    try:
        pair = Pair(game, seats, seed, **decisions)
    except Apart:
        return run_pair(game, seats, seed + 1_000_003, steps, **decisions)
    try:
        for _ in range(steps):
            pair.step()
    except Apart:
        pass
    return pair


def shown(state: State, eyes: int | None) -> bytes:
    """What the rules show to a viewer."""
    return msgspec.json.encode([find(state.game).view(state, eyes), state.actor])
