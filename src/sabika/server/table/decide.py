"""Turns commands, clocks and bots' moves into events, or a ProblemError. Nothing changes here."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from sabika.engine.dealer import SILENT_NONCE
from sabika.engine.game import Unreadable
from sabika.engine.record import mover_name
from sabika.engine.registry import find
from sabika.engine.rule import E3
from sabika.engine.state import OVER, Refused
from sabika.engine.step import luck_in
from sabika.server.common.guests import Person, bot_names, fit_name
from sabika.server.common.ids import next_id
from sabika.server.protocol.commands import (
    Close,
    Commands,
    Leave,
    Mute,
    Open,
    Plan,
    Play,
    Ready,
    Rematch,
    Remove,
    Resign,
    Return,
    Say,
    SeatCommand,
    Sit,
    Stand,
    Undo,
)
from sabika.server.protocol.problems import Code, ProblemError
from sabika.server.table import events
from sabika.server.table.events import Event
from sabika.server.table.heading import first_table
from sabika.server.table.luck import TableDealer, drawn_of
from sabika.server.table.seating import Seat, unopened
from sabika.server.table.table import Prepared, TableState
from sabika.server.table.wire import sentence

SILENT: Final = SILENT_NONCE.hex()
BY_DEFAULT: Final = "default"  # recorded as the mover where a bot gave no answer
LONGEST_LOG: Final = 20_000  # events; after that a table takes only moves


class Decisions:
    """Decides what may happen at a table in its current state."""

    def __init__(self, state: TableState, language: str = "en") -> None:
        self.state = state
        self.seating = state.seating
        self.language = language  # of the person who asks

    # Commands.

    def decide(self, command: Commands, who: Person) -> list[Event]:
        """The events of a command, none if it is done already; raises ProblemError."""
        if not isinstance(command, LEAD_ON):
            self._require_room()
        found = DECIDE[type(command)](self, command, who)
        back = [] if isinstance(command, Leave | Return) else self._back(who)
        return [*back, *found]

    def _back(self, who: Person) -> list[Event]:
        """A person who acts is back."""
        if self.seating.status != "playing":
            return []
        return [events.Returned(seat) for seat in self.seating.seats_of(who.id) if self.seating.seats[seat].away]

    def _sit(self, command: Sit, who: Person) -> list[Event]:
        self._require("gathering")
        if self.seating.created.alone:
            self._require_maker(who)
        if who.id in self.seating.banned:
            raise ProblemError("removed", "The maker of this table has removed you.")
        if who.id in self.seating.lapsed:
            raise ProblemError("lapsed", "You did not open your nonce in time; the maker may free a seat for you.")
        name = checked_name(command.name or who.name)
        if name.casefold() == self._ghost().casefold():
            raise ProblemError("bad-name", f"{name} plays along at this table; sit down under another name.")
        return [events.Seated(self._free_seat(command.seat, who), who.id, name)]

    def _ghost(self) -> str:
        """The name of the player without a seat, if the game has one for this number of seats; else empty."""
        created, seats = self.seating.created, len(self.seating.seats)
        game = find(created.game)
        return game.ghost if game.start(seats, created.options).players() > seats else ""

    def _free_seat(self, wanted: int | None, who: Person) -> int:
        """The requested seat; else the one kept for this person, or the first."""
        free = [n for n, seat in enumerate(self.seating.seats) if seat.free and not kept_from(seat, who)]
        if wanted is not None:
            self._seat(wanted)
            free = [seat for seat in free if seat == wanted]
        if not free:
            raise ProblemError("seat-taken", "That seat is taken." if wanted is not None else "All seats are taken.")
        return next((seat for seat in free if self.seating.seats[seat].kept is not None), free[0])

    def _stand(self, command: Stand, who: Person) -> list[Event]:
        self._require("gathering")
        return [events.Stood(seat) for seat in self._own(command, who)]

    def _plan(self, command: Plan, who: Person) -> list[Event]:
        self._require("gathering")
        self._require_maker(who)
        if self._seat(command.seat).person is not None:
            raise ProblemError("seat-taken", "Somebody sits there.")
        if command.bot is not None:
            known_bot(command.bot)
        planned: list[Event] = [events.Planned(command.seat, command.bot)]
        others = [seat for n, seat in enumerate(self.seating.seats) if n != command.seat]
        if command.bot is not None and all(seat.bot is not None for seat in others):
            planned.append(self._start([SILENT] * len(self.seating.seats)))  # nobody is waited for
        return planned

    def _ready(self, command: Ready, who: Person) -> list[Event]:
        self._require("gathering")
        if command.version < self.seating.planned:
            raise self._stale("Other bots sit here now.")
        seats = self._own(command, who)
        commits = [command.commit if command.ready and seat == seats[0] else None for seat in seats]
        readied = [events.Readied(seat, command.ready, commit) for seat, commit in zip(seats, commits, strict=True)]
        return [*readied, *(self._call(seats, commits[0]) if command.ready else [])]

    def _call(self, seats: list[int], commit: str | None) -> list[Event]:
        """Once all are ready, ask for the nonces; if there are none, begin the game."""
        others = [seat for n, seat in enumerate(self.seating.seats) if n not in seats]
        if not all(seat.settled for seat in others):
            return []
        if any([commit, *(seat.commit for seat in others)]) and self.seating.created.chosen is None:
            return [events.Called()]
        return [self._start([SILENT] * len(self.seating.seats))]

    def start_bots(self) -> list[Event]:
        """Begin a game that waits for nobody."""
        self._require("gathering")
        return [self._start([SILENT] * len(self.seating.seats))]

    def _open(self, command: Open, who: Person) -> list[Event]:
        self._require("opening")
        waiting = [seat for seat in self._own(command, who) if seat in unopened(self.seating.seats)]
        if not waiting:
            return []
        seat = waiting[0]
        if self.seating.seats[seat].commit != hashlib.sha256(bytes.fromhex(command.nonce)).hexdigest():
            raise ProblemError("wrong-nonce", "This is not the nonce that you committed to.")
        opened: list[Event] = [events.Opened(seat, command.nonce)]
        if unopened(self.seating.seats) == [seat]:
            nonces = self._nonces()
            nonces[seat] = command.nonce
            opened.append(self._start(nonces))
        return opened

    def _lapse(self) -> Event:
        """A silent player may have foreseen the luck and must not gain by it: change the seed."""
        game_id = f"{self.state.id}/{self.seating.attempt + 1}"
        return events.Lapsed(unopened(self.seating.seats), game_id, self.state.seal.commitment(game_id, None))

    def _nonces(self) -> list[str]:
        return [seat.nonce or SILENT for seat in self.seating.seats]

    def _start(self, nonces: list[str]) -> Event:
        dealer = TableDealer(self.state.luck(nonces), {})
        table = first_table(self.seating, dealer)
        started = events.Started(nonces, drawn_of(luck_in(table.record.steps)), dealer.imagined)
        self.state.prepared = Prepared(started, table)
        return started

    def _play(self, command: Play, who: Person) -> list[Event]:
        self._require("playing")
        if command.version < self.seating.moved:
            raise self._stale("The game has gone on since then.")
        seat, table = self._own_decision(who), self.state.game()
        try:
            return self._move(table.code(command.move), seat, "")
        except Unreadable as problem:
            raise ProblemError("no-move", str(problem)) from None
        except Refused as refused:
            raise ProblemError("refused", table.why(refused.move, seat, self.language), refused.rule.label) from None

    def _own_decision(self, who: Person) -> int:
        seats = self.seating.seats_of(who.id)
        if not seats:
            raise ProblemError("not-seated", "You do not sit at this table.")
        seat = self.state.game().actor
        if seat not in seats:
            raise ProblemError("refused", sentence(self.language, E3), E3.label)
        if self.seating.seats[seat].resigned:
            raise ProblemError("resigned", "You have resigned; a bot plays on for you.")
        return seat

    def _move(self, code: int, seat: int, by: str) -> list[Event]:
        """A move with the luck that follows, and the end if it is the last; raises Refused."""
        table, seating = self.state.game(), self.seating
        dealer = TableDealer(self.state.luck(seating.nonces), table.drawn)
        ahead = table.ahead(code, seat, by, dealer)
        played = events.Played(seat, ahead.move.notation, by, drawn_of(ahead.luck))
        self.state.prepared = Prepared(played, ahead)
        if ahead.state.actor != OVER:
            return [played]
        return [played, events.Ended(self.state.seal.reveal(seating.game_id, seating.created.chosen))]

    def _undo(self, command: Undo, who: Person) -> list[Event]:
        self._require("playing")
        if command.version < self.seating.moved:
            raise self._stale("The game has gone on since then.")
        for seat in self.seating.seats_of(who.id):
            if self.state.undoable(seat):
                return [events.Undone(seat)]
        raise ProblemError("no-undo", "There is nothing that you may take back.")

    def _say(self, command: Say, who: Person) -> list[Event]:
        seat = self._own(command, who)[0]
        if self.seating.seats[seat].muted:
            raise ProblemError("muted", "The maker of this table has muted you.")
        text = " ".join("".join(letter if letter.isprintable() else " " for letter in command.text).split())
        return [events.Said(seat, text)] if text else []

    def hint(self, moved: int) -> list[Event]:
        """The event that the player on turn asked for a hint: only among several people, once for each position."""
        seating, asked = self.seating, self.state.asked
        if asked is None or seating.moved != moved or seating.hinted == moved or seating.people() < 2:
            return []
        self._require_room()
        return [events.Hinted(asked)]

    def _leave(self, command: Leave, who: Person) -> list[Event]:
        self._require("playing")
        seats = self._own(command, who)
        return [events.Held(seat, "left") for seat in seats if self.seating.seats[seat].plays_itself]

    def _return(self, command: Return, who: Person) -> list[Event]:
        self._require("playing")
        return [events.Returned(seat) for seat in self._own(command, who) if self.seating.seats[seat].away]

    def _resign(self, command: Resign, who: Person) -> list[Event]:
        self._require("playing")
        seats = self._own(command, who)
        if len(seats) > 1:
            raise ProblemError("bad-seats", "You have several seats: say which of them resigns.")
        return [events.Resigned(seat) for seat in seats if not self.seating.seats[seat].resigned]

    def _remove(self, command: Remove, who: Person) -> list[Event]:
        self._require("gathering", "playing")
        self._require_maker(who)
        if self._seat(command.seat).person in (None, who.id):
            raise ProblemError("bad-seats", "Nobody else sits there.")
        return [events.Removed(command.seat)]

    def _mute(self, command: Mute, who: Person) -> list[Event]:
        self._require_maker(who)
        muted = self._seat(command.seat).muted
        return [] if muted == command.muted else [events.Muted(command.seat, command.muted)]

    def _close(self, command: Close, who: Person) -> list[Event]:
        self._require("gathering", "opening", "playing")
        self._require_maker(who)
        return [events.Closed("maker")]

    def close_by_operator(self) -> list[Event]:
        """Close a table that is not over."""
        self._require("gathering", "opening", "playing")
        return [events.Closed("operator")]

    def forget(self, person: str) -> list[Event]:
        """Remove a person's name from a table that is over."""
        self._require("closed", "over")
        return [events.Forgotten(seat) for seat in self.seating.seats_of(person)]

    def _rematch(self, command: Rematch, who: Person) -> list[Event]:
        """`LiveTables` makes the new table first, under this id."""
        self._require("over")
        if not self.seating.seats_of(who.id):
            raise ProblemError("not-seated", "You do not sit at this table.")
        return [] if self.seating.rematch is not None else [events.Rematched(next_id(self.state.id))]

    # The clock and the bots.

    def due(self, now: int) -> list[Event]:
        """The events of a passed deadline; none before it."""
        deadline = self.state.deadline
        if deadline is None or now < deadline:
            return []
        if self.seating.status == "gathering":
            return [events.Closed("idle")]
        if self.seating.status == "opening":
            return [self._lapse()]
        if self.state.thinker is not None:
            return self.bot_moves(self.seating.moved, None)
        if self.seating.created.practice:
            return [events.Closed("idle")]
        return [events.Held(self.state.game().actor, "time")]

    def bot_moves(self, moved: int, move: int | None) -> list[Event]:
        """A bot's move for the position of that version; without a legal answer, the default move."""
        if self.seating.moved != moved or self.state.thinker is None:
            return []
        table = self.state.game()
        if move is not None:
            with suppress(Refused):
                return self._move(move, table.actor, mover_name(self.seating.mover(table.actor)))
        return self._move(table.state.default(), table.actor, BY_DEFAULT)

    # Small questions.

    def _require(self, *status: str) -> None:
        if self.seating.status not in status:
            code, text = NOT[status[-1]]
            raise ProblemError(code, text)

    def _require_room(self) -> None:
        """Require room in the log for events that do not advance the game."""
        if self.seating.version >= LONGEST_LOG:
            raise ProblemError("too-many", "So much has happened at this table that it is for playing only.")

    def _require_maker(self, who: Person) -> None:
        if who.id != self.seating.created.maker:
            raise ProblemError("not-maker", "Only the maker of the table can do that.")

    def _seat(self, seat: int) -> Seat:
        if seat >= len(self.seating.seats):
            raise ProblemError("bad-seats", f"There is no seat {seat + 1} at this table.")
        return self.seating.seats[seat]

    def _own(self, command: SeatCommand, who: Person) -> list[int]:
        """The seat that a command names, or all of the person's."""
        seats = self.seating.seats_of(who.id)
        if not seats:
            raise ProblemError("not-seated", "You do not sit at this table.")
        if command.seat is None:
            return seats
        if self._seat(command.seat).person != who.id:
            raise ProblemError("not-yours", "That is not your seat.")
        return [command.seat]

    def _stale(self, text: str) -> ProblemError:
        return ProblemError("stale", text, version=self.seating.version)


