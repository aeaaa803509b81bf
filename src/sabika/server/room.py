"""One table, folded from its log: pure, without a clock of its own and without anything to wait for.

`decide` and its kin answer a wish with the events that it leads to, or with `Trouble`, and change nothing; `apply`
makes an event happen. Whoever keeps the log saves the events between the two.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final, cast

from sabika import bots
from sabika.engine.dealer import CONSTRUCTION, SILENT_NONCE
from sabika.engine.game import Unreadable, find
from sabika.engine.record import LuckStep, MoveStep, Record
from sabika.engine.rule import Rule, label
from sabika.engine.state import LUCK, OVER, State
from sabika.engine.table import Table, mover_name
from sabika.server import events, protocol
from sabika.server.desk import Desk, Past, Place, unopened
from sabika.server.events import Drawn, Event
from sabika.server.ids import next_id
from sabika.server.plain import happenings, luck_line, outcome_of, sentence, spoken
from sabika.server.protocol import Code, Commands, Problem
from sabika.server.seal import Seal, ToldDealer
from sabika.server.store.base import Entry, Person

SECOND: Final = 1000
DAY: Final = 86_400 * SECOND
GATHERING: Final = 7 * DAY  # after so long without a change a table that has not begun is closed
OPENING: Final = 10 * SECOND  # for the nonces
THINKING: Final = 60 * SECOND  # for a bot, its turn in the queue included; then the default move is made
SHORTEST: Final = 5 * SECOND
LONGEST: Final = 60 * DAY
SILENT: Final = SILENT_NONCE.hex()
BY_DEFAULT: Final = "default"  # who moves where a bot gave no answer


class Trouble(Exception):
    """What was asked for is refused; nothing has changed."""

    def __init__(self, code: Code, text: str, rule: str | None = None, version: int | None = None) -> None:
        super().__init__(text)
        self.problem = Problem(code, text, rule, version)


class Room:
    """A table as its log tells it."""

    def __init__(self, table: str, seal: Seal) -> None:
        self.id = table
        self.seal = seal
        self.desk: Desk  # from the first event on
        self.table: Table | None = None  # from the beginning of the game on

    @classmethod
    def fold(cls, table: str, seal: Seal, entries: Iterable[Entry]) -> Room:
        """The room of a log."""
        room = cls(table, seal)
        for entry in entries:
            room.apply(entry)
        return room

    # What is asked.

    @property
    def version(self) -> int:
        return self.desk.version

    @property
    def asked(self) -> int | None:
        """The seat whose decision it is."""
        return self.table.actor if self.table is not None and self.desk.status == "playing" else None

    @property
    def thinker(self) -> str | None:
        """The bot whose decision it is."""
        return None if self.asked is None else self.desk.runner(self.asked)

    @property
    def deadline(self) -> int | None:
        """When the clock decides, see `due`."""
        desk = self.desk
        if desk.status == "gathering":
            return desk.since + GATHERING
        if desk.status == "opening":
            return desk.since + OPENING
        if self.asked is None:
            return None
        if self.thinker is not None:
            return desk.handed_at + THINKING
        return desk.asked_at + desk.created.clock.move + desk.places[self.asked].bank

    def undoable(self, seat: int) -> int:
        """How many moves the player of a seat may take back: those that the engine allows and a bot did not make."""
        if self.table is None or self.desk.status != "playing" or not self.desk.created.undo:
            return 0
        if self.desk.places[seat].resigned:
            return 0
        steps = self.table.record.steps
        last = cast(list[MoveStep], steps[len(steps) - self.table.undoable(seat) :])
        return next((n for n, step in enumerate(reversed(last)) if step.by), len(last))

    # What happened: the only place where a room changes.

    def apply(self, entry: Entry) -> None:
        """The next entry of the log."""
        event = events.decode(entry.body)
        if isinstance(event, events.Created):
            self._created(event, entry)
        self.desk.version, self.desk.at = entry.seq, entry.at
        self.desk.note(entry.command)
        happens = APPLY.get(type(event))
        if happens is not None:
            what, seen_by = happens(self, event)
            self.desk.remember(Past(protocol.Step(entry.seq, entry.at, what), seen_by))

    def _created(self, event: events.Created, entry: Entry) -> None:
        places = [Place(bot, event.clock.bank, kept) for bot, kept in zip(event.bots, event.kept, strict=True)]
        self.desk = Desk(id=self.id, created=event, made=entry.at, places=places, since=entry.at)

    def _seated(self, event: events.Seated) -> Told:
        place = self.desk.places[event.seat]
        place.person, place.name, place.kept = event.person, event.name, None
        self.desk.since = self.desk.at
        return protocol.Sat(event.seat, event.name), []

    def _stood(self, event: events.Stood) -> Told:
        name = self.desk.places[event.seat].name or ""
        self.desk.places[event.seat].vacate()
        self.desk.since = self.desk.at
        return protocol.Stood(event.seat, name), []

    def _planned(self, event: events.Planned) -> Told:
        self.desk.places[event.seat].bot = event.bot
        self.desk.planned, self.desk.since = self.desk.version, self.desk.at
        for place in self.desk.places:  # one was ready for other company
            place.ready, place.commit = False, None
        return protocol.Planned(event.seat, event.bot), []

    def _readied(self, event: events.Readied) -> Told:
        place = self.desk.places[event.seat]
        place.ready, place.commit = event.ready, event.commit
        self.desk.since = self.desk.at
        return protocol.Readied(event.seat, event.ready, event.commit), []

    def _called(self, event: events.Called) -> Told:
        self.desk.status, self.desk.since = "opening", self.desk.at
        return protocol.Called(), []

    def _opened(self, event: events.Opened) -> Told:
        self.desk.places[event.seat].nonce = event.nonce
        return protocol.Opened(event.seat), []

    def _started(self, event: events.Started) -> Told:
        desk = self.desk
        desk.status, desk.nonces = "playing", event.nonces
        dealer = ToldDealer()
        dealer.tell(drawn.k for drawn in event.luck)
        table = Table.deal(desk.created.game, desk.names(), options=desk.created.options, dealer=dealer)
        table.record = self.header(table.record)
        self.table = table
        luck = self._agreed(event.luck, 0)
        self._asks()
        lines, seen_by = [luck_line(step) for step in luck], [step.seen_by for step in luck]
        return protocol.Began(event.nonces, unopened(desk.places), lines, happenings(table.events)), seen_by

    def header(self, record: Record) -> Record:
        """What makes the luck verifiable."""
        created = self.desk.created
        record.game_id, record.luck, record.commit = created.game_id, CONSTRUCTION, created.commitment
        record.nonces, record.chosen = list(self.desk.nonces), created.chosen is not None
        return record

    def _played(self, event: events.Played) -> Told:
        table = self._game()
        self._spend(event)
        dealer = cast(ToldDealer, table.dealer)
        dealer.tell(drawn.k for drawn in event.luck)
        steps, told = len(table.record.steps), len(table.events)
        code = table.code(event.move)
        table.play(code, event.seat, event.by)
        luck = self._agreed(event.luck, steps + 1)
        self._asks()
        lines, seen_by = [luck_line(step) for step in luck], [step.seen_by for step in luck]
        happened, action = happenings(table.events[told:]), table.game.action(code)
        return protocol.Moved(event.seat, event.move, action, event.by, lines, happened), seen_by

    def _agreed(self, drawn: Sequence[Drawn], since: int) -> list[LuckStep]:
        """The luck among the steps since, which is what the log says; else it is no log of this game."""
        table = self._game()
        luck = [step for step in table.record.steps[since:] if isinstance(step, LuckStep)]
        if [Drawn(step.kind, step.n, step.k, step.total, step.outcome) for step in luck] != list(drawn):
            raise Unreadable(f"table {self.id}, entry {self.desk.version}: luck came out differently")
        return luck

    def _spend(self, event: events.Played) -> None:
        """Time beyond the move's own comes from the bank."""
        desk = self.desk
        if desk.runner(event.seat) is None:
            over = desk.at - desk.asked_at - desk.created.clock.move
            desk.places[event.seat].bank = max(0, desk.places[event.seat].bank - max(0, over))

    def _asks(self) -> None:
        """The game has changed, and somebody is asked."""
        self.desk.moved = self.desk.version
        self.desk.asked_at = self.desk.handed_at = self.desk.at

    def _undone(self, event: events.Undone) -> Told:
        table = self._game()
        move = cast(MoveStep, table.record.steps[-1]).notation
        table.undo(event.seat)
        self._asks()
        return protocol.TakenBack(event.seat, move), []

    def _said(self, event: events.Said) -> Told:
        return protocol.Said(event.seat, self.desk.places[event.seat].name or "", event.text), []

    def _held(self, event: events.Held) -> Told:
        place = self.desk.places[event.seat]
        place.away = True
        if event.why == "time":
            place.bank = 0
        self._handed(event.seat)
        return protocol.Held(event.seat, self.desk.created.stand_in, event.why), []

    def _handed(self, seat: int) -> None:
        """If the seat is asked, its decision is a bot's from now on."""
        if self.asked == seat:
            self.desk.handed_at = self.desk.at

    def _returned(self, event: events.Returned) -> Told:
        # The decision that is being made does not begin anew: else leaving would win time.
        self.desk.places[event.seat].away = False
        return protocol.Returned(event.seat), []

    def _resigned(self, event: events.Resigned) -> Told:
        place = self.desk.places[event.seat]
        place.resigned, place.away = True, False
        self._handed(event.seat)
        return protocol.GaveUp(event.seat, self.desk.created.stand_in), []

    def _removed(self, event: events.Removed) -> Told:
        place = self.desk.places[event.seat]
        name = place.name or ""
        self.desk.banned.append(place.person or "")
        if self.desk.status == "playing":
            place.person, place.removed, place.away = None, True, False
            self._handed(event.seat)
        else:
            place.vacate()
            self.desk.since = self.desk.at
        return protocol.Removed(event.seat, name), []

    def _muted(self, event: events.Muted) -> Told:
        self.desk.places[event.seat].muted = event.muted
        return protocol.Muted(event.seat, event.muted), []

    def _ended(self, event: events.Ended) -> Told:
        table, desk = self._game(), self.desk
        desk.status, desk.seed = "over", event.seed
        desk.outcome = outcome_of(table.result, len(desk.places), self.resigned())
        table.record.seed = event.seed
        return protocol.Ended(event.seed, desk.outcome), []

    def _closed(self, event: events.Closed) -> Told:
        self.desk.status = "closed"
        return protocol.Closed(event.why), []

    def _rematched(self, event: events.Rematched) -> Told:
        self.desk.again = event.table
        return protocol.Again(event.table), []

    def resigned(self) -> list[int]:
        return [seat for seat, place in enumerate(self.desk.places) if place.resigned]

    # What somebody wishes.

    def decide(self, command: Commands, who: Person, language: str = "en") -> list[Event]:
        """The events that a command leads to, none where it is done already; raises Trouble."""
        found = DECIDE[type(command)](self, command, who, language)
        back = [] if isinstance(command, protocol.Leave | protocol.Back) else self._back(who)
        return [*back, *found]

    def _back(self, who: Person) -> list[Event]:
        """Whoever does something is there again."""
        if self.desk.status != "playing":
            return []
        return [events.Returned(seat) for seat in self.desk.seats_of(who.id) if self.desk.places[seat].away]

    def _sit(self, command: protocol.Sit, who: Person, language: str) -> list[Event]:
        self._require("gathering")
        if who.id in self.desk.banned:
            raise Trouble("removed", "The maker of this table has removed you.")
        name = fit_name(command.name or who.name)
        return [events.Seated(self._free_seat(command.seat, who), who.id, name)]

    def _free_seat(self, wish: int | None, who: Person) -> int:
        """The one wished for; else the one that is kept for somebody, or the first."""
        free = [seat for seat, place in enumerate(self.desk.places) if place.free and not kept_from(place, who)]
        if wish is not None:
            self._place(wish)
            free = [seat for seat in free if seat == wish]
        if not free:
            raise Trouble("seat-taken", "That seat is taken." if wish is not None else "All seats are taken.")
        return next((seat for seat in free if self.desk.places[seat].kept is not None), free[0])

    def _stand(self, command: protocol.Stand, who: Person, language: str) -> list[Event]:
        self._require("gathering")
        return [events.Stood(seat) for seat in self._own(command, who)]

    def _plan(self, command: protocol.Plan, who: Person, language: str) -> list[Event]:
        self._require("gathering")
        self._require_maker(who)
        if self._place(command.seat).person is not None:
            raise Trouble("seat-taken", "Somebody sits there.")
        if command.bot is not None:
            known_bot(command.bot)
        planned: list[Event] = [events.Planned(command.seat, command.bot)]
        others = [place for seat, place in enumerate(self.desk.places) if seat != command.seat]
        if command.bot is not None and all(place.bot is not None for place in others):
            planned.append(self._start([SILENT] * len(self.desk.places)))  # nobody is waited for
        return planned

    def _ready(self, command: protocol.Ready, who: Person, language: str) -> list[Event]:
        self._require("gathering")
        if command.version < self.desk.planned:
            raise self._stale("Other bots sit here now.")
        seats = self._own(command, who)
        commits = [command.commit if command.ready and seat == seats[0] else None for seat in seats]
        readied = [events.Readied(seat, command.ready, commit) for seat, commit in zip(seats, commits, strict=True)]
        return [*readied, *(self._call(seats, commits[0]) if command.ready else [])]

    def _call(self, seats: list[int], commit: str | None) -> list[Event]:
        """When all are ready the nonces are opened; where there are none, the game begins."""
        others = [place for at, place in enumerate(self.desk.places) if at not in seats]
        if not all(place.settled for place in others):
            return []
        if any([commit, *(place.commit for place in others)]) and self.desk.created.chosen is None:
            return [events.Called()]
        return [self._start([SILENT] * len(self.desk.places))]

    def start_bots(self) -> list[Event]:
        """The beginning of a game that waits for nobody."""
        self._require("gathering")
        return [self._start([SILENT] * len(self.desk.places))]

    def _open(self, command: protocol.Open, who: Person, language: str) -> list[Event]:
        self._require("opening")
        waiting = [seat for seat in self._own(command, who) if seat in unopened(self.desk.places)]
        if not waiting:
            return []
        seat = waiting[0]
        if self.desk.places[seat].commit != hashlib.sha256(bytes.fromhex(command.nonce)).hexdigest():
            raise Trouble("wrong-nonce", "This is not the nonce that you committed to.")
        opened: list[Event] = [events.Opened(seat, command.nonce)]
        if unopened(self.desk.places) == [seat]:
            nonces = self._nonces()
            nonces[seat] = command.nonce
            opened.append(self._start(nonces))
        return opened

    def _nonces(self) -> list[str]:
        return [place.nonce or SILENT for place in self.desk.places]

    def _start(self, nonces: list[str]) -> Event:
        created = self.desk.created
        state = find(created.game).start(len(self.desk.places), created.options)
        return events.Started(nonces, self._deal(state, nonces))

    def _deal(self, state: State, nonces: list[str]) -> list[Drawn]:
        """Let luck answer until a seat is asked."""
        created = self.desk.created
        drawn = self.table.drawn.copy() if self.table is not None else {}
        dealer = self.seal.dealer(created.game_id, created.chosen, nonces, drawn)
        found: list[Drawn] = []
        while state.actor == LUCK:
            luck = state.luck()
            k = dealer.answer(state)
            drawn[luck.kind] = drawn.get(luck.kind, 0) + 1
            found.append(Drawn(luck.kind, drawn[luck.kind], k, luck.total, state.outcome(k)))
            state.settle(k)
        return found

    def _play(self, command: protocol.Play, who: Person, language: str) -> list[Event]:
        self._require("playing")
        table, seat = self._game(), self._own_decision(who, language)
        if command.version < self.desk.moved:
            raise self._stale("The game has gone on since then.")
        code = self._legal(command.move, seat, language)
        return self._move(table, code, seat, "")

    def _own_decision(self, who: Person, language: str) -> int:
        seats = self.desk.seats_of(who.id)
        if not seats:
            raise Trouble("not-seated", "You do not sit at this table.")
        seat = self._game().actor
        if seat not in seats:
            raise Trouble("refused", sentence(language, Rule.E3), label(Rule.E3))
        if self.desk.places[seat].resigned:
            raise Trouble("resigned", "You have resigned; a bot plays on for you.")
        return seat

    def _legal(self, move: str, seat: int, language: str) -> int:
        """The code of a move that no rule forbids."""
        table = self._game()
        try:
            code = table.code(move)
        except Unreadable as problem:
            raise Trouble("no-move", str(problem)) from None
        rule = table.refusal(code, seat)
        if rule is not Rule.NONE:
            raise Trouble("refused", table.why(code, seat, spoken(language)), label(rule))
        return code

    def _move(self, table: Table, code: int, seat: int, by: str) -> list[Event]:
        """A legal move with the luck that follows, and the end if it is the last."""
        state = table.state.clone()
        state.play(code)
        luck = self._deal(state, self.desk.nonces)
        moved: list[Event] = [events.Played(seat, table.game.notation(code), by, luck)]
        if state.actor == OVER:
            moved.append(events.Ended(self.seal.reveal(self.desk.created.game_id, self.desk.created.chosen)))
        return moved

    def _undo(self, command: protocol.Undo, who: Person, language: str) -> list[Event]:
        self._require("playing")
        if command.version < self.desk.moved:
            raise self._stale("The game has gone on since then.")
        for seat in self.desk.seats_of(who.id):
            if self.undoable(seat):
                return [events.Undone(seat)]
        raise Trouble("no-undo", "There is nothing that you may take back.")

    def _say(self, command: protocol.Say, who: Person, language: str) -> list[Event]:
        seat = self._own(command, who)[0]
        if self.desk.places[seat].muted:
            raise Trouble("muted", "The maker of this table has muted you.")
        text = " ".join("".join(letter if letter.isprintable() else " " for letter in command.text).split())
        return [events.Said(seat, text)] if text else []

    def _leave(self, command: protocol.Leave, who: Person, language: str) -> list[Event]:
        self._require("playing")
        seats = self._own(command, who)
        return [events.Held(seat, "left") for seat in seats if self.desk.places[seat].plays_itself]

    def _come_back(self, command: protocol.Back, who: Person, language: str) -> list[Event]:
        self._require("playing")
        return [events.Returned(seat) for seat in self._own(command, who) if self.desk.places[seat].away]

    def _resign(self, command: protocol.Resign, who: Person, language: str) -> list[Event]:
        self._require("playing")
        seats = self._own(command, who)
        if len(seats) > 1:
            raise Trouble("bad-seats", "You have several seats: say which of them resigns.")
        return [events.Resigned(seat) for seat in seats if not self.desk.places[seat].resigned]

    def _remove(self, command: protocol.Remove, who: Person, language: str) -> list[Event]:
        self._require("gathering", "playing")
        self._require_maker(who)
        if self._place(command.seat).person in (None, who.id):
            raise Trouble("bad-seats", "Nobody else sits there.")
        return [events.Removed(command.seat)]

    def _mute(self, command: protocol.Mute, who: Person, language: str) -> list[Event]:
        self._require_maker(who)
        muted = self._place(command.seat).muted
        return [] if muted == command.muted else [events.Muted(command.seat, command.muted)]

    def _close(self, command: protocol.Close, who: Person, language: str) -> list[Event]:
        self._require("gathering", "opening", "playing")
        self._require_maker(who)
        return [events.Closed("maker")]

    def _rematch(self, command: protocol.Rematch, who: Person, language: str) -> list[Event]:
        """The hall makes the new table first, under this id."""
        self._require("over")
        if not self.desk.seats_of(who.id):
            raise Trouble("not-seated", "You do not sit at this table.")
        return [] if self.desk.again is not None else [events.Rematched(next_id(self.id))]

    # What the clock and the bots bring.

    def due(self, now: int) -> list[Event]:
        """What happens because time has passed; nothing before the deadline."""
        deadline = self.deadline
        if deadline is None or now < deadline:
            return []
        if self.desk.status == "gathering":
            return [events.Closed("idle")]
        if self.desk.status == "opening":
            return [self._start(self._nonces())]
        if self.thinker is not None:
            return self.bot_moves(self.desk.moved, None)
        return [events.Held(self._game().actor, "time")]

    def bot_moves(self, moved: int, move: int | None) -> list[Event]:
        """What a bot thought out for the position of that version; without a legal answer, the default move."""
        if self.desk.moved != moved or self.thinker is None:
            return []
        table = self._game()
        seat, by = table.actor, self.desk.mover(table.actor)
        if move is None or table.refusal(move) is not Rule.NONE:
            move, by = table.state.default(), BY_DEFAULT
        return self._move(table, move, seat, mover_name(by))

    # Small questions.

    def _game(self) -> Table:
        if self.table is None:
            raise Trouble("not-playing", "The game has not begun.")
        return self.table

    def _require(self, *status: str) -> None:
        if self.desk.status not in status:
            code, text = NOT[status[-1]]
            raise Trouble(code, text)

    def _require_maker(self, who: Person) -> None:
        if who.id != self.desk.created.maker:
            raise Trouble("not-maker", "Only the maker of the table can do that.")

    def _place(self, seat: int) -> Place:
        if seat >= len(self.desk.places):
            raise Trouble("bad-seats", f"There is no seat {seat + 1} at this table.")
        return self.desk.places[seat]

    def _own(self, command: protocol.SeatCommand, who: Person) -> list[int]:
        """The seat that a command names, or all that somebody has."""
        seats = self.desk.seats_of(who.id)
        if not seats:
            raise Trouble("not-seated", "You do not sit at this table.")
        if command.seat is None:
            return seats
        if self._place(command.seat).person != who.id:
            raise Trouble("not-yours", "That is not your seat.")
        return [command.seat]

    def _stale(self, text: str) -> Trouble:
        return Trouble("stale", text, version=self.desk.version)


