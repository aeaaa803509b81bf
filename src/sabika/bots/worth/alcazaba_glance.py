"""How a turn of Alcazaba is played at a glance: one aims at one column and keeps the dice that show it.

For a search, which plays thousands of turns a second. What a marker on a cell would win is summed up without a look at
what else changes, and a turn is worked out for each column alone: then only the number of symbols counts.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.dice.odds import HITS
from sabika.bots.dice.plan import NEVER
from sabika.bots.worth.alcazaba import Contest, Outlook, Stand, Weights
from sabika.bots.worth.city import KINDS, Growth
from sabika.games.alcazaba.codes import CHIP
from sabika.games.alcazaba.state import SITE, Alcazaba
from sabika.games.parts import building
from sabika.games.parts.building import GIVE, PLACE
from sabika.games.parts.city import City, fits
from sabika.games.parts.dice import DICE, FACES, THROWS, UNIT, keep
from sabika.games.parts.rounds import NAME, seat_of
from sabika.games.parts.space import CELLS, target
from sabika.games.parts.tiles import TYPE
from sabika.games.parts.turns import MARK, with_type

STEPS: Final[i64] = 4 * 9  # throws made and symbols
MOST_THINGS: Final[i64] = 8  # in a column: one of the stack, at most five from the bag, the chip


class Aims:
    """One turn, column by column: what a marker on each cell brings, and what it is worth to throw for the column."""

    def __init__(self, state: Alcazaba, outlook: Outlook) -> None:
        """The outlook is one of these cities and tiles; it may be of another turn."""
        self.state: Alcazaba = state
        self.outlook: Outlook = outlook
        outlook.state = state
        self.seat: i64 = state.turn
        self.cells: vec[float] = vec[float]([0.0] * (CELLS + 1))  # of the column that is judged
        self.contest: Contest = Contest(outlook, 0)  # of that column
        self.worths: vec[float] = vec[float]([0.0] * (state.players() * MOST_THINGS))  # by player, the most first
        # By column, throws made and symbols: a marker now, and throwing on with these symbols kept.
        self.marks: vec[float] = vec[float]([NEVER] * (FACES * STEPS))
        self.throws: vec[float] = vec[float]([NEVER] * (FACES * STEPS))
        for column in range(FACES):
            self.judge_cells(column)
            self.foresee(column)

    def move(self) -> i64:
        """The best of placing a marker at once and of throwing for one column, with the dice as they lie now."""
        state = self.state
        most = NEVER
        best: i64 = 0
        for column in range(FACES):
            symbols = state.symbols(column)
            at = column * STEPS + state.throws * 9 + symbols
            if symbols > 0 and self.marks[at] > most:
                most = self.marks[at]
                best = with_type(MARK, column)
            if state.throws < THROWS and self.throws[at] > most:
                most = self.throws[at]
                best = keep(symbols * UNIT[column])
        return best

    # Cells.

    def judge_cells(self, column: i64) -> None:
        """What a marker brings on each cell it may be meant for, from the worst cell up."""
        self.contest = Contest(self.outlook, column)
        for player in range(self.state.players()):
            self.judge_things(player, column)
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
                pushed += self.push(owner, ahead)
            else:
                value = self.win(cell, ahead) + pushed
            self.cells[cell] = value

    def judge_things(self, player: i64, column: i64) -> None:
        """What each thing of the column would do for the lead of its winner, Carlo's for ours; the most first."""
        gain = self.gain(player, column)
        number = i64(len(self.contest.things))
        for n in range(number):
            worth = gain
            if player < self.state.seats:
                worth = self.outlook.worth_by(gain, player, self.contest.things[n])
            at = player * MOST_THINGS + n
            while at > player * MOST_THINGS and self.worths[at - 1] < worth:
                self.worths[at] = self.worths[at - 1]
                at -= 1
            self.worths[at] = worth

    def gain(self, player: i64, column: i64) -> float:
        """What one tile more would bring, besides those that the markers can expect already."""
        outlook = self.outlook
        tiles = outlook.standing.tiles
        before = vec[float](capacity=8)
        for other in range(self.state.players()):
            before = append(before, tiles[other * KINDS + column])
        self.contest.enter(1.0)
        seat = player if player < self.state.seats else self.seat
        found = -outlook.lead_in_places(seat, column)
        tiles[player * KINDS + column] += 1.0
        found += outlook.lead_in_places(seat, column)
        for other in range(self.state.players()):
            tiles[other * KINDS + column] = before[other]
        return found

    def win(self, cell: i64, ahead: i64) -> float:
        """What a marker may win if so many are ahead and others may still come."""
        found = 0.0
        for rank in range(ahead, i64(len(self.contest.things))):
            late = rank - ahead
            found += self.contest.overtaken(self.seat, cell, late) * self.worths[self.seat * MOST_THINGS + rank]
        return found

    def push(self, owner: i64, rank: i64) -> float:
        """What it brings that a marker of this rank has one more before it."""
        number = i64(len(self.contest.things))
        if rank >= number:
            return 0.0
        loss = self.worths[owner * MOST_THINGS + rank]
        if rank + 1 < number:
            loss -= self.worths[owner * MOST_THINGS + rank + 1]
        if owner == self.seat or owner == self.state.seats:
            return -loss
        return loss / float(self.state.seats - 1)

    # Throws.

    def foresee(self, column: i64) -> None:
        """What each number of symbols is worth after each throw, from the last throw back."""
        for throws in range(THROWS, i64(0), i64(-1)):
            for symbols in range(DICE + 1):
                at = column * STEPS + throws * 9 + symbols
                self.marks[at] = self.cells[target(symbols, throws)] if symbols > 0 else 0.0
                if throws < THROWS and symbols < DICE:
                    self.throws[at] = self.thrown(column, symbols, throws + 1)

    def thrown(self, column: i64, symbols: i64, throws: i64) -> float:
        """So many symbols are kept, and this throw follows."""
        found = 0.0
        for more in range(DICE + 1 - symbols):
            at = column * STEPS + throws * 9 + symbols + more
            found += HITS[(DICE - symbols) * 9 + more] * max(self.marks[at], self.throws[at])
        return found


