"""Two builds side by side: the same work by processor time, in turns, so that a busy machine slows both alike.

    python -m bench.compare OTHER/.venv/bin/python [--rounds 15]

Each figure is the median of the rounds' ratios, this build's time by the other's: below 1 is faster than before.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from statistics import median

# Runs in either build, so it uses only what has never changed. Seconds of the processor for each piece of work.
WORK = """
import json, random, time
from sabika import Table, bots
from sabika.engine.playout import random_playout, settle_all
from sabika.engine.rng import Rng
from sabika.games import GAMES

def spent(work):
    start = time.process_time()
    work()
    return time.process_time() - start

def playouts(game):
    for seed in range(60):
        random_playout(game.start(4), Rng(seed), 1_000_000)

def loop(game):
    choose = random.Random(1).random
    for seed in range(6):
        state, rng = game.start(4), Rng(seed)
        settle_all(state, rng)
        while state.actor >= 0:
            moves = state.moves()
            state.play(moves[int(choose() * len(moves))])
            settle_all(state, rng)

def clones(game):
    state = game.start(4)
    random_playout(state, Rng(7), 40)
    for _ in range(20_000):
        state.clone()

def played(game):
    table, choose = Table.deal(game.name, 4, seed=7), random.Random(7)
    while not table.over:
        table.play(choose.choice(list(table.moves())))
    return table.record.text

def thought(game):
    table = Table.deal(game.name, 2, seed=7)
    bot = bots.find("vizier@150")(1)
    for _ in range(4):
        table.play(bot.choose(table.sight))

found = {}
for name, game in GAMES.items():
    text = played(game)
    found[f"{name}: random play, compiled loop"] = spent(lambda: playouts(game))
    found[f"{name}: random play, loop in Python"] = spent(lambda: loop(game))
    found[f"{name}: clones"] = spent(lambda: clones(game))
    found[f"{name}: replay of a record"] = spent(lambda: [Table.replay(text) for _ in range(5)])
    found[f"{name}: thoughts of a vizier"] = spent(lambda: thought(game))
print(json.dumps(found))
"""


def times(python: str) -> dict[str, float]:
    """Of one round in a build."""
    done = subprocess.run([python, "-c", WORK], check=True, capture_output=True, text=True, cwd="/")
    return dict(json.loads(done.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(description="This build beside another one, by processor time.")
    parser.add_argument("other", help="the Python in which the other build is installed")
    parser.add_argument("--rounds", type=int, default=15)
    asked = parser.parse_args()
    ratios: dict[str, list[float]] = {}
    for number in range(asked.rounds):
        pair = [
            times(python) for python in ((asked.other, sys.executable) if number % 2 else (sys.executable, asked.other))
        ]
        ours, theirs = pair if number % 2 == 0 else reversed(pair)
        for name in ours.keys() & theirs.keys():
            ratios.setdefault(name, []).append(ours[name] / theirs[name])
    for name, found in sorted(ratios.items()):
        print(f"  {name:<48}{median(found):>7.3f}   {min(found):.3f} to {max(found):.3f}")


if __name__ == "__main__":
    main()
