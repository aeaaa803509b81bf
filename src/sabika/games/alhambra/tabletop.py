"""What lies on the table in Alhambra, and what it counts."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from sabika.engine.state import Line, Result, State, best_seats
from sabika.games.alhambra.bank import Bank
from sabika.games.alhambra.facts import SQUARES
from sabika.games.alhambra.purse import Purse
from sabika.games.alhambra.scoring import last_lines, richest
from sabika.games.parts.city import City
from sabika.games.parts.ledger import Ledger, count, new_ledger, told, with_sides
from sabika.games.parts.tiles import BIT, NO_TILE

# What is being decided, in the order of a game.
LEAVE: Final[i64] = 0  # which tower leaves for the extra one (A5)
OPENING: Final[i64] = 1  # tiles for the first market (A6)
GHOST: Final[i64] = 2  # Dirk's first tiles (A29)
DEAL: Final[i64] = 3  # start money (A7)
LOT: Final[i64] = 4  # who of those tied starts (A8)
SHOW: Final[i64] = 5  # the first display (A9)
ACT: Final[i64] = 6  # an action (A11)
SITE: Final[i64] = 7  # where a bought tile goes (A16)
MONEY: Final[i64] = 8  # a card for the display (A19)
TILES: Final[i64] = 9  # a tile for the market (A19)
GIFTS: Final[i64] = 10  # Dirk's tiles after a scoring (A29)
LAST: Final[i64] = 11  # where a tile won at the end goes (A26)
DONE: Final[i64] = 12
STAGES: Final = "leave opening ghost deal lot show act site money tiles gifts last done".split()

# Why the game ends.
REASONS: Final = ("playing", "sold-out", "stalled")
SOLD_OUT: Final[i64] = 1  # the market could not be filled (A25)
STALLED: Final[i64] = 2  # nobody bought for too long (A32)


class AlhambraTabletop(State):
    """A position of Alhambra: what lies on the table, and what is left to come as counts."""

    def __init__(
        self,
        seats: i64,
        extra_tower: i64,
        open_money: bool,
        market: vec[u8],
        bank: Bank,
        hands: list[Purse],
        cities: list[City],
        ledger: Ledger,
        points: vec[i64],
        prizes: vec[i64],
        last: vec[u8],
    ) -> None:
        super().__init__(seats)
        self.extra_tower: i64 = extra_tower  # off, added or replaces (A5)
        self.open_money: bool = open_money  # hands lie open (A31)
        self.market: vec[u8] = market  # the tile on each square, or NO_TILE
        self.bank: Bank = bank  # display, pile and spent cards
        self.hands: list[Purse] = hands  # by seat
        self.cities: list[City] = cities  # by seat
        self.ledger: Ledger = ledger  # what was counted at each scoring
        self.points: vec[i64] = points  # by player
        self.prizes: vec[i64] = prizes  # masks of last tiles won and not yet placed, by seat (A26)
        self.last: vec[u8] = last  # the last tile of each square, then the seat that won each
        self.stage: i64 = LEAVE  # what is being decided
        self.turn: i64 = 0  # whose turn it is, or who is dealt to
        self.bag: i64 = 0  # mask of the tiles left in the bag
        self.gone: i64 = 0  # mask of the tower that left for the extra one
        self.dirk: i64 = 0  # mask of Dirk's tiles
        self.waiting: i64 = 0  # mask of the tiles that the actor has to place (A16, A26)
        self.bought: bool = False  # something was bought in this turn
        self.idle: i64 = 0  # turns in a row without a purchase (A32)
        self.due: bool = False  # a scoring card came up in this turn
        self.held: i64 = 0  # scorings held so far
        self.gifts: i64 = 0  # tiles that Dirk still gets now
        self.ending: i64 = 0  # why the game ends, 0 while it goes on

    # Who plays.

    def players(self) -> i64:
        """With two seats Dirk sits behind them (A29)."""
        if self.seats == 2:
            return 3
        return self.seats

    def score(self, player: i64) -> i64:
        return self.points[player]

    # Scoring.

    def hold_scoring(self) -> None:
        """Count, and pay every player (A22 to A24)."""
        self.held += 1
        count(self.ledger, self.held, self.cities, self.dirk)
        for player in range(self.players()):
            self.points[player] += self.ledger.points(self.held, player)
        if self.chronicle is not None:
            lines = with_sides(self.ledger.lines(self.held), self.cities)
            self.happened("scoring", {"scoring": self.held, "lines": lines})

    def award_last_tiles(self) -> None:
        """Each tile left goes to the strictly highest sum of its square's currency (A26)."""
        for square in range(SQUARES):
            tile = i64(self.market[square])
            if tile != NO_TILE:
                self.last[square] = u8(tile)
                winner = richest(self.hands, square)
                if winner >= 0:
                    self.last[square + SQUARES] = u8(winner)
                    self.prizes[winner] |= BIT[tile]
                    self.market[square] = u8(NO_TILE)
        if self.chronicle is not None:
            self.happened("last-tiles", {"lines": last_lines(self.last, self.hands)})

    def score_now(self) -> list[Line]:
        """What the next scoring would give if it were held now; once the game ends that is the third (A27)."""
        scoring = self.next_scoring()
        return with_sides(self.counted_now(scoring).lines(scoring), self.cities)

    def gains_now(self) -> list[int]:
        """The points of these lines, without the lines: everybody watching is shown them after every move."""
        scoring = self.next_scoring()
        ledger = self.counted_now(scoring)
        return [int(ledger.points(scoring, player)) for player in range(self.players())]

    def next_scoring(self) -> i64:
        if self.ending:
            return 3
        return self.held + 1

    def counted_now(self, scoring: i64) -> Ledger:
        """What a scoring held now would count."""
        ledger = new_ledger(self.players())
        count(ledger, scoring, self.cities, self.dirk)
        return ledger

    def result(self) -> Result:
        """Ties share the win, and Dirk cannot win (A28, A30)."""
        scores = [int(self.points[player]) for player in range(self.players())]
        winners = best_seats(scores, self.seats)
        breakdown: list[Line] = []
        for scoring in range(i64(1), self.held + 1):
            breakdown.extend(told(self.chronicle, scoring) or self.ledger.lines(scoring))
        breakdown.extend(last_lines(self.last, self.hands))
        return Result(scores, winners, REASONS[self.ending], breakdown)
