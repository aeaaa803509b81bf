"""Tables in lists: what the store keeps of a table so that a list need not read its log."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec import Struct

from sabika.server.protocol.base import Status
from sabika.server.protocol.rest import CardSeat, TableCard
from sabika.server.protocol.settings import Clock
from sabika.server.table.table import TableState


class TableRow(Struct, frozen=True, gc=False):
    """What lists show of a table without reading its log."""

    id: str
    game: str
    maker: str  # a person
    made: int  # when
    status: str  # the caller's word, such as open, playing, ended
    public: bool = False
    seats: tuple[str | None, ...] = ()  # the person in each seat; None: nobody, or a bot
    deadline: int | None = None  # when somebody has to look after it, though no command comes
    title: bytes = b""  # what else a list shows
    version: int = 0  # the number of its last entry: kept by the store
    touched: int = 0  # when its last entry was made: kept by the store
    hidden: bool = False  # an operator took it off the public list: kept by the store


class Title(Struct, frozen=True):
    """What a list shows of a table besides its row; all of it is for everybody."""

    options: dict[str, str]
    clock: Clock
    names: list[str | None]
    bots: list[str | None]
    asked: int | None
    deadline: int | None
    scores: list[int] | None
    winners: list[int] | None
    watched: bool = False  # whoever has the link may look
    practice: bool = False


def row_of(state: TableState) -> TableRow:
    """The row of a table. It is due at once where a bot decides: if nobody looks after it, somebody has to."""
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
    """A table in somebody's list."""
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
