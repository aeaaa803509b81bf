"""How a search thinks about a turn of Alcazaba: it rehearses the rest of the round, again and again.

What a throw is worth follows exactly from what a marker is worth on each cell, so these are what has to be known. In a
rehearsal our marker stands in one column, all further turns are played at a glance, and then it is seen what a marker
on each cell of that column would have won. So one rehearsal tells of a whole column, and a few hundred of all.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.worth.alcazaba import AlcazabaWorth, Outlook, ends, things_in
from sabika.bots.worth.base import Thought
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.parts import building
from sabika.games.parts.dice import DICE, FACES, THROWS
from sabika.games.parts.space import CELLS, NOBODY, target
from sabika.games.parts.turns import MARK, ONE, type_of

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
        column = self.playouts % FACES
        self.playouts += 1
        rng = Rng(self.seed + self.playouts)
        goal = self.aimed(column, rng)
        if goal < CELLS and len(things_in(self.state, column)) > 0:
            cell = self.state.space.reach(column, goal)
            if cell < CELLS:
                self.learn(self.rehearsed(column, cell, rng), column, cell)

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

    def rehearsed(self, column: i64, cell: i64, rng: Rng) -> Alcazaba:
        """The table when all markers are placed; ours of this turn stands there meanwhile, and is taken off again."""
        twin = self.state.clone()
        twin.space.put(column, cell, self.seat)
        twin.hand -= ONE[self.seat]
        if markers_left(twin) > 0:
            twin.end_turn()
            self.play_on(twin, rng)
        twin.space.take(column, cell)
        return twin

    def play_on(self, twin: Alcazaba, rng: Rng) -> None:
        """All turns to come; after the last marker nothing is evaluated yet."""
        while True:
            if twin.actor == LUCK:
                twin.settle(rng.below(twin.luck_total()))
                continue
            move = self.worth.guide(twin)
            if building.kind_of(move) == MARK and markers_left(twin) == 1:
                cell = twin.space.reach(type_of(move), twin.goal(type_of(move)))
                if cell < CELLS:
                    twin.space.put(type_of(move), cell, twin.turn)
                return
            twin.play(move)

    def learn(self, twin: Alcazaba, column: i64, cell: i64) -> None:
        """What a marker on the cells near to ours would have won."""
        outlook = self.outlook
        outlook.state.space = twin.space
        outlook.renew(column)
        gain = 0.0
        fresh = True  # below this cell stands another marker than below the last one judged
        for other in range(CELLS - 1, max(cell - NEAR, i64(-1)), i64(-1)):
            if twin.space.owner(column, other) != NOBODY:
                fresh = True
            elif fresh and other < cell + NEAR + 3:
                gain = outlook.with_marker(self.seat, column, other)
                fresh = False
            distance = other - cell if other > cell else cell - other
            if distance < NEAR:
                weight = 1.0 - float(distance) / float(NEAR)
                self.sums[column * CELLS + other] += weight * gain
                self.tried[column * CELLS + other] += weight


def markers_left(state: Alcazaba) -> i64:
    """Markers that the seats have still to place."""
    number: i64 = 0
    for seat in range(state.seats):
        number += state.in_hand(seat)
    return number
