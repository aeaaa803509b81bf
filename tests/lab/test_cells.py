"""How far off bots are about cells, as `lab/cells.py` tells it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import mean

import pytest
from librt.vecs import vec

from lab import cells as lab
from sabika.bots.dice.plan import Plan, Turn
from sabika.bots.worth.alcazaba import WORTH
from sabika.bots.worth.alcazaba_course import Course, markers_left
from sabika.games.alcazaba import ALCAZABA
from sabika.games.parts.space import CELLS, NOBODY, target
from sabika.games.parts.turns import ONE, TURN
from tests.fuzz import some

ROOT = Path(__file__).parents[2]


def test_noise_alone_is_no_error_and_an_error_is_found_through_noise() -> None:
    rng = Random(1)
    noise = [lab.common([[rng.gauss(0, 3) for _ in range(12)] for _ in range(6)]) for _ in range(400)]
    assert abs(mean(noise)) < 0.1
    true = [2.0, -2.0, 2.0, -2.0]  # of variance 16 / 3
    seen = [lab.common([[each + rng.gauss(0, 3) for _ in range(12)] for each in true]) for _ in range(400)]
    assert mean(seen) == pytest.approx(16 / 3, abs=0.3)


def test_what_holds_for_all_cells_is_no_error() -> None:
    assert lab.middle([[1.0, 3.0], [3.0, 5.0]]) == [2.0, 4.0]
    assert lab.off({0: [[5.0, 7.0], [5.0, 7.0]], 3: [[5.0, 7.0], [5.0, 7.0]]}) == (0.0, 0.0)
    assert lab.off({0: [[5.0, 7.0], [1.0, 2.0]]}) is None  # one column is not off another


def test_positions_are_turns_of_builders_after_the_first_throw() -> None:
    found = lab.positions(5, 3)
    assert found == lab.positions(5, 3) != lab.positions(5, 4)
    for text in found:
        state = ALCAZABA.load(text)
        assert state.stage == TURN
        assert state.throws == 1


def test_the_last_marker_comes_to_what_a_rehearsal_says() -> None:
    """What the lab plays with its own luck and the bot with its own is the same where there is none."""
    for text in lab.positions(6, 5):
        state = ALCAZABA.load(text)
        state.hand = ONE[state.turn]
        assert markers_left(state) == 1
        cell = state.space.reach(2, 11)
        twin = state.clone()
        twin.space.put(2, cell, twin.turn)
        twin.hand = 0
        twin.end_turn()
        assert lab.course(state, 2, cell, 9) == pytest.approx(Course(WORTH, state.turn).lead(twin, 4))


def test_an_opinion_is_of_all_cells_and_changes_with_playouts() -> None:
    state = ALCAZABA.load(lab.positions(1, 7)[0])
    assert len(lab.opinion(state, 0)) == len(lab.opinion(state, 200)) == 6 * CELLS
    assert lab.opinion(state, 0) != lab.opinion(state, 200)


def test_what_courses_say_of_cells_beside_those_that_they_tried() -> None:
    assert lab.between({}, 4) == 0.0
    assert [lab.between({8: 2.0, 12: 4.0}, cell) for cell in (0, 8, 9, 11, 12, 20)] == [2.0, 2.0, 2.5, 3.5, 4.0, 4.0]


def test_a_turn_is_played_by_what_is_thought_of_cells() -> None:
    state = ALCAZABA.load(lab.positions(1, 11)[0])
    for column in range(6):
        thought = [
            100.0 * (cell // CELLS == column) - float(cell % CELLS) for cell in range(6 * CELLS)
        ]  # this one alone
        found = lab.ends_of(state, thought, 3)
        assert found == lab.ends_of(state, thought, 3) != lab.ends_of(state, thought, 4)
        assert sum(end // CELLS == column for end in found) > 0.9 * len(found)


def test_nobody_gains_more_than_who_knows_what_the_courses_say() -> None:
    """What he expects of his turn is exact, and others come to less of it, but for the dice of the sample."""
    apart = 0.0
    texts = some(lab.positions(6, 12), 3)
    for text in texts:
        state = ALCAZABA.load(text)
        rows = {
            (column, symbols): [lab.course(state, column, cell, n) for n in range(4)]
            for column in range(3)
            for symbols in (4, 5)
            if (cell := state.space.reach(column, target(symbols, 3))) < CELLS
        }
        known = lab.seen(state, rows)
        for (column, symbols), row in rows.items():
            assert known[column * CELLS + target(symbols, 3)] == pytest.approx(mean(row))
        found = [
            mean(known[end] for end in lab.ends_of(state, thought, 1))
            for thought in (known, lab.opinion(state, 0), [-each for each in known])
        ]
        assert found[0] == pytest.approx(Plan(Turn(vec[float](known))).worth(state.dice, state.throws), abs=0.6)
        assert found[0] > found[1] - 0.6
        assert found[0] > found[2] + 1.0
        apart += found[0] - found[1]
    assert apart > len(texts) / 6


def test_a_cell_that_is_taken_is_worth_what_the_next_free_one_is() -> None:
    state = ALCAZABA.load(lab.positions(1, 11)[0])
    for cell in range(10, CELLS):
        if state.space.owner(2, cell) == NOBODY:
            state.space.put(2, cell, 0)  # from here on markers fall off (D16, D18)
    state.space.take(2, 13)
    known, judged = (
        list(found) for found in (lab.seen(state, {(2, 6): [50.0, 60.0], (2, 5): [20.0]}), lab.opinion(state, 0))
    )
    column = slice(2 * CELLS, 3 * CELLS)
    assert known[column][10] == known[column][11] == known[column][12] == known[column][13] == pytest.approx(20.0)
    assert known[column][14:] == judged[column][14:]
    assert known[: 2 * CELLS] == judged[: 2 * CELLS]


@pytest.mark.process
def test_the_command_tells_builder_and_bot_and_refuses_what_tells_nothing() -> None:
    words = [sys.executable, "-m", "lab.cells", "--positions", "2", "--courses", "2", "--playouts", "60", "--jobs", "1"]
    found = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True, timeout=300).stdout
    assert "2 of 2 positions" in found
    assert "builder: off between columns" in found
    assert re.search(r"60 playouts: .* gains [+-][\d.]+ points a game", found)
    assert "all is known: gains at most" in found
    words[words.index("--courses") + 1] = "1"
    refused = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert refused.returncode == 2
    assert "at least 2 positions" in refused.stderr
