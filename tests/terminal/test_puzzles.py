"""Puzzles at the prompt: solving, failing, giving up, going on, and what is kept of it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.console import Console

from sabika.engine.registry import find
from sabika.engine.table import Table
from sabika.games import GAMES
from sabika.review.puzzles.puzzle import shipped
from sabika.terminal import face
from sabika.terminal.puzzles import Quiz, Solved, solved_file
from tests.terminal.hands import Answers


def solved(
    game: str, answers: Sequence[str], folder: Path, number: int = 1, *, interactive: bool = False
) -> tuple[int, str, list[Table]]:
    """The exit code, the screen, and the tables that were played on from."""
    console = Console(file=io.StringIO(), width=100, height=40, highlight=False, markup=False, emoji=False)
    tables: list[Table] = []

    def play_on(table: Table) -> int:
        tables.append(table)
        return 7

    prompt = Answers(console, answers, interactive=interactive)
    quiz = Quiz(game, shipped(game), face(game), console, prompt, Solved(solved_file(folder)))
    code = quiz.run(number, play_on)
    assert isinstance(console.file, io.StringIO)
    return code, " ".join(console.file.getvalue().split()), tables


@pytest.mark.parametrize("game", GAMES)
def test_the_best_move_is_right(game: str, tmp_path: Path) -> None:
    puzzle = shipped(game)[0]
    code, screen, _ = solved(game, [puzzle.best, "quit"], tmp_path)
    assert code == 0
    assert "that is the best move" in screen
    assert "At first sight" in screen
    assert f"puzzle 1 of {len(shipped(game))}" in screen
    assert Solved(solved_file(tmp_path)).has(game, puzzle)


@pytest.mark.parametrize("game", GAMES)
def test_another_move_is_not(game: str, tmp_path: Path) -> None:
    """It costs something; nothing is told of the best one until it is asked for, and nothing is solved."""
    puzzle = shipped(game)[0]
    code, screen, _ = solved(game, [puzzle.plain, "next"], tmp_path)
    assert code == 0
    assert "not the best" in screen
    assert "Try again" in screen
    assert "The best move" not in screen
    assert not Solved(solved_file(tmp_path)).has(game, puzzle)
    _, screen, _ = solved(game, [puzzle.plain, "solution", "quit"], tmp_path)
    assert "The best move:" in screen
    assert not Solved(solved_file(tmp_path)).has(game, puzzle)


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_by_its_number(game: str, tmp_path: Path) -> None:
    """As in a game; whatever it is, it is looked at and not played."""
    _, screen, _ = solved(game, ["1", "1", "1", "solution", "quit"], tmp_path)
    assert "not the best" in screen or "that is the best move" in screen


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    _, screen, _ = solved("zatre", ["fly", "99", "hint", "undo", "help", "next", "quit"], tmp_path)
    assert "There is no choice 99" in screen
    assert "A hint would be the solution" in screen
    assert "There is nothing to undo" in screen
    assert "puzzle 2 of" in screen


def test_one_plays_on_from_there(tmp_path: Path) -> None:
    puzzle = shipped("zatre")[0]
    code, _, tables = solved("zatre", ["solution", "play"], tmp_path)
    assert code == 7
    assert tables[0].sight.text() == puzzle.sight
    assert tables[0].record.seats.count("you") == 1


def test_it_begins_with_the_first_that_is_not_solved(tmp_path: Path) -> None:
    file = solved_file(tmp_path)
    puzzles = shipped("zatre")
    kept = Solved(file)
    assert kept.add("zatre", puzzles[0]) == kept.add("zatre", puzzles[0]) == ""
    console = Console(file=io.StringIO())
    quiz = Quiz("zatre", puzzles, face("zatre"), console, Answers(console, [], interactive=False), Solved(file))
    assert quiz.first() == 2
    assert quiz.count() == 1
    assert find("zatre").name == "zatre"


@pytest.mark.parametrize("kept", [b"", b"[]", b"\xff\xfe", b'{"zatre": 3}', b"{" * 5000])
def test_a_file_that_is_not_ours_is_no_trouble(kept: bytes, tmp_path: Path) -> None:
    solved_file(tmp_path).write_bytes(kept)
    code, screen, _ = solved("zatre", [shipped("zatre")[0].best, "quit"], tmp_path)
    assert code == 0
    assert "that is the best move" in screen
    assert Solved(solved_file(tmp_path)).has("zatre", shipped("zatre")[0])


def test_a_disk_that_fails_spoils_no_puzzle(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, screen, _ = solved("zatre", [shipped("zatre")[0].best, "quit"], tmp_path / "file")
    assert code == 0
    assert "Your progress is not saved" in screen


def test_leaving(tmp_path: Path) -> None:
    """By a word, at the end of input, and after the last."""
    assert solved("zatre", ["q"], tmp_path)[0] == 0
    assert solved("zatre", [], tmp_path)[0] == 0
    last = len(shipped("zatre"))
    assert "That was the last" in solved("zatre", ["skip"], tmp_path, last)[1]

    def interrupted() -> str:
        raise KeyboardInterrupt

    console = Console(file=io.StringIO())
    prompt = Answers(console, interrupted, interactive=True)
    quiz = Quiz("zatre", shipped("zatre"), face("zatre"), console, prompt, Solved(solved_file(tmp_path)))
    assert quiz.run(1, lambda table: 0) == 130
