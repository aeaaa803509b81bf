"""How a search thinks about a turn of Alcazaba: it rehearses the rest of the round, again and again.

What a throw is worth follows exactly from what a marker is worth on each cell, so these are what has to be known. In a
rehearsal our marker stands on one cell, the round is played on to its end, and what came of it corrects what the judge
says of this cell and of those beside it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.worth.alcazaba_columns import things_in
from sabika.bots.worth.alcazaba_course import Course, markers_left
from sabika.bots.worth.alcazaba_judge import AlcazabaJudge, ends
from sabika.bots.worth.base import Thought
from sabika.engine.rng import Rng
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.parts.dice import DICE, FACES, THROWS
from sabika.games.parts.space import CELLS, NOBODY, target
from sabika.games.parts.turns import ONE

AT_ONCE: Final[i64] = 3  # of this many rehearsals one stops with what is thrown
NEAR: Final = 8.0  # cells within which a rehearsal tells of others


class Rehearsal(Thought):
    """One turn, and what was learned of the cells."""

    def __init__(self, worth: AlcazabaJudge, state: Alcazaba, seed: i64) -> None:
        super().__init__()
        self.worth: AlcazabaJudge = worth
        self.state: Alcazaba = state
        self.seat: i64 = state.turn
        self.seed: i64 = seed
        self.course: Course = Course(worth, state.turn)
        self.expected: vec[float] = ends(state, worth.weights)  # what the judge says of each cell, 24 a type
        self.sums: vec[float] = vec[float]([0.0] * (FACES * CELLS))  # of what came of a cell, more than expected
        self.tried: vec[float] = vec[float]([0.0] * (FACES * CELLS))  # in how many rehearsals, with near ones as a part
        self.totals: vec[float] = vec[float]([0.0] * FACES)  # the same sums by column
        self.rehearsed: vec[float] = vec[float]([0.0] * FACES)
        self.columns: vec[i64] = vec[i64](capacity=6)  # where something can be won
        for column in range(FACES):
            if len(things_in(state, column)) > 0:
                self.columns = append(self.columns, column)
        self.coming: float = float(markers_left(state) - 1)  # markers after ours
        self.gaps: vec[i64] = vec[i64](capacity=24)  # the first cell of each gap between markers, for the last marker
        if self.coming == 0.0:
            self.find_gaps()
        self.done = len(self.columns) == 0 or (self.coming == 0.0 and len(self.gaps) == 0)

    def find_gaps(self) -> None:
        """Cells of which one is as good as another for the last marker of a round, but for a trifle."""
        for column in self.columns:
            inside = False
            for cell in range(CELLS):
                free = self.state.space.owner(column, cell) == NOBODY
                if free and not inside:
                    self.gaps = append(self.gaps, column * CELLS + cell)
                inside = free

    def spent(self) -> i64:
        """A rehearsal takes far longer than a playout of a tree."""
        return self.playouts + self.course.spent

    def weigh(self, moves: vec[i64]) -> vec[float]:
        return self.worth.weigh_turn(self.state, moves, self.learned())

    def learned(self) -> vec[float]:
        """What a marker is worth, by type and cell: what the judge says, and what was seen to be otherwise."""
        found = self.expected[:]
        mean = self.mean()
        calm = self.worth.weights.calm * self.coming
        calm_cell = self.worth.weights.calm_cell * self.coming
        for column in self.columns:
            if self.rehearsed[column] > 0.0:
                about = self.totals[column] / self.rehearsed[column]
                off = (about - mean) * believed(self.rehearsed[column], calm)
                for cell in range(CELLS - 1, i64(-1), i64(-1)):
                    at = column * CELLS + cell
                    if self.state.space.reach(column, cell) == CELLS:
                        continue  # what falls off has nothing to do with the column (D18)
                    found[at] += off
                    if self.tried[at] > 0.0:
                        found[at] += (self.sums[at] / self.tried[at] - about) * believed(self.tried[at], calm_cell)
                    elif self.state.space.owner(column, cell) != NOBODY:
                        found[at] = found[at + 1]  # it comes to stand there (D16)
        return found

    def mean(self) -> float:
        """By how much more came of columns than expected: what holds for all of them does not matter."""
        total = 0.0
        number = 0.0
        for column in self.columns:
            if self.rehearsed[column] > 0.0:
                total += self.totals[column] / self.rehearsed[column]
                number += 1.0
        return total / number if number > 0.0 else 0.0

    def playout(self) -> None:
        """Our marker in one column after the other, with the same luck in all; the last one once in each gap."""
        number = self.playouts
        self.playouts += 1
        if self.coming == 0.0:
            gap = self.gaps[number]
            self.rehearse(gap // CELLS, gap % CELLS, 0)
            self.done = self.playouts == len(self.gaps)
        else:
            column = self.columns[number % len(self.columns)]
            goal = self.aimed(column, Rng(self.seed + number))
            if goal < CELLS:
                self.rehearse(column, goal, self.seed + number // len(self.columns))
        self.decisions = self.course.decisions

    def aimed(self, column: i64, rng: Rng) -> i64:
        """The cell that this throw, or random further ones, would reach in a column; CELLS for none."""
        state = self.state
        symbols = state.symbols(column)
        left = THROWS - state.throws
        if left == 0 or (symbols > 0 and rng.below(AT_ONCE) == 0):
            return target(symbols, state.throws) if symbols > 0 else CELLS
        for _ in range(left):
            for _ in range(DICE - symbols):
                if rng.below(FACES) == 0:
                    symbols += 1
        return target(symbols, THROWS) if symbols > 0 else CELLS

    def rehearse(self, column: i64, goal: i64, luck: i64) -> None:
        """The round goes on with our marker where it comes to stand, if it is meant for this cell."""
        cell = self.state.space.reach(column, goal)
        if cell == CELLS:
            return
        twin = self.state.clone()
        twin.space.put(column, cell, self.seat)
        twin.hand -= ONE[self.seat]
        twin.end_turn()
        self.learn(column, cell, self.course.lead(twin, luck))

    def learn(self, column: i64, cell: i64, lead: float) -> None:
        """What came of a cell tells of those near to it, as far as the next markers."""
        off = lead - self.expected[column * CELLS + cell]
        self.totals[column] += off
        self.rehearsed[column] += 1.0
        self.tell(column, cell, off, 1.0)
        for step in range(i64(-1), i64(2), i64(2)):
            other = cell + step
            distance = 1.0
            while 0 <= other < CELLS and self.state.space.owner(column, other) == NOBODY:
                self.tell(column, other, off, max(0.0, 1.0 - distance / NEAR) if self.coming > 0.0 else 1.0)
                other += step
                distance += 1.0

    def tell(self, column: i64, cell: i64, off: float, weight: float) -> None:
        at = column * CELLS + cell
        self.sums[at] += weight * off
        self.tried[at] += weight


def believed(number: float, calm: float) -> float:
    """The part that is believed of what was seen this many times."""
    return number / (number + calm)
