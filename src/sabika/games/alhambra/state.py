"""Alhambra: the position and what changes it (rules A1 to A32)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from sabika.engine.rule import Rule
from sabika.engine.state import LUCK, OVER, Line, Luck, Refused, Result, State
from sabika.games.alhambra import codes
from sabika.games.alhambra.bank import SCORING, Bank, index_of, value_of
from sabika.games.alhambra.codes import BUY, TAKE
from sabika.games.alhambra.facts import (
    CARD_NAMES,
    COPIES,
    DIRK_TILES,
    EXTRA_TOWER_OFF,
    EXTRA_TOWER_REPLACES,
    IDLE_TURNS,
    NO_CARD,
    SQUARES,
    START_MONEY,
)
from sabika.games.alhambra.purse import FULL, Purse, lowest, new_purse, payments, worth
from sabika.games.alhambra.scoring import last_lines, richest
from sabika.games.parts import building
from sabika.games.parts.building import GIVE, PLACE, RESERVE
from sabika.games.parts.city import City, new_city
from sabika.games.parts.ledger import Ledger, count, new_ledger, told, with_sides
from sabika.games.parts.tiles import (
    BASE_TILES,
    BIT,
    EXTRA_TOWER,
    FIRST_TOWER,
    NAMES,
    NO_TILE,
    PRICE,
    nth_tile,
    tiles_in,
)

if TYPE_CHECKING:
    from sabika.engine.sight import Sight

# What is asked, in the order of a game.
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


class Alhambra(State):
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
        self.stage: i64 = LEAVE  # what is asked
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

    def clone(self) -> Alhambra:
        twin = Alhambra(
            self.seats,
            self.extra_tower,
            self.open_money,
            self.market[:],
            self.bank.clone(),
            [hand.clone() for hand in self.hands],
            [city.clone() for city in self.cities],
            self.ledger.clone(),
            self.points[:],
            self.prizes[:],
            self.last[:],
        )
        twin.actor = self.actor
        twin.stage = self.stage
        twin.turn = self.turn
        twin.bag = self.bag
        twin.gone = self.gone
        twin.dirk = self.dirk
        twin.waiting = self.waiting
        twin.bought = self.bought
        twin.idle = self.idle
        twin.due = self.due
        twin.held = self.held
        twin.gifts = self.gifts
        twin.ending = self.ending
        return twin

    # Who plays.

    def players(self) -> i64:
        """With two seats Dirk sits behind them (A29)."""
        if self.seats == 2:
            return 3
        return self.seats

    def score(self, player: i64) -> i64:
        return self.points[player]

    # The moves of a turn.

    def moves(self) -> vec[i64]:
        found = vec[i64](capacity=64)
        if self.actor < 0:
            return found
        city = self.cities[self.actor]
        if self.stage == ACT:
            found = self.bank.takes(found)  # A12
            found = self.purchases(found)  # A13
            return building.redesigns(city, found)  # A18
        found = building.sites(PLACE, city, self.waiting, found)
        found = building.with_each(RESERVE, self.waiting, found)
        if self.stage == SITE and self.seats == 2:
            found = building.with_each(GIVE, self.waiting, found)
        return found

    def purchases(self, found: vec[i64]) -> vec[i64]:
        """Every tile with every payment that has no superfluous card (A13)."""
        hand = self.hands[self.actor]
        for square in range(SQUARES):
            tile = i64(self.market[square])
            if tile != NO_TILE:
                for payment in payments(hand.packed[square], i64(PRICE[tile])):
                    found = append(found, codes.buy(tile, square, payment))
        return found

    def default(self) -> i64:
        """The highest card of the display; a tile goes to the first place it fits."""
        if self.stage != ACT or self.bank.empty():
            return self.moves()[0]
        best: i64 = -1
        for card in self.bank.cards():
            if best < 0 or value_of(card) > value_of(best):
                best = card
        return codes.take(best)

    # Why not?

    def refusal(self, move: i64) -> Rule:
        if self.actor == OVER:
            return Rule.E1
        if self.actor == LUCK:
            return Rule.E2
        if not codes.well_formed(move):
            return Rule.E4
        kind = building.kind_of(move)
        if kind in (PLACE, RESERVE, GIVE):
            return self.site_refusal(kind, move)
        if self.stage != ACT:
            return Rule.A26 if self.stage == LAST else Rule.A16
        if kind == TAKE:
            return self.bank.take_refusal(move)
        if kind == BUY:
            return self.buy_refusal(move)
        return building.redesign_refusal(self.cities[self.actor], move)

    def buy_refusal(self, move: i64) -> Rule:
        """A market tile for cards of its square's currency, at least the price (A13)."""
        square = index_of(self.market, building.tile_of(move))
        if square < 0 or square != codes.currency_of(move):
            return Rule.A13
        payment = codes.payment_of(move)
        if not self.hands[self.actor].covers(square, payment):
            return Rule.A13
        if worth(payment) < i64(PRICE[building.tile_of(move)]):
            return Rule.A13
        return Rule.NONE

    def site_refusal(self, kind: i64, move: i64) -> Rule:
        """Only a tile that waits is placed, after the last action (A16); at the end no gifts (A26)."""
        tile = building.tile_of(move)
        if self.stage == ACT or not (self.waiting >> tile) & 1:
            return Rule.A26 if self.stage == LAST else Rule.A16
        if kind == PLACE:
            return self.cities[self.actor].refusal(tile, building.x_of(move), building.y_of(move))
        if kind == GIVE and self.stage == LAST:
            return Rule.A26
        if kind == GIVE and self.seats != 2:
            return Rule.A16
        return Rule.NONE

    def redundant(self, move: i64) -> bool:
        """A payment with a superfluous card: accepted, not listed (A13)."""
        if building.kind_of(move) != BUY or self.refusal(move) != Rule.NONE:
            return False
        payment = codes.payment_of(move)
        return worth(payment) - lowest(payment) >= i64(PRICE[building.tile_of(move)])

    # What a move does.

    def play(self, move: i64) -> None:
        rule = self.refusal(move)
        if rule != Rule.NONE:
            raise Refused(rule, move)
        kind = building.kind_of(move)
        if kind == TAKE:
            self.bank.take(move, self.hands[self.actor])
            self.finish_actions()
        elif kind == BUY:
            self.buy(move)
        elif kind in (PLACE, RESERVE, GIVE):
            self.place(kind, move)
        else:
            building.redesign(self.cities[self.actor], move)
            self.finish_actions()

    def buy(self, move: i64) -> None:
        """Pay, and wait with the tile until the turn's last action (A13); paid exactly: go on (A14)."""
        tile = building.tile_of(move)
        square = codes.currency_of(move)
        payment = codes.payment_of(move)
        self.hands[self.actor].packed[square] -= payment
        self.bank.spent.packed[square] += payment
        self.market[square] = u8(NO_TILE)
        self.waiting |= BIT[tile]
        self.bought = True
        if worth(payment) == i64(PRICE[tile]):
            self.go_on()
        else:
            self.finish_actions()

    def place(self, kind: i64, move: i64) -> None:
        """A waiting tile finds its place (A16, A26)."""
        tile = building.tile_of(move)
        self.waiting ^= BIT[tile]
        if kind == PLACE:
            self.cities[self.actor].build(tile, building.x_of(move), building.y_of(move))
        elif kind == RESERVE:
            self.cities[self.actor].reserve |= BIT[tile]
        else:
            self.dirk |= BIT[tile]
        if self.waiting == 0:
            if self.stage == LAST:
                self.ask_heir()
            else:
                self.end_turn()

    # The course of a turn.

    def finish_actions(self) -> None:
        """Now the tiles bought in this turn are placed (A16); without any the turn ends."""
        if self.waiting:
            self.stage = SITE
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """Then display, market, scoring, Dirk, end check, next player (A19)."""
        self.close_turn()
        self.go_on()

    def close_turn(self) -> None:
        self.idle += 1
        if self.bought:
            self.idle = 0
        self.bought = False
        self.stage = MONEY

    def go_on(self) -> None:
        """To the next piece of luck or the next decision."""
        self.actor = LUCK
        if self.stage < ACT:
            self.set_up()
            if self.stage < ACT:
                return
        while True:
            if self.stage == MONEY:
                if self.wants_money():
                    return
                self.stage = TILES
            if self.stage == TILES:
                if self.wants_tile():
                    return
                self.after_market()
            if self.stage == GIFTS:
                if self.gifts > 0:
                    return
                if self.ends():
                    self.award_last_tiles()
                    return
                self.turn = (self.turn + 1) % self.seats
                self.stage = ACT
            if self.asks_action():
                return
            self.close_turn()
            self.actor = LUCK

    def asks_action(self) -> bool:
        """The player on turn acts; only if nothing at all is possible is the action skipped (A11)."""
        self.actor = self.turn
        if not self.bank.empty() or len(self.moves()) > 0:
            return True
        self.happened("skipped", {"seat": self.turn})
        if self.waiting:
            self.stage = SITE
        return self.waiting != 0

    def set_up(self) -> None:
        """Tiles, Dirk and money before the first turn (A6 to A10)."""
        if self.stage == OPENING and index_of(self.market, NO_TILE) < 0:
            self.stage = GHOST
            self.gifts = DIRK_TILES if self.seats == 2 else 0
        if self.stage == GHOST and self.gifts == 0:
            self.stage = DEAL
        if self.stage == DEAL and self.turn == self.seats:
            self.stage = LOT
        if self.stage == LOT and len(self.first_players()) == 1:
            self.turn = self.first_players()[0]
            self.stage = SHOW
        if self.stage == SHOW and self.bank.gap() < 0:
            self.bank.make_piles()
            self.stage = ACT

    def first_players(self) -> vec[i64]:
        """Fewest cards, then lowest total; more than one are tied (A8)."""
        best: i64 = 9999
        tied = vec[i64]()
        for seat in range(self.seats):
            weight = self.hands[seat].size() * 100 + self.hands[seat].total()
            if weight < best:
                best = weight
                tied = vec[i64]()
            if weight == best:
                tied = append(tied, seat)
        return tied

    def wants_money(self) -> bool:
        """Is there a gap in the display and a card to fill it (A21)?"""
        if self.bank.gap() < 0:
            return False
        if self.bank.left > 0:
            return True
        shuffled = self.bank.reshuffle()
        if shuffled and self.chronicle is not None:
            self.happened("reshuffled", {"cards": self.bank.left})
        return shuffled

    def wants_tile(self) -> bool:
        """Is there a gap in the market and a tile to fill it? A gap that stays ends the game (A25)."""
        if index_of(self.market, NO_TILE) < 0:
            return False
        if self.bag == 0:
            self.ending = SOLD_OUT
        return self.bag != 0

    def after_market(self) -> None:
        """A scoring that is due, and what Dirk gets after it (A19, A29)."""
        if self.due:
            self.due = False
            self.hold_scoring()
            if self.seats == 2:
                bag = tiles_in(self.bag)
                self.gifts = bag // 3 if self.held == 2 else min(DIRK_TILES, bag)
        self.stage = GIFTS

    def ends(self) -> bool:
        """The end check (A25, A32)."""
        if self.ending == 0 and self.idle >= IDLE_TURNS * self.seats:
            self.ending = STALLED
        return self.ending != 0

    # Scoring and the end.

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
        self.stage = LAST
        self.ask_heir()

    def ask_heir(self) -> None:
        """Winners of last tiles place them in turn order from the seat after the last mover (A26)."""
        for step in range(i64(1), self.seats + 1):
            seat = (self.turn + step) % self.seats
            if self.prizes[seat]:
                self.waiting = self.prizes[seat]
                self.prizes[seat] = 0
                self.actor = seat
                return
        self.held = 2  # a scoring whose card never came up is not held (A27)
        self.hold_scoring()
        self.stage = DONE
        self.actor = OVER
        self.happened("end", {"reason": REASONS[self.ending]})

    def score_now(self) -> list[Line]:
        """What the next scoring would give if it were held now; once the game ends that is the third (A27)."""
        scoring = self.next_scoring()
        return with_sides(self.counted_now(scoring).lines(scoring), self.cities)

    def gains_now(self) -> list[int]:
        """The points of these lines, without the lines: all who look on are shown them after every move."""
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
        best = max(scores[: self.seats])
        winners = [seat for seat in range(self.seats) if scores[seat] == best]
        breakdown: list[Line] = []
        for scoring in range(i64(1), self.held + 1):
            breakdown.extend(told(self.chronicle, scoring) or self.ledger.lines(scoring))
        breakdown.extend(last_lines(self.last, self.hands))
        return Result(scores, winners, REASONS[self.ending], breakdown)

    # Luck.

    def luck(self) -> Luck:
        if self.actor != LUCK:
            return Luck("none", 0)
        stage = self.stage
        kind = "tiles"
        if stage == LEAVE:
            kind = "tower"
        elif stage in (DEAL, SHOW, MONEY):
            kind = "money"
        elif stage == LOT:
            kind = "lot"
        return Luck(kind, self.luck_total())

    def luck_total(self) -> i64:
        if self.actor != LUCK:
            return 0
        stage = self.stage
        if stage in (MONEY, DEAL, SHOW):
            return self.bank.chances()
        if stage == LEAVE:
            return BASE_TILES - FIRST_TOWER
        if stage == LOT:
            return len(self.first_players())
        return tiles_in(self.bag)

    def settle(self, k: i64) -> None:
        if k < 0 or k >= self.luck_total():
            raise ValueError("there is no such chance")
        stage = self.stage
        if stage in (MONEY, SHOW):
            self.show_card(self.bank.draw(k))
        elif stage in (TILES, OPENING):
            self.market[index_of(self.market, NO_TILE)] = u8(self.draw_tile(k))
        elif stage in (GIFTS, GHOST):
            tile = self.draw_tile(k)
            self.dirk |= BIT[tile]
            self.gifts -= 1
            if self.chronicle is not None:
                self.happened("gift", {"tile": NAMES[tile]})
        elif stage == DEAL:
            self.hands[self.turn].add(self.bank.draw(k))
            if self.hands[self.turn].total() >= START_MONEY:
                self.turn += 1
        elif stage == LOT:
            self.turn = self.first_players()[k]
            self.stage = SHOW
        else:
            self.gone = BIT[FIRST_TOWER + k]
            self.bag ^= self.gone
            self.stage = OPENING
        self.go_on()

    def show_card(self, card: i64) -> None:
        """Lay a card in the display; a scoring card is set aside and replaced by the next (A20)."""
        if card == SCORING:
            self.due = True
        else:
            self.bank.display[self.bank.gap()] = u8(card)

    def draw_tile(self, k: i64) -> i64:
        tile = nth_tile(self.bag, k)
        self.bag ^= BIT[tile]
        return tile

    def outcome(self, k: i64) -> str:
        if k < 0 or k >= self.luck_total():
            raise ValueError("there is no such chance")
        stage = self.stage
        if stage in (MONEY, DEAL, SHOW):
            return card_name(self.bank.card_at(k))
        if stage == LEAVE:
            return NAMES[FIRST_TOWER + k]
        if stage == LOT:
            return f"seat-{self.first_players()[k] + 1}"
        return NAMES[nth_tile(self.bag, k)]

    def chances(self) -> list[tuple[str, int]]:
        if self.stage in (MONEY, DEAL, SHOW):
            return [(card_name(card), weight) for card, weight in self.bank.weights()]
        return [(self.outcome(k), 1) for k in range(self.luck_total())]

    # For people.

    def preview(self, move: i64) -> dict[str, int]:
        """The wall before and after, and what a purchase pays."""
        if self.refusal(move) != Rule.NONE:
            return {}
        return self.shown_before(move, self.cities[self.actor].longest_wall())

    def previews(self, moves: vec[i64]) -> list[dict[str, int]]:
        """The wall before is the same for all."""
        if self.actor < 0:
            return [{} for _ in moves]
        wall = self.cities[self.actor].longest_wall()
        return [self.shown_before(move, wall) if self.refusal(move) == Rule.NONE else {} for move in moves]

    def shown_before(self, move: i64, wall: i64) -> dict[str, int]:
        """The preview of a legal move."""
        kind = building.kind_of(move)
        if kind == TAKE:
            return {}
        if kind == BUY:
            return {"price": int(PRICE[building.tile_of(move)]), "paid": worth(codes.payment_of(move))}
        return {"wall": wall, "wall_after": building.wall_after(self.cities[self.actor], move)}

    def sight(self, seat: int) -> Sight:
        """Nothing but luck is hidden from a perfect memory (A31)."""
        from sabika.engine.sight import OpenSight

        return OpenSight("alhambra", self.clone(), seat)

    def view(self, seat: int | None) -> object:
        from sabika.games.alhambra.view import view_of

        return view_of(self, seat)

    def text(self) -> str:
        from sabika.games.alhambra.position import text_of

        return text_of(self)


