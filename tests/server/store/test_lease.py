"""Leases: one process looks after a table, and another does when it dies."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from pathlib import Path

import pytest

from sabika.server.store import Entry, Store, TableRow, Unavailable, open_store
from sabika.server.store.lease import HORIZON, Leases

HERE = Path(__file__).parent


class Seating:
    """Leases and what they told."""

    def __init__(self, store: Store, name: str, seconds: float = 0.6, now: int = 1_000) -> None:
        self.news: list[str] = []
        self.leases = Leases(
            store,
            name,
            came=lambda table: self.news.append(f"+{table}"),
            went=lambda table: self.news.append(f"-{table}"),
            seconds=seconds,
            every=seconds / 3,
            clock=lambda: now,
        )


async def make(store: Store, **deadlines: int | None) -> None:
    for table, deadline in deadlines.items():
        await store.create(TableRow(table, "zatre", "ana", 1, "playing", deadline=deadline), [Entry(b"", 1)])


async def test_who_is_due_is_taken_over_once(store: Store) -> None:
    await make(store, past=10, soon=1_000 + HORIZON, later=1_001 + HORIZON, never=None)
    one, two = Seating(store, "one"), Seating(store, "two")
    await one.leases.once()
    await two.leases.once()
    assert (sorted(one.news), two.news) == (["+past", "+soon"], [])
    await one.leases.once()
    assert len(one.news) == 2


async def test_all_who_are_due_are_taken_over_at_once(store: Store) -> None:
    await make(store, **{f"t{n}": n for n in range(120)})
    seating = Seating(store, "one", seconds=6)
    await seating.leases.once()
    assert len(seating.leases.held) == 120


async def test_a_table_can_be_asked_for_and_given_back(store: Store) -> None:
    await make(store, quiet=None)
    one, two = Seating(store, "one"), Seating(store, "two")
    assert await one.leases.take("quiet")
    assert await one.leases.take("quiet")
    assert not await two.leases.take("quiet")
    await one.leases.give_back("quiet")
    assert await two.leases.take("quiet")
    assert (one.news, two.news) == (["+quiet", "-quiet"], ["+quiet"])


async def test_who_leaves_in_order_is_followed_at_once(store: Store) -> None:
    await make(store, t1=1, t2=2)
    one, two = Seating(store, "one", seconds=60), Seating(store, "two")
    await one.leases.once()
    await one.leases.close()
    await two.leases.once()
    assert two.leases.held == {"t1", "t2"}
    assert one.leases.held == set()


async def test_who_slept_too_long_learns_that_it_lost(store: Store) -> None:
    await make(store, t1=1)
    one, two = Seating(store, "one"), Seating(store, "two")
    await one.leases.once()
    await asyncio.sleep(0.7)
    await two.leases.once()
    await one.leases.once()
    assert (one.news, two.news) == (["+t1", "-t1"], ["+t1"])


async def test_a_keeper_that_runs_keeps(store: Store) -> None:
    await make(store, t1=1)
    one, two = Seating(store, "one", seconds=1.5), Seating(store, "two")
    running = asyncio.create_task(one.leases.run())
    for _ in range(4):
        await asyncio.sleep(0.6)
        await two.leases.once()
    assert (one.news, two.news) == (["+t1"], [])
    running.cancel()


async def test_who_cannot_renew_stops_acting_when_the_lease_ends(address: str) -> None:
    store = await open_store(address)
    await make(store, t1=1)
    seating = Seating(store, "one")
    running = asyncio.create_task(seating.leases.run())
    while not seating.leases.held:
        await asyncio.sleep(0.01)
    await store.close()
    with pytest.raises(Unavailable):
        await store.renew("one", 1)
    await asyncio.sleep(1.2)
    assert seating.news == ["+t1", "-t1"]
    running.cancel()


@pytest.mark.process
async def test_a_dead_process_is_followed_within_ten_seconds(empty: str) -> None:
    store = await open_store(empty)
    await make(store, **{f"t{n}": 1 for n in range(30)})
    first = await asyncio.create_subprocess_exec(
        sys.executable, HERE / "holder.py", empty, stdout=asyncio.subprocess.PIPE
    )
    assert first.stdout is not None
    assert await asyncio.wait_for(first.stdout.readline(), 30) == b"30\n"
    news: list[str] = []
    second = Leases(store, "second", came=news.append, went=news.remove)
    running = asyncio.create_task(second.run())
    await asyncio.sleep(0.5)
    assert news == []
    first.send_signal(signal.SIGKILL)
    died = time.monotonic()
    while len(news) < 30 and time.monotonic() < died + 10:
        await asyncio.sleep(0.05)
    assert len(news) == 30
    await first.wait()
    running.cancel()
    await store.close()
