"""One table, folded from its log: pure, without a clock of its own and without anything to wait for.

A room changes in `apply` alone, which makes an event happen. `Wishes` finds the events that somebody's wish leads to;
whoever keeps the log saves them in between.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final, cast

from sabika.engine.dealer import CONSTRUCTION
from sabika.engine.game import Unreadable, named
from sabika.engine.record import LuckStep, MoveStep, Record
from sabika.engine.table import Table
from sabika.server import events, protocol
from sabika.server.desk import Desk, Past, Place, unopened
from sabika.server.events import Drawn, Event
from sabika.server.plain import happenings, luck_line, outcome_of
from sabika.server.seal import Fate, Seal, ToldDealer
from sabika.server.store.base import Entry
from sabika.server.trouble import Trouble

SECOND: Final = 1000
DAY: Final = 86_400 * SECOND
GATHERING: Final = 7 * DAY  # after so long without a change a table that has not begun is closed
OPENING: Final = 10 * SECOND  # for the nonces
THINKING: Final = 60 * SECOND  # for a bot, its turn in the queue included; then the default move is made


class Room:
    """A table as its log tells it."""

    def __init__(self, table: str, seal: Seal) -> None:
        self.id = table
        self.seal = seal
        self.desk: Desk  # from the first event on
        self.table: Table | None = None  # from the beginning of the game on
        self.asked: int | None = None  # the seat whose decision it is
        self.thinker: str | None = None  # the bot whose decision it is
        self.deadline: int | None = None  # when the clock decides, see `Wishes.due`
        self.worked_out: dict[Hashable, Any] = {}  # at this version, for all who look
        self._fate: Fate | None = None  # from the first time that luck was asked

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

    def refresh(self) -> None:
        """Who is asked, and until when: worked out once an event, for it is looked at often."""
        table, desk = self.table, self.desk
        self.asked = table.actor if table is not None and desk.status == "playing" else None
        self.thinker = None if self.asked is None else desk.runner(self.asked)
        self.deadline = self._deadline()
        self.worked_out.clear()

    def _deadline(self) -> int | None:
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
        allowed = self.table.undoable(seat)
        if not allowed or self.desk.places[seat].resigned:
            return 0
        last = cast(list[MoveStep], self.table.record.steps[-allowed:])
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
        self.refresh()

    def _created(self, event: events.Created, entry: Entry) -> None:
        places = [Place(bot, event.clock.bank, kept) for bot, kept in zip(event.bots, event.kept, strict=True)]
        self.desk = Desk(id=self.id, created=event, made=entry.at, places=places, since=entry.at)

    def _seated(self, event: events.Seated) -> Told:
        place = self.desk.places[event.seat]
        place.person, place.name, place.kept = event.person, event.name, None
        place.muted = event.person in self.desk.silenced
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
        table = self.game()
        self._spend(event)
        dealer = cast(ToldDealer, table.dealer)
        dealer.tell(drawn.k for drawn in event.luck)
        steps, told = len(table.record.steps), len(table.events)
        code = table.code(event.move)
        table.play(code, event.seat, event.by)
        luck = self._agreed(event.luck, steps + 1)
        self._asks_after(event.seat)
        lines, seen_by = [luck_line(step) for step in luck], [step.seen_by for step in luck]
        happened, (_, action) = happenings(table.events[told:]), named(table.game, code)
        return protocol.Moved(event.seat, event.move, action, event.by, lines, happened), seen_by

    def _agreed(self, drawn: Sequence[Drawn], since: int) -> list[LuckStep]:
        """The luck among the steps since, which is what the log says; else it is no log of this game."""
        table = self.game()
        luck = [step for step in table.record.steps[since:] if isinstance(step, LuckStep)]
        if [Drawn(step.kind, step.n, step.k, step.total, step.outcome) for step in luck] != list(drawn):
            raise Unreadable(f"table {self.id}, entry {self.desk.version}: luck came out differently")
        return luck

    def _spend(self, event: events.Played) -> None:
        """Time beyond the move's own comes from the bank."""
        desk = self.desk
        if desk.runner(event.seat) is None:
            over = max(0, desk.at - desk.asked_at - desk.created.clock.move)
            desk.places[event.seat].bank = max(0, desk.places[event.seat].bank - over)
            desk.asked_at += over  # that is paid

    def _asks(self) -> None:
        """The game has changed, and somebody is asked."""
        self.desk.moved = self.desk.version
        self.desk.asked_at = self.desk.handed_at = self.desk.at

    def _asks_after(self, seat: int) -> None:
        """After a move of this seat. Who makes a move in place of one that was taken back wins no new time."""
        table, desk = self.game(), self.desk
        standing = table.undoable(seat) if table.actor == seat else 0
        if 0 < standing <= desk.deepest:
            self._goes_on()
            return
        desk.used, desk.deepest = desk.at - desk.asked_at, standing
        self._asks()

    def _goes_on(self) -> None:
        """The game has changed, and who is asked is so since before."""
        self.desk.moved, self.desk.handed_at = self.desk.version, self.desk.at

    def _undone(self, event: events.Undone) -> Told:
        table, desk = self.game(), self.desk
        move = cast(MoveStep, table.record.steps[-1]).notation
        others = table.actor != event.seat
        table.undo(event.seat)
        self._goes_on()
        if others:  # the clock of another was running; this one's goes on where it stopped
            desk.asked_at, desk.deepest = desk.at - desk.used, table.undoable(event.seat) + 1
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
        place = self.desk.places[event.seat]
        place.muted = event.muted
        self.desk.silenced = [person for person in self.desk.silenced if person != place.person]
        if event.muted and place.person is not None:
            self.desk.silenced.append(place.person)
        return protocol.Muted(event.seat, event.muted), []

    def _ended(self, event: events.Ended) -> Told:
        table, desk = self.game(), self.desk
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

    def fate(self, nonces: Sequence[str]) -> Fate:
        """The luck of this game; once it has begun, the nonces are always the same."""
        created = self.desk.created
        if self._fate is None or self.table is None:
            self._fate = self.seal.fate(created.game_id, created.chosen, nonces)
        return self._fate

    def memo(self, what: Hashable, work_out: Callable[[], Any]) -> Any:
        """What all who look are shown alike is worked out once a version."""
        found = self.worked_out.get(what)
        if found is None:
            found = self.worked_out[what] = work_out()
        return found

    def resigned(self) -> list[int]:
        return [seat for seat, place in enumerate(self.desk.places) if place.resigned]

    def game(self) -> Table:
        if self.table is None:
            raise Trouble("not-playing", "The game has not begun.")
        return self.table


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