def card_name(card: i64) -> str:
    return "scoring" if card == SCORING else CARD_NAMES[card]


def new_alhambra(seats: i64, extra_tower: i64, open_money: bool) -> Alhambra:
    """The table before the first tile is drawn; every random thing is still to come."""
    copies = COPIES if seats > 2 else COPIES - 1  # A3
    pile = new_purse()
    for currency in range(i64(4)):
        pile.packed[currency] = FULL // 3 * copies
    players: i64 = 3 if seats == 2 else seats
    state = Alhambra(
        seats,
        extra_tower,
        open_money,
        vec[u8]([u8(NO_TILE)] * 4),
        Bank(vec[u8]([u8(NO_CARD)] * 4), pile, pile.size(), new_purse(), 0, 0),
        [new_purse() for _ in range(seats)],
        [new_city() for _ in range(seats)],
        new_ledger(players),
        vec[i64]([0] * players),
        vec[i64]([0] * seats),
        vec[u8]([u8(NO_TILE)] * 8),
    )
    state.bag = BIT[BASE_TILES] - 1
    if extra_tower != EXTRA_TOWER_OFF:
        state.bag |= BIT[EXTRA_TOWER]
    state.stage = LEAVE if extra_tower == EXTRA_TOWER_REPLACES else OPENING
    return state
