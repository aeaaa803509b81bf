"""`make bench` says what it leaves out, and fails when a part of it does."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from bench import envs

ROOT = Path(__file__).parents[1]
PARTS = ["bench.run", "bench.envs"]


def test_without_the_extra_the_environments_are_skipped_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(envs, "NEEDED", ("json", "no_such_package"))
    monkeypatch.setattr("sys.argv", ["bench.envs"])
    envs.main()
    said = "bench.envs is skipped, for want of no_such_package: pip install 'sabika[envs]'\n"
    assert capsys.readouterr().out == said


@pytest.mark.process
@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize(
    ("fails", "ran", "code"),
    [("bench.run", ["bench.run"], 2), ("bench.envs", PARTS, 2), ("nothing", PARTS, 0)],
)
def test_a_part_that_fails_is_not_hidden(tmp_path: Path, fails: str, ran: list[str], code: int) -> None:
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\necho "$2"\n[ "$2" != {fails} ]\n')
    python.chmod(0o700)
    command = ["make", "--no-print-directory", "bench", f"VENV={tmp_path}", f"BIN={tmp_path}", f"-o{tmp_path}/sabika"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.returncode) == (ran, code)
