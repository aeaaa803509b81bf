"""How well the value of positions is calibrated, and the tables that make it so.

    python -m lab.values alhambra --seats 3 --games 100 --bot builder
    python -m lab.values alhambra --games 100 --write
    python -m lab.values alhambra --games 100 --bot vizier@100 --fit --write

Games of equal bots are played to the end. For positions on the way it is counted how often a side won to which so much
of a chance was given, by tenths; and how far its points were off. Positions of one game are not independent, so
intervals go by games. With --write the judge's figures are fitted again to these games, and the tables of `bots/value/`
are written: what differences and leads come to is fitted to all tables together first, then to each number of seats,
which is drawn towards that. --fit says what such tables are worth, each half of the games by tables that were fitted to
the other half.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import msgspec

from lab.fitting import BySeats, Look, all_fitted, crossed
from sabika import bots
from sabika.bots import value
from sabika.bots.value import valuer_of
from sabika.bots.value.calibration import Calibration, calibration, counted, tables
from sabika.bots.value.estimate import outcome_of, sides_of
from sabika.bots.value.valuer import Valuer, judged_at
from sabika.engine.registry import find
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER, State

STRIDE = 1_000_003  # between the seeds of games
EVERY = 7  # of so many decisions one is looked at: at no table do turns go by sevens
TENTHS = 10
LEAST = 30  # positions in a tenth; with fewer it is not reported
ROOT = Path(__file__).parents[1]
SURE = 1.96  # standard errors on either side, nineteen times in twenty


def play(game: str, seats: int, bot: str, seed: int) -> list[Look]:
    """One game of equal bots, and what was expected on the way."""
    rules = find(game)
    state, rng, valuer = rules.start(seats), Rng(STRIDE * (seed + 1)), valuer_of(game)
    players = [bots.find(bot)(STRIDE * (seed + 1) + 1 + seat) for seat in range(seats)]
    seen: list[tuple[float, tuple[float, ...], float]] = []
    decisions = 0
    while state.actor != OVER:
        if state.actor == LUCK:
            state.settle(rng.below(state.luck_total()))
            continue
        decisions += 1
        if decisions % EVERY == 0 and in_doubt(valuer, quiet := valuer.quiet(state)):
            prospects = valuer.prospects(quiet)
            seen.append((valuer.progress(quiet), tuple(prospects), valuer.ground(quiet, prospects)))
        state.play(players[state.actor].choose(rules.sight(state, state.actor)))
    end, sides = outcome_of(state), len(sides_of(state))
    return [Look(seed, *each, end.points, end.wins, sides) for each in seen]


def in_doubt(valuer: Valuer, state: State) -> bool:
    """Where nothing is left to decide no table is asked."""
    return state.actor != OVER and valuer.certain(state) is None


# What is told.


@dataclass
class Tenth:
    """The positions to which a chance between two tenths was given."""

    predicted: float = 0.0
    won: float = 0.0
    number: int = 0

    def __post_init__(self) -> None:
        self.by_game: dict[tuple[int, int], float] = {}  # by how much more was won than predicted

    def add(self, game: tuple[int, int], predicted: float, won: float) -> None:
        self.predicted += 100 * predicted
        self.won += 100 * won
        self.number += 1
        self.by_game[game] = self.by_game.get(game, 0.0) + 100 * (won - predicted)

    def off(self) -> float:
        return (self.won - self.predicted) / self.number

    def doubt(self) -> float:
        """By how much that may be chance."""
        mean = self.off() * self.number / len(self.by_game)
        squares = sum((each - mean) ** 2 for each in self.by_game.values())
        return SURE * math.sqrt(squares) / self.number

    def told(self) -> str:
        predicted, won = self.predicted / self.number, self.won / self.number
        doubt = f"{self.off():+5.1f} +- {self.doubt():4.1f}"
        return f"predicted {predicted:5.1f}, won {won:5.1f}: {doubt}  ({self.number} in {len(self.by_game)} games)"


def told(title: str, looks: Sequence[Look], tables: Callable[[Look], Calibration]) -> list[str]:
    """Predicted against won by tenths, and how far points were off."""
    rows, off = [Tenth() for _ in range(TENTHS)], []
    for look in looks:
        expected = expected_by(tables(look), look)
        for side in range(look.seats):
            chance = expected.wins[side]
            rows[min(TENTHS - 1, int(TENTHS * chance))].add((look.seats, look.game), chance, look.wins[side])
            off.append(look.points[side] - expected.points[side])
    lines = [f"{title}: {len({(look.seats, look.game) for look in looks})} games, {len(looks)} positions"]
    lines.append(f"  points: off by {sum(off) / len(off):+.1f} on average, typically by {rms(off):.1f}")
    known = {n: row for n, row in enumerate(rows) if row.number >= LEAST}
    lines += [f"  {10 * n:>3} to {10 * n + 10:>3} %: {row.told()}" for n, row in known.items()]
    worst = max(known.values(), key=lambda row: abs(row.off()))
    mean = sum(abs(row.off()) * row.number for row in known.values()) / sum(row.number for row in known.values())
    most = f"off by at most {abs(worst.off()):.1f} +- {worst.doubt():.1f} percentage points"
    return [*lines, f"  {most}, typically by {mean:.1f}"]


def rms(values: Sequence[float]) -> float:
    return math.sqrt(sum(each * each for each in values) / len(values))


def expected_by(table: Calibration, look: Look) -> value.Estimate:
    """What a table makes of the judge's figures."""
    return judged_at(look.prospects, look.ground, range(look.seats), counted(table, look.progress))


