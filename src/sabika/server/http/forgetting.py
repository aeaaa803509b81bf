"""Deletes a guest for good: tokens, name, and the name at tables that are over."""

from __future__ import annotations

from typing import Final

from sabika.server.live.tables import LiveTables
from sabika.server.protocol.problems import ProblemError
from sabika.server.socket.connection import Connections
from sabika.server.store.base import Store, Which

UNFINISHED: Final = ("gathering", "opening", "playing")
FINISHED: Final = ("over", "closed")
PAGE: Final = 100  # tables at a time
EVER: Final = 2**62  # later than any visit


async def forget_person(person: str, store: Store, tables: LiveTables, connections: Connections) -> None:
    """Delete a person. Raises ProblemError while they sit at an unfinished table. Can be repeated if interrupted."""
    await check_free(person, store)
    kept = 0
    while rows := await store.rows(Which(person=person, status=FINISHED), PAGE, kept):
        for row in rows:
            kept += not await forgotten(row.id, person, tables)
    await check_free(person, store)  # they may have sat down meanwhile
    await store.delete_person(person, EVER)
    connections.sign_out_person(person, keep=b"")


async def forgotten(table: str, person: str, tables: LiveTables) -> bool:
    """Remove their name from this table; False if its game is no longer installed."""
    try:
        await tables.forget(table, person)
    except ProblemError as error:
        if error.problem.code != "no-game":
            raise
        return False
    return True


async def check_free(person: str, store: Store) -> None:
    if await store.count(Which(person=person, status=UNFINISHED)):
        raise ProblemError("in-play", "you sit at a table that is not over; finish it or stand up first")
