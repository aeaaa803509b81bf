"""Two processes race on the same tables in PostgreSQL: every number has one winner, and each knows what it won."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from pathlib import Path

import pytest
from msgspec import json

from sabika.server.store import Entry, Store, TableRow, open_store
from tests.fuzz import FACTOR

TABLES = 50
SUBMISSIONS = int(20_000 * FACTOR)
Win = tuple[str, int, str]


async def start(address: str, name: str) -> asyncio.subprocess.Process:
    numbers = [str(number) for number in (TABLES, SUBMISSIONS // (2 * TABLES))]
    return await asyncio.create_subprocess_exec(
        sys.executable,
        Path(__file__).with_name("racer.py"),
        address,
        name,
        *numbers,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=2**26,
    )


def quarrels(wins: list[Win], logs: dict[str, list[Entry]]) -> list[str]:
    """What the wins and the logs do not agree on."""
    wrong = [f"{win} has {number} winners" for win, number in Counter(win[:2] for win in wins).items() if number > 1]
    kept = {(table, entry.seq, entry.body.decode()) for table, log in logs.items() for entry in log[1:]}
    wrong += [f"{win} was won and is not there" for win in sorted(set(wins) - kept)]
    wrong += [f"{win} is there and nobody won it" for win in sorted(kept - set(wins))]
    for table, log in logs.items():
        if [entry.seq for entry in log] != list(range(1, len(log) + 1)):
            wrong.append(f"{table} has gaps")
    return wrong


@pytest.mark.process
async def test_every_number_has_one_winner(empty: str) -> None:
    store: Store = await open_store(empty)
    tables = [f"t{n}" for n in range(TABLES)]
    for table in tables:
        await store.create(TableRow(table, "zatre", "ana", 1, "playing"), [Entry(b"", 0)])
    ears = store.listen()
    racers = [await start(empty, name) for name in "ab"]
    for racer in racers:
        assert racer.stdout is not None
        assert await racer.stdout.readline() == b"ready\n"
    told = await asyncio.gather(*(racer.communicate(b"go\n") for racer in racers))
    by_racer = [json.decode(out, type=list[Win]) for out, _ in told]
    logs = {table: await store.entries(table) for table in tables}

    assert quarrels(by_racer[0] + by_racer[1], logs) == []
    total = sum(map(len, by_racer))
    assert SUBMISSIONS / 20 < total < SUBMISSIONS  # there were winners, and there were losers
    assert min(map(len, by_racer)) > total / 20  # and both had their share

    # Who only listened knows where all tables are.
    heard = dict([await asyncio.wait_for(anext(ears), 20) for _ in tables])
    while heard != {table: len(log) for table, log in logs.items()}:
        table, version = await asyncio.wait_for(anext(ears), 20)
        heard[table] = version
    await store.close()


def test_a_quarrel_would_be_noticed() -> None:
    log = [Entry(b"", 0, None, 1), Entry(b"a", 0, None, 2), Entry(b"b", 0, None, 3)]
    assert quarrels([("t", 2, "a"), ("t", 3, "b")], {"t": log}) == []
    assert "2 winners" in quarrels([("t", 2, "a"), ("t", 2, "c"), ("t", 3, "b")], {"t": log})[0]
    assert "is not there" in quarrels([("t", 2, "a"), ("t", 3, "b"), ("t", 4, "c")], {"t": log})[0]
    assert "nobody won" in quarrels([("t", 2, "a")], {"t": log})[0]
    assert quarrels([("t", 3, "b")], {"t": log[:1] + log[2:]}) == ["t has gaps"]
