"""How well the value of positions is calibrated, and the tables that make it so.

    python -m lab.values alhambra --seats 3 --games 100 --bot builder
    python -m lab.values alhambra --seats 3 --games 100 --write

Games of equal bots are played to the end. For positions on the way it is counted how often a side won to which so much
of a chance was given, by tenths; and how far its points were off. With --write the judge's figures are fitted anew to
these games, and the table of `bots/value/` is written: measure with other games (--seed) than those it was fitted to.
"""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import msgspec

from sabika import bots
from sabika.bots import value
from sabika.bots.value import valuer_of
from sabika.bots.value.calibration import KNOTS, Calibration, at, tables
from sabika.bots.value.estimate import chances, outcome_of, sides_of
from sabika.engine.registry import find
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER

STRIDE = 1_000_003  # between the seeds of games
EVERY = 3  # of so many decisions one is looked at: no game's turns go by threes
TENTHS = 10
LEAST = 30  # positions in a tenth, below which nothing is told of it


@dataclass(frozen=True)
class Look:
    """A position, and how its game came out."""

    game: int  # positions of one game are no independent ones
    progress: float
    prospects: tuple[float, ...]  # by side, as the judge sees them
    points: tuple[float, ...]
    wins: tuple[float, ...]
    seats: int  # sides that can win come first

    def middle(self, row: Sequence[float]) -> float:
        return sum(row[: self.seats]) / self.seats


def play(game: str, seats: int, bot: str, seed: int) -> list[Look]:
    """One game of equal bots, and what was expected on the way."""
    rules = find(game)
    state, rng, valuer = rules.start(seats), Rng(STRIDE * (seed + 1)), valuer_of(game)
    players = [bots.find(bot)(STRIDE * (seed + 1) + 1 + seat) for seat in range(seats)]
    seen: list[tuple[float, tuple[float, ...]]] = []
    decisions = 0
    while state.actor != OVER:
        if state.actor == LUCK:
            state.settle(rng.below(state.luck_total()))
            continue
        decisions += 1
        if decisions % EVERY == 0:
            seen.append((valuer.progress(state), tuple(valuer.prospects(state))))
        state.play(players[state.actor].choose(rules.sight(state, state.actor)))
    end, sides = outcome_of(state), len(sides_of(state))
    return [Look(seed, progress, prospects, end.points, end.wins, sides) for progress, prospects in seen]


# Fitting.


def hats(progress: float) -> list[float]:
    """How much each knot counts here: `at` of a row is the sum of its figures by these parts."""
    return [at([1.0 if n == knot else 0.0 for n in range(len(KNOTS))], progress) for knot in range(len(KNOTS))]


class Squares:
    """Least squares at the knots, with a little faith in what was thought before."""

    def __init__(self, prior: float, faith: float) -> None:
        size = len(KNOTS)
        self.matrix = [[faith * (row == column) for column in range(size)] for row in range(size)]
        self.right = [faith * prior] * size

    def add(self, basis: Sequence[float], value: float, weight: float) -> None:
        for row, part in enumerate(basis):
            if part:
                self.right[row] += weight * part * value
                for column, other in enumerate(basis):
                    self.matrix[row][column] += weight * part * other

    def solved(self) -> tuple[float, ...]:
        return tuple(solve(self.matrix, self.right))


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Gauss: the matrix is positive definite, so no row has to be exchanged."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for n, pivot in enumerate(rows):
        pivot[:] = [each / pivot[n] for each in pivot]
        for row in rows:
            if row is not pivot and row[n]:
                factor = row[n]
                row[:] = [each - factor * top for each, top in zip(row, pivot, strict=True)]
    return [row[-1] for row in rows]


def fitted(looks: Sequence[Look]) -> Calibration:
    """The table that fits these games best."""
    level, spread, ghost = Squares(0.0, 3.0), Squares(1.0, 300.0), Squares(0.0, 3.0)
    for look in looks:
        basis, middle, came = hats(look.progress), look.middle(look.prospects), look.middle(look.points)
        level.add(basis, came - middle, 0.1)
        for side in range(look.seats):
            apart = look.prospects[side] - middle
            spread.add([part * apart for part in basis], look.points[side] - came, 0.1)
        for side in range(look.seats, len(look.points)):
            ghost.add(basis, look.points[side] - look.prospects[side], 0.1)
    rows = (rounded(each.solved()) for each in (level, spread, ghost))
    levels, spreads, ghosts = rows
    ends = {look.game: look for look in looks}.values()
    start = sum(look.middle(look.points) for look in ends) / len(ends)
    ghost_start = sum(look.points[-1] for look in ends) / len(ends) if len(looks[0].points) > looks[0].seats else 0.0
    scale = rounded(scales(looks, spreads))
    return Calibration(levels, spreads, scale, ghosts, round(start, 1), round(ghost_start, 1))