def kept_from(seat: Seat, who: Person) -> bool:
    """Is the seat kept for somebody else?"""
    return seat.kept is not None and seat.kept.person != who.id


def checked_name(name: str) -> str:
    """The name in a form that fits a table and a record; raises ProblemError."""
    try:
        return fit_name(name)
    except ValueError as problem:
        raise ProblemError("bad-name", str(problem)[:200]) from None


def known_bot(name: str) -> str:
    if name not in bot_names():
        raise ProblemError("no-bot", f"There is no bot of that name; choose one of {', '.join(bot_names())}.")
    return name


NOT: Final[dict[str, tuple[Code, str]]] = {
    "gathering": ("not-gathering", "That is done before the game."),
    "opening": ("not-opening", "No nonces are asked for now."),
    "playing": ("not-playing", "The game is not being played."),
    "over": ("not-over", "The game is not over."),
}

LEAD_ON: Final = (Play, Leave, Resign, Close, Rematch)  # to the end

DECIDE: Final[dict[type[Commands], Callable[[Decisions, Any, Person], list[Event]]]] = {
    Sit: Decisions._sit,
    Stand: Decisions._stand,
    Plan: Decisions._plan,
    Ready: Decisions._ready,
    Open: Decisions._open,
    Play: Decisions._play,
    Undo: Decisions._undo,
    Say: Decisions._say,
    Leave: Decisions._leave,
    Return: Decisions._return,
    Resign: Decisions._resign,
    Remove: Decisions._remove,
    Mute: Decisions._mute,
    Close: Decisions._close,
    Rematch: Decisions._rematch,
}
