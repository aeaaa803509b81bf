"""The example's learner runs; how strong it gets is a bench's question."""

from __future__ import annotations

import runpy
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.fuzz import FACTOR
from tests.server.server_process import environment
from tests.test_cli import sabika

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


@pytest.mark.process
def test_a_saved_network_goes_on_and_plays_as_a_bot(
    example: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "learned.npz"
    network = example["train"](0.0, seed=3, told=False)
    network.weights["score"] += np.linspace(-1, 1, example["HIDDEN"], dtype=np.float32)
    network.save(str(file))
    again = example["Network"].load(str(file))
    assert all(np.array_equal(again.weights[name], each) for name, each in network.weights.items())
    assert example["train"](0.5, 1, again, told=False).updates > 0
    monkeypatch.setenv("PPO_FILE", str(file))
    monkeypatch.chdir(tmp_path)
    result = sabika("arena", "zatre", "--bots", f"{EXAMPLE}:Agent,random", "--games", "2", "--jobs", "1", "--seed", "2")
    assert result.exit_code == 0, result.stderr
    assert "Agent" in result.stdout
    assert "crashes" not in result.stdout


def test_an_agent_chooses_as_the_contest_does(
    example: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sabika import envs
    from sabika.engine.registry import find

    monkeypatch.setenv("PPO_FILE", str(tmp_path / "learned.npz"))
    network = example["train"](0.0, seed=3, told=False)
    network.weights["score"] += np.linspace(-1, 1, example["HIDDEN"], dtype=np.float32)
    network.save(str(tmp_path / "learned.npz"))
    agent, view = example["Agent"](1), example["view"]
    table = envs.Batch(network.codec, 1, 5, again=False)
    for _ in range(30):
        best = network.best(view(table.observations, np.uint8), view(table.masks, np.bool_))
        state = table.states[0]
        assert agent.choose(find("zatre").sight(state, state.actor)) == network.codec.move(state, envs.NO_HALF, best)
        table.step([best])


BAD_FILES = {"nothing": None, "something else": b"hello", "a torn file": b"PK\x03\x04 torn", "an empty file": b""}


@pytest.mark.parametrize("content", BAD_FILES.values(), ids=BAD_FILES)
def test_a_file_without_a_network_is_told_in_one_line(
    example: dict[str, Any], tmp_path: Path, content: bytes | None
) -> None:
    file = tmp_path / "x.npz"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ValueError, match=r"^[^\n]*holds no saved network: [^\n]*$"):
        example["Network"].load(str(file))


@pytest.mark.process
def test_an_interrupt_ends_the_learning_and_the_contest_begins(tmp_path: Path) -> None:
    words = [sys.executable, str(EXAMPLE), "--minutes", "5", "--games", "2", "--against", "random", "--save", "x.npz"]
    with subprocess.Popen(
        words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()  # ten seconds have gone by: it is learning
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (0, "")
    assert out.startswith("Learning was interrupted.\n2 games against random: ")
    assert (tmp_path / "x.npz").exists()


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
