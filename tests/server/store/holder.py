"""A process that looks after all tables that are due, says how many, and waits to be killed."""

from __future__ import annotations

import asyncio
import sys

from sabika.server.store import open_store
from sabika.server.store.lease import Keeper


async def main(address: str) -> None:
    keeper = Keeper(await open_store(address), "first", came=lambda _: None, went=lambda _: None)
    await keeper.once()
    print(len(keeper.held), flush=True)
    await keeper.run()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
