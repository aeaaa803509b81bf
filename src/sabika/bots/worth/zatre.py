"""What a position of Zatre is worth to a side: the points that its sheet can expect to show at the end.

A sheet is judged by the boxes and crosses that the turns to come will bring. The turn that comes next is judged by the
board: what the best square for every tile would write on the sheet of the one who lays it. All numbers are in
`Weights`.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.worth.base import Worth, lead
from sabika.engine.state import OVER, State
from sabika.games.zatre import codes
from sabika.games.zatre.board import EAST, NORTH, SOUTH, WEST, Board
from sabika.games.zatre.codes import LAY
from sabika.games.zatre.facts import (
    KIND,
    LEAST,
    LIGHT,
    POINTS,
    UNIT,
    VALUES,
    WORDS,
    count_of,
    lowest,
    lowest_value,
    pips_of,
    tiles_in,
)
from sabika.games.zatre.sheet import COLUMNS, Sheet
from sabika.games.zatre.state import DONE, LAYING, Zatre

ROWS: Final[i64] = 40  # of a sheet that are looked at: more than anybody fills
TURNS: Final[i64] = 64  # a seat never has more to come
CROSSES: Final[i64] = 3  # the column after 10, 11 and 12
MOST_CROSSES: Final[i64] = 3  # in one turn that are told apart


class Weights:
    """All numbers of this judge; points where nothing else is said. docs/bots.md tells how they were found."""

    def __init__(self) -> None:
        # What a turn to come brings, in the mean of many games among builders.
        self.tens = 0.42  # the chance that it fills a box for 10s
        self.elevens = 0.43  # for 11s
        self.twelves = 0.49  # for 12s
        self.crosses = 0.38  # crosses
        self.box_10 = 1.07  # points in such a box: some turns make two lines of a kind
        self.box_11 = 2.13
        self.box_12 = 5.3
        # What the board offers, as a part of what the best and the second square for a tile would bring.
        self.offer = 1.0
        self.second_offer = 0.4
        self.share = 0.42
        self.second_share = 0.53
        self.kept = 2.0  # a tile that could not be laid: a tile less to draw
        self.turns = 40.0  # whole turns that are looked at closely


@final
class Reach:
    """The chances that columns grow: prepared once for all sheets."""

    def __init__(self, weights: Weights) -> None:
        rates = vec[float]([weights.tens, weights.elevens, weights.twelves, weights.crosses])
        self.box: vec[float] = vec[float]([weights.box_10, weights.box_11, weights.box_12])
        self.chances: vec[float] = vec[float]([0.0] * (TURNS * 4 * ROWS))
        for column in range(i64(4)):
            for turns in range(i64(1), TURNS):
                for more in range(ROWS):
                    fewer = 1.0 if more == 0 else self.chance(turns - 1, column, more - 1)
                    same = self.chance(turns - 1, column, more)
                    at = (turns * 4 + column) * ROWS + more
                    self.chances[at] = rates[column] * fewer + (1.0 - rates[column]) * same

    def chance(self, turns: i64, column: i64, more: i64) -> float:
        """That so many turns bring the column more than `more` entries, if each brings one with the same chance."""
        return self.chances[(turns * 4 + column) * ROWS + more]


@final
class Entries:
    """What a sheet is worth, and every entry that a turn could make in it."""

    def __init__(self, sheet: Sheet, turns: i64, reach: Reach) -> None:
        self.now: float = 0.0  # the points it can expect at the end
        self.gains: vec[float] = vec[float]([0.0] * 32)  # by columns filled (a bit each) + 8 * crosses
        self.another: vec[float] = vec[float]([0.0] * 16)  # a second line in a box, by column + 4 * crosses
        self.foresee(sheet, turns, reach)

    def foresee(self, sheet: Sheet, turns: i64, reach: Reach) -> None:
        """Row by row: the boxes that are or will be filled, the bonus, and all twice where a cross is or will be."""
        turns = min(turns, TURNS - 1)
        chances = reach.chances
        box = reach.box
        gains = self.gains
        last = i64(0)
        filled = vec[i64]([sheet.filled & 255, (sheet.filled >> 8) & 255, (sheet.filled >> 16) & 255, sheet.crosses])
        first = min(min(filled[0], filled[1]), min(filled[2], filled[3]))
        for column in range(i64(4)):
            last = max(last, filled[column] + 1)
        last = min(ROWS, last + turns)
        settled: i64 = 0
        for row in range(first):
            settled += sheet.row_total(row)
        full = vec[float]([0.0] * 6)  # the chance of a box, by column and whether the turn fills one
        points = vec[float]([0.0] * 6)  # what it will hold
        twice = vec[float]([0.0] * 4)  # by crosses in the turn
        for row in range(first, last):
            for column in range(COLUMNS):
                base = (turns * 4 + column) * ROWS
                more = row - filled[column]
                mean = box[column]
                if more < 0:
                    full[column * 2] = full[column * 2 + 1] = 1.0
                    points[column * 2] = points[column * 2 + 1] = float(sheet.box(row, column))
                elif more == 0:
                    full[column * 2] = chances[base]
                    points[column * 2] = chances[base] * mean
                    full[column * 2 + 1] = 1.0
                    points[column * 2 + 1] = float(POINTS[column])
                else:
                    full[column * 2] = chances[base + more]
                    points[column * 2] = chances[base + more] * mean
                    full[column * 2 + 1] = chances[base + more - 1]
                    points[column * 2 + 1] = chances[base + more - 1] * mean
            for crosses in range(i64(4)):
                more = row - filled[3] - crosses
                twice[crosses] = 2.0 if more < 0 else 1.0 + chances[(turns * 4 + CROSSES) * ROWS + more]
            bonus = float(sheet.bonus(row))
            for mask in range(i64(8)):
                a = mask & 1
                b = 2 + ((mask >> 1) & 1)
                c = 4 + (mask >> 2)
                total = points[a] + points[b] + points[c] + bonus * full[a] * full[b] * full[c]
                gains[mask] += total * twice[0]
                gains[mask + 8] += total * twice[1]
                gains[mask + 16] += total * twice[2]
                gains[mask + 24] += total * twice[3]
            for column in range(COLUMNS):
                if row == filled[column]:
                    for crosses in range(i64(4)):
                        self.another[crosses * 4 + column] = float(POINTS[column]) * twice[crosses]
        before = gains[0]
        self.now = float(settled) + before
        for n in range(i64(32)):
            gains[n] -= before

    def gain(self, tally: i64) -> float:
        """What a turn with these lines and crosses adds to what the sheet can expect."""
        if tally == 0:
            return 0.0
        crosses = min(tally >> 24, MOST_CROSSES)
        tens = tally & 255
        elevens = (tally >> 8) & 255
        twelves = (tally >> 16) & 255
        mask: i64 = 0
        found = 0.0
        if tens:
            mask = 1
            found = float(tens - 1) * self.another[crosses * 4]
        if elevens:
            mask += 2
            found += float(elevens - 1) * self.another[crosses * 4 + 1]
        if twelves:
            mask += 4
            found += float(twelves - 1) * self.another[crosses * 4 + 2]
        return found + self.gains[mask + 8 * crosses]

    def singles(self) -> vec[float]:
        """What one tile alone would add, by row and column (0 for none, 1 for 10, 2, 3) and light: 8 * row + 2 * .."""
        found = vec[float]([0.0] * 32)
        for row in range(i64(4)):
            for column in range(i64(4)):
                for light in range(i64(2)):
                    tally = TALLIES[row] + TALLIES[column]
                    if tally and light:
                        tally += 0x1000000
                    found[row * 8 + column * 2 + light] = self.gain(tally)
        return found


TALLIES: Final = vec[i64]([0, 1, 256, 65536])


@final
class Offers:
    """What the board offers to a side: for each value the best square and the second."""

    def __init__(self, singles: vec[float]) -> None:
        self.singles: vec[float] = singles
        self.best: vec[float] = vec[float]([0.0] * 7)
        self.second: vec[float] = vec[float]([0.0] * 7)

    def look(self, board: Board) -> None:
        best = self.best
        second = self.second
        singles = self.singles
        cells = board.cells
        for value in range(i64(7)):
            best[value] = 0.0
            second[value] = 0.0
        for word in range(WORDS):
            squares = board.fits[WORDS + word]  # where a 1 fits, all fit that fit at all
            while squares:
                cell = word * 32 + lowest(squares)
                squares &= squares - 1
                known = i64(cells[cell])
                row = ((known >> WEST) & 15) + ((known >> EAST) & 15)
                column = ((known >> NORTH) & 15) + ((known >> SOUTH) & 15)
                room = (known >> 16) & 7
                value = LEAST - max(row, column)
                if value < 1:
                    value = 1
                while value <= room:
                    at: i64 = 0
                    if row + value >= LEAST:
                        at = (row + value - 9) * 8
                    if column + value >= LEAST:
                        at += (column + value - 9) * 2
                    if i64(KIND[cell]) == LIGHT:
                        at += 1
                    gain = singles[at]
                    if gain > best[value]:
                        second[value] = best[value]
                        best[value] = gain
                    elif gain > second[value]:
                        second[value] = gain
                    value += 1

    def mean(self, chances: vec[float], best: float, second: float) -> float:
        """What the turn of one who draws by these chances brings."""
        found = 0.0
        for value in range(i64(1), VALUES + 1):
            found += chances[value] * (best * self.best[value] + second * self.second[value])
        return found


class ZatreWorth(Worth):
    """The judge of Zatre."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self.weights: Weights = weights
        self.reach: Reach = Reach(weights)
        self.play_on = 0

    def prospects(self, state: State) -> vec[float]:
        assert isinstance(state, Zatre)
        found = vec[float]([0.0] * state.players())
        for seat in range(state.seats):
            found[state.side(seat)] = float(state.score(seat))
        if state.actor == OVER:
            return found
        for side in range(len(state.sheets)):
            found[side] = Entries(state.sheets[side], turns_to_come(state, side), self.reach).now
        return found

    def weigh(self, state: State, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, Zatre)
        found = vec[float](capacity=len(moves))
        if state.stage != LAYING:
            return super().weigh(state, moves)
        turn = Turn(state, self.weights, self.reach)
        for move in moves:
            found = append(found, turn.after(move))
        return found


