"""How architect and vizier think in the Dice Game: what markers are worth is found by playing the round through.

The dice of the turn stay exact: playouts correct what the judge thinks of each cell, and a plan finds the best way.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.dice.outlook import UNREST, Outlook, Weights
from sabika.bots.dice.plan import FREE, NEVER, Plan, Turn, first_cells
from sabika.bots.dice.rest import Rest
from sabika.bots.dice.tables import zeros
from sabika.bots.worth.base import Thought
from sabika.games.alhambra_dice.codes import BLACK_DIE, DISPLACE_MARK
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.parts.building import kind_of
from sabika.games.parts.dice import DICE, FACES, KEEP, THROWS, kept_by
from sabika.games.parts.rounds import ROUNDS
from sabika.games.parts.space import CELLS, row_of, target
from sabika.games.parts.turns import MARK, type_of

ROWS: Final[i64] = 9  # of a column, from 0 symbols to 8
FLATTEST: Final = 0.2  # what a point of the judge's opinion comes to at least, and at most
STEEPEST: Final = 2.0


class MarkerThought(Thought):
    """Thinks about what a marker is worth, cell by cell, by playing the round through; the dice stay exact."""

    def __init__(self, state: AlhambraDice, weights: Weights, seed: i64) -> None:
        super().__init__()
        self.state: AlhambraDice = state
        self.seed: i64 = seed
        self.weights: Weights = weights
        self.outlook: Outlook = Outlook(state, weights)
        self.turn: Turn = self.outlook.turn(state.actor)
        self.rest: Rest = self.outlook.rest(state.actor)
        self.ahead: float = self.outlook.lead(self.outlook.held(), state.actor)  # without the columns
        self.scale: float = 0.55 * UNREST[state.round + 1] if state.round < ROUNDS else weights.close
        self.cells: vec[i64] = self.choices()  # what is tried, as column * CELLS + cell
        self.found: vec[float] = zeros(i64(len(self.cells)))  # for each the sum of what came of it
        self.tried: vec[i64] = vec[i64]([0] * len(self.cells))

    def choices(self) -> vec[i64]:
        """For every type the rows that it may well come to, by the last throw; after that, where it is."""
        state = self.state
        left = THROWS - state.throws
        found = vec[i64](capacity=40)
        for column in range(FACES):
            symbols = state.symbols(column)
            most = symbols
            if left > 0:
                most = min(DICE, symbols + 1 + left)
            for count in range(max(symbols, i64(1)), most + 1):
                found = append(found, column * CELLS + target(count, THROWS))
        return found

    def playout(self) -> None:
        """Try the next cell; all cells meet the same dice."""
        number = i64(len(self.cells))
        n = self.playouts % number
        cell = self.cells[n]
        before = self.rest.turns
        lead = self.ahead + self.rest.playout(cell // CELLS, cell % CELLS, self.seed + self.playouts // number)
        self.found[n] += self.payoff(lead)
        self.tried[n] += 1
        self.playouts += 1
        self.decisions += self.rest.turns - before

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

        A straight line tells what a point of the judge's opinion came to in all playouts; what a row of a column lies
        off that line is believed the more, the more often it was tried.
        """
        outlook = self.outlook
        middle, found, slope = self.line()
        corrections = zeros(FACES * ROWS)
        for n in range(len(self.cells)):
            cell = self.cells[n]
            tried = float(self.tried[n])
            off = self.outcome(n) - found - slope * (outlook.marks[cell] - middle)
            corrections[row_at(cell)] = off * tried / (tried + self.weights.doubt)
        for at in range(FACES * CELLS):
            outlook.marks[at] = found + slope * (outlook.marks[at] - middle) + corrections[row_at(at)]
            if outlook.pushes[at] > NEVER:
                outlook.pushes[at] = found + slope * (outlook.pushes[at] - middle)
        self.turn.annul_price *= slope
        self.turn.black_price *= slope
        self.turn.ends = outlook.ends()
        self.turn.nines = first_cells(self.turn.ends)

    def line(self) -> tuple[float, float, float]:
        """The mean opinion of the cells that were tried, the mean of what came of them, and the slope between."""
        number = float(len(self.cells))
        middle = 0.0
        found = 0.0
        for n in range(len(self.cells)):
            middle += self.outlook.marks[self.cells[n]] / number
            found += self.outcome(n) / number
        product = 0.0
        square = 1e-9
        for n in range(len(self.cells)):
            off = self.outlook.marks[self.cells[n]] - middle
            product += off * (self.outcome(n) - found)
            square += off * off
        return middle, found, max(FLATTEST, min(STEEPEST, product / square))

    def outcome(self, n: i64) -> float:
        """The mean of what came of a cell; the judge's opinion where it was not tried."""
        return self.found[n] / float(self.tried[n]) if self.tried[n] > 0 else self.outlook.marks[self.cells[n]]


def row_at(cell: i64) -> i64:
    """The column and row of a cell as one number."""
    return cell // CELLS * ROWS + row_of(cell % CELLS)


def weigh_turn(state: AlhambraDice, outlook: Outlook, plan: Plan, moves: vec[i64]) -> vec[float]:
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
