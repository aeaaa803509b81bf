"""One table, folded from its log: pure, without a clock and without waiting.

It changes only in `apply`, which makes an event happen. `Decisions` finds the events of a command; the process that
keeps the log saves them in between.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeVar, cast

from sabika.engine.ahead import Ahead
from sabika.engine.game import Unreadable, named
from sabika.engine.phrase import Phrase
from sabika.engine.record import LuckStep, MoveStep
from sabika.engine.registry import is_guest
from sabika.engine.step import luck_in
from sabika.engine.table import Table
from sabika.server.protocol import events as told
from sabika.server.protocol.problems import ProblemError
from sabika.server.table import events
from sabika.server.table.events import Drawn, Entry, Event
from sabika.server.table.heading import first_table, sealed
from sabika.server.table.luck import LoggedDealer, Seal, TableLuck, drawn_of
from sabika.server.table.seating import PastStep, Seating, new_seating, unopened
from sabika.server.table.wire import luck_line, outcome_of, told_since

SECOND: Final = 1000
DAY: Final = 86_400 * SECOND
GATHERING: Final = 7 * DAY  # after so long without a change a table that has not begun is closed
OPENING: Final = 60 * SECOND  # for the nonces: long enough to wake a phone
PRACTICE: Final = DAY  # after so long without a move a practice table is closed
THINKING: Final = 60 * SECOND  # for a bot, including its wait in the queue; then the default move is made

LeadsTo = TypeVar("LeadsTo", Table, Ahead)


class Prepared(NamedTuple):
    """The result of an event, kept from the decision until it happens, so that a move is computed once."""

    event: Event
    leads_to: Table | Ahead


class TableState:
    """A table as the result of its log."""

    def __init__(self, table: str, seal: Seal) -> None:
        self.id = table
        self.seal = seal
        self.seating: Seating  # from the first event on
        self.table: Table | None = None  # from the beginning of the game on
        self.asked: int | None = None  # the seat whose decision it is
        self.thinker: str | None = None  # the bot whose decision it is
        self.deadline: int | None = None  # when the clock decides, see `Decisions.due`
        self.said: Phrase | None = None  # the current move in words
        self.heard: list[int] = []  # for each piece of its luck, how many events preceded it
        self.tells = False  # are moves put in words? If a client wants them, or for a game of another package
        self.worked_out: dict[Hashable, Any] = {}  # cached at this version, for all viewers
        self.prepared: Prepared | None = None  # the result of the last decision in the game
        self._luck: TableLuck | None = None  # once luck was first needed

    @classmethod
    def fold(cls, table: str, seal: Seal, entries: Iterable[Entry]) -> TableState:
        """The table that a log adds up to."""
        state = cls(table, seal)
        for entry in entries:
            state.apply(entry)
        return state

    # Queries.

    @property
    def version(self) -> int:
        return self.seating.version

    def refresh(self) -> None:
        """Update whose turn it is, and until when: once for each event, since it is read often."""
        table, seating = self.table, self.seating
        self.asked = table.actor if table is not None and seating.status == "playing" else None
        self.thinker = None if self.asked is None else seating.runner(self.asked)
        self.deadline = self._deadline()
        self.worked_out.clear()

    def _deadline(self) -> int | None:
        seating = self.seating
        if seating.status == "gathering":
            return seating.since + GATHERING
        if seating.status == "opening":
            return seating.since + OPENING
        if self.asked is None:
            return None
        if self.thinker is not None:
            return seating.handed_at + THINKING
        if seating.created.practice:
            return seating.asked_at + PRACTICE
        return seating.asked_at + seating.created.clock.move + seating.seats[self.asked].bank

    def undoable(self, seat: int) -> int:
        """How many moves a seat's player may undo: those that the engine allows and no bot made."""
        if self.table is None or self.seating.status != "playing" or not self.seating.created.undo:
            return 0
        allowed = self.table.undoable(seat)
        if not allowed or self.seating.seats[seat].resigned:
            return 0
        last = cast(list[MoveStep], self.table.record.steps[-allowed:])
        return next((n for n, step in enumerate(reversed(last)) if step.by), len(last))

    # Events: the state changes here and nowhere else.

    def apply(self, entry: Entry) -> None:
        """The next entry of the log."""
        self.happen(events.decode(entry.body), entry)

    def happen(self, event: Event, entry: Entry) -> None:
        """The next event, with the entry that holds it."""
        if isinstance(event, events.Created):
            self.seating = new_seating(self.id, event, entry.at)
        self.seating.version, self.seating.at = entry.seq, entry.at
        self.seating.note(entry.command)
        happens = APPLY.get(type(event))
        if happens is not None:
            self.said, self.heard = None, []
            what, seen_by = happens(self, event)
            self.seating.remember(PastStep(told.Step(entry.seq, entry.at, what), seen_by, self.said, self.heard))
        self.refresh()

    def _seated(self, event: events.Seated) -> Told:
        seat = self.seating.seats[event.seat]
        seat.person, seat.name, seat.kept = event.person, event.name, None
        seat.muted = event.person in self.seating.silenced
        self.seating.since = self.seating.at
        return told.Seated(event.seat, event.name), []

    def _stood(self, event: events.Stood) -> Told:
        name = self.seating.seats[event.seat].name or ""
        self.seating.seats[event.seat].vacate()
        self.seating.since = self.seating.at
        return told.Stood(event.seat, name), []

    def _planned(self, event: events.Planned) -> Told:
        self.seating.seats[event.seat].bot = event.bot
        self.seating.planned, self.seating.since = self.seating.version, self.seating.at
        if event.bot is None:
            self.seating.lapsed = []  # the seat is for whoever comes
        self._ask_again()  # they were ready for other opponents
        return told.Planned(event.seat, event.bot), []

    def _ask_again(self) -> None:
        """Nobody is ready any more."""
        for seat in self.seating.seats:
            seat.ready, seat.commit, seat.nonce = False, None, None

    def _readied(self, event: events.Readied) -> Told:
        seat = self.seating.seats[event.seat]
        seat.ready, seat.commit = event.ready, event.commit
        self.seating.since = self.seating.at
        return told.Readied(event.seat, event.ready, event.commit), []

    def _called(self, event: events.Called) -> Told:
        self.seating.status, self.seating.since = "opening", self.seating.at
        return told.Called(), []

    def _opened(self, event: events.Opened) -> Told:
        self.seating.seats[event.seat].nonce = event.nonce
        return told.Opened(event.seat), []

    def _lapsed(self, event: events.Lapsed) -> Told:
        seating = self.seating
        names = [seating.seats[seat].name or "" for seat in event.seats]
        seating.lapsed += [seating.seats[seat].person or "" for seat in event.seats]
        for seat in event.seats:
            seating.seats[seat].vacate()
        self._ask_again()
        seating.status, seating.since = "gathering", seating.at
        seating.attempt, seating.game_id, seating.commitment = seating.attempt + 1, event.game_id, event.commitment
        self._luck = None
        return told.Lapsed(event.seats, names, event.game_id, event.commitment), []

    def _started(self, event: events.Started) -> Told:
        seating = self.seating
        seating.status, seating.nonces = "playing", event.nonces
        self.table = self._prepared(event, Table) or self._deal(event)
        self.table.dealer = LoggedDealer()
        sealed(self.table.record, seating)
        luck = luck_in(self.table.record.steps)
        self._asks()
        lines, seen_by = [luck_line(step) for step in luck], [step.seen_by for step in luck]
        self.heard = [step.heard for step in luck]
        started = told.Started(event.nonces, unopened(seating.seats), lines, told_since(self.table, 0))
        return started, seen_by

    def _deal(self, event: events.Started) -> Table:
        """The beginning of the game as the log has it."""
        dealer = LoggedDealer((drawn.k for drawn in event.luck), event.imagined)
        table = first_table(self.seating, dealer)
        self._check(event.luck, luck_in(table.record.steps))
        return table

    def _played(self, event: events.Played) -> Told:
        table = self.game()
        self._spend(event)
        heard = len(table.events)
        ahead = self._prepared(event, Ahead) or self._ahead(event)
        if self.tells or is_guest(table.game.name):
            self.said = table.game.told(ahead.before, table.code(event.move))
        table.take(ahead)
        self._asks_after(event.seat)
        lines, seen_by = [luck_line(step) for step in ahead.luck], [step.seen_by for step in ahead.luck]
        self.heard = [step.heard - heard for step in ahead.luck]
        happened, (_, action) = told_since(table, heard), named(table.game, table.code(event.move))
        return told.Played(event.seat, event.move, action, event.by, lines, happened), seen_by

    def _ahead(self, event: events.Played) -> Ahead:
        """The result of a move with the luck in the log."""
        dealer = LoggedDealer(drawn.k for drawn in event.luck)
        ahead = self.game().ahead(event.move, event.seat, event.by, dealer)
        self._check(event.luck, ahead.luck)
        return ahead

    def _prepared(self, event: Event, kind: type[LeadsTo]) -> LeadsTo | None:
        """The result computed when this event was decided; None: it comes from the log."""
        prepared, self.prepared = self.prepared, None
        if prepared is None or prepared.event is not event or not isinstance(prepared.leads_to, kind):
            return None
        return prepared.leads_to

    def _check(self, drawn: Sequence[Drawn], luck: Sequence[LuckStep]) -> None:
        """Check that luck came out as in the log; otherwise the log is not of this game."""
        if drawn_of(luck) != list(drawn):
            raise Unreadable(f"table {self.id}, entry {self.seating.version}: luck came out differently")

    def _spend(self, event: events.Played) -> None:
        """Take time beyond the move's own from the bank."""
        seating = self.seating
        if seating.runner(event.seat) is None:
            over = max(0, seating.at - seating.asked_at - seating.created.clock.move)
            seating.seats[event.seat].bank = max(0, seating.seats[event.seat].bank - over)
            seating.asked_at += over  # that is paid

    def _asks(self) -> None:
        """The game has changed: start the next decision."""
        self.seating.moved = self.seating.version
        self.seating.asked_at = self.seating.handed_at = self.seating.at

    def _asks_after(self, seat: int) -> None:
        """Start the decision after a seat's move. Repeating an undone move gains no time."""
        table, seating = self.game(), self.seating
        standing = table.undoable(seat) if table.actor == seat else 0
        if 0 < standing <= seating.deepest:
            self._goes_on()
            return
        seating.used, seating.deepest = seating.at - seating.asked_at, standing
        self._asks()

    def _goes_on(self) -> None:
        """The game has changed, but the same player's clock runs on."""
        self.seating.moved, self.seating.handed_at = self.seating.version, self.seating.at

    def _undone(self, event: events.Undone) -> Told:
        table, seating = self.game(), self.seating
        move = cast(MoveStep, table.record.steps[-1]).notation
        others = table.actor != event.seat
        table.take_back()  # it was allowed by the rules of the day it was logged
        self._goes_on()
        if others:  # another player's clock was running; this one's resumes where it stopped
            seating.asked_at, seating.deepest = seating.at - seating.used, table.undoable(event.seat) + 1
        return told.Undone(event.seat, move), []

    def _said(self, event: events.Said) -> Told:
        return told.Said(event.seat, self.seating.seats[event.seat].name or "", event.text), []

    def _hinted(self, event: events.Hinted) -> Told:
        self.seating.hinted = self.seating.moved
        return told.Hinted(event.seat), []

    def _held(self, event: events.Held) -> Told:
        seat = self.seating.seats[event.seat]
        seat.away = True
        if event.why == "time":
            seat.bank = 0
        self._handed(event.seat)
        return told.Held(event.seat, self.seating.created.stand_in, event.why), []

    def _handed(self, seat: int) -> None:
        """If it is this seat's turn, a bot decides from now on."""
        if self.asked == seat:
            self.seating.handed_at = self.seating.at

    def _returned(self, event: events.Returned) -> Told:
        # The current decision is not restarted, or leaving would gain time.
        self.seating.seats[event.seat].away = False
        return told.Returned(event.seat), []

    def _resigned(self, event: events.Resigned) -> Told:
        seat = self.seating.seats[event.seat]
        seat.resigned, seat.away = True, False
        self._handed(event.seat)
        return told.Resigned(event.seat, self.seating.created.stand_in), []

    def _removed(self, event: events.Removed) -> Told:
        seat = self.seating.seats[event.seat]
        name = seat.name or ""
        self.seating.banned.append(seat.person or "")
        if self.seating.status == "playing":
            seat.person, seat.removed, seat.away = None, True, False
            self._handed(event.seat)
        else:
            seat.vacate()
            self.seating.since = self.seating.at
        return told.Removed(event.seat, name), []

    def _muted(self, event: events.Muted) -> Told:
        seat = self.seating.seats[event.seat]
        seat.muted = event.muted
        self.seating.silenced = [person for person in self.seating.silenced if person != seat.person]
        if event.muted and seat.person is not None:
            self.seating.silenced.append(seat.person)
        return told.Muted(event.seat, event.muted), []

    def _forgotten(self, event: events.Forgotten) -> Told:
        self.seating.forget(event.seat)
        return told.Forgotten(event.seat), []

    def _ended(self, event: events.Ended) -> Told:
        table, seating = self.game(), self.seating
        seating.status, seating.seed = "over", event.seed
        seating.outcome = outcome_of(table.result, len(seating.seats), self.resigned())
        table.record.seed, table.record.resigned = event.seed, self.resigned()
        return told.Ended(event.seed, seating.outcome), []

    def _closed(self, event: events.Closed) -> Told:
        self.seating.status = "closed"
        return told.Closed(event.why), []

    def _uncounted(self, event: events.Uncounted) -> Told:
        """Move back the start of everything that began before it."""
        seating = self.seating
        seating.since += event.ms
        seating.asked_at += event.ms
        seating.handed_at += event.ms
        return told.Uncounted(event.ms), []

    def _rematched(self, event: events.Rematched) -> Told:
        self.seating.rematch = event.table
        return told.Rematched(event.table), []

    def luck(self, nonces: Sequence[str]) -> TableLuck:
        """The luck of this game; once it has begun, the nonces are always the same."""
        if self._luck is None or self.table is None:
            self._luck = self.seal.luck(self.seating.game_id, self.seating.created.chosen, nonces)
        return self._luck

    def memo(self, what: Hashable, work_out: Callable[[], Any]) -> Any:
        """Compute what all viewers share once for each version."""
        found = self.worked_out.get(what)
        if found is None:
            found = self.worked_out[what] = work_out()
        return found

    def resigned(self) -> list[int]:
        return [n for n, seat in enumerate(self.seating.seats) if seat.resigned]

    def game(self) -> Table:
        if self.table is None:
            raise ProblemError("not-playing", "The game has not begun.")
        return self.table


Told = tuple[told.Happened, list[int]]  # the step, and the seats that saw each piece of its luck

APPLY: Final[dict[type[Event], Callable[[TableState, Any], Told]]] = {
    events.Seated: TableState._seated,
    events.Stood: TableState._stood,
    events.Planned: TableState._planned,
    events.Readied: TableState._readied,
    events.Called: TableState._called,
    events.Opened: TableState._opened,
    events.Lapsed: TableState._lapsed,
    events.Started: TableState._started,
    events.Played: TableState._played,
    events.Undone: TableState._undone,
    events.Said: TableState._said,
    events.Hinted: TableState._hinted,
    events.Held: TableState._held,
    events.Returned: TableState._returned,
    events.Resigned: TableState._resigned,
    events.Removed: TableState._removed,
    events.Muted: TableState._muted,
    events.Forgotten: TableState._forgotten,
    events.Ended: TableState._ended,
    events.Closed: TableState._closed,
    events.Uncounted: TableState._uncounted,
    events.Rematched: TableState._rematched,
}
