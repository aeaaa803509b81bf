"""The example's learner runs; how strong it gets is a bench's question."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.fuzz import FACTOR

np = pytest.importorskip("numpy", reason="the extra envs is not installed")

EXAMPLE = Path(__file__).parents[2] / "examples" / "ppo.py"
SECONDS = min(20.0, 20 * FACTOR)


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLE))


def test_the_loop_learns_and_plays(example: dict[str, Any]) -> None:
    network = example["train"](SECONDS, told=False)
    assert network.updates > 0
    assert all(np.isfinite(weights).all() for weights in network.weights.values())
    assert 0 <= example["contest"](network, "random", 2) <= 1


def test_the_interval_is_wilson_s(example: dict[str, Any]) -> None:
    low, high = example["interval"](0.5, 100)
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-3)


def test_what_lies_beside_a_square_is_what_the_board_counts(example: dict[str, Any]) -> None:
    from sabika import envs
    from sabika.games.zatre.state import Zatre

    tables = envs.batch("zatre", seats=2, tables=4, seed=1)
    tables.step_random(40)
    rows = np.frombuffer(tables.observations, np.uint8).reshape(4, -1)
    values = rows[:, example["Reader"](tables.codec).places["board"]] & 7
    board = np.pad(values.reshape(4, 15, 15).astype(int), ((0, 0), (1, 1), (1, 1)))
    left, right, up, down = example["runs_of"](board)[0]
    for table in range(4):
        state = tables.states[table]
        assert isinstance(state, Zatre)
        for square in np.flatnonzero(values[table] == 0):
            sums = state.board.sums_with(1, (int(square) // 15 + 1) * 16 + int(square) % 15)
            at = table, example["PLACE"][square]
            assert sums == (left[at] + right[at] + 1, up[at] + down[at] + 1)
