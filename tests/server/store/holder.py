"""A process that looks after all tables that are due, says how many, and waits to be killed."""

from __future__ import annotations

import asyncio
import sys

from sabika.server.store import open_store
from sabika.server.store.lease import Leases


async def main(address: str) -> None:
    leases = Leases(await open_store(address), "first", came=lambda _: None, went=lambda _: None)
    await leases.once()
    print(len(leases.held), flush=True)
    await leases.run()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
