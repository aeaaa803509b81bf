"""The beginning of a table's game, and its record's header."""

from __future__ import annotations

from sabika.engine.dealer import CONSTRUCTION, Dealer
from sabika.engine.record import Record
from sabika.engine.table import Table
from sabika.server.table.seating import Seating


def first_table(seating: Seating, dealer: Dealer) -> Table:
    """The game before its first decision."""
    created, names = seating.created, seating.names()
    if created.position:
        return Table.from_position(created.position, names, dealer=dealer, origin=created.origin)
    return Table.deal(created.game, names, options=created.options, dealer=dealer)


def sealed(record: Record, seating: Seating) -> Record:
    """The record's header with everything that makes the luck verifiable."""
    created, seats = seating.created, seating.seats
    record.game_id, record.luck, record.commit = seating.game_id, CONSTRUCTION, seating.commitment
    record.nonces, record.chosen = list(seating.nonces), created.chosen is not None
    # A chosen seed gives the same luck to everybody, so no nonces are opened.
    record.nonce_commits = ["" if record.chosen else seat.commit or "" for seat in seats]
    record.bots, record.version = [n for n, seat in enumerate(seats) if seat.bot is not None], created.record
    record.position, record.origin = created.position, created.origin
    return record
