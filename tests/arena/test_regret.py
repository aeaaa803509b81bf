"""Single decisions: what beginners choose is found to cost points."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest

from sabika.arena.match import Played
from sabika.arena.plan import Plan
from sabika.arena.pool import Inline
from sabika.arena.regret import ANY, Regret, positions, stages_of
from sabika.arena.regret_run import looked_at, regret_plan
from sabika.bots import find
from sabika.engine.registry import GAMES
from tests.test_cli import sabika

BEHIND = re.compile(r"  (\w+): behind the best ([+-][\d.]+) .* ahead of the first bot ([+-][\d.]+)")


def test_positions_are_decisions_of_their_stage_and_the_same_again() -> None:
    found = list(positions("zatre", "laying", 3, 1))
    again = list(positions("zatre", "laying", 3, 1))
    assert all(stages_of("zatre")[getattr(state, "stage", 0)] == "laying" for state in found)
    assert [list(state.moves()) for state in found] == [list(state.moves()) for state in again]
    assert all(len(state.moves()) > 1 for state in [*found, *positions("zatre", ANY, 2, 1)])


def test_the_best_move_is_not_behind_itself() -> None:
    regret = Regret("zatre", ["builder"], 1, 4)
    for state in positions("zatre", ANY, 2, 3):
        regret.look_at(state, [find("builder")(1)])
    assert regret.positions == 2
    assert "ahead of the first bot +0.000" in regret.text()


class Backwards:
    """An executor whose last position is ready first."""

    def play(self, plan: Plan, numbers: Sequence[int]) -> Generator[Played]:
        yield from Inline().play(plan, numbers[::-1])


def test_positions_count_in_their_order_whoever_looks_at_them() -> None:
    """What workers send is what was found here, from the position's text alone."""
    names, states = ["builder", "novice"], list(positions("zatre", ANY, 3, 3))
    here = Regret("zatre", names, 2, 4)
    for n, state in enumerate(states):
        here.look_at(state, [find(name)(n) for name in names])
    plan = regret_plan("zatre", names, [GAMES["zatre"].text(state) for state in states], 2, 4)
    there = Regret("zatre", names, 2, 4)
    for found in looked_at(plan, 3, Backwards()):
        there.add(found)
    assert there.text() == here.text()


@pytest.mark.process
def test_any_number_of_jobs_finds_the_same() -> None:
    words = ("regret", "zatre", "--positions", "6", "--games", "4", "--moves", "1", "--jobs")
    one, two = (sabika(*words, jobs) for jobs in "12")
    assert one.exit_code == 0, one.stderr
    assert one.stdout == two.stdout
    assert "zatre: 6 positions" in one.stdout


@pytest.mark.process
def test_a_bot_that_fails_is_told_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("class Mine:\n    def __init__(self, seed): pass\n    def choose(self, sight): return 1 / 0\n")
    told = sabika("regret", "zatre", "--positions", "1", "--games", "4", "--jobs", "1", "--bots", f"{file}:Mine")
    assert told.exit_code == 2
    assert "a bot fails at position 1: ZeroDivisionError" in told.stderr
    assert told.stderr.count("\n") == 1


BAD = {
    "no such game": (("chess",), "'chess' is not installed"),
    "no such stage": (("zatre", "--stage", "tea"), "zatre has no stage 'tea'; choose one of "),
    "a stage that decides nothing": (("zatre", "--stage", "opening"), "nobody had anything to choose"),
    "no such bot": (("zatre", "--bots", "bulider"), "there is no bot"),
}


@pytest.mark.parametrize(("words", "about"), BAD.values(), ids=BAD)
def test_what_cannot_be_looked_at_is_told_in_one_line(words: tuple[str, ...], about: str) -> None:
    told = sabika("regret", *words)
    assert told.exit_code == 2
    assert about in told.stderr
    assert told.stderr.count("\n") == 1


@pytest.mark.process
def test_a_beginner_is_behind_the_builder() -> None:
    told = sabika("regret", "zatre", "--stage", "laying", "--positions", "20", "--games", "16", "--moves", "2")
    assert told.exit_code == 0, told.stderr
    (builder, _, level), (novice, behind, ahead) = BEHIND.findall(told.stdout)
    assert (builder, novice, float(level)) == ("builder", "novice", 0.0)
    assert float(ahead) < 0.0 < float(behind)
