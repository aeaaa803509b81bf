"""The example's learner runs; how strong it gets is a bench's question."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra envs is not installed")

EXAMPLE = Path(__file__).parents[2] / "examples" / "ppo.py"
SECONDS = 20


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


def test_an_action_s_parts_tell_it_from_all_others(example: dict[str, Any]) -> None:
    from sabika import envs

    parts = example["parts_of"](envs.codec("alhambra_dice", 2))
    assert len(np.unique(parts, axis=0)) == len(parts)
