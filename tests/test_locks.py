"""A lock has one holder, and one run at a time writes in a folder."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from sabika.locks import LOCK, Held, Lock
from tests.test_cli import COMMAND, sabika


def test_a_lock_has_one_holder(tmp_path: Path) -> None:
    first = Lock(tmp_path / LOCK)
    with pytest.raises(Held, match=r"process \d+"):
        Lock(tmp_path / LOCK)
    first.release()
    Lock(tmp_path / LOCK).remove()
    assert not (tmp_path / LOCK).exists()
    again = Lock(tmp_path / LOCK)
    assert again.there()
    again.remove()
    assert not again.path.exists()


RUNS = {
    "dataset": ("dataset", "zatre", "--bots", "random", "--games", "2", "--dir"),
    "arena": ("arena", "zatre", "--bots", "random", "--games", "2", "--records"),
    "tune": ("tune", "zatre", "builder", "--steps", "1", "--games", "2", "--check", "0", "--dir"),
}


@pytest.mark.process
@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_a_second_run_in_a_folder_is_refused_in_one_line(run: tuple[str, ...], tmp_path: Path) -> None:
    lock = Lock(tmp_path / LOCK)
    refused = sabika(*run, str(tmp_path))
    assert refused.exit_code == 2
    assert f"{tmp_path} is in use by process " in refused.stderr
    assert [file.name for file in tmp_path.iterdir()] == [LOCK]
    lock.release()
    assert sabika(*run, str(tmp_path)).exit_code == 0
    assert not (tmp_path / LOCK).exists()


@pytest.mark.process
def test_a_run_that_goes_on_is_alone(tmp_path: Path) -> None:
    assert sabika("arena", "zatre", "--bots", "random", "--games", "2", "--records", str(tmp_path)).exit_code == 0
    lock = Lock(tmp_path / LOCK)
    refused = sabika("arena", "--resume", str(tmp_path))
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    assert sabika("arena", "--from-records", str(tmp_path)).exit_code == 0  # reading is for everybody
    lock.release()


@pytest.mark.process
def test_a_second_search_for_puzzles_in_a_file_is_refused(tmp_path: Path) -> None:
    lock = Lock(tmp_path / f".found.json{LOCK}")
    refused = sabika("puzzles", "zatre", "--find", "1", "--out", str(tmp_path / "found.json"))
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    lock.release()


@pytest.mark.process
def test_two_datasets_at_once_in_one_folder(tmp_path: Path) -> None:
    run = ("dataset", "zatre", "--bots", "random", "--dir", str(tmp_path), "--games")
    with subprocess.Popen([*COMMAND, *run, "100000"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as first:
        try:
            while not (tmp_path / "part-00000.parquet").exists() and first.poll() is None:
                time.sleep(0.01)
            refused = sabika(*run, "2")
            assert refused.exit_code == 2
            assert f"is in use by process {first.pid}: one run at a time writes there" in refused.stderr
        finally:
            first.terminate()
        output = first.communicate()[0]
    assert first.returncode == 143, output
    assert not (tmp_path / LOCK).exists()
