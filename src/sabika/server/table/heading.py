"""What the record of a table says before its first step."""

from __future__ import annotations

from sabika.engine.dealer import CONSTRUCTION
from sabika.engine.record import Record
from sabika.server.table.seating import Seating


def sealed(record: Record, seating: Seating) -> Record:
    """With what makes the luck verifiable."""
    created, seats = seating.created, seating.seats
    record.game_id, record.luck, record.commit = seating.game_id, CONSTRUCTION, seating.commitment
    record.nonces, record.chosen = list(seating.nonces), created.chosen is not None
    # Chosen luck is the same for all who choose it: no nonces are opened then, whatever was committed to.
    record.nonce_commits = ["" if record.chosen else seat.commit or "" for seat in seats]
    record.bots, record.version = [n for n, seat in enumerate(seats) if seat.bot is not None], created.record
    return record
