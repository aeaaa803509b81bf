"""kill -9 in the middle of appending: what was acknowledged is there, once, in order; and the test would notice."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from msgspec import json

from sabika.server.store import open_store
from tests.fuzz import FACTOR
from tests.server.store.scribe import Life, lines

pytestmark = [pytest.mark.process, pytest.mark.skipif(not hasattr(os, "fork"), reason="lives are forked")]

KILLS = int(30 * FACTOR)
TABLES = [f"table{n}" for n in range(12)]


@pytest.fixture
def scribe() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.server.store.scribe"]
    root = Path(__file__).parents[3]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(20) == 0


def one_life(scribe: subprocess.Popen[str], life: Life, seconds: float) -> dict[str, int]:
    """What a life acknowledged until it was killed, so many seconds after its first word."""
    said, heard = scribe.stdin, scribe.stdout
    assert said is not None
    assert heard is not None
    said.write(json.encode(life).decode() + "\n")
    said.flush()
    child = 0
    first = ""
    while not child or not first:  # the process and its child may speak in any order
        line = heard.readline()
        assert line not in ("", "dead\n"), "a life ended by itself"
        if " " in line:
            first = line
        else:
            child = int(line)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    return acknowledged([first, *until_dead(heard)])


def until_dead(heard: IO[str]) -> Iterator[str]:
    while (line := heard.readline()) != "dead\n":
        yield line


def acknowledged(said: list[str]) -> dict[str, int]:
    """The last version of each table."""
    return {table: int(version) for table, version in (line.split() for line in said)}


def expected(table: str, upto: int) -> list[tuple[int, bytes, str | None]]:
    """The only log that a table can have with so many entries."""
    log: list[tuple[int, bytes, str | None]] = []
    while len(log) < upto:
        log += [(len(log) + n, entry.body, entry.command) for n, entry in enumerate(lines(table, len(log)), 1)]
    return log


async def damage(address: str, promised: dict[str, int]) -> list[str]:
    """What is wrong with the store, in words."""
    store = await open_store(address)
    wrong: list[str] = []
    for table, version in promised.items():
        log = [(entry.seq, entry.body, entry.command) for entry in await store.entries(table)]
        row = await store.row(table)
        if len(log) < version:
            wrong.append(f"{table}: {version} acknowledged, {len(log)} there")
        if log != expected(table, len(log)):
            wrong.append(f"{table}: gaps, doubles or half an append")
        if len(log) > version + len(lines(table, version)):
            wrong.append(f"{table}: more than one append that nobody was told of")
        if (row.version if row else 0) != len(log):
            wrong.append(f"{table}: the row says another version than the log")
    await store.close()
    return wrong


async def test_nothing_acknowledged_is_lost_or_doubled(address: str, scribe: subprocess.Popen[str]) -> None:
    choose = random.Random(7)
    promised = dict.fromkeys(TABLES, 0)
    for kill in range(KILLS):
        life = Life(address, promised, fault=False)
        promised |= one_life(scribe, life, choose.uniform(0.0, 0.12))
        if kill % 5 == 4:
            assert await damage(address, promised) == []
    assert await damage(address, promised) == []
    assert min(promised.values()) > KILLS


async def test_acknowledging_before_the_commit_would_be_noticed(address: str, scribe: subprocess.Popen[str]) -> None:
    await (await open_store(address)).close()
    promised = dict.fromkeys(TABLES, 0)
    found: list[str] = []
    for _ in range(2):  # what a first life says first may be the making of a table, which has no fault
        if not found:
            promised |= one_life(scribe, Life(address, promised, fault=True), 0.05)
            found = await damage(address, promised)
    assert any("acknowledged" in line for line in found), found
