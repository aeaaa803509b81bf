"""Tables in lists: what the store keeps of a room so that a list need not read its log."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec import Struct

from sabika.server.protocol import CardSeat, Clock, Status, TableCard
from sabika.server.room import Room
from sabika.server.store.base import TableRow


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


def row_of(room: Room) -> TableRow:
    """The row of a table. It is due at once where a bot decides: if nobody looks after it, somebody has to."""
    desk = room.desk
    return TableRow(
        id=room.id,
        game=desk.created.game,
        maker=desk.created.maker,
        made=desk.made,
        status=desk.status,
        public=desk.created.public,
        seats=tuple(place.person for place in desk.places),
        deadline=room.deadline if room.thinker is None else desk.handed_at,
        title=msgspec.json.encode(title_of(room)),
    )


def title_of(room: Room) -> Title:
    desk = room.desk
    return Title(
        options=desk.created.options,
        clock=desk.created.clock,
        names=[place.bot or place.name for place in desk.places],
        bots=[None if place.free else desk.runner(seat) for seat, place in enumerate(desk.places)],
        asked=room.asked,
        deadline=room.deadline,
        scores=None if desk.outcome is None else desk.outcome.scores,
        winners=None if desk.outcome is None else desk.outcome.winners,
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
