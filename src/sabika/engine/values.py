"""What things are worth now, for people deciding what to aim for."""

from __future__ import annotations

import msgspec


class ValueRow(msgspec.Struct, frozen=True):
    """One thing that scores."""

    source: str
    worth: list[list[int]]  # by scoring, the points of each place in order; empty: it has no places
    counts: list[int]  # how many each player has, the ghost last
    more: list[int]  # what one more for the seat would add to each player's next scoring; empty: no seat given
    left: int | None = None  # how many are still to come; None: unknown


class ValueTable(msgspec.Struct, frozen=True):
    """What things are worth, who has how many, and what is left."""

    scoring: int  # the next one, from 1; 0: none is to come
    rows: list[ValueRow]
    stock: dict[str, int]  # what is left in bag, pile ...; its words are `stock.<name>`
