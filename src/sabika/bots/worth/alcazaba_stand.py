"""How players stand in Alcazaba: what their cities and tiles bring at the scorings to come.

For every seat: its points so far, the places it can expect in each type, its wall, and how its city can grow. All
numbers of the judge are in `AlcazabaWeights`.
"""

from __future__ import annotations

import math

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.worth.city import KINDS, OF_WALLS, Growth, Places
from sabika.engine.state import OVER
from sabika.games.alcazaba.facts import FROM_BAG, LAID
from sabika.games.alcazaba.state import BAG, STACK, Alcazaba
from sabika.games.alcazaba.supply import bag_size, of_type
from sabika.games.parts.city import City
from sabika.games.parts.rounds import DIE
from sabika.games.parts.tiles import EXTRA_TOWER, NO_TILE, TYPE, tiles_in
from sabika.games.parts.turns import THROW, TURN


class AlcazabaWeights:
    """All numbers of this judge; points where nothing else is said. docs/lab/builder.md says how they were found."""

    def __init__(self) -> None:
        self.unrest = 0.9  # how far places change before they count, as a part of what blind winning would change
        self.reserve = 0.3  # of a tile: on the reserve and ready to be built, which costs a marker
        self.stuck = 0.1  # of a tile: on the reserve and fitting nowhere yet
        self.wall = 1.1  # a side of the wall at the next scoring: it pays 1, and a longer wall grows longer
        self.fade = 0.65  # of that, a round later
        self.growth = 2.5  # a side by which the next tile would lengthen the wall, on average over those to come
        self.room = 15.0  # a city where all tiles to come fit, against one where none does
        self.prize_wall = 0.35  # of a side of the wall: one by which a tile that a marker may win would lengthen it
        self.first = 2.5  # what it costs to be first player in the next round: who throws last knows what to beat
        self.contest = 1.0  # markers of rivals that come before one, against what was counted
        self.undecided = 0.8  # a tile that lies in a column, as unrest: part of one that is still to come
        self.free = 0.15  # of a tile that no marker wins yet: some marker to come will
        self.calm = 4.0  # rehearsals of a column after which half is believed of what they tell, a marker to come
        self.calm_cell = 1.4  # the same of what those of a cell tell besides


class Stand:
    """How the players stand in one position: their cities and tiles, and what tiles to come would do for them."""

    def __init__(self, state: Alcazaba, weights: AlcazabaWeights, cities: list[City]) -> None:
        self.state: Alcazaba = state
        self.weights: AlcazabaWeights = weights
        self.seats: i64 = state.seats
        self.next: i64 = state.held + 1  # the number of the next scoring
        self.side: float = self.foresee_walls()  # worth of a side of the wall
        self.growths: list[Growth] = [Growth(city) for city in cities]
        self.standing: Places = Places(state.players(), weights.unrest)
        self.coming: vec[float] = vec[float]([0.0] * (KINDS * 3))  # tiles for each seat, by type and scoring
        if state.actor != OVER:
            self.count_tiles()
            self.foresee_draws()

    # Places in each type (C62, C63).

    def count_tiles(self) -> None:
        for seat in range(self.seats):
            city = self.growths[seat].city
            self.standing.count_city(seat, city)
            for tile in range(EXTRA_TOWER + 1):
                if (city.reserve >> tile) & 1:
                    ready = self.growths[seat].fits(tile)
                    self.standing.count(seat, tile, self.weights.reserve if ready else self.weights.stuck)
        if self.state.carlo:
            self.standing.count_all(self.seats, self.state.carlo)

    def foresee_draws(self) -> None:
        """A round lays out one tile of each type and five from the bag (C53); scorings are after rounds 1, 3, 5."""
        state = self.state
        stacks = state.stacks_left()
        bag = bag_size(state.unseen, stacks)
        fresh = LAID - state.drawn if state.stage in (STACK, BAG) else i64(0)
        sharers = float(self.seats) + (0.5 if self.seats == 2 else 0.0)  # Carlo wins about half as much as a seat
        for kind in range(KINDS):
            in_bag = float(of_type(state.unseen, kind) - stacks)
            if kind == KINDS - 1 and (state.unseen >> EXTRA_TOWER) & 1:
                in_bag += 1.0
            for scoring in range(self.next, i64(4)):
                rounds = 2 * scoring - 1 - state.round
                tiles = float(rounds)
                if bag > 0:
                    tiles += in_bag * float(min(rounds * FROM_BAG + fresh, bag)) / float(bag)
                tiles += self.weights.undecided * float(self.lying(kind))
                self.coming[kind * 3 + scoring - 1] = tiles / sharers

    def lying(self, kind: i64) -> i64:
        """Tiles of a type that are still to be won in this round."""
        number: i64 = 0
        if kind >= self.state.column:
            for tile in self.state.laid:
                if tile != NO_TILE and i64(TYPE[i64(tile)]) == kind:
                    number += 1
        return number

    def gain(self, seat: i64, kind: i64) -> float:
        """What one tile more of a type brings a seat."""
        before = self.lead_in_places(seat, kind)
        self.standing.tiles[seat * KINDS + kind] += 1.0
        found = self.lead_in_places(seat, kind) - before
        self.standing.tiles[seat * KINDS + kind] -= 1.0
        return found

    def lead_in_places(self, seat: i64, kind: i64) -> float:
        theirs = 0.0
        for rival in range(self.seats):
            if rival != seat:
                theirs += self.places(rival, kind)
        return self.places(seat, kind) - theirs / float(self.seats - 1)

    def places(self, player: i64, kind: i64) -> float:
        """Points for a type at all scorings to come."""
        found = 0.0
        for scoring in range(self.next, i64(4)):
            found += self.standing.place(player, kind, 0.0, scoring, self.coming[kind * 3 + scoring - 1])
        return found

    # Wall and room (C64).

    def foresee_walls(self) -> float:
        """What a side of the wall brings at the scorings to come: the longer until then, the likelier it is covered."""
        state = self.state
        wait = 1.0 if state.stage in (STACK, BAG, DIE, THROW, TURN) else 0.5  # rounds until the end of this one
        found = 0.0
        for scoring in range(self.next, i64(4)):
            found += self.weights.wall * math.pow(self.weights.fade, float(2 * scoring - 1 - state.round) + wait)
        return found

    def form(self, growth: Growth) -> float:
        """A city's wall, what the tiles to come could do for it one by one, and which of them would fit at all."""
        found = self.side * float(growth.wall)
        left = tiles_in(self.state.unseen)
        if left == 0:
            return found
        sides: i64 = 0
        fitting: i64 = 0
        for walls in range(i64(15)):
            number = tiles_in(self.state.unseen & OF_WALLS[walls])
            if number > 0 and growth.best[walls] >= 0:
                fitting += number
                if growth.best[walls] > growth.wall:
                    sides += number * (growth.best[walls] - growth.wall)
        return found + (self.weights.growth * float(sides) + self.weights.room * float(fitting)) / float(left)

    def first(self, seat: i64) -> float:
        """What the first-player chip is worth: somebody else is named, and not oneself."""
        return 2.0 * self.weights.first if self.state.caliph == seat else self.weights.first
