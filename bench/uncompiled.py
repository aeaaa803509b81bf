"""How many times slower the same code is uncompiled, by processor time: what `sabika doctor` says.

    python -m bench.uncompiled      in the source folder, with the compiled build installed

Both play the same games and choose the same moves; the compiled build does it several times over, for the clock's sake.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

SOURCES = Path(__file__).parents[1] / "src"
OFTEN = 20  # repetitions in the compiled build for one in the sources: single ones are too short for the clock

# Seconds of the processor for each piece of work. Its arguments: how often each piece is done.
WORK = """
import json, sys, time
from sabika import Table, bots, doctor
from sabika.engine.playout import random_playout
from sabika.engine.rng import Rng
from sabika.games import GAMES

def spent(work):
    work()  # what is loaded or remembered once is there
    start = time.process_time()
    for _ in range(int(sys.argv[1])):
        work()
    return (time.process_time() - start) / int(sys.argv[1])

def play(game):
    for seed in range(2):
        random_playout(game.start(2), Rng(seed), 1_000_000)

def think(game, name, moves):
    table, bot = Table.deal(game.name, 2, seed=7), bots.find(name)(1)
    for _ in range(moves):
        table.play(bot.choose(table.sight))

found = {"compiled": doctor.compiled()}
for name, game in GAMES.items():
    found[f"{name}: random play"] = spent(lambda: play(game))
    found[f"{name}: moves of a builder"] = spent(lambda: think(game, "builder", 6))
    found[f"{name}: moves of vizier@40"] = spent(lambda: think(game, "vizier@40", 2))
print(json.dumps(found))
"""


def times(rounds: int, **variables: str) -> dict[str, float]:
    """Of each piece of work, in a process of its own."""
    command = [sys.executable, "-c", WORK, str(rounds)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd="/", env={**os.environ, **variables})
    return dict(json.loads(done.stdout))


def ratios() -> dict[str, float]:
    """Of one round: uncompiled by compiled."""
    fast, slow = times(OFTEN), times(1, PYTHONPATH=str(SOURCES))
    if not fast.pop("compiled") or slow.pop("compiled"):
        sys.exit("install the compiled build first: `make build`")
    return {name: slow[name] / fast[name] for name in fast}


def main() -> None:
    parser = argparse.ArgumentParser(description="How many times slower the sources are uncompiled.")
    parser.add_argument("--rounds", type=int, default=3)
    rounds = [ratios() for _ in range(parser.parse_args().rounds)]
    print("\nuncompiled, times slower by processor time: median, range of rounds")
    for name in rounds[0]:
        found = [each[name] for each in rounds]
        print(f"  {name:<36}{median(found):>6.0f}   {min(found):.0f} to {max(found):.0f}")


if __name__ == "__main__":
    main()
