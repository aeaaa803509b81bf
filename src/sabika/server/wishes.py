"""What people, clocks and bots wish of a table: answered with events, or with Trouble. Nothing changes here."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from sabika import bots
from sabika.engine.dealer import SILENT_NONCE
from sabika.engine.game import Unreadable, find, named
from sabika.engine.rule import Rule, label
from sabika.engine.state import LUCK, OVER, State
from sabika.engine.table import Table, mover_name
from sabika.server import events, protocol
from sabika.server.desk import Place, unopened
from sabika.server.events import Drawn, Event
from sabika.server.ids import next_id
from sabika.server.plain import sentence, spoken
from sabika.server.protocol import Code, Commands
from sabika.server.room import Room
from sabika.server.store.base import Person
from sabika.server.trouble import Trouble

SILENT: Final = SILENT_NONCE.hex()
BY_DEFAULT: Final = "default"  # who moves where a bot gave no answer
LONGEST_LOG: Final = 20_000  # events; after that a table is for playing only


class Wishes:
    """What can be wished of a room as it stands."""

    def __init__(self, room: Room, language: str = "en") -> None:
        self.room = room
        self.desk = room.desk
        self.language = language  # of who wishes

    # What somebody wishes.

    def decide(self, command: Commands, who: Person) -> list[Event]:
        """The events that a command leads to, none where it is done already; raises Trouble."""
        if self.desk.version >= LONGEST_LOG and not isinstance(command, LEAD_ON):
            raise Trouble("too-many", "So much has happened at this table that it is for playing only.")
        found = DECIDE[type(command)](self, command, who)
        back = [] if isinstance(command, protocol.Leave | protocol.Back) else self._back(who)
        return [*back, *found]

    def _back(self, who: Person) -> list[Event]:
        """Whoever does something is there again."""
        if self.desk.status != "playing":
            return []
        return [events.Returned(seat) for seat in self.desk.seats_of(who.id) if self.desk.places[seat].away]

    def _sit(self, command: protocol.Sit, who: Person) -> list[Event]:
        self._require("gathering")
        if who.id in self.desk.banned:
            raise Trouble("removed", "The maker of this table has removed you.")
        name = fit_name(command.name or who.name)
        if name.casefold() == self._ghost().casefold():
            raise Trouble("bad-name", f"{name} plays along at this table; sit down under another name.")
        return [events.Seated(self._free_seat(command.seat, who), who.id, name)]

    def _ghost(self) -> str:
        """The player without a seat, where the game has one for so many seats; else empty."""
        created, seats = self.desk.created, len(self.desk.places)
        game = find(created.game)
        return game.ghost if game.start(seats, created.options).players() > seats else ""

    def _free_seat(self, wish: int | None, who: Person) -> int:
        """The one wished for; else the one that is kept for somebody, or the first."""
        free = [seat for seat, place in enumerate(self.desk.places) if place.free and not kept_from(place, who)]
        if wish is not None:
            self._place(wish)
            free = [seat for seat in free if seat == wish]
        if not free:
            raise Trouble("seat-taken", "That seat is taken." if wish is not None else "All seats are taken.")
        return next((seat for seat in free if self.desk.places[seat].kept is not None), free[0])

    def _stand(self, command: protocol.Stand, who: Person) -> list[Event]:
        self._require("gathering")
        return [events.Stood(seat) for seat in self._own(command, who)]

    def _plan(self, command: protocol.Plan, who: Person) -> list[Event]:
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

    def _ready(self, command: protocol.Ready, who: Person) -> list[Event]:
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

    def _open(self, command: protocol.Open, who: Person) -> list[Event]:
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
        drawn: dict[str, int] = {} if self.room.table is None else dict(self.room.table.drawn)
        found: list[Drawn] = []
        while state.actor == LUCK:
            luck = state.luck()
            n = drawn[luck.kind] = drawn.get(luck.kind, 0) + 1
            k = self.room.fate(nonces).answer(state, f"{luck.kind}/{n}")
            found.append(Drawn(luck.kind, n, k, luck.total, state.outcome(k)))
            state.settle(k)
        return found

    def _play(self, command: protocol.Play, who: Person) -> list[Event]:
        self._require("playing")
        if command.version < self.desk.moved:
            raise self._stale("The game has gone on since then.")
        seat = self._own_decision(who)
        return self._move(self.room.game(), self._legal(command.move, seat), seat, "")

    def _own_decision(self, who: Person) -> int:
        seats = self.desk.seats_of(who.id)
        if not seats:
            raise Trouble("not-seated", "You do not sit at this table.")
        seat = self.room.game().actor
        if seat not in seats:
            raise Trouble("refused", sentence(self.language, Rule.E3), label(Rule.E3))
        if self.desk.places[seat].resigned:
            raise Trouble("resigned", "You have resigned; a bot plays on for you.")
        return seat

    def _legal(self, move: str, seat: int) -> int:
        """The code of a move that no rule forbids."""
        table = self.room.game()
        try:
            code = table.code(move)
        except Unreadable as problem:
            raise Trouble("no-move", str(problem)) from None
        rule = table.refusal(code, seat)
        if rule is not Rule.NONE:
            raise Trouble("refused", table.why(code, seat, spoken(self.language)), label(rule))
        return code

    def _move(self, table: Table, code: int, seat: int, by: str) -> list[Event]:
        """A legal move with the luck that follows, and the end if it is the last."""
        state = table.state.clone()
        state.play(code)
        luck = self._deal(state, self.desk.nonces)
        moved: list[Event] = [events.Played(seat, named(table.game, code)[0], by, luck)]
        if state.actor == OVER:
            moved.append(events.Ended(self.room.seal.reveal(self.desk.created.game_id, self.desk.created.chosen)))
        return moved

    def _undo(self, command: protocol.Undo, who: Person) -> list[Event]:
        self._require("playing")
        if command.version < self.desk.moved:
            raise self._stale("The game has gone on since then.")
        for seat in self.desk.seats_of(who.id):
            if self.room.undoable(seat):
                return [events.Undone(seat)]
        raise Trouble("no-undo", "There is nothing that you may take back.")

    def _say(self, command: protocol.Say, who: Person) -> list[Event]:
        seat = self._own(command, who)[0]
        if self.desk.places[seat].muted:
            raise Trouble("muted", "The maker of this table has muted you.")
        text = " ".join("".join(letter if letter.isprintable() else " " for letter in command.text).split())
        return [events.Said(seat, text)] if text else []

    def _leave(self, command: protocol.Leave, who: Person) -> list[Event]:
        self._require("playing")
        seats = self._own(command, who)
        return [events.Held(seat, "left") for seat in seats if self.desk.places[seat].plays_itself]

    def _come_back(self, command: protocol.Back, who: Person) -> list[Event]:
        self._require("playing")
        return [events.Returned(seat) for seat in self._own(command, who) if self.desk.places[seat].away]

    def _resign(self, command: protocol.Resign, who: Person) -> list[Event]:
        self._require("playing")
        seats = self._own(command, who)
        if len(seats) > 1:
            raise Trouble("bad-seats", "You have several seats: say which of them resigns.")
        return [events.Resigned(seat) for seat in seats if not self.desk.places[seat].resigned]

    def _remove(self, command: protocol.Remove, who: Person) -> list[Event]:
        self._require("gathering", "playing")
        self._require_maker(who)
        if self._place(command.seat).person in (None, who.id):
            raise Trouble("bad-seats", "Nobody else sits there.")
        return [events.Removed(command.seat)]

    def _mute(self, command: protocol.Mute, who: Person) -> list[Event]:
        self._require_maker(who)
        muted = self._place(command.seat).muted
        return [] if muted == command.muted else [events.Muted(command.seat, command.muted)]

    def _close(self, command: protocol.Close, who: Person) -> list[Event]:
        self._require("gathering", "opening", "playing")
        self._require_maker(who)
        return [events.Closed("maker")]

    def _rematch(self, command: protocol.Rematch, who: Person) -> list[Event]:
        """The hall makes the new table first, under this id."""
        self._require("over")
        if not self.desk.seats_of(who.id):
            raise Trouble("not-seated", "You do not sit at this table.")
        return [] if self.desk.again is not None else [events.Rematched(next_id(self.room.id))]

    # What the clock and the bots bring.

    def due(self, now: int) -> list[Event]:
        """What happens because time has passed; nothing before the deadline."""
        deadline = self.room.deadline
        if deadline is None or now < deadline:
            return []
        if self.desk.status == "gathering":
            return [events.Closed("idle")]
        if self.desk.status == "opening":
            return [self._start(self._nonces())]
        if self.room.thinker is not None:
            return self.bot_moves(self.desk.moved, None)
        return [events.Held(self.room.game().actor, "time")]

    def bot_moves(self, moved: int, move: int | None) -> list[Event]:
        """What a bot thought out for the position of that version; without a legal answer, the default move."""
        if self.desk.moved != moved or self.room.thinker is None:
            return []
        table = self.room.game()
        seat, by = table.actor, self.desk.mover(table.actor)
        if move is None or table.refusal(move) is not Rule.NONE:
            move, by = table.state.default(), BY_DEFAULT
        return self._move(table, move, seat, mover_name(by))

    # Small questions.

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

LEAD_ON: Final = (protocol.Play, protocol.Leave, protocol.Resign, protocol.Close, protocol.Rematch)  # to the end

DECIDE: Final[dict[type[Commands], Callable[[Wishes, Any, Person], list[Event]]]] = {
    protocol.Sit: Wishes._sit,
    protocol.Stand: Wishes._stand,
    protocol.Plan: Wishes._plan,
    protocol.Ready: Wishes._ready,
    protocol.Open: Wishes._open,
    protocol.Play: Wishes._play,
    protocol.Undo: Wishes._undo,
    protocol.Say: Wishes._say,
    protocol.Leave: Wishes._leave,
    protocol.Back: Wishes._come_back,
    protocol.Resign: Wishes._resign,
    protocol.Remove: Wishes._remove,
    protocol.Mute: Wishes._mute,
    protocol.Close: Wishes._close,
    protocol.Rematch: Wishes._rematch,
}
