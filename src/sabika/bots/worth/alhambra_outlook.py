"""What a position of Alhambra promises a seat, with all numbers in `AlhambraWeights`."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.worth.city import KINDS, OF_KIND, TILES, Places, build_best, fitting
from sabika.games.alhambra.facts import SQUARES
from sabika.games.alhambra.purse import worth
from sabika.games.alhambra.scoring import richest
from sabika.games.alhambra.state import Alhambra
from sabika.games.alhambra.tabletop import DONE
from sabika.games.parts.city import City
from sabika.games.parts.tiles import NO_TILE, PRICE, TYPE, tiles_in

DIRK: Final[i64] = 2  # the player behind the two seats
DEAREST: Final[i64] = 13  # price of the dearest tile

OF_PRICE: Final = vec[i64]([sum(2**tile for tile in range(55) if PRICE[tile] == price) for price in range(14)])


class AlhambraWeights:
    """All numbers of this judge; points where nothing else is said. docs/lab/builder.md says how they were found."""

    def __init__(self) -> None:
        self.tiles_per_card = 0.53  # tiles leave the bag for a money card that leaves the pile: counted in play
        self.unrest = 0.9  # how far places change before they count, as a part of what blind buying would change
        self.reserve = 0.5  # of a tile: on the reserve and ready to be built, which takes an action
        self.stuck = 0.25  # of a tile: on the reserve and fitting nowhere yet
        self.wall = 0.9  # a side of the wall at a scoring to come: it pays 1, but a growing city may cover it
        self.room = 12.0  # an Alhambra where all tiles to come fit, against one where none does
        self.money = 1.0  # a unit of money up to the price of the dearest tile: a tile costs 8 and brings about as much
        self.spare = 0.6  # a unit beyond that: it waits longer to be spent
        self.exact = 6.0  # an action more after an exact payment; for each currency, if it could so pay all to come
        self.chance = 0.5  # that a tile one could buy is still there when one's turn comes
        self.horizon = 24.0  # tiles in the bag, below which money and room soon lose their worth
        self.least_unrest = 9.0  # how far off the lead that is expected often is: with an empty bag,
        self.bag_unrest = 2.0  # .. more with the square root of the tiles in it,
        self.last_unrest = 3.0  # .. and when only last tiles are placed
        self.last_tile = 0.4  # of a tile: one on the market, for the richest in its currency, when the bag is empty


class AlhambraOutlook:
    """One position, judged."""

    def __init__(self, state: Alhambra, weights: AlhambraWeights, settle: bool = True) -> None:
        self.state: Alhambra = state
        self.weights: AlhambraWeights = weights
        self.next: i64 = state.held + 1  # the number of the next scoring
        self.bag: i64 = tiles_in(state.bag)  # tiles left in it
        self.time: float = time_left(state, self.bag, weights)  # 1 at the start, 0 at the end
        self.cities: list[City] = state.cities
        if settle:
            self.cities = [settled(state, seat) for seat in range(state.seats)]
        self.standing: Places = Places(state.players(), weights.unrest)
        self.drawn: vec[float] = vec[float]([0.0, 0.0, 0.0])  # part of the bag drawn before scoring 1, 2, 3
        self.left: vec[float] = vec[float](capacity=KINDS)  # tiles of each type to come, the market included
        self.prices: vec[i64] = vec[i64](capacity=DEAREST + 1)  # tiles of each price in the bag
        self.count_tiles()
        self.count_bag()
        self.foresee_draws()

    def lead(self, seat: i64) -> float:
        """By how much the seat can expect to beat the average of its rivals."""
        theirs = 0.0
        for rival in range(self.state.seats):
            if rival != seat:
                theirs += self.prospects(rival)
        return self.prospects(seat) - theirs / float(self.state.seats - 1)

    def prospects(self, seat: i64) -> float:
        """The points of a seat at the end, as far as can be told now."""
        found = float(self.state.points[seat])
        if self.state.stage == DONE:
            return found
        for kind in range(KINDS):
            found += self.places(seat, kind, 0.0)
        found += self.wall(seat) + self.room(seat)
        return found + self.money(seat) + self.next_purchase(seat) + self.last_tiles(seat)

    # Places in each type (A22, A23).

    def count_tiles(self) -> None:
        for seat in range(self.state.seats):
            city = self.cities[seat]
            self.standing.count_city(seat, city)
            if city.reserve and not self.state.ending:
                self.standing.count_reserve(seat, city, self.weights.reserve, self.weights.stuck)
        self.standing.count_all(DIRK, self.state.dirk)

    def count_bag(self) -> None:
        for kind in range(KINDS):
            self.left = append(self.left, float(tiles_in(self.state.bag & OF_KIND[kind]) + self.offered(kind)))
        for price in range(DEAREST + 1):
            self.prices = append(self.prices, tiles_in(self.state.bag & OF_PRICE[price]))

    def foresee_draws(self) -> None:
        """Money cards are drawn until a scoring card comes up, and tiles meanwhile; the third scoring is at the end."""
        if self.state.ending:
            return
        for scoring in range(self.next, i64(3)):
            tiles = cards_before(self.state, scoring) * self.weights.tiles_per_card
            self.drawn[scoring - 1] = tiles / float(self.bag) if tiles < float(self.bag) else 1.0
        self.drawn[2] = 1.0

    def places(self, player: i64, kind: i64, more: float) -> float:
        """Points for a type at all scorings to come, if the player had this many tiles more."""
        found = 0.0
        for scoring in range(self.next, i64(4)):
            coming = self.left[kind] * self.drawn[scoring - 1] / float(self.state.seats)
            found += self.standing.place(player, kind, more, scoring, coming)
        return found

    def offered(self, kind: i64) -> i64:
        """Tiles of a type on the market."""
        number: i64 = 0
        for tile in self.state.market:
            if tile != NO_TILE and i64(TYPE[i64(tile)]) == kind:
                number += 1
        return number

    def gain(self, seat: i64, tile: i64) -> float:
        """What one more tile of this type would bring."""
        kind = i64(TYPE[tile])
        return self.places(seat, kind, 1.0) - self.places(seat, kind, 0.0)

    # Wall and room.

    def wall(self, seat: i64) -> float:
        return self.wall_of(self.cities[seat])

    def room(self, seat: i64) -> float:
        return self.room_of(self.cities[seat])

    def wall_of(self, city: City) -> float:
        return self.sides(float(city.longest_wall()))

    def sides(self, number: float) -> float:
        """Sides of the wall pay at every scoring to come (A24)."""
        return self.weights.wall * number * float(4 - self.next)

    def room_of(self, city: City) -> float:
        """The part of the tiles to come that would fit somewhere."""
        if self.bag == 0:
            return 0.0
        tiles = fitting(self.state.bag, city.spots())
        return self.weights.room * self.time * float(tiles) / float(self.bag)

    # Money.

    def money(self, seat: i64) -> float:
        """What a hand may buy in the end."""
        found = 0.0
        for held in self.state.hands[seat].packed:
            found += self.cash(held) + self.weights.exact * self.payable(held)
        return found * self.time

    def cash(self, held: i64) -> float:
        """The worth of one currency's cards as mere money."""
        total = worth(held)
        soon = min(total, DEAREST)
        return self.weights.money * float(soon) + self.weights.spare * float(total - soon)

    def payable(self, held: i64) -> float:
        """The part of the tiles to come that these cards would pay exactly (A14)."""
        if self.bag == 0:
            return 0.0
        sums = exact_sums(held)
        tiles: i64 = 0
        for price in range(i64(2), DEAREST + 1):
            if (sums >> price) & 1:
                tiles += self.prices[price]
        return float(tiles) / float(self.bag)

    def next_purchase(self, seat: i64) -> float:
        """The best that the market offers to this hand."""
        best = 0.0
        if not self.state.ending:
            for square in range(SQUARES):
                if self.state.market[square] != NO_TILE:
                    best = max(best, self.purchase(seat, square))
        return best * self.weights.chance

    def purchase(self, seat: i64, square: i64) -> float:
        """What buying this tile would bring, less the money."""
        tile = i64(self.state.market[square])
        price = i64(PRICE[tile])
        held = self.state.hands[seat].packed[square]
        if worth(held) < price:
            return 0.0
        net = self.gain(seat, tile) - self.weights.money * float(price) * self.time
        return net + self.weights.exact * self.time if (exact_sums(held) >> price) & 1 else net

    def last_tiles(self, seat: i64) -> float:
        """At the end the tiles on the market go to the richest in their currency (A26)."""
        if self.bag > SQUARES or self.state.ending:
            return 0.0
        found = 0.0
        for square in range(SQUARES):
            tile = i64(self.state.market[square])
            if tile != NO_TILE and richest(self.state.hands, square) == seat:
                found += self.gain(seat, tile)
        return found * self.weights.last_tile * (1.0 - self.time)


