"""Snapshots of tables, so that a long log need not be read again. A cache: without one the log is read."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from sabika.engine.record import Record
from sabika.engine.registry import find
from sabika.engine.state import Event, Line
from sabika.engine.table import Table
from sabika.server.table.heading import sealed
from sabika.server.table.luck import LoggedDealer, Seal
from sabika.server.table.seating import Seating
from sabika.server.table.table import TableState

FORM: Final = 3  # of this form; others are not read


class SavedLine(Struct, frozen=True):
    """A line of a score inside an event."""

    player: int
    part: str
    source: str
    points: int
    why: dict[str, Any]


class SavedEvent(Struct, frozen=True):
    """An event of the game; its score lines, if any, are kept apart from other arguments."""

    kind: str
    args: dict[str, Any]
    lines: dict[str, list[SavedLine]]


class SavedGame(Struct, frozen=True):
    """A game: the last position that no undo can pass, and the moves since."""

    text: str
    drawn: dict[str, int]
    events: list[SavedEvent]
    moves: list[tuple[int, str, str]]  # seat, move, by whom
    digest: str  # of what everybody had been told by then


class SavedTable(Struct, frozen=True):
    """A table."""

    form: int
    seating: Seating
    position: SavedGame | None


def write(state: TableState) -> bytes:
    """A snapshot of the table."""
    return msgspec.json.encode(
        SavedTable(FORM, state.seating, None if state.table is None else position_of(state.table))
    )


def position_of(table: Table) -> SavedGame:
    firm = table.firm
    moves = [(step.seat, step.notation, step.by) for step in firm.moves]
    events = [saved_event(event) for event in firm.events]
    return SavedGame(table.game.text(firm.state), dict(table.drawn), events, moves, firm.digest)


def saved_event(event: Event) -> SavedEvent:
    lines = {name: found for name, arg in event.args.items() if (found := lines_in(arg))}
    return SavedEvent(event.kind, {name: arg for name, arg in event.args.items() if name not in lines}, lines)


def lines_in(arg: object) -> list[SavedLine]:
    return [saved_line(each) for each in arg if isinstance(each, Line)] if isinstance(arg, list) else []


def saved_line(line: Line) -> SavedLine:
    return SavedLine(line.player, line.part, line.source, line.points, line.why)


def read(table: str, seal: Seal, body: bytes) -> TableState | None:
    """The table of a snapshot; None: written by another version of this program."""
    try:
        written = DECODER.decode(body)
    except msgspec.DecodeError:
        return None
    if written.form != FORM or written.seating.created.rules != find(written.seating.created.game).rules:
        return None
    state = TableState(table, seal)
    state.seating = written.seating
    if written.position is not None:
        state.table = table_of(state, written.position)
    state.refresh()
    return state


def table_of(state: TableState, position: SavedGame) -> Table:
    seating = state.seating
    created = seating.created
    header = sealed(Record(created.game, created.rules, created.options, seating.names()), seating)
    events = [event_of(told) for told in position.events]
    table = Table.go_on(header, position.text, LoggedDealer(), position.drawn, events, position.digest)
    for seat, move, by in position.moves:
        table.play(move, seat, by)
    if seating.outcome is not None:
        table.record.scores, table.record.seed = seating.outcome.scores, seating.seed or ""
        table.record.resigned = seating.outcome.resigned
    return table


def event_of(told: SavedEvent) -> Event:
    lines = {name: [line_of(line) for line in each] for name, each in told.lines.items()}
    return Event(told.kind, {**told.args, **lines})


def line_of(told: SavedLine) -> Line:
    return Line(told.player, told.part, told.source, told.points, told.why)


DECODER: Final = msgspec.json.Decoder(SavedTable)
