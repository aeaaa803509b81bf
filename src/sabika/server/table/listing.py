"""Tables in lists: a table's row in the store, so that a list need not read its log."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec import Struct

from sabika.server.protocol.base import Status
from sabika.server.protocol.rest import CardSeat, TableCard
from sabika.server.protocol.settings import Clock
from sabika.server.table.table import TableState


class TableRow(Struct, frozen=True, gc=False):
    """The part of a table that lists show without reading its log."""

    id: str
    game: str
    maker: str  # a person
    made: int  # when
    status: str  # set by the caller, such as gathering, playing, over
    public: bool = False
    seats: tuple[str | None, ...] = ()  # the person in each seat; None: nobody, or a bot
    deadline: int | None = None  # when a process has to act, even without a command
    title: bytes = b""  # what else a list shows
    version: int = 0  # the number of its last entry; set by the store
    touched: int = 0  # the time of its last entry; set by the store
    hidden: bool = False  # an operator took it off the public list; set by the store


class Title(Struct, frozen=True):
    """The rest of what a list shows of a table; all of it is public."""

    options: dict[str, str]
    clock: Clock
    names: list[str | None]
    bots: list[str | None]
    asked: int | None
    deadline: int | None
    scores: list[int] | None
    winners: list[int] | None
    watched: bool = False  # anyone with the link may watch
    practice: bool = False


def row_of(state: TableState) -> TableRow:
    """The row of a table. If a bot decides, it is due at once, so that some process takes it."""
    seating = state.seating
    return TableRow(
        id=state.id,
        game=seating.created.game,
        maker=seating.created.maker,
        made=seating.made,
        status=seating.status,
        public=seating.created.public,
        seats=tuple(seat.person or None for seat in seating.seats),
        deadline=state.deadline if state.thinker is None else seating.handed_at,
        title=msgspec.json.encode(title_of(state)),
    )


def title_of(state: TableState) -> Title:
    seating = state.seating
    return Title(
        options=seating.created.options,
        clock=seating.created.clock,
        names=[seat.bot or seat.name for seat in seating.seats],
        bots=[None if seat.free else seating.runner(n) for n, seat in enumerate(seating.seats)],
        asked=state.asked,
        deadline=state.deadline,
        scores=None if seating.outcome is None else seating.outcome.scores,
        winners=None if seating.outcome is None else seating.outcome.winners,
        watched=seating.created.spectators,
        practice=seating.created.practice,
    )


def card(row: TableRow, person: str | None) -> TableCard:
    """A table in a person's list."""
    title = msgspec.json.decode(row.title, type=Title)
    yours = [person is not None and each == person for each in row.seats]
    return TableCard(
        id=row.id,
        game=row.game,
        options=title.options,
        status=cast(Status, row.status),
        public=row.public,
        clock=title.clock,
        practice=title.practice,
        seats=[CardSeat(*each) for each in zip(title.names, title.bots, yours, strict=True)],
        scores=title.scores,
        winners=title.winners,
        asked=title.asked,
        your_turn=title.asked is not None and yours[title.asked] and title.bots[title.asked] is None,
        deadline=title.deadline,
        made=row.made,
        touched=row.touched,
        version=row.version,
    )
