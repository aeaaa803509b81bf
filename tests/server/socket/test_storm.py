"""Many clients at once: they come back after a restart, and each costs little. `bench/load.py` does it with 1,000."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tests.server.crowd import Crowd, Player
from tests.server.server_process import GENEROUS, ServerProcess
from tests.server.wire import run

pytestmark = pytest.mark.process

TABLES = 60
SEATS = 4
MOVES = 200  # played before the server goes


async def in_sync(crowd: Crowd) -> None:
    """Everybody has heard how things stand."""
    while not all(player.synced for player in crowd.players):
        await asyncio.sleep(0.02)


def test_after_a_restart_all_are_in_sync_again(tmp_path: Path) -> None:
    async def story() -> None:
        crowd = Crowd(running.port, Player.idle)
        await crowd.sit_down(TABLES, SEATS)
        before = running.memory()
        crowd.begin()
        await in_sync(crowd)
        grown = (running.memory() - before) / len(crowd.players) / 1024
        assert grown < 60, f"{grown:.0f} KiB a connection"
        crowd.turn = Player.play
        for player in crowd.players:
            player.play()
        while len(crowd.latencies) < MOVES:
            await asyncio.sleep(0.02)
        crowd.turn = Player.idle
        await asyncio.sleep(0.5)
        for player in crowd.players:
            player.synced = False
        await asyncio.to_thread(running.stop)
        await asyncio.to_thread(running.start)
        opened = time.monotonic()
        await in_sync(crowd)
        assert time.monotonic() - opened < 20  # five seconds for a thousand, with nothing else to do
        versions = {
            player.table: {other.version for other in crowd.players if other.table == player.table}
            for player in crowd.players
        }
        assert all(len(known) == 1 for known in versions.values())  # nobody knows more or less than the others
        assert crowd.faults == []
        await crowd.go_home()

    running = ServerProcess(tmp_path, limits=GENEROUS).start()
    try:
        run(story)
    finally:
        running.stop()
    assert running.failures() == []