def rounded(row: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(each, 3) for each in row)


def scales(looks: Sequence[Look], spread: Sequence[float]) -> tuple[float, ...]:
    """Points of lead that make a win e times as likely: the likeliest by who won, found in a few steps of Newton."""
    steep = [1 / 12] * len(KNOTS)
    for _ in range(12):
        squares = Squares(0.0, 200.0)
        squares.right = [200.0 * (1 / 12 - each) for each in steep]
        for look in looks:
            basis = hats(look.progress)
            apart = [at(spread, look.progress) * (each - look.middle(look.prospects)) for each in look.prospects]
            sure = chances(apart, range(look.seats), 1 / at(steep, look.progress))
            mean = sum(p * d for p, d in zip(sure, apart, strict=True))
            variance = sum(p * d * d for p, d in zip(sure, apart, strict=True)) - mean * mean
            slope = sum(win * d for win, d in zip(look.wins, apart, strict=True)) - mean
            if variance > 1e-9:
                squares.add(basis, slope / variance, 0.1 * variance)
        moved = squares.solved()
        steep = [
            min(2.0, max(1 / 60, each + min(0.05, max(-0.05, more)))) for each, more in zip(steep, moved, strict=True)
        ]
    return tuple(1 / each for each in steep)


# What is told.


def told(game: str, looks: Sequence[Look]) -> list[str]:
    """Predicted against won by tenths, and how far points were off."""
    rows: list[list[tuple[float, float]]] = [[] for _ in range(TENTHS)]
    off: list[float] = []
    for look in looks:
        expected = expected_by(game, look)
        for side in range(look.seats):
            rows[min(TENTHS - 1, int(TENTHS * expected.wins[side]))].append((expected.wins[side], look.wins[side]))
            off.append(look.points[side] - expected.points[side])
    lines = [f"{game}, {looks[0].seats} seats: {len({look.game for look in looks})} games, {len(looks)} positions"]
    lines.append(f"  points: off by {sum(off) / len(off):+.1f} on average, by {rms(off):.1f} as a rule")
    worst = 0.0
    for n, row in enumerate(rows):
        if len(row) >= LEAST:
            predicted, won = (100 * sum(pair[at] for pair in row) / len(row) for at in (0, 1))
            worst = max(worst, abs(predicted - won))
            lines.append(
                f"  {10 * n:>3} to {10 * n + 10:>3} %: predicted {predicted:5.1f}, won {won:5.1f}  ({len(row)})"
            )
    return [*lines, f"  off by at most {worst:.1f} points of percentage"]


def rms(values: Sequence[float]) -> float:
    return math.sqrt(sum(each * each for each in values) / len(values))


def expected_by(game: str, look: Look) -> value.Estimate:
    """What the tables make of the judge's figures."""
    state = find(game).start(look.seats)
    valuer = valuer_of(game)
    return valuer.judged_at(state, look.prospects, valuer.calibration(state), look.progress)


def main() -> None:
    parser = argparse.ArgumentParser(description="How well the value of positions is calibrated.")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--bot", default="builder", help="who plays, as in vizier@400")
    parser.add_argument("--seed", type=int, default=0, help="which games")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="fit the table to these games and write it")
    given = parser.parse_args()
    try:
        find(given.game).start(given.seats)
        bots.find(given.bot)
    except ValueError as problem:
        parser.error(str(problem))
    seeds = range(given.seed * given.games, (given.seed + 1) * given.games)
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        games = pool.map(partial(play, given.game, given.seats, given.bot), seeds)
        looks = [look for each in games for look in each]
    if given.write:
        write(given.game, given.seats, fitted(looks))
    print("\n".join(told(given.game, looks)))


def write(game: str, seats: int, found: Calibration) -> None:
    known = {**tables(game), seats: found}
    path = Path(value.__file__).with_name(f"{game}.json")
    ordered = {number: known[number] for number in sorted(known)}
    path.write_text(msgspec.json.format(msgspec.json.encode(ordered)).decode() + "\n")
    tables.cache_clear()


if __name__ == "__main__":
    main()
