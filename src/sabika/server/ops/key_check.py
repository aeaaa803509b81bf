"""Is this the key that the tables were dealt with? With another one their luck could not be verified at the end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from sabika.server.common.clock import wall_clock
from sabika.server.common.logs import tell
from sabika.server.ops.listen import CannotServe
from sabika.server.store.base import Store, Which
from sabika.server.table import events
from sabika.server.table.events import Created, Entry
from sabika.server.table.listing import TableRow, row_of
from sabika.server.table.luck import KeyedSeal, Seal, fingerprint
from sabika.server.table.table import TableState

UNFINISHED: Final = ("gathering", "opening", "playing")
PAGE: Final = 100  # tables looked at together


async def check_key(store: Store, key: bytes, *, new_key: bool) -> None:
    """Use this key for the luck of all tables from now on; CannotServe if unfinished ones need another."""
    known, ours = await store.key(), fingerprint(key)
    if known == ours:
        return
    seal = KeyedSeal(key)
    bound = [row async for row in unfinished(store) if await needs_another(store, row, seal)]
    if bound and not new_key:
        raise CannotServe(refusal(len(bound), known, ours))
    if bound:
        await claim(store, f"closing for {ours}", known)  # so that an interrupted start is not taken for a complete one
        for row in bound:
            await close(store, row, seal)
        known = f"closing for {ours}"
        tell("tables of another key were closed", tables=len(bound))
    await claim(store, ours, known)


async def claim(store: Store, key: str, instead_of: str | None) -> None:
    if not await store.claim(key, instead_of):
        raise CannotServe("another server on this database has another key: give both the same")


def refusal(tables: int, known: str | None, ours: str) -> str:
    need = "1 unfinished table needs" if tables == 1 else f"{tables} unfinished tables need"
    named = f" with the fingerprint {known}" if known else ""
    return f"{need} another key{named}, this one has {ours}: put that key in place, or close them with --new-key"


async def unfinished(store: Store) -> AsyncIterator[TableRow]:
    skip, which = 0, Which(status=UNFINISHED)
    while rows := await store.rows(which, PAGE, skip):
        for row in rows:
            yield row
        skip += PAGE


async def needs_another(store: Store, row: TableRow, seal: Seal) -> bool:
    """Did its luck come from another key? The commitment tells; a chosen seed needs no key."""
    log = await store.entries(row.id)
    created = events.decode(log[0].body) if log else None
    if not isinstance(created, Created):  # it is in a file of another process, which checks its own
        return False
    return seal.commitment(created.game_id, created.chosen) != created.commitment


async def close(store: Store, row: TableRow, seal: Seal) -> None:
    """Close it by an event, like everything that happens at a table."""
    state = TableState.fold(row.id, seal, await store.entries(row.id))
    version, closed = state.version, events.Closed("key")
    entry = Entry(events.encode(closed), max(wall_clock(), state.seating.at), seq=version + 1)
    state.happen(closed, entry)
    await store.append(row.id, version, [entry], row_of(state))
