"""What prizes of Alcazaba are worth at a glance, for the tree of a search."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.worth.alcazaba_stand import AlcazabaWeights, Stand
from sabika.bots.worth.city import Growth
from sabika.games.alcazaba.codes import CHIP
from sabika.games.alcazaba.state import SITE, Alcazaba
from sabika.games.parts import building
from sabika.games.parts.building import GIVE, PLACE
from sabika.games.parts.city import City, fits
from sabika.games.parts.rounds import NAME, seat_of
from sabika.games.parts.tiles import TYPE


class Look:
    """The actor's moves while prizes are given, compared with getting nothing."""

    def __init__(self, state: Alcazaba, weights: AlcazabaWeights) -> None:
        self.state: Alcazaba = state
        self.weights: AlcazabaWeights = weights
        self.seat: i64 = state.actor
        self.stand: Stand = Stand(state, weights, state.cities)
        self.city: City = state.cities[self.seat]
        self.form: float = self.stand.form(self.stand.growths[self.seat])

    def values(self, moves: vec[i64]) -> vec[float]:
        found = vec[float](capacity=len(moves))
        for move in moves:
            found = append(found, self.value(move))
        return found

    def value(self, move: i64) -> float:
        if building.kind_of(move) == NAME:
            return -self.weights.first if seat_of(move) == self.seat else 0.0
        tile = building.tile_of(move)
        if self.state.stage == SITE:
            return self.placed(tile, move)
        if tile == CHIP:
            return self.form + self.stand.first(self.seat)
        return self.best_placed(tile)

    def best_placed(self, tile: i64) -> float:
        """What a tile brings on its best cell, or on the reserve."""
        most = self.put_aside(tile)
        for spot in self.city.spots():
            if fits(tile, spot):
                cell = spot >> 24
                most = max(most, self.built(tile, self.city.x_of(cell), self.city.y_of(cell)))
        return most

    def placed(self, tile: i64, move: i64) -> float:
        """A tile in the city counts and changes the wall; elsewhere it counts less, or for Carlo."""
        kind = building.kind_of(move)
        if kind == PLACE:
            return self.built(tile, building.x_of(move), building.y_of(move))
        return self.form if kind == GIVE else self.put_aside(tile)

    def put_aside(self, tile: i64) -> float:
        return self.form + self.weights.reserve * self.gain(tile)

    def built(self, tile: i64, x: i64, y: i64) -> float:
        city = self.city.clone()
        city.build(tile, x, y)
        return self.gain(tile) + self.stand.form(Growth(city))

    def gain(self, tile: i64) -> float:
        """What it counts in its type."""
        return self.stand.gain(self.seat, i64(TYPE[tile]))
