"""What the moves of a turn in Alhambra seem worth at a glance: nothing is copied but a city, and nothing played."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.worth.alhambra_outlook import DIRK, AlhambraOutlook, AlhambraWeights, exact_sums
from sabika.bots.worth.city import KINDS, any_fits
from sabika.games.alhambra import codes
from sabika.games.alhambra.codes import BUY, TAKE
from sabika.games.alhambra.facts import SQUARES, VALUES
from sabika.games.alhambra.purse import UNIT, worth
from sabika.games.alhambra.state import Alhambra
from sabika.games.parts import building
from sabika.games.parts.building import ADD, GIVE, PLACE, RESERVE
from sabika.games.parts.city import City
from sabika.games.parts.tiles import NO_TILE, PRICE, TYPE, WALLS, tiles_in

UNKNOWN: Final = -1e9
LONGER_BY: Final = (0.6, 0.7, 1.4, 2.4, 0.0)
TEARING: Final = -30.0  # to take a tile out of the city is seldom right, and then a closer look finds it
# How much a new tile lengthens the wall on average, by the walls it has: counted in games of builders.
LONGER: Final = vec[float]([LONGER_BY[tiles_in(walls)] for walls in range(16)])


class Glance:
    """The moves of the seat whose turn it is, against doing nothing."""

    def __init__(self, state: Alhambra, weights: AlhambraWeights) -> None:
        self.state: Alhambra = state
        self.weights: AlhambraWeights = weights
        self.seat: i64 = state.actor
        self.outlook: AlhambraOutlook = AlhambraOutlook(state, weights, settle=False)
        self.city: City = state.cities[state.actor]
        self.spots: vec[i64] = vec[i64]()  # of the city, once they are asked for
        self.gains: vec[float] = vec[float]([UNKNOWN] * KINDS)  # points more for a tile of each type
        self.held: vec[i64] = state.hands[state.actor].packed
        self.cash: vec[float] = vec[float](capacity=SQUARES)  # worth of the cards of each currency
        self.offer: vec[float] = vec[float](capacity=SQUARES)  # what the tile on each square would bring
        for square in range(SQUARES):
            self.cash = append(self.cash, self.money(self.held[square]))
            self.offer = append(self.offer, self.purchase(square, self.held[square]))
        self.before: float = self.best_offer(-1, 0.0)
        self.action: float = 0.0  # what another action would bring: at least money
        self.base: float = UNKNOWN  # wall and room as they are

    def best(self, moves: vec[i64]) -> i64:
        """The move that seems best."""
        best = moves[0]
        most = UNKNOWN
        for move in moves:
            value = self.value(move)
            if value > most:
                most = value
                best = move
        return best

    def values(self, moves: vec[i64]) -> vec[float]:
        found = vec[float](capacity=len(moves))
        for move in moves:
            found = append(found, self.value(move))
        return found

    def value(self, move: i64) -> float:
        """Takes come first in a list of moves, so that a purchase knows what another action would bring."""
        kind = building.kind_of(move)
        if kind == TAKE:
            value = self.taken(move)
            self.action = max(self.action, value)
            return value
        if kind == BUY:
            return self.bought(move)
        tile = building.tile_of(move)
        if kind == PLACE:
            return self.gain(tile) + self.built(move)
        if kind == RESERVE:
            return 0.0 if self.state.ending else self.gain(tile) * self.weights.reserve
        if kind == ADD:
            return self.gain(tile) * (1.0 - self.weights.reserve) + self.built(move)
        if kind == GIVE:
            return self.more(DIRK, i64(TYPE[tile]))
        return TEARING

    # Money.

    def taken(self, move: i64) -> float:
        """What the cards add to the hand, and to what it may buy next."""
        held = self.held[:]
        for n in range(SQUARES):
            card = codes.card_of(move, n)
            if card >= 0:
                held[card // VALUES] += UNIT[card % VALUES]
        found = 0.0
        best = 0.0
        for square in range(SQUARES):
            if held[square] == self.held[square]:
                best = max(best, self.offer[square])
            else:
                found += self.money(held[square]) - self.cash[square]
                best = max(best, self.purchase(square, held[square]))
        return found + (best - self.before) * self.weights.chance

    def bought(self, move: i64) -> float:
        """The tile, less the money; paid exactly, another action (A14)."""
        square = codes.currency_of(move)
        tile = building.tile_of(move)
        payment = codes.payment_of(move)
        gain = self.gain(tile)
        if len(self.spots) == 0:
            self.spots = self.city.spots()
        if not any_fits(i64(WALLS[tile]), self.spots):
            gain *= self.weights.stuck
        found = gain + self.outlook.sides(LONGER[i64(WALLS[tile])])
        found += self.money(self.held[square] - payment) - self.cash[square]
        found += (self.best_offer(square, 0.0) - self.before) * self.weights.chance
        return found + self.action if worth(payment) == i64(PRICE[tile]) else found

    def money(self, held: i64) -> float:
        """The worth of one currency's cards."""
        outlook = self.outlook
        return (outlook.cash(held) + self.weights.exact * outlook.payable(held)) * outlook.time

    def purchase(self, square: i64, held: i64) -> float:
        """What buying from a square would bring to a hand with these cards."""
        tile = i64(self.state.market[square])
        if tile == NO_TILE or self.state.ending:
            return 0.0
        price = i64(PRICE[tile])
        if worth(held) < price:
            return 0.0
        outlook = self.outlook
        net = self.gain(tile) - self.weights.money * float(price) * outlook.time
        return net + self.weights.exact * outlook.time if (exact_sums(held) >> price) & 1 else net

    def best_offer(self, aside: i64, best: float) -> float:
        """The best purchase but for one square."""
        for square in range(SQUARES):
            if square != aside:
                best = max(best, self.offer[square])
        return best

    # Tiles.

    def gain(self, tile: i64) -> float:
        """How much further ahead one more tile of this type would be."""
        kind = i64(TYPE[tile])
        if self.gains[kind] == UNKNOWN:
            self.gains[kind] = self.more(self.seat, kind)
        return self.gains[kind]

    def more(self, player: i64, kind: i64) -> float:
        """How much further ahead, if a player had one more tile of this type: a place gained is lost by others."""
        before = self.lead(kind)
        self.outlook.standing.tiles[player * KINDS + kind] += 1.0
        found = self.lead(kind) - before
        self.outlook.standing.tiles[player * KINDS + kind] -= 1.0
        return found

    def lead(self, kind: i64) -> float:
        """How much more the seat can expect for a type than its rivals on average."""
        found = 0.0
        for rival in range(self.state.seats):
            if rival != self.seat:
                found -= self.outlook.places(rival, kind, 0.0)
        return found / float(self.state.seats - 1) + self.outlook.places(self.seat, kind, 0.0)

    def built(self, move: i64) -> float:
        """What a tile on this cell does for wall and room."""
        if self.base == UNKNOWN:
            self.base = self.form(self.city)
        twin = self.city.clone()
        twin.build(building.tile_of(move), building.x_of(move), building.y_of(move))
        return self.form(twin) - self.base

    def form(self, city: City) -> float:
        """Wall and room."""
        return self.outlook.wall_of(city) + self.outlook.room_of(city)
