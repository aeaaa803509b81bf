"""How a turn of Alcazaba is played at a glance: one aims at one column and keeps the dice that show it.

For a search, which plays thousands of turns a second. What a marker on a cell would win is summed up without a look at
what else changes, and a turn is worked out for each column alone: then only the number of symbols counts.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.dice.odds import HITS
from sabika.bots.worth.alcazaba import RATES, Outlook, Weights, things_in
from sabika.bots.worth.city import KINDS, Growth
from sabika.games.alcazaba.state import SITE, Alcazaba
from sabika.games.parts import building
from sabika.games.parts.building import GIVE, PLACE
from sabika.games.parts.dice import DICE, FACES, THROWS, UNIT, keep
from sabika.games.parts.rounds import NAME, seat_of
from sabika.games.parts.space import CELLS, target
from sabika.games.parts.tiles import TYPE
from sabika.games.parts.turns import MARK, with_type

ROOTS: Final = vec[float]([1.0] + [1.0 / math.sqrt(number) for number in range(1, 13)])  # of so many things in a column


class Prizes:
    """What lies in each column, by what it is worth to each seat; it holds for all turns of a round."""

    def __init__(self, state: Alcazaba, weights: Weights) -> None:
        outlook = Outlook(state, weights)
        self.starts: vec[i64] = vec[i64](capacity=64)  # where the worths of a seat and column begin
        self.worths: vec[float] = vec[float](capacity=64)  # the most first, then 0
        for seat in range(state.seats):
            for column in range(FACES):
                self.starts = append(self.starts, i64(len(self.worths)))
                self.add(outlook, seat, things_in(state, column))
        self.starts = append(self.starts, i64(len(self.worths)))

    def add(self, outlook: Outlook, seat: i64, things: vec[i64]) -> None:
        left = vec[float](capacity=8)
        for thing in things:
            left = append(left, max(0.0, outlook.worth(seat, thing)))
        for _ in range(len(things)):
            best: i64 = 0
            for n in range(i64(len(left))):
                if left[n] > left[best]:
                    best = n
            self.worths = append(self.worths, left[best])
            left[best] = -1.0

    def worth(self, seat: i64, column: i64, rank: i64) -> float:
        """What the rank-th to choose would take, from 0; nothing when all is gone."""
        at = self.starts[seat * FACES + column] + rank
        return self.worths[at] if at < self.starts[seat * FACES + column + 1] else 0.0

    def number(self, column: i64) -> i64:
        return self.starts[column + 1] - self.starts[column]


class Aims:
    """One turn, column by column."""

    def __init__(self, state: Alcazaba, prizes: Prizes, weights: Weights) -> None:
        self.state: Alcazaba = state
        self.prizes: Prizes = prizes
        self.seat: i64 = state.turn
        rivals: i64 = 0
        for seat in range(state.seats):
            if seat != state.turn:
                rivals += state.in_hand(seat)
        self.danger: float = float(rivals) * weights.contest  # markers of rivals that are still to come
        self.values: vec[float] = vec[float]([0.0] * (4 * 9))  # of a column, by throws made and symbols
        self.cells: vec[float] = vec[float]([0.0] * (CELLS + 1))

    def move(self) -> i64:
        """The best of placing a marker at once and of throwing for one column."""
        state = self.state
        most = -1e9
        best: i64 = 0
        for column in range(FACES):
            symbols = state.symbols(column)
            self.judge_cells(column)
            if symbols > 0:
                value = self.cells[target(symbols, state.throws)]
                if value > most:
                    most = value
                    best = with_type(MARK, column)
            if state.throws < THROWS:
                value = self.throw_for(symbols)
                if value > most:
                    most = value
                    best = keep(symbols * UNIT[column])
        return best

    # Cells.

    def judge_cells(self, column: i64) -> None:
        """What a marker brings on each cell it may be meant for, from the worst cell up."""
        space = self.state.space
        ahead: i64 = 0
        for cell in range(CELLS):
            if space.cells[column * CELLS + cell] != 0:
                ahead += 1
        pushed = 0.0  # what markers behind lose
        value = 0.0
        for cell in range(CELLS - 1, i64(-1), i64(-1)):
            owner = space.owner(column, cell)
            if owner >= 0:
                ahead -= 1
                pushed += self.push(owner, column, ahead)
            else:
                value = self.win(column, cell, ahead) + pushed
            self.cells[cell] = value

    def win(self, column: i64, cell: i64, ahead: i64) -> float:
        """What a marker may win if so many are ahead and others may still come."""
        number = self.prizes.number(column)
        mean = self.danger * RATES[cell] * ROOTS[number]
        chance = math.exp(-mean)
        found = 0.0
        for rank in range(ahead, number):
            found += chance * self.prizes.worth(self.seat, column, rank)
            chance *= mean / float(rank - ahead + 1)
        return found

    def push(self, owner: i64, column: i64, rank: i64) -> float:
        """What it brings that a marker of this rank has one more before it."""
        seats = self.state.seats
        if owner == seats:
            return 0.0
        loss = self.prizes.worth(owner, column, rank) - self.prizes.worth(owner, column, rank + 1)
        return -loss if owner == self.seat else loss / float(seats - 1)

    # Throws.

    def throw_for(self, symbols: i64) -> float:
        """What it is worth to keep so many symbols of the column that was judged, and throw the others."""
        for throws in range(THROWS, self.state.throws, i64(-1)):
            for number in range(symbols, DICE + 1):
                value = 0.0
                if number > 0:
                    value = self.cells[target(number, throws)]
                if throws < THROWS:
                    value = max(value, self.thrown(number, throws))
                self.values[throws * 9 + number] = value
        return self.thrown(symbols, self.state.throws)

    def thrown(self, symbols: i64, throws: i64) -> float:
        found = 0.0
        for more in range(DICE + 1 - symbols):
            found += HITS[(DICE - symbols) * 9 + more] * self.values[(throws + 1) * 9 + symbols + more]
        return found


class Look:
    """The moves of who is asked while prizes are given, against getting nothing."""

    def __init__(self, state: Alcazaba, weights: Weights) -> None:
        self.state: Alcazaba = state
        self.weights: Weights = weights
        self.seat: i64 = state.actor
        self.outlook: Outlook = Outlook(state, weights)

    def values(self, moves: vec[i64]) -> vec[float]:
        found = vec[float](capacity=len(moves))
        for move in moves:
            found = append(found, self.value(move))
        return found

    def value(self, move: i64) -> float:
        if building.kind_of(move) == NAME:
            return -self.weights.first if seat_of(move) == self.seat else 0.0
        if self.state.stage != SITE:
            return self.outlook.worth(self.seat, building.tile_of(move))
        return self.placed(move)

    def placed(self, move: i64) -> float:
        """A tile in the city counts and changes the wall; elsewhere it counts less, or for Carlo."""
        tile = building.tile_of(move)
        gain = self.outlook.gains[self.seat * KINDS + i64(TYPE[tile])]
        kind = building.kind_of(move)
        city = self.state.cities[self.seat]
        if kind != PLACE:
            found = self.outlook.form(Growth(city))
            return found if kind == GIVE else found + self.weights.reserve * gain
        city = city.clone()
        city.build(tile, building.x_of(move), building.y_of(move))
        return gain + self.outlook.form(Growth(city))
