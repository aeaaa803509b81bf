"""Alhambra: the position and what changes it (rules A1 to A32)."""

from __future__ import annotations

from typing import ClassVar, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from sabika.engine.rule import E1, E2, E4, NONE, Rule
from sabika.engine.state import LUCK, OVER, Refused
from sabika.games.alhambra import codes
from sabika.games.alhambra.bank import Bank, index_of, value_of
from sabika.games.alhambra.codes import BUY, TAKE
from sabika.games.alhambra.facts import (
    COPIES,
    DIRK_TILES,
    EXTRA_TOWER_OFF,
    EXTRA_TOWER_REPLACES,
    IDLE_TURNS,
    NO_CARD,
    SQUARES,
)
from sabika.games.alhambra.luck import AlhambraLuck
from sabika.games.alhambra.purse import FULL, lowest, new_purse, payments, worth
from sabika.games.alhambra.rules import A13, A16, A26
from sabika.games.alhambra.tabletop import (
    ACT,
    DONE,
    GIFTS,
    LAST,
    LEAVE,
    MONEY,
    OPENING,
    REASONS,
    SITE,
    SOLD_OUT,
    STALLED,
    TILES,
)
from sabika.games.parts import building
from sabika.games.parts.building import GIVE, PLACE, RESERVE
from sabika.games.parts.city import new_city
from sabika.games.parts.ledger import new_ledger
from sabika.games.parts.tiles import BASE_TILES, BIT, EXTRA_TOWER, NO_TILE, PRICE, tiles_in


@final
class Alhambra(AlhambraLuck):
    """A position of Alhambra."""

    game: ClassVar[str] = "alhambra"

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
            return E1
        if self.actor == LUCK:
            return E2
        if not codes.well_formed(move):
            return E4
        kind = building.kind_of(move)
        if kind in (PLACE, RESERVE, GIVE):
            return self.site_refusal(kind, move)
        if self.stage != ACT:
            return A26 if self.stage == LAST else A16
        if kind == TAKE:
            return self.bank.take_refusal(move)
        if kind == BUY:
            return self.buy_refusal(move)
        return building.redesign_refusal(self.cities[self.actor], move)

    def buy_refusal(self, move: i64) -> Rule:
        """A market tile for cards of its square's currency, at least the price (A13)."""
        square = index_of(self.market, building.tile_of(move))
        if square < 0 or square != codes.currency_of(move):
            return A13
        payment = codes.payment_of(move)
        if not self.hands[self.actor].covers(square, payment):
            return A13
        if worth(payment) < i64(PRICE[building.tile_of(move)]):
            return A13
        return NONE

    def site_refusal(self, kind: i64, move: i64) -> Rule:
        """Only a tile that waits is placed, after the last action (A16); at the end no gifts (A26)."""
        tile = building.tile_of(move)
        if self.stage == ACT or not (self.waiting >> tile) & 1:
            return A26 if self.stage == LAST else A16
        if kind == PLACE:
            return self.cities[self.actor].refusal(tile, building.x_of(move), building.y_of(move))
        if kind == GIVE and self.stage == LAST:
            return A26
        if kind == GIVE and self.seats != 2:
            return A16
        return NONE

    def redundant(self, move: i64) -> bool:
        """A payment with a superfluous card: accepted, not listed (A13)."""
        if building.kind_of(move) != BUY or self.refusal(move) is not NONE:
            return False
        payment = codes.payment_of(move)
        return worth(payment) - lowest(payment) >= i64(PRICE[building.tile_of(move)])

    # What a move does.

    def play(self, move: i64) -> None:
        rule = self.refusal(move)
        if rule is not NONE:
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
                    self.stage = LAST
                    self.ask_heir()
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

    # For people.

    def preview(self, move: i64) -> dict[str, int]:
        """The wall before and after, and what a purchase pays."""
        if self.refusal(move) is not NONE:
            return {}
        return self.shown_before(move, self.cities[self.actor].longest_wall())

    def previews(self, moves: vec[i64]) -> list[dict[str, int]]:
        """The wall before is the same for all."""
        if self.actor < 0:
            return [{} for _ in moves]
        wall = self.cities[self.actor].longest_wall()
        return [self.shown_before(move, wall) if self.refusal(move) is NONE else {} for move in moves]

    def shown_before(self, move: i64, wall: i64) -> dict[str, int]:
        """The preview of a legal move."""
        kind = building.kind_of(move)
        if kind == TAKE:
            return {}
        if kind == BUY:
            return {"price": int(PRICE[building.tile_of(move)]), "paid": worth(codes.payment_of(move))}
        return {"wall": wall, "wall_after": building.wall_after(self.cities[self.actor], move)}


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