def kept_from(place: Place, who: Person) -> bool:
    """Is the seat kept for somebody else?"""
    return place.kept is not None and place.kept.person != who.id


def fit_name(name: str) -> str:
    """A name that fits into a record, also in brackets."""
    try:
        return mover_name(name) or mover_name("?")
    except ValueError as problem:
        raise Trouble("bad-name", str(problem)) from None


@cache
def bot_names() -> tuple[str, ...]:
    """Asked for once: the packages that bring bots do not change while a server runs."""
    return tuple(bots.names())


def known_bot(name: str) -> str:
    if name not in bot_names():
        raise Trouble("no-bot", f"There is no bot of that name; there is {', '.join(bot_names())}.")
    return name


NOT: Final[dict[str, tuple[Code, str]]] = {
    "gathering": ("not-gathering", "That is done before the game."),
    "opening": ("not-opening", "No nonces are asked for now."),
    "playing": ("not-playing", "The game is not being played."),
    "over": ("not-over", "The game is not over."),
}

Told = tuple[protocol.Happened, list[int]]  # what is told, and who saw each piece of its luck

APPLY: Final[dict[type[Event], Callable[[Room, Any], Told]]] = {
    events.Seated: Room._seated,
    events.Stood: Room._stood,
    events.Planned: Room._planned,
    events.Readied: Room._readied,
    events.Called: Room._called,
    events.Opened: Room._opened,
    events.Started: Room._started,
    events.Played: Room._played,
    events.Undone: Room._undone,
    events.Said: Room._said,
    events.Held: Room._held,
    events.Returned: Room._returned,
    events.Resigned: Room._resigned,
    events.Removed: Room._removed,
    events.Muted: Room._muted,
    events.Ended: Room._ended,
    events.Closed: Room._closed,
    events.Rematched: Room._rematched,
}

DECIDE: Final[dict[type[Commands], Callable[[Room, Any, Person, str], list[Event]]]] = {
    protocol.Sit: Room._sit,
    protocol.Stand: Room._stand,
    protocol.Plan: Room._plan,
    protocol.Ready: Room._ready,
    protocol.Open: Room._open,
    protocol.Play: Room._play,
    protocol.Undo: Room._undo,
    protocol.Say: Room._say,
    protocol.Leave: Room._leave,
    protocol.Back: Room._come_back,
    protocol.Resign: Room._resign,
    protocol.Remove: Room._remove,
    protocol.Mute: Room._mute,
    protocol.Close: Room._close,
    protocol.Rematch: Room._rematch,
}
