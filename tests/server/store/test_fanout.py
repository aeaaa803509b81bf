"""Who listens: slow ears cost no memory, and nobody hears the same twice."""

from __future__ import annotations

import asyncio

from sabika.server.store import fanout
from sabika.server.store.fanout import Fanout


async def test_a_slow_listener_hears_the_latest_only() -> None:
    hub = Fanout()
    slow = hub.listen()
    for version in range(1, 10_001):
        hub.tell("t1", version)
        hub.tell("t2", version)
    hub.close()
    assert [told async for told in slow] == [("t1", 10_000), ("t2", 10_000)]


async def test_what_is_old_is_not_told() -> None:
    hub = Fanout()
    ears = hub.listen()
    for version in (3, 3, 2, 5, 4):
        hub.tell("t1", version)
        await asyncio.sleep(0)
    assert await anext(ears) == ("t1", 5)
    hub.tell("t1", 5)
    hub.close()
    assert [told async for told in ears] == []


async def test_a_new_listener_hears_from_now_on() -> None:
    hub = Fanout()
    hub.tell("t1", 1)
    ears = hub.listen()
    hub.tell("t1", 2)
    assert await anext(ears) == ("t1", 2)


async def test_memory_is_bounded() -> None:
    hub = Fanout()
    for n in range(fanout.REMEMBERED + 500):
        hub.tell(f"t{n}", 1)
    assert len(hub._told) == fanout.REMEMBERED
