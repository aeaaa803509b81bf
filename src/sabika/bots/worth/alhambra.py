"""What a position of Alhambra is worth to a seat: the points by which it can expect to be ahead at the end.

For every seat: its points so far, the places it can expect in each type at the scorings to come, its wall at each of
them, the room its Alhambra has to grow, its money, and what it can buy next. All numbers are in `AlhambraWeights`.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.worth.alhambra_glance import Glance
from sabika.bots.worth.alhambra_outlook import AlhambraOutlook, AlhambraWeights
from sabika.bots.worth.base import Worth
from sabika.engine.state import OVER, State
from sabika.games.alhambra import codes
from sabika.games.alhambra.codes import BUY, TAKE
from sabika.games.alhambra.facts import SQUARES
from sabika.games.alhambra.purse import worth
from sabika.games.alhambra.state import Alhambra
from sabika.games.alhambra.tabletop import ACT
from sabika.games.parts import building
from sabika.games.parts.building import ADD, PLACE, RESERVE
from sabika.games.parts.tiles import PRICE, tiles_in

LITTLE: Final[i64] = 3  # waste that a beginner thinks nothing of


class AlhambraWorth(Worth):
    """The judge of Alhambra."""

    def __init__(self, weights: AlhambraWeights) -> None:
        super().__init__()
        self.weights: AlhambraWeights = weights
        self.play_on = 0  # level moves are as good as each other
        self.ahead = 16  # about two rounds at a table of two: chances of what is on the table show in points

    def of(self, state: State, seat: i64) -> float:
        """With several rivals: the lead over their average, which is steadier than over the best of them."""
        assert isinstance(state, Alhambra)
        return AlhambraOutlook(state, self.weights).lead(seat)

    def prospects(self, state: State) -> vec[float]:
        assert isinstance(state, Alhambra)
        outlook = AlhambraOutlook(state, self.weights)
        found = vec[float]([0.0] * state.players())
        for seat in range(state.seats):
            found[seat] = outlook.prospects(seat)
        return found

    def unrest(self, state: State) -> float:
        """Counted in games of builders: 23 points at the start, 12 when the bag is nearly empty."""
        assert isinstance(state, Alhambra)
        if state.ending:
            return 0.0 if state.actor == OVER else self.weights.last_unrest
        return self.weights.least_unrest + self.weights.bag_unrest * math.sqrt(float(tiles_in(state.bag)))

    def glance(self, state: State, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, Alhambra)
        return Glance(state, self.weights).values(moves)

    def guide(self, state: State) -> i64:
        """Nothing is torn down in a playout."""
        assert isinstance(state, Alhambra)
        moves = plain_moves(state)
        return moves[0] if len(moves) == 1 else Glance(state, self.weights).best(moves)

    def shortlist(self, state: State) -> vec[i64]:
        """All but purchases for which the same tile can be had with less waste."""
        assert isinstance(state, Alhambra)
        return thrifty(state, waste=99)

    def harmless(self, state: State) -> vec[i64]:
        """Take money, buy with little waste, build: nothing is torn down, and put aside only what does not fit."""
        assert isinstance(state, Alhambra)
        found = vec[i64](capacity=32)
        for move in thrifty(state, waste=LITTLE):
            kind = building.kind_of(move)
            if kind in (TAKE, BUY, ADD, PLACE):
                found = append(found, move)
        if len(found) == 0:
            found = building.with_each(RESERVE, state.waiting, found)
        return found if len(found) > 0 else state.moves()


def thrifty(state: Alhambra, waste: i64) -> vec[i64]:
    """The moves without purchases that waste more than they need to for this tile, or more than `waste`."""
    return spared(state.moves(), waste)


def plain_moves(state: Alhambra) -> vec[i64]:
    """Take, buy without waste, build: what one does nearly always."""
    if state.stage != ACT:
        return state.moves()
    found = state.bank.takes(vec[i64](capacity=32))
    found = spared(state.purchases(found), 99)
    city = state.cities[state.actor]
    if city.reserve:
        found = building.sites(ADD, city, city.reserve, found)
    return found if len(found) > 0 else state.moves()


def spared(moves: vec[i64], waste: i64) -> vec[i64]:
    """The same without purchases that waste more than they need to for this tile, or more than `waste`."""
    least = vec[i64]([waste] * SQUARES)
    for move in moves:
        if building.kind_of(move) == BUY and wasted(move) < least[codes.currency_of(move)]:
            least[codes.currency_of(move)] = wasted(move)
    found = vec[i64](capacity=len(moves))
    for move in moves:
        if building.kind_of(move) != BUY or wasted(move) <= least[codes.currency_of(move)]:
            found = append(found, move)
    return found


def wasted(purchase: i64) -> i64:
    """What it pays more than the price."""
    return worth(codes.payment_of(purchase)) - i64(PRICE[building.tile_of(purchase)])


WORTH: Final = AlhambraWorth(AlhambraWeights())
