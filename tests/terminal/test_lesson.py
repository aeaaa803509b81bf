"""Lessons at the prompt: every scene can be solved there, a wrong try is explained, and one leaves as one likes."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable

import pytest
from click.testing import CliRunner
from rich.console import Console

from sabika.cli import main
from sabika.games import GAMES
from sabika.locales.lessons import lesson_words, scenes_of
from sabika.terminal import face
from sabika.terminal.lesson import scenes_from, table_of, teach
from tests.terminal.hands import Answers


def taught(
    game: str, answers: Iterable[str] | Callable[[], str], first: int = 1, *, interactive: bool = False
) -> tuple[int, str]:
    """The exit code and the screen of a lesson."""
    console = Console(file=io.StringIO(), width=80, height=24, highlight=False, markup=False, emoji=False)
    prompt = Answers(console, answers, interactive=interactive)
    code = teach(scenes_from(GAMES[game], first), face(game), console, prompt)
    assert isinstance(console.file, io.StringIO)
    return code, console.file.getvalue()


def solutions(game: str) -> list[str]:
    """Moves in notation that solve every scene."""
    found: list[str] = []
    for scene in scenes_of(GAMES[game]):
        table = table_of(scene)
        for step in scene.steps:
            move = next(each for each in map(table.game.notation, table.moves()) if step.solved_by(each))
            found.append(move)
            table.play(move)
    return found


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("game", GAMES)
def test_all_scenes_are_solved_one_after_the_other(game: str) -> None:
    code, shown = taught(game, solutions(game))
    words = lesson_words(GAMES[game])
    assert words is not None
    assert code == 0
    for scene in words.scenes.values():
        assert flat(scene.done) in flat(shown)
        for step in scene.steps:
            assert flat(step.task) in flat(shown)
    assert f"sabika play {game} --seats you,novice" in shown


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_try_is_explained_and_tried_again(game: str) -> None:
    (scene, *_), words = scenes_of(GAMES[game]), lesson_words(GAMES[game])
    assert words is not None
    legal = list(map(GAMES[game].notation, table_of(scene).moves()))
    wrong = next(move for move in legal if not scene.steps[0].solved_by(move))
    _, shown = taught(game, [wrong, *solutions(game)[:2]])
    slip = words.scenes[scene.id].steps[0].slips[scene.steps[0].slip(wrong)]
    assert flat(f"Not quite. {slip}") in flat(shown)
    assert flat(words.scenes[scene.id].steps[0].task) in flat(shown)
    assert shown.count("scene 1 of") == 1


def test_a_refused_try_is_answered_by_its_rule() -> None:
    _, shown = taught("alhambra", ["take y7 b3", "place garden-8-NE 0,1"])
    assert "(A12)" in shown
    _, shown = taught("zatre", ["lay 4 2,0"], first=3)
    assert "(Z9)" in shown


def test_a_scoring_is_shown_when_it_comes() -> None:
    _, shown = taught("alhambra_dice", ["prize points"], first=8)
    assert "Second scoring" in shown


def test_a_number_chooses_and_a_move_can_be_taken_back() -> None:
    _, shown = taught("alhambra", ["buy tower-9-NE b4 b5", "undo", "buy tower-9-NE b4 b5", "take o8", "1"], first=2)
    assert "Undone." in shown
    assert "Solved." in shown
    assert shown.count("You hold\n  4 and 5: buy") == 2, "after it was taken back it is asked for again"


@pytest.mark.parametrize("interactive", [False, True])
def test_one_leaves_without_being_asked_anything(interactive: bool) -> None:
    code, shown = taught("zatre", ["quit"], interactive=interactive)
    assert (code, "Keep this game" in shown) == (0, False)
    code, shown = taught("zatre", [], interactive=interactive)
    assert (code, "Keep this game" in shown, "Traceback" in shown) == (0, False, False)


def interrupt() -> str:
    raise KeyboardInterrupt


def test_ctrl_c_ends_cleanly() -> None:
    assert taught("zatre", interrupt)[0] == 130


def test_the_command_teaches_from_a_pipe() -> None:
    done = CliRunner().invoke(main, ["play", "zatre", "--lesson"], input="lay 2 0,1\nlay 2 2,0\nquit\n")
    assert done.exit_code == 0
    assert "scene 1 of 8: A line of 10" in done.output
    assert "Not quite" in done.output
    assert "scene 2 of 8" in done.output
    done = CliRunner().invoke(main, ["play", "zatre", "--scene", "8"], input="quit\n")
    assert "scene 8 of 8" in done.output


def test_what_is_not_there_is_said_in_one_line() -> None:
    done = CliRunner().invoke(main, ["play", "zatre", "--lesson", "--scene", "9"])
    assert (done.exit_code, "has 8 scenes" in done.output, "Traceback" in done.output) == (2, True, False)
    with pytest.raises(ValueError, match="has no lesson"):
        scenes_from(Bare(), 1)  # type: ignore[arg-type]


class Bare:
    title = "Bare"
