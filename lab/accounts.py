"""What accounts of games between equal bots come to: luck is 0 on average, and estimates are revised by so much.

    python -m lab.accounts alhambra --seats 3 --games 40
    python -m lab.accounts alcazaba --seats 2 --games 10 --playouts 400

Prints, for a side and game: mean luck with its interval, what decisions cost, the size of the line for revisions, how
far a chance to win jumps between two decisions without luck in between, and processor time and memory of a review.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from multiprocessing import get_context

from sabika import Table, bots
from sabika.arena.stats import Estimate, mean
from sabika.engine.registry import find
from sabika.review.account import Account, DecisionEntry, account_of

KIB = 1024


@dataclass(frozen=True)
class Measured:
    """The account of one game, in figures; points and chances by side."""

    luck: tuple[float, ...]
    luck_wins: tuple[float, ...]
    decisions: tuple[float, ...]  # of all seats
    revision: tuple[float, ...]
    revision_wins: tuple[float, ...]
    jumps: tuple[float, ...]  # of any side's chance to win, from one decision to the next, where no luck fell between
    seconds: float
    kib: int  # the most memory that the process has had


def record_of(game: str, seats: int, bot: str, seed: int) -> str:
    """A game of equal bots, as a record."""
    table = Table.deal(game, seats, seed)
    players = [bots.find(bot)(1_000_003 * seed + seat) for seat in range(seats)]
    while not table.over:
        table.play(players[table.actor].choose(table.sight))
    return table.record.text


def measure(game: str, seats: int, bot: str, playouts: int, seed: int) -> Measured:
    text = record_of(game, seats, bot, seed)
    start = time.process_time()
    account = account_of(text, seed, playouts)
    return measured(account, time.process_time() - start)


def measured(account: Account, seconds: float) -> Measured:
    luck, decisions, revision = account.luck(), account.decisions(), account.revision()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    jumps = tuple(jumps_of(account))
    return Measured(luck.points, luck.wins, decisions.points, revision.points, revision.wins, jumps, seconds, most)


def jumps_of(account: Account) -> Iterator[float]:
    """By how much a hint would differ from what the last one promised: nothing but a decision has happened since."""
    for last, entry in pairwise(account.entries):
        if isinstance(last, DecisionEntry) and isinstance(entry, DecisionEntry):
            yield max(map(abs, entry.revision.wins))
    yield max(map(abs, account.last.wins))


def told(found: Sequence[Measured], seats: int) -> list[str]:
    """All figures; a game is one sample, because its sides depend on each other."""
    # A seat's own luck: all seats are equal, but the first of them sits where it sits in every game.
    luck = mean([each.luck[0] for each in found])
    wins = mean([100 * each.luck_wins[0] for each in found])
    sides = range(len(found[0].revision))
    rows = [
        f"  mean luck of the first seat {shown(luck)} points, {shown(wins)} % of a win",
        f"  decisions of all seats {per_game([sum(each.decisions[:seats]) / seats for each in found])} points a side",
        f"  revision {shown(mean([absolute(each.revision) for each in found]))} points a side and game, absolute,",
        f"    {per_game([100 * absolute(each.revision_wins) for each in found])} % of a win",
        "    by side on average "
        + " ".join(f"{sum(each.revision[side] for each in found) / len(found):+.1f}" for side in sides),
    ]
    jumps = sorted(100 * jump for each in found for jump in each.jumps)
    often, seldom = (jumps[int(part * (len(jumps) - 1))] for part in (0.95, 0.99))
    rows.append(
        f"  jumps of a chance without luck, in {len(jumps)} pairs of decisions: mean {sum(jumps) / len(jumps):.1f} %,"
        f" 95 in 100 at most {often:.1f}, 99 in 100 {seldom:.1f}, the largest {jumps[-1]:.1f}"
    )
    seconds = [each.seconds for each in found]
    rows.append(f"  time {per_game(seconds)} s, at most {max(seconds):.2f} s")
    return [*rows, f"  memory of the process at most {max(each.kib for each in found) / KIB:.0f} MiB"]


def absolute(row: Sequence[float]) -> float:
    return sum(map(abs, row)) / len(row)


def per_game(values: Sequence[float]) -> str:
    return f"{sum(values) / len(values):.2f}"


def shown(found: Estimate) -> str:
    return f"{found.value:+.2f} ({found.low:+.2f} to {found.high:+.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description="What accounts of games between equal bots come to.")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--bot", default="builder", help="who plays, as in vizier@400")
    parser.add_argument("--playouts", type=int, default=0, help="for each decision; 0: the judge alone")
    parser.add_argument("--seed", type=int, default=1, help="which games")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    try:
        find(given.game).start(given.seats)
        bots.find(given.bot)
    except ValueError as problem:
        parser.error(str(problem))
    if given.games < 4:
        parser.error("it takes at least 4 games to tell an interval")
    seeds = range(given.seed * given.games, (given.seed + 1) * given.games)
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        found = list(pool.map(partial(measure, given.game, given.seats, given.bot, given.playouts), seeds))
    print(f"{given.game}, {given.seats} seats: {given.games} games of {given.bot}")
    print("\n".join(told(found, given.seats)), flush=True)


if __name__ == "__main__":
    main()
