"""The bench of several servers still runs: tiny here, so that it tells nothing but that."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

TINY = ["--servers", "2", "--tables", "1", "--seconds", "0.5", "--rounds", "1"]


@pytest.mark.process
def test_two_servers_are_measured_both_ways() -> None:
    words = [sys.executable, "-m", "bench.servers", *TINY]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for way in ("spread", "together"):
        assert re.search(rf"^2 servers, players {way}: .*(moves/s|no moves)", done.stdout, re.MULTILINE), done.stdout
    assert "FAULT" not in done.stdout
