"""Random cities: the program and the oracle agree on every cell, tile and wall.

With SABIKA_LONG=10 at least 200,000 placements and 20,000 cities are compared, else a few thousand and hundreds.
"""

from __future__ import annotations

from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from sabika.engine.rule import NONE
from sabika.games.parts.building import (
    ADD,
    PLACE,
    REMOVE,
    SWAP,
    kind_of,
    leaver_of,
    redesigns,
    sites,
    tile_of,
    x_of,
    y_of,
)
from sabika.games.parts.city import City, new_city
from sabika.games.parts.rules import A17A, A17B, A17C, A17D, A17E
from sabika.games.parts.tiles import BIT, FOUNTAIN, NAMES, tile_list
from tests.fuzz import LONG, fewer
from tests.oracles import city as oracle

SHARES = 8  # of the work, so that two cores have something to do
PLACEMENTS = 200_000 // SHARES if LONG else fewer(600, 150)
CITIES = 20_000 // SHARES if LONG else fewer(40, 10)

WALLS = ["".join(name.split("-")[2]).replace("none", "") for name in NAMES]
RULES = {"": NONE, "a": A17A, "b": A17B, "c": A17C, "d": A17D, "e": A17E}
OPEN_TILES = [tile for tile in range(55) if len(WALLS[tile]) < 2]  # of these come more holes


class Pair:
    """One city kept twice."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.city = new_city()
        self.cells: dict[oracle.Cell, int] = {oracle.FOUNTAIN: FOUNTAIN}
        self.reserve = random.choice([OPEN_TILES[:], list(range(55))])
        self.placements = 0
        random.shuffle(self.reserve)

    @property
    def plain(self) -> oracle.City:
        return {cell: WALLS[tile] for cell, tile in self.cells.items()}

    def some_cell(self) -> oracle.Cell:
        """Mostly a free cell at the rim, rather one with more tiles around it; sometimes any cell nearby."""
        x, y = self.random.choice(list(self.cells))
        if self.random.random() < 0.15:
            return x + self.random.randint(-3, 3), y + self.random.randint(-3, 3)
        rim = [
            (x + dx, y + dy)
            for x, y in self.cells
            for dx, dy in [(0, -1), (1, 0), (0, 1), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)]
            if (x + dx, y + dy) not in self.cells
        ]
        return self.random.choice(rim)

    def build_somewhere(self) -> None:
        """Ask both about a tile on a cell, and build it if they say yes."""
        tile, cell = self.random.choice(self.reserve), self.some_cell()
        why = oracle.why_not_build(self.plain, WALLS[tile], cell)
        assert self.city.refusal(tile, *cell) is RULES[why], (self.cells, NAMES[tile], cell)
        self.placements += 1
        if not why:
            self.reserve.remove(tile)
            self.cells[cell] = tile
            self.city.build(tile, *cell)

    def remove_somewhere(self) -> None:
        cell = self.random.choice(list(self.cells))
        if oracle.may_remove(self.plain, cell):
            tile = self.cells.pop(cell)
            self.reserve.append(tile)
            self.city.remove(tile)

    def swap_somewhere(self) -> None:
        cell, tile = self.random.choice(list(self.cells)), self.random.choice(self.reserve)
        if oracle.may_swap(self.plain, cell, WALLS[tile]):
            self.reserve.remove(tile)
            self.reserve.append(self.cells[cell])
            self.city.replace(self.cells[cell], tile)
            self.cells[cell] = tile

    def live(self, steps: int) -> None:
        for _ in range(steps):
            chance = self.random.random()
            if not self.reserve or chance < 0.05:
                self.remove_somewhere()
            elif chance < 0.15:
                self.swap_somewhere()
            else:
                self.build_somewhere()


def compare_all(pair: Pair) -> None:
    """Everything that can be asked of a city."""
    city, plain, at = pair.city, pair.plain, {tile: cell for cell, tile in pair.cells.items()}
    assert {(x, y): tile for tile, x, y in city.built()} == pair.cells
    assert oracle.is_sound(plain)
    assert city.longest_wall() == oracle.longest_wall(plain)
    for tile, cell in at.items():
        assert (city.removal_refusal(tile) is NONE) == oracle.may_remove(plain, cell)
    city.reserve = sum(BIT[tile] for tile in pair.random.sample(pair.reserve, min(3, len(pair.reserve))))
    compare_moves(city, plain, at)


def compare_moves(city: City, plain: oracle.City, at: dict[int, oracle.Cell]) -> None:
    """The lists of moves hold exactly what may be done, each thing once."""
    reserve = tile_list(city.reserve)
    rim = {beside for cell in plain for beside in oracle.neighbours(cell).values()}
    fitting = {(tile, *cell) for tile in reserve for cell in rim if not oracle.why_not_build(plain, WALLS[tile], cell)}
    listed = list(redesigns(city, vec[i64]()))
    assert len(listed) == len(set(listed))
    assert {(tile_of(m), x_of(m), y_of(m)) for m in listed if kind_of(m) == ADD} == fitting
    assert {tile_of(m) for m in listed if kind_of(m) == REMOVE} == {
        tile for tile, cell in at.items() if oracle.may_remove(plain, cell)
    }
    assert {(tile_of(m), leaver_of(m)) for m in listed if kind_of(m) == SWAP} == {
        (tile, leaver) for tile in reserve for leaver, cell in at.items() if oracle.may_swap(plain, cell, WALLS[tile])
    }
    placed = list(sites(PLACE, city, city.reserve, vec[i64]()))
    assert [(tile_of(m), x_of(m), y_of(m)) for m in placed] == [
        (tile_of(m), x_of(m), y_of(m)) for m in listed if kind_of(m) == ADD
    ]


def compare_with_a_new_one(pair: Pair) -> None:
    """What a city remembers of its cells does not depend on the way it came to be."""
    fresh = new_city()
    while fresh.width < pair.city.width:
        fresh.grow()
    for tile, x, y in pair.city.built()[1:]:
        fresh.build(tile, x, y)
    assert list(fresh.cells) == list(pair.city.cells)
    assert list(fresh.tiles) == list(pair.city.tiles)


@pytest.mark.parametrize("share", range(SHARES))
def test_the_program_and_the_oracle_agree(share: int) -> None:
    """A17, A18, A24."""
    placements = cities = 0
    random = Random(share)
    while placements < PLACEMENTS or cities < CITIES:
        pair = Pair(random)
        for _ in range(random.randint(1, 5)):
            pair.live(random.randint(1, 60))
            compare_all(pair)
            compare_with_a_new_one(pair)
            cities += 1
        placements += pair.placements
