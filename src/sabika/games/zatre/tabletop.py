"""What lies on the table in Zatre, who sits around it, and what it counts."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.engine.state import OVER, Line, Result, State, best_seats
from sabika.games.zatre.board import Board
from sabika.games.zatre.facts import ALL_TILES, RED, pips_of
from sabika.games.zatre.sheet import Sheet, held_line

# What is being decided, in the order of a game.
OPENING: Final[i64] = 0  # a tile for each, the highest starts (Z5)
DRAWING: Final[i64] = 1  # a tile for the seat on turn (Z7)
CHOICE: Final[i64] = 2  # whether to draw, where tiles may be kept (Z11)
LAYING: Final[i64] = 3  # a tile of the seat on turn (Z8)
DONE: Final[i64] = 4
STAGES: Final = "opening drawing choice laying done".split()

# Why the game ends.
REASONS: Final = ("playing", "last-tile", "dead-board")
LAST_TILE: Final[i64] = 1  # the last tile was drawn (Z18)
DEAD_BOARD: Final[i64] = 2  # and not even a 1 fits any more (Z19)


class ZatreTabletop(State):
    """A position of Zatre: what lies on the table, and what is left to come as counts."""

    def __init__(
        self, seats: i64, teams: bool, free: bool, board: Board, hands: vec[i64], sheets: list[Sheet], course: vec[i64]
    ) -> None:
        super().__init__(seats)
        self.teams: bool = teams  # seats 1 and 2, 3 and 4, 5 and 6 play together (Z22)
        self.free: bool = free  # tiles may be kept at will (Z11)
        self.board: Board = board
        self.hands: vec[i64] = hands  # tiles held, by seat
        self.sheets: list[Sheet] = sheets  # by side
        self.course: vec[i64] = course  # public turns of those who hold tiles, see public_turns.py
        self.stage: i64 = OPENING  # what is being decided
        self.turn: i64 = 0  # the seat that draws or lays
        self.starter: i64 = 0  # who began
        self.bag: i64 = ALL_TILES  # tiles left in the bag
        self.due: i64 = 0  # tiles that the seat on turn has still to draw
        self.begun: i64 = 0  # how each seat's turn began, see public_turns.py
        self.aside: i64 = 0  # tiles that lie open during the opening (Z5)
        self.highest: i64 = 0  # in the opening: the highest tile of each seat, octal digits
        self.latest: i64 = 0  # in the opening: the tile of each seat in this round, octal digits
        self.tied: i64 = 0  # in the opening: mask of the seats that draw in this round
        self.ending: i64 = 0  # why the game has ended, 0 while it goes on

    # Who plays.

    def side(self, player: i64) -> i64:
        return player >> 1 if self.teams else player

    def sheet(self, seat: i64) -> Sheet:
        return self.sheets[self.side(seat)]

    def leader(self, seat: i64) -> i64:
        """Who of the seat's pair draws and lays first: the starter in his pair (Z22)."""
        return self.starter if seat >> 1 == self.starter >> 1 else seat & 6

    def leads(self, seat: i64) -> bool:
        """Does a partner lay after this seat?"""
        return self.teams and seat == self.leader(seat)

    def knows(self, viewer: i64, seat: i64) -> bool:
        """May the viewer see the tiles that a seat holds (Z23)? -1: a spectator."""
        return (viewer >= 0 and self.side(viewer) == self.side(seat)) or self.actor == OVER or self.first(seat)

    def first(self, seat: i64) -> bool:
        """Are these the three tiles of the first turn, which lie open (Z5)?"""
        return self.stage != OPENING and seat == self.starter and (self.board.empty() or self.laying_first())

    def laying_first(self) -> bool:
        return len(self.board.laid) > 0 and self.board.laid[0] == RED

    def score(self, player: i64) -> i64:
        """The sheet; at the end less the tiles still held (Z20), which nobody sees before."""
        total = self.sheet(player).total()
        if self.actor == OVER:
            for seat in range(self.seats):
                if self.side(seat) == self.side(player):
                    total -= pips_of(self.hands[seat])
        return total

    # What it counts.

    def gains_now(self) -> list[int]:
        """What the turn has written so far: the lines are whole sheets, which count already but for that."""
        found = super().gains_now()
        return [found[player] - int(self.score(player)) for player in range(self.players())]

    def lines(self) -> list[Line]:
        """Every row of every player's sheet, and at the end the tiles still held (Z17, Z20)."""
        found: list[Line] = []
        for player in range(self.seats):
            sheet = self.sheet(player)
            found.extend(sheet.line(player, row) for row in range(sheet.rows()))
            if self.actor == OVER:
                found.extend(self.minus(player))
        return found

    def minus(self, player: i64) -> list[Line]:
        """What tiles still held cost a player's side."""
        found: list[Line] = []
        for seat in range(self.seats):
            held = self.hands[seat]
            if self.side(seat) == self.side(player) and held:
                found.append(held_line(player, seat, held))
        return found

    def result(self) -> Result:
        scores = [int(self.score(player)) for player in range(self.seats)]
        winners = best_seats(scores, self.seats)  # ties share (Z21)
        return Result(scores, winners, REASONS[self.ending], self.lines())


def digit(digits: i64, seat: i64) -> i64:
    """A seat's octal digit."""
    return (digits >> (3 * seat)) & 7
