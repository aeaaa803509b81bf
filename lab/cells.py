"""How wrong bots are about the worth of a marker in Alcazaba, and what they would gain by knowing better.

    python -m lab.cells --positions 300 --playouts 1400 6400

In turns of builders' games we put a marker with 3 to 6 symbols into every column that has a prize, and let builders
play the round to its end several times, with the luck taken out, as reviews count it. The mean says what the cell is
worth. How far off a bot is, between columns and within them, is then measured without the noise of that mean: whatever
one half of these courses and the other half have in common is not noise. The figures are variances, in points.

Then every bot plays the turn by its own opinion of the cells, and the cell where it ends is worth what the courses say.
Cells that no course tried are interpolated from their neighbours, and nobody restructures. This shows what a bot gains
on a builder, summed over all turns of a game. The last bot knows what the courses say. By this measure no bot can gain
more, because noise that it mistakes for knowledge counts in its favour. More courses bring it closer to the truth.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import cast

from librt.vecs import vec

from sabika import Rng
from sabika.arena.stats import mean
from sabika.bots.dice.plan import STOP, Plan, Turn
from sabika.bots.worth.alcazaba import WORTH
from sabika.bots.worth.alcazaba_columns import things_in
from sabika.bots.worth.alcazaba_judge import ends
from sabika.bots.worth.alcazaba_thought import Rehearsal
from sabika.bots.worth.base import best_moves
from sabika.engine.state import LUCK, OVER
from sabika.games.alcazaba import ALCAZABA
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.parts.dice import FACES, keep
from sabika.games.parts.space import CELLS, target
from sabika.games.parts.turns import ONE, THROW, TURN
from sabika.review.luck import Fate

SYMBOLS = (3, 4, 5, 6)
CHOSEN = 10  # of so many turns one is looked at
TURNS = 25  # of a seat in a game
KNOWN = -1  # in place of playouts: who knows what the courses say
THROWN = 200  # times that a turn is played by what is thought of cells

Row = list[float]  # what came of each course
Courses = dict[tuple[int, int], Row]  # by column and symbols
Off = tuple[float, float]  # errors between columns and within them
Cells = dict[int, list[Row]]  # by column: of each number of symbols, how far the courses were off a bot's opinion


def positions(number: int, seed: int) -> list[str]:
    """Turns of builders' games, after the first throw."""
    found: list[str] = []
    rng = Rng(seed)
    while len(found) < number:
        state = cast(Alcazaba, ALCAZABA.start(2))
        while state.actor != OVER and len(found) < number:
            if state.actor == LUCK:
                state.settle(rng.below(state.luck_total()))
                continue
            if state.stage == TURN and state.throws == 1 and rng.below(CHOSEN) == 0:
                found.append(ALCAZABA.text(state))
            state.play(best_moves(state, WORTH)[0])
    return found


def course(state: Alcazaba, column: int, cell: int, seed: int) -> float:
    """What whose turn it is leads by at the round's end with a marker there, without luck."""
    twin, fate, sign = state.clone(), Fate(state.game, seed), 1 if state.turn == 0 else -1
    twin.space.put(column, cell, twin.turn)
    twin.hand -= ONE[twin.turn]
    twin.end_turn()
    return sign * finished(twin, fate)


def finished(state: Alcazaba, fate: Fate) -> float:
    """What the first seat leads by when builders have played the round to its end, less its luck."""
    while state.actor != OVER and (state.actor != LUCK or state.stage == THROW):
        if state.actor == LUCK:
            fate.settle(state)
        else:
            state.play(best_moves(state, WORTH)[0])
    return WORTH.of(state, 0) - fate.luck


def opinion(state: Alcazaba, playouts: int) -> Sequence[float]:
    """What a bot with so many playouts thinks of all cells; 0: the builder."""
    if playouts == 0:
        return list(ends(state, WORTH.weights))
    rehearsal = Rehearsal(WORTH, state, 1)
    while not rehearsal.done and rehearsal.spent() < playouts:
        rehearsal.playout()
    return list(rehearsal.learned())


def seen(state: Alcazaba, rows: Courses) -> Sequence[float]:
    """What all cells are worth by these courses: what the judge says, and how far off it was there or beside it."""
    found = list(ends(state, WORTH.weights))
    for column in range(FACES):
        offs = {
            int(state.space.reach(column, target(symbols, 3))): sum(row) / len(row)
            - found[column * CELLS + target(symbols, 3)]
            for (other, symbols), row in rows.items()
            if other == column
        }
        for cell in range(CELLS):
            if (stands := int(state.space.reach(column, cell))) < CELLS:  # what falls off is worth the same (D18)
                found[column * CELLS + cell] += between(offs, stands)
    return found


