"""One of two processes that append to the same tables: says which numbers it believes to have won."""

from __future__ import annotations

import asyncio
import sys

from msgspec import json

from sabika.server.store import Entry, Stale, Store, open_store


async def race(store: Store, table: str, name: str, times: int) -> list[tuple[str, int, str]]:
    """Submit so many times, each time at the version last heard of; the wins as (table, number, what)."""
    won: list[tuple[str, int, str]] = []
    version = 1
    for turn in range(times):
        what = f"{name}/{turn}"
        try:
            version = (await store.append(table, version, [Entry(what.encode(), turn, what)])).version
            won.append((table, version, what))
        except Stale as refusal:
            version = refusal.version
    return won


async def main(address: str, name: str, tables: int, times: int) -> None:
    store = await open_store(address)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)  # the start
    heats = [race(store, f"t{n}", f"{name}{n}", times) for n in range(tables)]
    wins = [win for heat in await asyncio.gather(*heats) for win in heat]
    print(json.encode(wins).decode(), flush=True)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])))
