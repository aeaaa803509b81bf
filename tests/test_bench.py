"""`make bench` says what it leaves out, and fails when a part of it does."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from bench import envs, load, uncompiled

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


def builds(*compiled: bool) -> Callable[..., dict[str, float]]:
    """What the compiled build and the sources say of themselves, one after the other."""
    answers = iter([{"compiled": compiled[0], "work": 0.5}, {"compiled": compiled[1], "work": 20.0}])
    return lambda rounds, **variables: next(answers)


def test_the_sources_are_measured_against_the_compiled_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uncompiled, "times", builds(True, False))
    assert uncompiled.ratios() == {"work": 40.0}


@pytest.mark.parametrize("compiled", [(False, False), (True, True)])
def test_nothing_is_compared_with_itself(monkeypatch: pytest.MonkeyPatch, compiled: tuple[bool, bool]) -> None:
    monkeypatch.setattr(uncompiled, "times", builds(*compiled))
    with pytest.raises(SystemExit, match="install the compiled build first"):
        uncompiled.ratios()


@pytest.mark.process
def test_a_server_opens_with_many_finished_tables() -> None:
    assert "3 finished tables: open after" in load.kept(3, 1)
