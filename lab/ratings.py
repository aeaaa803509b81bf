"""How strong our bots are: the figures of docs/lab/ratings.md and the table of `sabika ratings`.

    python -m lab.ratings calibrate           how many playouts fit in a bot's time, into lab/playouts.json
    python -m lab.ratings play --minutes 60   continues every contest that is not decided
    python -m lab.ratings show                how all contests stand
    python -m lab.ratings publish             writes the table of the package and those in docs/lab/ratings.md

Strength is measured at fixed playouts, so that a run can be repeated on any machine. `calibrate` sets them to what a
bot reaches in its time on this one. Every contest keeps its games in a file in build/ratings, deal by deal, so you can
stop at any time and continue later. Contests that are not decided yet share the time evenly.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from lab.budgets import calibrate
from lab.contests import progress
from lab.publish import publish
from sabika.arena.ledger import OtherResults

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "build" / "ratings"
TABLE = ROOT / "src" / "sabika" / "arena" / "ratings.json"
PAGE = ROOT / "docs" / "lab" / "ratings.md"


def play(given: argparse.Namespace) -> int:
    deadline = time.monotonic() + 60 * given.minutes
    contests = progress(given)
    while time.monotonic() < deadline:
        going = [each for each in contests if not each.decided]
        if not going:
            break
        next_one = min(going, key=lambda each: each.seconds)
        going_on = next_one.play(given.jobs, deadline)
        print(next_one.line(), flush=True)
        if not going_on:
            return 130
    print(f"{sum(each.decided for each in contests)} of {len(contests)} contests are decided")
    return 0


def show(given: argparse.Namespace) -> int:
    for each in progress(given):
        print(each.line())
    return 0


COMMANDS = {"calibrate": calibrate, "play": play, "show": show, "publish": publish}


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="How strong our bots are.")
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("--only", nargs="+", default=[], metavar="WHAT", help="games, or pairs as vizier-builder")
    parser.add_argument("--minutes", type=float, default=480, help="then stop; unfinished games are played again later")
    parser.add_argument("--least", type=int, default=60, help="games before a verdict counts")
    parser.add_argument("--most", type=int, default=400, help="most games of a contest")
    parser.add_argument("--share", type=float, default=1.0, help="share of the playouts that fit in a bot's time")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--any-code", action="store_true", help="count results of other code too: it plays the same")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder of the games played")
    parser.add_argument("--table", type=Path, default=TABLE)
    parser.add_argument("--page", type=Path, default=PAGE)
    given = parser.parse_args(words)
    try:
        return COMMANDS[given.command](given)
    except (ValueError, OtherResults) as problem:
        parser.error(str(problem))


if __name__ == "__main__":
    sys.exit(main())
