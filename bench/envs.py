"""The environments for learning beside those of others: ratios within one run, on one core, by processor time.

    python -m bench.envs            five rounds, in turns with the others
    python -m bench.envs --quick    short rounds, for a first look

Aims: `Batch` with observations and masks at least 10 times OpenSpiel's backgammon with numpy observation and mask, 7
times with actions chosen in Python; decisions of our PettingZoo `env()` at least twice those of its connect four.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from bench.environment import PeersUnavailable, machine, peer_python
from sabika import doctor, envs

SEATS = 2
TABLES = 64
NEEDED = ("numpy", "gymnasium", "pettingzoo")  # of the extra `envs`
AIMS = {"compiled": ("backgammon", 10.0), "python": ("backgammon", 7.0), "aec": ("connect_four", 2.0)}
TOLD = {
    "compiled": "Batch, actions chosen in compiled code, steps/s",
    "python": "Batch, actions chosen in Python, steps/s",
    "aec": "PettingZoo, decisions/s",
}


def missing() -> list[str]:
    """What would have to be installed first."""
    return [name for name in NEEDED if find_spec(name) is None]


def compiled_rate(game: str, seconds: float) -> float:
    tables = envs.batch(game, SEATS, TABLES, seed=1)
    steps = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        tables.step_random(20)
        steps += 20 * TABLES
    return steps / spent


def python_rate(game: str, seconds: float) -> float:
    """Any of the legal actions that the batch lists, chosen by numpy."""
    import numpy as np

    from sabika.envs.arrays import shown

    tables = envs.batch(game, SEATS, TABLES, seed=1)
    legal = shown(tables.legal, np.int64).reshape(TABLES, -1)
    options = shown(tables.options, np.int64)
    rng, rows = np.random.default_rng(1), np.arange(TABLES)
    steps = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        tables.step(legal[rows, (rng.random(TABLES) * options).astype(np.int64)].tolist())
        steps += TABLES
    return steps / spent


def aec_rate(game: str, seconds: float) -> float:
    """Whole decisions: the two steps of one move are one."""
    import numpy as np

    from sabika.envs import aec

    env = aec.env(game, SEATS)
    chance = random.Random(1).random
    decisions = seed = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        seed += 1
        env.reset(seed=seed)
        before = env.batch.decisions
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            actions = np.flatnonzero(observation["action_mask"])
            env.step(int(actions[int(chance() * len(actions))]))
        decisions += env.batch.decisions - before
    return decisions / spent


OURS: dict[str, Callable[[str, float], float]] = {"compiled": compiled_rate, "python": python_rate, "aec": aec_rate}


def peer_rates(seconds: float) -> dict[str, Any]:
    """One round of the environments of others, beside us where they are installed, else in their own folder."""
    here = all(find_spec(name) for name in ("pyspiel", "pettingzoo", "pygame"))
    python = sys.executable if here else str(peer_python())
    script = Path(__file__).with_name("peer_envs.py")
    command = [python, str(script), "--seconds", str(seconds)]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def measure(rounds: int, seconds: float) -> tuple[dict[str, list[float]], dict[str, str]]:
    """Every rate, round by round, with ours and theirs in turns; and the versions of theirs."""
    rates: dict[str, list[float]] = {}
    versions: dict[str, str] = {}
    for _ in range(rounds):
        found = peer_rates(seconds)
        versions = found["versions"]
        for name, rate in found["rates"].items():
            rates.setdefault(name, []).append(rate)
        for game in envs.find.names():
            for way, rate_of in OURS.items():
                rates.setdefault(f"{way} {game}", []).append(rate_of(game, seconds))
    return rates, versions


def print_table(rates: dict[str, list[float]], versions: dict[str, str]) -> bool:
    """Print all of it; is every aim reached?"""
    reached = True
    for way, told in TOLD.items():
        peer, aim = AIMS[way]
        print(f"\n{told}; aim {aim:g} times {peer}")
        for game in envs.find.names():
            ours, theirs = rates[f"{way} {game}"], rates[peer]
            ratio = median(ours) / median(theirs)
            reached = reached and ratio >= aim
            print(f"  {game:<16}{median(ours):>11,.0f}  {ratio:6.1f} x{'' if ratio >= aim else '   below the aim'}")
        print(f"  {peer:<16}{median(rates[peer]):>11,.0f}")
    print("\n" + ", ".join(f"{name} {number}" for name, number in versions.items()))
    return reached


def main() -> None:
    parser = argparse.ArgumentParser(description="Environments for learning beside those of others.")
    parser.add_argument("--quick", action="store_true", help="short rounds")
    quick = parser.parse_args().quick
    if lacking := missing():
        print(f"bench.envs is skipped, for want of {', '.join(lacking)}: pip install 'sabika[envs]'")
        return
    print(machine())
    print(doctor.brief())
    try:
        rates, versions = measure(1 if quick else 5, 0.5 if quick else 2.0)
    except PeersUnavailable as problem:
        sys.exit(str(problem))
    sys.exit(0 if print_table(rates, versions) else 1)


if __name__ == "__main__":
    main()