def report(title: str, by_seats: BySeats, table: Callable[[Look], Calibration]) -> None:
    """With each number of seats, and with all of them together."""
    for seats, looks in by_seats.items():
        print("\n".join(told(f"{title}, {seats} seats", looks, table)), flush=True)
    if len(by_seats) > 1:
        looks = [look for each in by_seats.values() for look in each]
        print("\n".join(told(f"{title}, any number of seats", looks, table)), flush=True)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="How well the value of positions is calibrated.")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=0, help="one number; by default all")
    parser.add_argument("--games", type=int, default=60, help="with each number of seats")
    parser.add_argument("--bot", default="builder", help="who plays, as in vizier@400")
    parser.add_argument("--seed", type=int, default=0, help="which games")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--fit", action="store_true", help="judge each half of the games by tables fitted to the other")
    parser.add_argument("--write", action="store_true", help="fit the tables to all of these games and write them")
    return parser


def main() -> None:
    parser = arguments()
    given = parser.parse_args()
    try:
        game = find(given.game)
        seats = [given.seats] if given.seats else list(range(game.fewest, game.most + 1))
        game.start(seats[0])
        bots.find(given.bot)
    except ValueError as problem:
        parser.error(str(problem))
    if given.games < 2:
        parser.error("it takes at least 2 games")
    seeds = range(given.seed * given.games, (given.seed + 1) * given.games)
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        by_seats = {number: played(pool, given.game, number, given.bot, seeds) for number in seats}
    known = {number: calibration(given.game, number) for number in seats}
    report(given.game, by_seats, lambda look: known[look.seats])
    if given.fit:
        tables = crossed(by_seats)
        report(f"{given.game}, fitted to the other half", by_seats, lambda look: tables[look.game % 2][look.seats])
    if given.write:
        write(given.game, all_fitted(by_seats))


def played(pool: Executor, game: str, seats: int, bot: str, seeds: Sequence[int]) -> list[Look]:
    """The positions of all games, which are told about while they are played."""
    found: list[Look] = []
    for done, looks in enumerate(pool.map(partial(play, game, seats, bot), seeds), start=1):
        found += looks
        print(f"\r{game}, {seats} seats: {done} of {len(seeds)} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def write(game: str, found: dict[int, Calibration]) -> None:
    """Into the sources: the next build has them."""
    known = {**tables(game), **found}
    path = ROOT / f"src/sabika/bots/value/{game}.json"
    path.write_text(written({number: known[number] for number in sorted(known)}))


def written(known: dict[int, Calibration]) -> str:
    """A row a line."""
    tables = []
    for seats, table in known.items():
        rows = [f'    "{name}": {msgspec.json.encode(row).decode()}' for name, row in asdict(table).items()]
        tables.append(f'  "{seats}": {{\n' + ",\n".join(rows) + "\n  }")
    return "{\n" + ",\n".join(tables) + "\n}\n"


if __name__ == "__main__":
    main()
