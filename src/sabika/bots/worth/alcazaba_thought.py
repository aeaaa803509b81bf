"""How a search thinks about a turn of Alcazaba: it rehearses the rest of the round, again and again.

What a throw is worth follows exactly from what a marker is worth on each cell, so these are what has to be known. In a
rehearsal our marker stands in one column, all further turns are played at a glance, and then it is seen what a marker
on each cell of that column would have won. So one rehearsal tells of a whole column, and a few hundred of all.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.worth.alcazaba import AlcazabaWorth, Outlook, ends, things_in
from sabika.bots.worth.alcazaba_course import Course, markers_left
from sabika.bots.worth.base import Thought
from sabika.engine.rng import Rng
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.parts.dice import DICE, FACES, THROWS
from sabika.games.parts.space import CELLS, NOBODY, Space, target
from sabika.games.parts.turns import ONE

AT_ONCE: Final[i64] = 3  # of so many rehearsals one stops with what is thrown
NEAR: Final[i64] = 4  # cells within which a rehearsal tells of others


class Rehearsal(Thought):
    """One turn, and what was learned of the cells."""

    def __init__(self, worth: AlcazabaWorth, state: Alcazaba, seed: i64) -> None:
        super().__init__()
        self.worth: AlcazabaWorth = worth
        self.state: Alcazaba = state
        self.seat: i64 = state.turn
        self.seed: i64 = seed
        self.expected: vec[float] = ends(state, worth.weights)  # what the judge says of each cell, 24 a type
        self.sums: vec[float] = vec[float]([0.0] * (FACES * CELLS))  # of the lead that a marker there would add
        self.tried: vec[float] = vec[float]([0.0] * (FACES * CELLS))  # in how many rehearsals, with near ones as a part
        self.columns: vec[i64] = vec[i64](capacity=6)  # where something can be won
        for column in range(FACES):
            if len(things_in(state, column)) > 0:
                self.columns = append(self.columns, column)
        self.done = len(self.columns) == 0
        table = state.clone()
        table.hand = 0
        self.outlook: Outlook = Outlook(table, worth.weights)  # when all markers are placed
        twin = state.clone()
        twin.hand -= ONE[state.turn]
        self.lead: float = Outlook(twin, worth.weights).lead(state.turn)

    def weigh(self, moves: vec[i64]) -> vec[float]:
        trust = self.worth.weights.trust
        found = vec[float]([0.0] * (FACES * CELLS))
        for at in range(FACES * CELLS):
            learned = self.sums[at] + self.tried[at] * self.lead
            found[at] = (learned + trust * self.expected[at]) / (self.tried[at] + trust)
        return self.worth.weigh_turn(self.state, moves, found)

    def playout(self) -> None:
        """Our marker in one column after the other, where a turn that aims at this column may bring it."""
        column = self.columns[self.playouts % len(self.columns)]
        luck = self.seed + self.playouts // len(self.columns)
        self.playouts += 1
        goal = self.aimed(column, Rng(self.seed + self.playouts))
        if goal < CELLS:
            cell = self.state.space.reach(column, goal)
            if cell < CELLS:
                self.rehearse(column, cell, luck)

    def aimed(self, column: i64, rng: Rng) -> i64:
        """The cell for what one may throw for a column, or has thrown; CELLS when that is nothing."""
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

    def rehearse(self, column: i64, cell: i64, luck: i64) -> None:
        """All further turns with our marker there; then it is taken off again."""
        twin = self.state.clone()
        twin.space.put(column, cell, self.seat)
        twin.hand -= ONE[self.seat]
        if markers_left(twin) > 0:
            twin.end_turn()
            course = Course(self.worth, twin, luck)
            course.place_markers()
            self.decisions += course.decisions
        twin.space.take(column, cell)
        self.learn(twin.space, column, cell)

    def learn(self, space: Space, column: i64, cell: i64) -> None:
        """What a marker on the cells near to ours would have won."""
        outlook = self.outlook
        outlook.state.space = space
        outlook.renew(column)
        gain = 0.0
        fresh = True  # below this cell stands another marker than below the last one judged
        for other in range(CELLS - 1, max(cell - NEAR, i64(-1)), i64(-1)):
            if space.owner(column, other) != NOBODY:
                fresh = True
            elif fresh and other < cell + NEAR + 3:
                gain = outlook.with_marker(self.seat, column, other)
                fresh = False
            distance = other - cell if other > cell else cell - other
            if distance < NEAR:
                weight = 1.0 - float(distance) / float(NEAR)
                at = column * CELLS + other
                self.sums[at] += weight * gain
                self.tried[at] += weight
