"""What is shown of walled cities, and what their buildings are worth."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sabika.engine.values import ValueRow, ValueTable
from sabika.games.parts.city import City
from sabika.games.parts.ledger import WALL, Ledger, count, new_ledger
from sabika.games.parts.majority import place_points
from sabika.games.parts.tiles import NAMES, SIDES, TYPE, TYPES, tile_list


class Placed(msgspec.Struct, frozen=True):
    """A tile in a city."""

    tile: str
    cell: tuple[int, int]


class CityView(msgspec.Struct, frozen=True):
    """A city as it lies on the table."""

    tiles: list[Placed]  # the fountain first
    reserve: list[str]
    wall: int  # length of the longest outer wall
    stretch: list[tuple[int, int, str]]  # its sides: x, y and one of N E S W


def city_view(city: City) -> CityView:
    stretch = city.longest_stretch()
    return CityView(
        tiles=[Placed(NAMES[tile], (x, y)) for tile, x, y in city.built()],
        reserve=[NAMES[tile] for tile in tile_list(city.reserve)],
        wall=len(stretch),
        stretch=[(city.x_of(step >> 3), city.y_of(step >> 3), SIDES[step >> 1 & 3]) for step in stretch],
    )


# What buildings are worth right now (A22, A23).

SCORINGS = (1, 2, 3)


def places(building: int) -> list[list[int]]:
    """What each place of a type pays, by scoring."""
    return [[int(place_points(building, scoring, place)) for place in range(1, scoring + 1)] for scoring in SCORINGS]


def city_values(
    cities: list[City], ghost: int, held: int, seat: int | None, unseen: int, stock: dict[str, int]
) -> ValueTable:
    """A row for each type and one for walls; `unseen` are the tiles that may still come, as a mask."""
    scoring = min(held + 1, SCORINGS[-1])
    ledger = new_ledger(len(cities) + (len(cities) == 2))
    count(ledger, scoring, cities, ghost)
    asks = seat if held < SCORINGS[-1] else None
    left = [int(TYPE[tile]) for tile in tile_list(unseen)]
    rows = [type_row(ledger, scoring, building, asks, left.count(building)) for building in range(int(WALL))]
    walls = ValueRow("wall", [], [int(city.longest_wall()) for city in cities] + [0] * (len(cities) == 2), [])
    return ValueTable(scoring if held < SCORINGS[-1] else 0, [*rows, walls], stock)


def type_row(ledger: Ledger, scoring: int, building: int, seat: int | None, left: int) -> ValueRow:
    counts = [int(each) for each in ledger.counts(scoring, building)]
    more = [] if seat is None else one_more(ledger, scoring, building, seat, counts[seat])
    return ValueRow(TYPES[building], places(building), counts, more, left)


def one_more(ledger: Ledger, scoring: int, building: int, seat: int, has: int) -> list[int]:
    """What each player would gain or lose if the seat had one building more of a type."""
    richer = ledger.clone()
    richer.enter(scoring, seat, building, has + 1)
    return differences(points(ledger, scoring), points(richer, scoring))


def points(ledger: Ledger, scoring: int) -> list[int]:
    return [int(ledger.points(scoring, player)) for player in range(int(ledger.players))]


def differences(before: Sequence[int], after: Sequence[int]) -> list[int]:
    return [new - old for old, new in zip(before, after, strict=True)]
