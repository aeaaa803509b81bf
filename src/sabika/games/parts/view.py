"""What two games show alike: walled cities, turns with dice, markers."""

from __future__ import annotations

import msgspec

from sabika.engine.state import LUCK, OVER
from sabika.games.parts.city import City
from sabika.games.parts.dice import FACES, showing
from sabika.games.parts.rounds import DiceRounds
from sabika.games.parts.space import row_of, throws_of
from sabika.games.parts.tiles import NAMES, SIDES, TYPES, tile_list
from sabika.games.parts.turns import THROW, TURN


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


class MarkerView(msgspec.Struct, frozen=True):
    """A marker in the result space."""

    row: int  # symbols
    throws: int
    player: int


class TurnView(msgspec.Struct, frozen=True):
    """A turn while the dice are out."""

    seat: int
    throws: int  # valid throws so far
    dice: list[str]  # what the white dice show, from pavilion to tower; empty before the first throw
    kept: list[str]  # those of them that were not thrown last


def city_view(city: City) -> CityView:
    stretch = city.longest_stretch()
    return CityView(
        tiles=[Placed(NAMES[tile], (x, y)) for tile, x, y in city.built()],
        reserve=[NAMES[tile] for tile in tile_list(city.reserve)],
        wall=len(stretch),
        stretch=[(city.x_of(step >> 3), city.y_of(step >> 3), SIDES[step >> 1 & 3]) for step in stretch],
    )


def turn_view(state: DiceRounds) -> TurnView | None:
    if state.stage not in (THROW, TURN):
        return None
    return TurnView(state.turn, state.throws, faces(state.dice), faces(state.kept))


def marker_views(state: DiceRounds, column: int) -> list[MarkerView]:
    """The markers of a column, best first."""
    return [MarkerView(row_of(cell), throws_of(cell), player) for cell, player in state.space.markers(column)]


def faces(dice: int) -> list[str]:
    return [TYPES[face] for face in range(FACES) for _ in range(showing(dice, face))]


def asked(actor: int) -> int | None:
    """The seat that is asked, if one is."""
    return None if actor in (LUCK, OVER) else actor
