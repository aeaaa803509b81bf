"""Luck in Alhambra: tiles, money and lots."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from sabika.engine.state import LUCK, Luck
from sabika.games.alhambra.bank import SCORING, index_of
from sabika.games.alhambra.facts import CARD_NAMES, DIRK_TILES, START_MONEY
from sabika.games.alhambra.tabletop import (
    ACT,
    DEAL,
    GHOST,
    GIFTS,
    LEAVE,
    LOT,
    MONEY,
    OPENING,
    SHOW,
    TILES,
    AlhambraTabletop,
)
from sabika.games.parts.tiles import BASE_TILES, BIT, FIRST_TOWER, NAMES, NO_TILE, nth_tile, tiles_in


class AlhambraLuck(AlhambraTabletop):
    """What luck brings, and how the table is set up with it."""

    def go_on(self) -> None:
        """To the next piece of luck or the next decision."""
        raise NotImplementedError

    # Before the first turn.

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
            if self.chronicle is not None:
                self.happened("starter", {"seat": self.turn, "reason": self.why_first(self.turn)})
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

    def why_first(self, first: i64) -> str:
        """What decided without a lot that this seat begins (A8)."""
        fewest = self.hands[first].size()
        alike = [seat for seat in range(self.seats) if self.hands[seat].size() == fewest]
        return "fewest-cards" if len(alike) == 1 else "lowest-sum"

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
            self.deal(self.bank.draw(k))
        elif stage == LOT:
            self.turn = self.first_players()[k]
            self.stage = SHOW
        else:
            self.gone = BIT[FIRST_TOWER + k]
            self.bag ^= self.gone
            self.stage = OPENING
        self.go_on()

    def deal(self, card: i64) -> None:
        """One more card for the seat that is dealt to, until it has enough; the hand lies open until then (A7)."""
        hand = self.hands[self.turn]
        hand.add(card)
        if hand.total() < START_MONEY:
            return
        if self.chronicle is not None:
            cards = [CARD_NAMES[each] for each in hand.cards()]
            self.happened("dealt", {"seat": self.turn, "cards": cards, "sum": hand.total()})
        self.turn += 1

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


def card_name(card: i64) -> str:
    return "scoring" if card == SCORING else CARD_NAMES[card]
