"""The command `sabika puzzles`: solving, finding, checking, and one line for what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sabika.cli import main
from sabika.review.puzzles.puzzle import Puzzles, read, shipped, written


def sabika(*words: str, answers: str | None = None, folder: Path | None = None) -> Result:
    env = {"COLUMNS": "100", "XDG_DATA_HOME": str(folder) if folder else None}
    return CliRunner().invoke(main, ["puzzles", *words], input=answers, env=env)


COMPLAINTS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "no game": ((), "name a game: choose one of alhambra"),
    "no such game": (("chess",), "the game 'chess' is not installed"),
    "a number too large": (("zatre", "--number", "9999"), "so there is no number 9999"),
    "nowhere to keep them": (("zatre", "--find", "3"), "name a file for the puzzles: --out FILE"),
    "no such file to check": (("zatre", "--check", "--out", "nowhere/at/all.json"), "cannot be read"),
    "a folder that is not there": (("zatre", "--find", "1", "--out", "nowhere/at/all.json"), "cannot be written"),
    "too few": (("zatre", "--find", "0"), "Invalid value for '--find'"),
}


@pytest.mark.parametrize(("words", "line"), COMPLAINTS.values(), ids=COMPLAINTS)
def test_a_mistake_is_told_in_one_line(words: tuple[str, ...], line: str, tmp_path: Path) -> None:
    result = sabika(*words, "--jobs", "1", "--playouts", "8", folder=tmp_path)
    assert result.exit_code == 2
    assert result.stderr.strip().splitlines()[-1].startswith("sabika: ")
    assert line in result.stderr


def test_a_game_without_puzzles_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabika.cli.study.puzzles.shipped", lambda game: ())
    for words in ((), ("--check",)):
        result = sabika("zatre", *words)
        assert result.exit_code == 2
        assert result.stderr == (
            "sabika: zatre has no puzzles yet; `sabika puzzles zatre --find 40 --out FILE` finds some\n"
        )


def test_one_is_solved_and_stays_solved(tmp_path: Path) -> None:
    best = shipped("zatre")[0].best
    result = sabika("zatre", answers=f"{best}\nquit\n", folder=tmp_path)
    assert result.exit_code == 0
    assert "that is the best move" in result.output
    assert "puzzle 2 of" in sabika("zatre", answers="quit\n", folder=tmp_path).output
    assert "(solved before)" in sabika("zatre", "--number", "1", answers="quit\n", folder=tmp_path).output


def test_some_are_found_checked_and_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "new.json"
    words = ("zatre", "--find", "1", "--out", str(out), "--jobs", "1", "--playouts", "300", "--seed", "1")
    result = sabika(*words)
    assert result.exit_code == 0
    assert "puzzles from" in result.output
    kept = read(out.read_bytes())
    assert len(kept.puzzles) == 1
    assert kept.deals > 0
    assert "of 1 confirmed" in sabika("zatre", "--check", "--out", str(out)).output


def test_a_file_of_another_game_or_seed_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "new.json"
    out.write_bytes(written(Puzzles("zatre", 1, puzzles=list(shipped("zatre")[:1]))))
    before = out.read_bytes()
    for words, line in {
        ("alhambra", "--seed", "1"): "has puzzles of zatre; choose another file",
        ("zatre", "--seed", "2"): "was begun with seed 1",
    }.items():
        result = sabika(*words, "--find", "2", "--out", str(out))
        assert (result.exit_code, line in result.stderr) == (2, True)
    out.write_text("my diary")
    assert "not a file of puzzles" in sabika("zatre", "--find", "2", "--out", str(out)).stderr
    assert out.read_text() == "my diary"
    assert before
