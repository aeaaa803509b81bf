"""A second hand at the rules: the games of `bench/zatre.c` are ours, step by step."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from bench import zatre_c as bench

pytestmark = pytest.mark.process


@pytest.mark.skipif(shutil.which(os.environ.get("CC", "cc")) is None, reason="there is no C compiler")
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_random_games_are_the_same_in_c(tmp_path: Path, seats: int) -> None:
    ours, theirs = bench.in_python(seats, 20, 1), bench.in_c(bench.build(tmp_path), seats, 20, 1)
    assert (ours.decisions, ours.checksum) == (theirs.decisions, theirs.checksum)
