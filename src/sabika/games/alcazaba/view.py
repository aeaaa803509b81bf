"""What a seat is shown in Alcazaba: everything but the stacks and the bag."""

from __future__ import annotations

import msgspec

from sabika.games.alcazaba.facts import FROM_STACK
from sabika.games.alcazaba.state import CHOICE, SITE, STACK, STAGES, Alcazaba
from sabika.games.parts.city_view import CityView, city_view
from sabika.games.parts.dice_view import MarkerView, TurnView, marker_views, turn_view
from sabika.games.parts.rounds import FIRST
from sabika.games.parts.tiles import NAMES, NO_TILE, TYPE, TYPES, tile_list, tiles_in


class AlcazabaColumnView(msgspec.Struct, frozen=True):
    """A column of the board."""

    building: str
    tiles: list[str]  # in order of arrival, the lowest first
    first_player_chip: bool
    markers: list[MarkerView]  # best first


class AlcazabaPlayerView(msgspec.Struct, frozen=True):
    """A player with a seat."""

    markers: int  # not placed
    fallen: int  # markers that fell off
    resting: int  # markers on the reserve board
    city: CityView
    points: int


class CarloView(msgspec.Struct, frozen=True):
    """The third player of a table of two."""

    markers: int
    fallen: int
    tiles: list[str]
    points: int


class AlcazabaView(msgspec.Struct, frozen=True):
    """The table of Alcazaba; it looks the same from every seat."""

    viewer: int | None
    stage: str
    round: int  # 0 before the first
    actor: int | None  # the seat whose turn it is
    first_player: int | None  # None before one is drawn
    turn: TurnView | None
    columns: list[AlcazabaColumnView]
    evaluated: str | None  # the column whose prizes are given
    won: str | None  # the tile that has to be placed
    players: list[AlcazabaPlayerView]
    carlo: CarloView | None
    stacks: int  # face down
    bag_size: int
    aside: list[str]  # tiles that nobody won
    scorings_held: int


def view_of(state: Alcazaba, viewer: int | None) -> AlcazabaView:
    return AlcazabaView(
        viewer=viewer,
        stage=STAGES[state.stage],
        round=state.round,
        actor=state.actor if state.actor >= 0 else None,
        first_player=state.caliph if state.round else None,
        turn=turn_view(state),
        columns=[column_view(state, column) for column in range(6)],
        evaluated=TYPES[state.column] if state.stage in (CHOICE, SITE, FIRST) else None,
        won=None if state.won == NO_TILE else NAMES[state.won],
        players=[player_view(state, seat) for seat in range(state.seats)],
        carlo=carlo_view(state),
        stacks=state.stacks_left(),
        bag_size=tiles_in(state.unseen) - in_stacks(state),
        aside=[NAMES[tile] for tile in tile_list(state.aside)],
        scorings_held=state.held,
    )


def in_stacks(state: Alcazaba) -> int:
    """Tiles that lie face down in stacks, one of which may be half laid out."""
    opened = FROM_STACK - state.drawn if state.stage == STACK else 0
    return state.stacks_left() * FROM_STACK + opened


def column_view(state: Alcazaba, column: int) -> AlcazabaColumnView:
    return AlcazabaColumnView(
        building=TYPES[column],
        tiles=[NAMES[tile] for tile in map(int, state.laid) if tile != NO_TILE and TYPE[tile] == column],
        first_player_chip=state.chip == column,
        markers=marker_views(state, column),
    )


def player_view(state: Alcazaba, seat: int) -> AlcazabaPlayerView:
    return AlcazabaPlayerView(
        markers=state.in_hand(seat),
        fallen=state.fallen(seat),
        resting=state.rests(seat),
        city=city_view(state.cities[seat]),
        points=state.points[seat],
    )


def carlo_view(state: Alcazaba) -> CarloView | None:
    if state.seats != 2:
        return None
    return CarloView(
        markers=state.in_hand(2),
        fallen=state.fallen(2),
        tiles=[NAMES[tile] for tile in tile_list(state.carlo)],
        points=state.points[2],
    )