class Look:
    """The moves of who is asked while prizes are given, against getting nothing."""

    def __init__(self, state: Alcazaba, weights: Weights) -> None:
        self.state: Alcazaba = state
        self.weights: Weights = weights
        self.seat: i64 = state.actor
        self.stand: Stand = Stand(state, weights, state.cities)
        self.city: City = state.cities[self.seat]
        self.form: float = self.stand.form(self.stand.growths[self.seat])

    def values(self, moves: vec[i64]) -> vec[float]:
        found = vec[float](capacity=len(moves))
        for move in moves:
            found = append(found, self.value(move))
        return found

    def value(self, move: i64) -> float:
        if building.kind_of(move) == NAME:
            return -self.weights.first if seat_of(move) == self.seat else 0.0
        tile = building.tile_of(move)
        if self.state.stage == SITE:
            return self.placed(tile, move)
        if tile == CHIP:
            return self.form + self.stand.first(self.seat)
        return self.best_placed(tile)

    def best_placed(self, tile: i64) -> float:
        """What a tile brings on its best cell, or on the reserve."""
        most = self.put_aside(tile)
        for spot in self.city.spots():
            if fits(tile, spot):
                cell = spot >> 24
                most = max(most, self.built(tile, self.city.x_of(cell), self.city.y_of(cell)))
        return most

    def placed(self, tile: i64, move: i64) -> float:
        """A tile in the city counts and changes the wall; elsewhere it counts less, or for Carlo."""
        kind = building.kind_of(move)
        if kind == PLACE:
            return self.built(tile, building.x_of(move), building.y_of(move))
        return self.form if kind == GIVE else self.put_aside(tile)

    def put_aside(self, tile: i64) -> float:
        return self.form + self.weights.reserve * self.gain(tile)

    def built(self, tile: i64, x: i64, y: i64) -> float:
        city = self.city.clone()
        city.build(tile, x, y)
        return self.gain(tile) + self.stand.form(Growth(city))

    def gain(self, tile: i64) -> float:
        """What it counts in its type."""
        return self.stand.gain(self.seat, i64(TYPE[tile]))
