"""How architect and vizier think in the Dice Game: what markers are worth is found by playing the round through.

The dice of the turn stay exact: playouts correct what the judge thinks of each cell, and a plan finds the best way.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.dice.floors import falling
from sabika.bots.dice.plan import FREE, NEVER, NONE, STOP, Plan, Turn, first_cells
from sabika.bots.dice.rest_of_round import Rest
from sabika.bots.dice.tables import parts_of, zeros
from sabika.bots.worth.alhambra_dice_outlook import UNREST, DiceOutlook, DiceWeights
from sabika.bots.worth.base import Thought
from sabika.engine.rng import Rng
from sabika.games.alhambra_dice.codes import BLACK_DIE, DISPLACE_MARK
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.parts.building import kind_of
from sabika.games.parts.dice import DICE, FACES, KEEP, POWERS, THROWS, dice_in, kept_by, thrown
from sabika.games.parts.rounds import ROUNDS
from sabika.games.parts.space import CELLS, target
from sabika.games.parts.turns import MARK, type_of

FLATTEST: Final = 0.2  # what a point of the judge's opinion comes to at least, and at most
STEEPEST: Final = 2.0
STEADY: Final = 1000.0  # tries times points: so much speaks for a slope of 1 before anything was tried
WAYS: Final[i64] = 4  # ways to begin the rest of a turn that are looked at, stopping besides
SAMPLES: Final[i64] = 12  # how often each


class MarkerThought(Thought):
    """Thinks about what a marker is worth, cell by cell, by playing the round through; the dice stay exact."""

    def __init__(self, state: AlhambraDice, weights: DiceWeights, seed: i64) -> None:
        super().__init__()
        self.state: AlhambraDice = state
        self.seed: i64 = seed
        self.weights: DiceWeights = weights
        self.outlook: DiceOutlook = DiceOutlook(state, weights)
        self.turn: Turn = self.outlook.turn(state.actor)
        self.opinion: vec[float] = self.outlook.marks[:]  # the judge's, of a marker meant for each cell
        self.pushes: vec[float] = self.outlook.pushes[:]  # and of one that displaces another
        self.annul_price: float = self.turn.annul_price
        self.black_price: float = self.turn.black_price
        self.rest: Rest = self.outlook.rest(state.actor)
        self.ahead: float = self.outlook.lead(self.outlook.held(), state.actor)  # without the columns
        self.scale: float = 0.55 * UNREST[state.round + 1] if state.round < ROUNDS else weights.close
        self.cells: vec[i64] = vec[i64](capacity=32)  # what is tried, as column * CELLS + cell
        self.weight: vec[float] = vec[float](capacity=32)  # how likely the turn ends there
        self.look_out(Rng(seed))
        self.found: vec[float] = zeros(i64(len(self.cells)))  # for each the sum of what came of it
        self.tried: vec[i64] = vec[i64]([0] * len(self.cells))

    # Which cells matter.

    def look_out(self, rng: Rng) -> None:
        """Find the cells to which this turn may lead, by stopping and by the best few keeps."""
        state = self.state
        if state.throws == THROWS:
            for building in range(FACES):
                if state.symbols(building) > 0:
                    self.may_end(building, state.symbols(building), THROWS, 1.0)
            return
        plain = Turn(self.turn.ends)
        plain.black = state.black if state.black >= 0 else NONE
        plan = Plan(plain)
        self.end(plan, state.dice, state.throws, float(WAYS))
        for kept in best_keeps(plan, state.dice, state.throws):
            for _ in range(SAMPLES):
                self.throw_on(plan, kept, state.throws, rng)

    def throw_on(self, plan: Plan, kept: i64, throws: i64, rng: Rng) -> None:
        """One way a turn may end that goes on like this."""
        while kept != STOP:
            number = DICE - dice_in(kept)
            dice = kept + thrown(number, rng.below(POWERS[number]))
            throws += 1
            kept = plan.best_keep(dice, throws)
            if kept == STOP:
                self.end(plan, dice, throws, 1.0)

    def end(self, plan: Plan, dice: i64, throws: i64, weight: float) -> None:
        """The marker that a plan would place."""
        building = plan.best_type(dice, throws)
        self.may_end(building, plan.symbols(dice, building), throws, weight)

    def may_end(self, building: i64, symbols: i64, throws: i64, weight: float) -> None:
        """Count a cell."""
        cell = building * CELLS + target(symbols, throws)
        for n in range(len(self.cells)):
            if self.cells[n] == cell:
                self.weight[n] += weight
                return
        self.cells = append(self.cells, cell)
        self.weight = append(self.weight, weight)

    # Playing through.

    def playout(self) -> None:
        """Try the cell that is most in need of it; the n-th try of each meets the same dice."""
        n = self.neediest()
        cell = self.cells[n]
        before = self.rest.turns
        lead = self.ahead + self.rest.playout(cell // CELLS, cell % CELLS, self.seed + self.tried[n])
        self.found[n] += self.payoff(lead)
        self.tried[n] += 1
        self.playouts += 1
        self.decisions += self.rest.turns - before

    def neediest(self) -> i64:
        """The cell with the fewest tries for its weight."""
        best: i64 = 0
        least = 1e18
        for n in range(i64(len(self.cells))):
            share = float(self.tried[n] + 1) / self.weight[n]
            if share < least:
                least = share
                best = n
        return best

    def payoff(self, lead: float) -> float:
        """Points, of which those count less that are more than one needs to win or too few anyway."""
        curve = 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, lead / self.scale))))
        part = self.weights.greed
        return part * lead + (1.0 - part) * 4.0 * self.scale * (curve - 0.5)

    def weigh(self, moves: vec[i64]) -> vec[float]:
        self.learn()
        return weigh_turn(self.state, self.outlook, Plan(self.turn), moves)

    def learn(self) -> None:
        """Correct what the judge thinks of markers by what came of them.

        A straight line tells what a point of the judge's opinion came to in all playouts; what a cell lies off
        that line is believed the more, the more often it was tried.
        """
        if self.playouts == 0:
            return
        middle, found, slope = self.line()
        corrections = self.corrections(middle, found, slope)
        for at in range(FACES * CELLS):
            self.outlook.marks[at] = found + slope * (self.opinion[at] - middle) + corrections[at]
            if self.pushes[at] > NEVER:
                self.outlook.pushes[at] = found + slope * (self.pushes[at] - middle)
        self.turn.annul_price = slope * self.annul_price
        self.turn.black_price = slope * self.black_price
        self.turn.ends = self.outlook.ends()
        self.turn.nines = first_cells(self.turn.ends)

    def corrections(self, middle: float, found: float, slope: float) -> vec[float]:
        """For every cell what is added to the line: as for the nearest that was tried and would be as good a marker."""
        corrections = zeros(FACES * CELLS)
        nearest = vec[i64]([CELLS] * (FACES * CELLS))
        for n in range(len(self.cells)):
            cell = self.cells[n]
            tried = float(self.tried[n])
            off = self.found[n] - tried * (found + slope * (self.opinion[cell] - middle))
            column = cell // CELLS
            for at in range(column * CELLS, (column + 1) * CELLS):
                distance = at - cell if at > cell else cell - at
                if distance < nearest[at] and self.place(at) == self.place(cell):
                    nearest[at] = distance
                    corrections[at] = off / (tried + self.weights.doubt)
        return corrections

    def place(self, at: i64) -> i64:
        """Whether a marker meant for this cell would now be the best of its column, 0, the second, 1, or neither."""
        column = at // CELLS
        front = self.rest.fronts[column]
        landed = self.state.space.reach(column, at % CELLS)
        if landed < front.best:
            return 0
        return 1 if landed < front.second else 2

    def line(self) -> tuple[float, float, float]:
        """The mean opinion of the cells that were tried, the mean of what came of them, and the slope between."""
        number = float(self.playouts)
        middle = 0.0
        found = 0.0
        for n in range(len(self.cells)):
            middle += float(self.tried[n]) * self.opinion[self.cells[n]] / number
            found += self.found[n] / number
        product = STEADY
        square = STEADY
        for n in range(len(self.cells)):
            off = self.opinion[self.cells[n]] - middle
            product += off * (self.found[n] - float(self.tried[n]) * found)
            square += off * off * float(self.tried[n])
        return middle, found, max(FLATTEST, min(STEEPEST, product / square))


def best_keeps(plan: Plan, dice: i64, throws: i64) -> vec[i64]:
    """The few keeps that are worth most."""
    parts = parts_of(dice)
    worth = vec[float](capacity=len(parts))
    for part in parts:
        worth = append(worth, plan.keep(part, dice, throws))
    found = vec[i64](capacity=WAYS)
    for at in falling(worth):
        if i64(len(found)) < WAYS:
            found = append(found, parts[at])
    return found


def weigh_turn(state: AlhambraDice, outlook: DiceOutlook, plan: Plan, moves: vec[i64]) -> vec[float]:
    """What each move of a turn is worth, by exact dice."""
    bound = state.kept if state.bound else FREE
    found = vec[float](capacity=len(moves))
    for move in moves:
        kind = kind_of(move)
        if kind == KEEP:
            worth = plan.keep(kept_by(move), state.dice, state.throws)
        elif kind == MARK:
            worth = outlook.marks[type_of(move) * CELLS + state.goal(type_of(move))]
        elif kind == DISPLACE_MARK:
            worth = outlook.pushes[type_of(move) * CELLS + state.goal(type_of(move))]
        elif kind == BLACK_DIE:
            worth = plan.set_black(type_of(move), state.dice, state.throws, bound)
        else:
            worth = plan.annul(state.kept, state.before, state.throws)
        found = append(found, worth)
    return found