def time_left(state: Alhambra, bag: i64, weights: AlhambraWeights) -> float:
    """How much of its worth money still has, by the tiles that are left to buy."""
    if state.ending:
        return 0.0
    return 1.0 - math.exp(-float(bag) / weights.horizon)


def cards_before(state: Alhambra, scoring: i64) -> float:
    """Money cards before the first or second scoring card: on average it lies halfway down its pile (A10)."""
    if state.due and scoring == state.held + 1:
        return 0.0
    bank = state.bank
    before = bank.pile_size(1)
    size = bank.pile_size(2)
    if scoring == 2:
        before += size + bank.pile_size(3)
        size = bank.pile_size(4)
    drawn = bank.start - bank.left
    if drawn < before:
        return float(before - drawn) + float(size) / 2.0
    return float(before + size - drawn) / 2.0 if drawn < before + size else 0.0


def exact_sums(held: i64) -> i64:
    """All sums that cards of one currency make, as bits."""
    sums: i64 = 1
    value: i64 = 1
    while held:
        cards = held & 3
        while cards > 0:
            sums |= sums << value
            cards -= 1
        held >>= 2
        value += 1
    return sums


def settled(state: Alhambra, seat: i64) -> City:
    """The city of a seat; the tiles it has still to place stand where they make the longest wall (A16)."""
    waiting = state.prizes[seat]
    if state.actor == seat:
        waiting |= state.waiting
    city = state.cities[seat]
    if waiting == 0:
        return city
    city = city.clone()
    for tile in range(TILES):
        if (waiting >> tile) & 1:
            build_best(city, tile)
    return city
