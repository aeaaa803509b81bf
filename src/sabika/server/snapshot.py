"""A room written down, so that it comes back at once however long its log is. A cache: without it the log is read."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from sabika.engine.game import find
from sabika.engine.record import Record
from sabika.engine.state import Event, Line
from sabika.engine.table import Table
from sabika.server.desk import Desk
from sabika.server.room import Room
from sabika.server.seal import Seal, ToldDealer

FORM: Final = 1  # of what is written here; another one is not read


class ToldLine(Struct, frozen=True):
    """A line of a score inside an event."""

    player: int
    part: str
    source: str
    points: int
    why: dict[str, Any]


class ToldEvent(Struct, frozen=True):
    """Something that happened in the game; its lines, if it has some, are kept apart from other arguments."""

    kind: str
    args: dict[str, Any]
    lines: dict[str, list[ToldLine]]


class Position(Struct, frozen=True):
    """A game: the last position behind which nobody can go back, and the moves since."""

    text: str
    drawn: dict[str, int]
    events: list[ToldEvent]
    moves: list[tuple[int, str, str]]  # seat, move, by whom


class Written(Struct, frozen=True):
    """A room."""

    form: int
    desk: Desk
    position: Position | None


def write(room: Room) -> bytes:
    """The room as it stands."""
    return msgspec.json.encode(Written(FORM, room.desk, None if room.table is None else position_of(room.table)))


def position_of(table: Table) -> Position:
    firm = table.firm
    moves = [(step.seat, step.notation, step.by) for step in firm.moves]
    return Position(firm.state.text(), dict(table.drawn), [told_event(event) for event in firm.events], moves)


def told_event(event: Event) -> ToldEvent:
    lines = {name: found for name, arg in event.args.items() if (found := lines_in(arg))}
    return ToldEvent(event.kind, {name: arg for name, arg in event.args.items() if name not in lines}, lines)


def lines_in(arg: object) -> list[ToldLine]:
    return [told_line(each) for each in arg if isinstance(each, Line)] if isinstance(arg, list) else []


def told_line(line: Line) -> ToldLine:
    return ToldLine(line.player, line.part, line.source, line.points, line.why)


def read(table: str, seal: Seal, body: bytes) -> Room | None:
    """The room of a snapshot; None: written by another version of this program."""
    try:
        written = DECODER.decode(body)
    except msgspec.DecodeError:
        return None
    if written.form != FORM or written.desk.created.rules != find(written.desk.created.game).rules:
        return None
    room = Room(table, seal)
    room.desk = written.desk
    if written.position is not None:
        room.table = table_of(room, written.position)
    room.refresh()
    return room


def table_of(room: Room, position: Position) -> Table:
    desk = room.desk
    created = desk.created
    header = room.header(Record(created.game, created.rules, created.options, desk.names()))
    events = [event_of(told) for told in position.events]
    table = Table.go_on(header, position.text, ToldDealer(), position.drawn, events)
    for seat, move, by in position.moves:
        table.play(move, seat, by)
    if desk.outcome is not None:
        table.record.scores, table.record.seed = desk.outcome.scores, desk.seed or ""
    return table


def event_of(told: ToldEvent) -> Event:
    lines = {name: [line_of(line) for line in each] for name, each in told.lines.items()}
    return Event(told.kind, {**told.args, **lines})


def line_of(told: ToldLine) -> Line:
    return Line(told.player, told.part, told.source, told.points, told.why)


DECODER: Final = msgspec.json.Decoder(Written)
