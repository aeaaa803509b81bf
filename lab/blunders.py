"""Are planted blunders found? And do quick and deep reviews agree on the costliest decision?

    python -m lab.blunders alhambra --seats 3 --games 20 --playouts 400

In every game of equal bots one move is replaced by one that a search with a seed of its own puts at least 8 points
below the best. Then the game is reviewed, quick and deep: is the move among the three costliest decisions? Bots that
blunder themselves hide it; --bot vizier@100 does so less than builders.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from random import Random

from sabika import Table, bots
from sabika.arena.stats import wilson
from sabika.bots.value import valuer_of
from sabika.engine.registry import find
from sabika.review.account import account_of
from sabika.review.question import review_move
from sabika.review.story import slips

COST = 8.0  # points that a blunder costs at least
OTHER = 77_777_777  # seeds of the search that looks for blunders, which the review does not use
TRIED = 6  # moves that are looked at in a position


@dataclass(frozen=True)
class Found:
    """What became of one game."""

    quick: bool
    deep: bool
    agree: bool  # do both call the same decision the costliest?
    seconds: float  # of the deep review


def blunder(table: Table, playouts: int, rng: Random) -> int | None:
    """A move that costs enough, if one of a few tried does."""
    valuer, state = valuer_of(table.game.name), table.state
    moves = list(table.moves())
    for move in rng.sample(moves, min(TRIED, len(moves))):
        found = review_move(table.sight, int(move), valuer, playouts, OTHER + rng.randrange(10**6))
        side = state.side(state.actor)
        if (found.after_best - found.after_chosen).points[side] >= COST:
            return int(move)
    return None


def planted(game: str, seats: int, playouts: int, seed: int, bot: str = "builder") -> tuple[str, int]:
    """A record with one blunder, and its step."""
    rng, table, at = Random(seed), Table.deal(game, seats, seed), 0
    players = [bots.find(bot)(1_000_003 * seed + seat) for seat in range(seats)]
    first = rng.randrange(40, 140)
    while not table.over:
        move = players[table.actor].choose(table.sight)
        if not at and len(table.record.steps) >= first and len(table.moves()) > 3:
            worse = blunder(table, playouts, rng)
            if worse is not None:
                move, at = worse, len(table.record.steps) + 1
        table.play(move)
    return table.record.text, at


def look(game: str, seats: int, playouts: int, bot: str, seed: int) -> Found | None:
    """Review one game; None where no blunder could be made."""
    text, at = planted(game, seats, playouts, seed, bot)
    if not at:
        return None
    start = time.process_time()
    deep = [entry.step for entry in slips(account_of(text, seed, playouts))]
    seconds = time.process_time() - start
    quick = [entry.step for entry in slips(account_of(text, seed))]
    return Found(at in quick, at in deep, quick[:1] == deep[:1], seconds)


def told(found: Sequence[Found]) -> list[str]:
    number = len(found)
    rows = {"deep finds": [each.deep for each in found], "quick finds": [each.quick for each in found]}
    rows["both agree on the costliest"] = [each.agree for each in found]
    lines = []
    for name, row in rows.items():
        low, high = wilson(sum(row) / number, number)
        lines.append(f"  {name} {100 * sum(row) / number:.0f} % ({100 * low:.0f} to {100 * high:.0f}) of {number}")
    return [*lines, f"  a deep review takes {sum(each.seconds for each in found) / number:.1f} s of one core"]


def main() -> None:
    parser = argparse.ArgumentParser(description="Are planted blunders found?")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--playouts", type=int, default=400)
    parser.add_argument("--bot", default="builder", help="who plays the games")
    parser.add_argument("--seed", type=int, default=1, help="which games")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    try:
        find(given.game).start(given.seats)
        bots.find(given.bot)
    except ValueError as problem:
        parser.error(str(problem))
    seeds = range(given.seed * given.games, (given.seed + 1) * given.games)
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        looks = pool.map(partial(look, given.game, given.seats, given.playouts, given.bot), seeds)
        found = [each for each in looks if each is not None]
    if not found:
        parser.error("no blunder could be planted: ask for more games")
    print(f"{given.game}, {given.seats} seats, games of {given.bot}, {given.playouts} playouts")
    print("\n".join(told(found)), flush=True)


if __name__ == "__main__":
    main()