def between(known: dict[int, float], at: int) -> float:
    """What holds here: on a line between the two nearest that are known, or as at the last one; 0 where none is."""
    if not known:
        return 0.0
    at = min(max(at, min(known)), max(known))
    low = max(cell for cell in known if cell <= at)
    high = min(cell for cell in known if cell >= at)
    return known[low] + (known[high] - known[low]) * (at - low) / max(1, high - low)


def ends_of(state: Alcazaba, thought: Sequence[float], seed: int) -> list[int]:
    """Where the turn ends that is played by these worths, with some dice."""
    plan, found = Plan(Turn(vec[float](thought))), []
    rng = Rng(seed)
    for _ in range(THROWN):
        twin, dice = state.clone(), Rng(rng.next())
        while (kept := plan.best_keep(twin.dice, twin.throws)) != STOP:
            twin.play(keep(kept))
            twin.settle(dice.below(twin.luck_total()))
        column = plan.best_type(twin.dice, twin.throws)
        found.append(int(column * CELLS + twin.goal(column)))
    return found


def look(budgets: Sequence[int], courses: int, text: str) -> tuple[list[Off | None], list[float]]:
    """How far off each bot is in one position, where there are enough columns, and what its turn comes to."""
    state = ALCAZABA.load(text)
    rows: Courses = {
        (column, symbols): [course(state, column, cell, 1 + n) for n in range(courses)]
        for column in range(6)
        for symbols in SYMBOLS
        if len(things_in(state, column)) > 0
        for cell in [int(state.space.reach(column, target(symbols, 3)))]
        if cell < CELLS
    }
    found: list[Off | None] = []
    gains: list[float] = []
    known = seen(state, rows)
    for playouts in budgets:
        thought, cells = known if playouts == KNOWN else opinion(state, playouts), Cells()
        gains.append(sum(known[end] for end in ends_of(state, thought, 1)) / THROWN)
        for (column, symbols), row in rows.items():
            expected = thought[column * CELLS + target(symbols, 3)]
            cells.setdefault(column, []).append([one - expected for one in row])
        found.append(None if playouts == KNOWN else off(cells))
    return found, gains


def off(cells: Cells) -> Off | None:
    """The error between the columns, and the mean of those within each."""
    whole = [rows for rows in cells.values() if len(rows) > 1]
    if len(whole) < 2:
        return None
    within = [common(rows) for rows in whole]
    return common([middle(rows) for rows in whole]), sum(within) / len(within)


def common(rows: Sequence[Row]) -> float:
    """The variance between the rows, as far as both halves of them agree on it."""
    level = middle(rows)
    half = len(level) // 2
    total = 0.0
    for row in rows:
        apart = [one - usual for one, usual in zip(row, level, strict=True)]
        total += sum(apart[:half]) / half * (sum(apart[half:]) / (len(apart) - half))
    return total / (len(rows) - 1)


def middle(rows: Sequence[Row]) -> Row:
    """The mean of the rows."""
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description="How far off bots are about what a marker is worth in Alcazaba.")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--courses", type=int, default=12, help="of every cell")
    parser.add_argument("--playouts", type=int, nargs="+", default=[1400, 6400], help="of bots to look at")
    parser.add_argument("--seed", type=int, default=1, help="which games")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if given.positions < 2 or given.courses < 2 or min(given.playouts) < 1:
        parser.error("it takes at least 2 positions, 2 courses and 1 playout")
    budgets = [0, *given.playouts, KNOWN]
    looks: list[list[Off | None]] = []
    leads: list[list[float]] = []
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        for errors, gains in pool.map(partial(look, budgets, given.courses), positions(given.positions, given.seed)):
            looks.append(errors)
            leads.append(gains)
            print(f"\r{len(looks)} of {given.positions} positions", end="", flush=True)
    print()
    for n, playouts in enumerate(budgets):
        parts = told([each[n] for each in looks])
        verb, others = ("gains at most", budgets[:1]) if playouts == KNOWN else ("gains", budgets[:n])
        for than, other in enumerate(others):
            parts.append(f"{verb} {gain([each[n] - each[than] for each in leads])} on {name(other)}")
        print(f"{name(playouts)}: {', '.join(parts)}")


def name(playouts: int) -> str:
    return {0: "builder", KNOWN: "all is known"}.get(playouts, f"{playouts} playouts")


def told(errors: Sequence[Off | None]) -> list[str]:
    """How far off one bot was found to be."""
    parts = []
    for where, at in (("between columns", 0), ("within a column", 1)):
        known = [each[at] for each in errors if each is not None]
        if known:
            found = mean(known)
            parts.append(f"off {where} {found.value:.2f} ({found.low:.2f} to {found.high:.2f})")
    return parts


def gain(gains: Sequence[float]) -> str:
    """What so much a turn comes to in all turns of a game."""
    found = mean([TURNS * each for each in gains])
    return f"{found.value:+.1f} points a game ({found.low:+.1f} to {found.high:+.1f})"


if __name__ == "__main__":
    main()
