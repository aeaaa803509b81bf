"""The server is killed under load, thirty times; `make kill-test` does it five hundred times."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.kill import PLANTED, trial

pytestmark = pytest.mark.process

KILLS = 30
SOME = 8  # of the server, or of one of its workers


def test_nothing_that_was_acknowledged_is_lost_doubled_or_moved(tmp_path: Path) -> None:
    verdict = trial(KILLS, seed=1, between=0.5, data=tmp_path)
    assert verdict.faults == []
    assert verdict.kills == KILLS
    assert verdict.acknowledged > 20 * KILLS


def test_nor_by_a_server_of_several_processes(tmp_path: Path) -> None:
    verdict = trial(SOME, seed=3, between=0.5, data=tmp_path, workers=2)
    assert verdict.faults == []
    assert verdict.kills == SOME
    assert verdict.acknowledged > 20 * SOME


def test_a_server_that_acknowledges_before_it_saves_is_caught(tmp_path: Path) -> None:
    verdict = trial(3, seed=2, between=0.5, data=tmp_path, command=PLANTED)
    assert any("was acknowledged" in fault or "after" in fault for fault in verdict.faults)
