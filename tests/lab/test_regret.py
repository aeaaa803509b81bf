"""Where strength is lost: what beginners choose is found to cost points."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
BEHIND = re.compile(r"  (\w+): behind the best ([+-][\d.]+) .* ahead of the first bot ([+-][\d.]+)")


def test_a_beginner_is_behind_the_builder() -> None:
    command = "-m lab.regret --stage turn --positions 10 --games 16 --moves 2 --bots builder novice".split()
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=True)
    (builder, _, level), (novice, behind, ahead) = BEHIND.findall(done.stdout)[-2:]
    assert (builder, novice, float(level)) == ("builder", "novice", 0.0)
    assert float(ahead) < 0.0 < float(behind)
