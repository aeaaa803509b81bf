"""What a position of Zatre is worth to a side: the points that its sheet can expect to show at the end.

A sheet is judged by the boxes and crosses that the turns to come will bring on average. The coming turn is judged by
the board as well: what the best squares for each tile would write on the sheet of the side that lays it. A turn is
weighed as a whole, with all its tiles. All numbers are in `ZatreWeights`.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.worth.base import Thought, Worth, lead
from sabika.bots.worth.zatre_sheet import Entries, Reach
from sabika.bots.worth.zatre_thought import Replies
from sabika.engine.state import OVER, State
from sabika.games.zatre import codes
from sabika.games.zatre.board import EAST, NORTH, ROOM, SOUTH, WEST, Board
from sabika.games.zatre.codes import LAY
from sabika.games.zatre.facts import (
    KIND,
    LEAST,
    LIGHT,
    UNIT,
    VALUES,
    WORDS,
    count_of,
    lowest,
    lowest_value,
    pips_of,
    tiles_in,
)
from sabika.games.zatre.state import Zatre
from sabika.games.zatre.tabletop import LAYING
from sabika.games.zatre.turn_lines import CROSS, TALLY, tally_of

DEEP: Final[i64] = 3  # tiles of a turn that are tried on every square; who holds more does so when their time comes


class ZatreWeights:
    """All numbers of this judge; points where nothing else is said. docs/lab/builder.md says how they were found."""

    def __init__(self) -> None:
        # What a turn to come brings: counted in games among builders.
        self.tens = 0.42  # the chance that it fills a box for 10s
        self.elevens = 0.43  # for 11s
        self.twelves = 0.49  # for 12s
        self.crosses = 0.36  # the chance of a cross; early turns have more
        self.box_10 = 1.07  # points in such a box: some turns make several lines of a kind
        self.box_11 = 2.13
        self.box_12 = 5.3
        # What the board offers to the side that draws next, and to the one that has just laid, when its turn comes
        # again: of what a tile would bring on its best square and on the second best, on average over all tiles.
        self.offer = 1.0
        self.second_offer = 0.6  # two tiles want two squares
        self.share = 0.25  # the best is likely to be gone by then
        self.second_share = 0.4
        self.usual = 6.0  # what boards offer on average; only the difference counts
        self.usual_share = 2.2
        self.unrest = 15.0  # variance of the lead at the end, for each tile in the bag
        self.slack = 8.0  # a turn that brings so much less than another cannot make up for it by what it leaves


@final
class Offers:
    """What a board offers to a side: for each value what the best square and the second would bring."""

    def __init__(self, entries: Entries) -> None:
        self.best: vec[float] = vec[float]([0.0] * 7)
        self.second: vec[float] = vec[float]([0.0] * 7)
        # What one tile brings: by 8 * row + 2 * column (0: no line that counts, 1: a 10, 2: an 11, 3: a 12) + light.
        self.brings: vec[float] = vec[float]([0.0] * 32)
        for row in range(i64(4)):
            for column in range(i64(4)):
                tally: i64 = 0
                if row:
                    tally = TALLY[row - 1]
                if column:
                    tally += TALLY[column - 1]
                self.brings[row * 8 + column * 2] = entries.gain(tally)
                if tally:
                    self.brings[row * 8 + column * 2 + 1] = entries.gain(tally + CROSS)

    def look(self, board: Board) -> None:
        """Go over all squares."""
        for value in range(VALUES + 1):
            self.best[value] = 0.0
            self.second[value] = 0.0
        for word in range(WORDS):
            squares = board.fits[WORDS + word]  # where a 1 fits, which is wherever anything does
            while squares:
                self.look_at(word * 32 + lowest(squares), board)
                squares &= squares - 1

    def look_at(self, cell: i64, board: Board) -> None:
        """The values that make a line of 10 to 12 on this square."""
        known = i64(board.cells[cell])
        row = ((known >> WEST) & 15) + ((known >> EAST) & 15)
        column = ((known >> NORTH) & 15) + ((known >> SOUTH) & 15)
        light = i64(0)
        if i64(KIND[cell]) == LIGHT:
            light = 1
        value = max(LEAST - max(row, column), i64(1))
        while value <= (known >> ROOM) & 7:
            at = light
            if row + value >= LEAST:
                at += (row + value - LEAST + 1) * 8
            if column + value >= LEAST:
                at += (column + value - LEAST + 1) * 2
            self.offer(value, self.brings[at])
            value += 1

    def offer(self, value: i64, points: float) -> None:
        if points > self.best[value]:
            self.second[value] = self.best[value]
            self.best[value] = points
        elif points > self.second[value]:
            self.second[value] = points

    def mean(self, chances: vec[float], best: float, second: float) -> float:
        """These parts of what the two squares bring, on average over tiles drawn by these chances."""
        found = 0.0
        for value in range(i64(1), VALUES + 1):
            found += chances[value] * (best * self.best[value] + second * self.second[value])
        return found

    def next(self, board: Board, chances: vec[float], weights: ZatreWeights) -> float:
        """How much more than usual the board offers to the player who draws next."""
        self.look(board)
        return self.mean(chances, weights.offer, weights.second_offer) - weights.usual

    def later(self, board: Board, chances: vec[float], weights: ZatreWeights) -> float:
        """How much more than usual it offers to the player after that."""
        self.look(board)
        return self.mean(chances, weights.share, weights.second_share) - weights.usual_share

    def to(self, board: Board, held: i64) -> float:
        """What the best square for each of these tiles would bring."""
        self.look(board)
        found = 0.0
        for value in range(i64(1), VALUES + 1):
            found += float(count_of(held, value)) * self.best[value]
        return found


class ZatreWorth(Worth):
    """The judge of Zatre."""

    def __init__(self, weights: ZatreWeights) -> None:
        super().__init__()
        self.weights: ZatreWeights = weights
        self.prepared: Reach | None = None  # see `reach`
        self.play_on = 0  # level moves are as good as each other
        self.beyond_luck = False  # other tiles, other squares: what came of a square does not help with the next hand

    def prospects(self, state: State) -> vec[float]:
        assert isinstance(state, Zatre)
        found = vec[float]([0.0] * state.players())
        if state.actor == OVER:
            for seat in range(state.seats):
                found[state.side(seat)] = float(state.score(seat))
            return found
        turn = ZatreTurn(state, self)
        if state.stage == LAYING:
            turn.best(state.moves())
        elif not state.board.empty():
            turn.drawing()
        for side in range(len(state.sheets)):
            if side == turn.side:
                found[side] = turn.entries.now + turn.gained
            elif side == turn.next:
                found[side] = turn.theirs.now + turn.offered
            else:
                found[side] = self.entries(state, side).now
        return found

    def sheets(self, state: Zatre) -> vec[float]:
        """What the sheet of each side can expect, whatever lies on the board."""
        found = vec[float]([0.0] * state.players())
        for side in range(len(state.sheets)):
            found[side] = self.entries(state, side).now
        return found

    def entries(self, state: Zatre, side: i64) -> Entries:
        """The sheet of a side with the turns it has still to begin."""
        return Entries(state.sheets[side], turns_to_come(state, side), self.reach())

    def reach(self) -> Reach:
        """The chances by the weights as they are when they are first needed."""
        if self.prepared is None:
            weights = self.weights
            rates = vec[float]([weights.tens, weights.elevens, weights.twelves, weights.crosses])
            box = vec[float]([weights.box_10, weights.box_11, weights.box_12])
            self.prepared = Reach(rates, box)
        return self.prepared

    def unrest(self, state: State) -> float:
        """The lead changes with every tile drawn."""
        assert isinstance(state, Zatre)
        return 0.0 if state.actor == OVER else math.sqrt(self.weights.unrest * float(tiles_in(state.bag) + 1))

    def weigh(self, state: State, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, Zatre)
        if state.stage != LAYING:
            return super().weigh(state, moves)  # whether to draw, where tiles may be kept
        ahead = lead(state, self.sheets(state), state.turn)
        values = ZatreTurn(state, self).weigh(moves)
        for n in range(len(values)):
            values[n] += ahead
        return values

    def thought(self, state: State, seed: i64) -> Thought | None:
        """Go through the answers, where one seat after the other lays two or three tiles."""
        assert isinstance(state, Zatre)
        tiles = tiles_in(state.hands[state.turn]) + len(state.board.laid)
        if state.stage != LAYING or state.teams or state.free or tiles > 3:
            return None
        return Replies(state, self)

    def guide(self, state: State) -> i64:
        """The first move of the best turn."""
        assert isinstance(state, Zatre)
        return ZatreTurn(state, self).best(state.moves()) if state.stage == LAYING else super().guide(state)

    def harmless(self, state: State) -> vec[i64]:
        """A beginner sees a line of 10 to 12 when one tile makes it, and keeps no tile that fits."""
        assert isinstance(state, Zatre)
        lines = vec[i64](capacity=16)
        tiles = vec[i64](capacity=64)
        for move in state.moves():
            if codes.kind_of(move) == LAY:
                tiles = append(tiles, move)
                row, column = state.board.sums_with(codes.value_of(move), codes.cell_of(move))
                if max(row, column) >= LEAST:
                    lines = append(lines, move)
        if len(lines) > 0:
            return lines
        return tiles if len(tiles) > 0 else state.moves()


@final
class ZatreTurn:
    """The turn of a seat, which can be played in many ways. Tiles are laid and lifted again: nothing changes."""

    def __init__(self, state: Zatre, worth: ZatreWorth) -> None:
        self.weights: ZatreWeights = worth.weights
        self.board: Board = state.board
        self.held: i64 = state.hands[state.turn]
        self.side: i64 = state.side(state.turn)
        self.partner: i64 = 0  # tiles that a partner lays next (Z22)
        self.next: i64 = self.side  # the side that lays next
        if state.leads(state.turn):
            self.partner = state.hands[state.turn ^ 1]
        else:
            self.next = (self.side + 1) % len(state.sheets)
        self.entries: Entries = worth.entries(state, self.side)
        self.theirs: Entries = self.entries if self.next == self.side else worth.entries(state, self.next)
        self.offers: Offers = Offers(self.theirs)
        self.shares: Offers = Offers(self.entries)
        self.chances: vec[float] = chances_of(state)
        self.offering: bool = self.theirs.turns > 0  # does anybody lay after this turn?
        self.hasty: bool = False  # are ways passed over that bring clearly less than another?
        self.highest: float = -1e9  # what a way has brought
        self.most: float = -1e9  # the best way that was met ..
        self.gained: float = 0.0  # .. brings so much to the side,
        self.offered: float = 0.0  # and leaves so much to the next, more than usual

    def best(self, moves: vec[i64]) -> i64:
        """The first move of the best way."""
        self.hasty = True
        values = self.weigh(moves)
        best: i64 = 0
        for n in range(i64(len(moves))):
            if values[n] > values[best]:
                best = n
        return moves[best]

    def weigh(self, moves: vec[i64]) -> vec[float]:
        """What the best way is worth that begins with each of these moves."""
        values = vec[float]([-1e9] * len(moves))
        settled = self.board.owing() == 0
        for n in range(i64(len(moves))):
            if codes.kind_of(moves[n]) != LAY:
                values[n] = self.ended(self.held)
                continue
            rest = self.lay(moves[n], self.held)
            if not self.goes_on(rest):
                values[n] = self.ended(rest)
            else:
                for second in self.board.placements(rest, vec[i64](capacity=32)):
                    twin = i64(-1)  # the number of the second, if the tiles may as well be laid the other way round
                    if settled and on_dark(moves[n]) and on_dark(second):
                        twin = number_of(second, moves)
                    if twin < 0 or twin >= n:
                        worth = self.outlook(self.lay(second, rest), DEEP - 2)
                        self.board.lift()
                        values[n] = max(values[n], worth)
                        if twin >= 0:
                            values[twin] = max(values[twin], worth)
            self.board.lift()
        return values

    def drawing(self) -> None:
        """The turn of a player who has still to draw."""
        self.gained = self.shares.next(self.board, self.chances, self.weights)
        if self.offering and self.next != self.side:
            self.offered = self.offers.later(self.board, self.chances, self.weights)

    def outlook(self, held: i64, look: i64) -> float:
        """What the best way is worth on which the turn goes on."""
        if look == 0 or not self.goes_on(held):
            return self.ended(held)
        most = -1e9
        for move in self.board.placements(held, vec[i64](capacity=32)):
            most = max(most, self.outlook(self.lay(move, held), look - 1))
            self.board.lift()
        return most

    def lay(self, move: i64, held: i64) -> i64:
        """Lay a tile; gives those that are left."""
        value = codes.value_of(move)
        self.board.lay(value, codes.cell_of(move))
        return held - UNIT[value]

    def goes_on(self, held: i64) -> bool:
        """Is there another tile to lay (Z11)?"""
        return held != 0 and self.board.fits_somewhere(lowest_value(held))

    def ended(self, held: i64) -> float:
        """What the turn is worth to its side if it ends with the tiles as they lie, against the next side."""
        gained = self.entries.gain(tally_of(self.board))
        if self.entries.turns == 0:
            gained -= float(pips_of(held))  # it will never lay them (Z20)
        if self.hasty:
            if gained < self.highest - self.weights.slack:
                return -1e9
            self.highest = max(self.highest, gained)
        offered = 0.0
        if self.partner:
            gained += self.offers.to(self.board, self.partner)
        else:
            if self.offering:
                offered = self.offers.next(self.board, self.chances, self.weights)
            if self.entries.turns > 0:
                gained += self.shares.later(self.board, self.chances, self.weights)
        if gained - offered > self.most:
            self.most = gained - offered
            self.gained = gained
            self.offered = offered
        return gained - offered


def on_dark(move: i64) -> bool:
    return i64(KIND[codes.cell_of(move)]) != LIGHT


def number_of(move: i64, moves: vec[i64]) -> i64:
    """Where a move stands among others; -1 for nowhere."""
    for n in range(i64(len(moves))):
        if moves[n] == move:
            return n
    return -1


def turns_to_come(state: Zatre, side: i64) -> i64:
    """How many turns a side has still to lay tiles in, the one aside in which tiles are being laid.

    Everybody draws two tiles a turn; who holds some draws fewer, which is left out here.
    """
    sides = i64(len(state.sheets))
    each: i64 = 2 if state.teams else 1
    left = tiles_in(state.bag)
    after = (side - state.side(state.turn) - 1 + sides) % sides  # sides that come before
    mine: i64 = 0
    if state.stage != LAYING:  # tiles are drawn for a turn that is still to be played
        left -= state.due
        if after == sides - 1:
            mine = each
    elif state.leads(state.turn) and after == sides - 1:
        mine = 1  # the partner's (Z22)
    rounds = (left + 2 * each - 1) // (2 * each)
    return mine + each * ((rounds - after + sides - 1) // sides)


def chances_of(state: Zatre) -> vec[float]:
    """The chance of each value to be drawn: rivals' tiles are unknown, so they count as in the bag."""
    unseen = state.bag
    for seat in range(state.seats):
        if state.side(seat) != state.side(state.turn):
            unseen += state.hands[seat]
    found = vec[float]([0.0] * 7)
    for value in range(i64(1), VALUES + 1):
        found[value] = float(count_of(unseen, value)) / float(max(i64(1), tiles_in(unseen)))
    return found


WORTH: Final = ZatreWorth(ZatreWeights())
