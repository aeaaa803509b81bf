"""A loop that hangs is found by a thread, and a stop is a stop."""

from __future__ import annotations

import logging
import subprocess
import sys

import pytest

from sabika.server.ops.watchdog import FAILED, HOPELESS, STOPPING, STUCK, Watchdog


def watchdog() -> tuple[Watchdog, list[int]]:
    ended: list[int] = []
    return Watchdog(end=ended.append), ended


def test_a_loop_that_turns_is_left_alone(caplog: pytest.LogCaptureFixture) -> None:
    dog, ended = watchdog()
    for _ in range(3 * HOPELESS):
        dog._turns += 1
        dog.look()
    assert (ended, caplog.records) == ([], [])


def test_a_loop_that_hangs_is_told_of_with_where_it_hangs_and_ended(caplog: pytest.LogCaptureFixture) -> None:
    dog, ended = watchdog()
    for _ in range(STUCK):
        dog.look()
    (line,) = caplog.records
    assert (line.levelno, line.message) == (logging.ERROR, "the loop hangs")
    assert "test_a_loop_that_hangs" in line.__dict__["fields"]["where"]
    for _ in range(HOPELESS - STUCK - 1):
        dog.look()
    assert ended == []
    dog.look()
    assert ended == [FAILED]


def test_a_loop_that_turns_again_begins_anew() -> None:
    dog, ended = watchdog()
    for look in range(4 * HOPELESS):
        dog._turns += look % (HOPELESS - 1) == 0
        dog.look()
    assert ended == []


def test_a_stop_that_takes_too_long_is_done_by_force() -> None:
    dog, ended = watchdog()
    dog.stop_soon()
    for _ in range(STOPPING):
        assert ended == []
        dog._turns += 1
        dog.stop_soon()  # a second signal wins no time
        dog.look()
    assert ended == [FAILED]


HANGING = """
import asyncio, time
from sabika.server.ops.watchdog import Watchdog

async def main():
    dog = Watchdog(every=0.01)
    with dog.watching():
        asyncio.create_task(dog.turn())
        await asyncio.sleep(0.05)
        time.sleep(600)

asyncio.run(main())
"""


@pytest.mark.process
def test_a_process_whose_loop_hangs_ends() -> None:
    done = subprocess.run([sys.executable, "-c", HANGING], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == FAILED