@final
class Turn:
    """The turn of a seat, which it may play in many ways."""

    def __init__(self, state: Zatre, weights: Weights, reach: Reach) -> None:
        side = state.side(state.turn)
        self.weights: Weights = weights
        self.board: Board = state.board
        self.held: i64 = state.hands[state.turn]
        self.last: bool = tiles_in(state.bag) == 0
        mine = Entries(state.sheets[side], turns_to_come(state, side), reach)
        rival = (side + 1) % len(state.sheets)
        theirs = Entries(state.sheets[rival], turns_to_come(state, rival), reach)
        self.mine: Entries = mine
        self.chances: vec[float] = chances_of(state)
        self.offers: Offers = Offers(theirs.singles())
        self.shares: Offers = Offers(mine.singles())

    def after(self, move: i64) -> float:
        """What the turn is worth with this move."""
        if codes.kind_of(move) != LAY:
            return self.ended(self.held)
        value = codes.value_of(move)
        self.board.lay(value, codes.cell_of(move))
        found = self.best(self.held - UNIT[value], 1)
        self.board.lift()
        return found

    def best(self, held: i64, look: i64) -> float:
        """The best that can be made of the turn with the tiles still held."""
        if held == 0 or look == 0 or not self.board.fits_somewhere(lowest_value(held)):
            return self.ended(held)
        most = -1e9
        for move in self.board.placements(held, vec[i64](capacity=64)):
            value = codes.value_of(move)
            self.board.lay(value, codes.cell_of(move))
            most = max(most, self.best(held - UNIT[value], look - 1))
            self.board.lift()
        return most

    def ended(self, held: i64) -> float:
        """What the turn is worth if it ends so."""
        found = self.mine.gain(self.board.tally())
        if held:
            found -= self.weights.kept * float(tiles_in(held))
        if self.last:
            return found - float(pips_of(held))
        weights = self.weights
        if weights.offer != 0.0 or weights.second_offer != 0.0:
            self.offers.look(self.board)
            found -= self.offers.mean(self.chances, weights.offer, weights.second_offer)
        if weights.share != 0.0 or weights.second_share != 0.0:
            self.shares.look(self.board)
            found += self.shares.mean(self.chances, weights.share, weights.second_share)
        return found


def turns_to_come(state: Zatre, side: i64) -> i64:
    """How many turns a side has after the one that is being played, if all draw two tiles."""
    sides = i64(len(state.sheets))
    each: i64 = 2 if state.teams else 1
    rounds = (tiles_in(state.bag) + 2 * each - 1) // (2 * each)
    after = (side - state.side(state.turn) - 1 + sides) % sides
    return each * ((rounds - after + sides - 1) // sides)


def chances_of(state: Zatre) -> vec[float]:
    """The chance of each value to be drawn next, by what a seat has not seen."""
    unseen = state.bag
    for seat in range(state.seats):
        if state.side(seat) != state.side(state.turn):
            unseen += state.hands[seat]
    found = vec[float]([0.0] * 7)
    for value in range(i64(1), VALUES + 1):
        found[value] = float(count_of(unseen, value)) / float(max(i64(1), tiles_in(unseen)))
    return found


WORTH: Final = ZatreWorth(Weights())
