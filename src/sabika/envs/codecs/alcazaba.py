"""Alcazaba as numbers: dice as in the Dice Game, cities as in Alhambra."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from sabika.engine.state import State
from sabika.envs.codec import HALF, NO_ACTION, NO_HALF, NO_MOVE, Codec, Field, Pen, across
from sabika.envs.parts.city import (
    GHOST,
    GONE,
    OPEN,
    TILES,
    TILES_FIELD,
    UNSEEN,
    WAITING,
    WINDOW,
    cell_index,
    city_fields,
    placed,
    redesign_cell,
    redesigned,
    redesigns_of,
    write_cities,
    write_owned,
    write_places,
)
from sabika.envs.parts.dice import OTHERS, is_turn_kind, keep_index, turn_fields, turn_index, turn_move, write_turn
from sabika.games.alcazaba import codes
from sabika.games.alcazaba.codes import CHIP, PICK
from sabika.games.alcazaba.facts import LAID
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.parts.building import (
    ADD,
    GIVE,
    PLACE,
    REMOVE,
    RESERVE,
    SWAP,
    kind_of,
    tile_of,
    with_tile,
    x_of,
    y_of,
)
from sabika.games.parts.dice import KEEP, kept_by
from sabika.games.parts.tiles import NO_TILE

PICKS: Final[i64] = OTHERS  # a tile of the column, after them the first-player chip
PICK_CHIP: Final[i64] = PICKS + TILES
REMOVES: Final[i64] = PICK_CHIP + 1
RESERVES: Final[i64] = REMOVES + TILES  # the won tile
GIVES: Final[i64] = RESERVES + 1
REDESIGNS: Final[i64] = GIVES + 1  # a tile of the reserve, then its cell, which may be taken
CELLS: Final[i64] = REDESIGNS + TILES  # of the won tile, or the second step
ACTIONS: Final[i64] = CELLS + WINDOW


@final
class AlcazabaCodec(Codec):
    """Nothing but luck is hidden. A tile of the reserve takes two steps."""

    def first(self, state: State, move: i64) -> i64:
        kind = kind_of(move)
        if kind == KEEP:
            return keep_index(kept_by(move))
        if is_turn_kind(kind):
            return turn_index(cast(Alcazaba, state), kind, move)
        if kind == PLACE:
            cell = cell_index(x_of(move), y_of(move))
            return NO_ACTION if cell == NO_ACTION else CELLS + cell
        if kind in (ADD, SWAP):
            return NO_ACTION if self.second(state, move) == NO_ACTION else REDESIGNS + tile_of(move)
        if kind == REMOVE:
            return REMOVES + tile_of(move)
        if kind == PICK:
            return PICK_CHIP if tile_of(move) == CHIP else PICKS + tile_of(move)
        return RESERVES if kind == RESERVE else GIVES

    def second(self, state: State, move: i64) -> i64:
        kind = kind_of(move)
        if kind not in (ADD, SWAP):
            return NO_ACTION
        table = cast(Alcazaba, state)
        cell = redesign_cell(table.cities[table.actor], kind, move)
        return NO_ACTION if cell == NO_ACTION else CELLS + cell

    def move(self, state: State, half: i64, action: i64) -> i64:
        if action < 0 or action >= ACTIONS or state.actor < 0:
            return NO_MOVE
        table = cast(Alcazaba, state)
        if half != NO_HALF:
            if action < CELLS:
                return NO_MOVE
            return redesigned(table.cities[table.actor], half - REDESIGNS, action - CELLS)
        if action < OTHERS:
            return turn_move(table, action)
        if action < REMOVES:
            return codes.pick(CHIP if action == PICK_CHIP else action - PICKS)
        if action < RESERVES:
            return with_tile(REMOVE, action - REMOVES)
        if action < REDESIGNS:
            return NO_MOVE if table.won == NO_TILE else with_tile(RESERVE if action == RESERVES else GIVE, table.won)
        if action < CELLS:
            return HALF
        return NO_MOVE if table.won == NO_TILE else placed(PLACE, table.won, action - CELLS)

    def followers(self, state: State, half: i64) -> vec[i64]:
        table = cast(Alcazaba, state)
        return redesigns_of(table.cities[table.actor], half - REDESIGNS)

    def example(self, state: State, action: i64) -> i64:
        return placed(ADD, action - REDESIGNS, 0)

    def encode_into(self, state: State, half: i64, seat: i64, row: vec[u8], at: i64) -> None:
        table = cast(Alcazaba, state)
        pen = Pen(row, at)
        write_turn(table, seat, pen)
        pen.put(half - REDESIGNS + 1 if half != NO_HALF and table.actor == seat else 0)
        pen.put(0 if table.won == NO_TILE else table.won + 1)
        for place in range(LAID):
            tile = i64(table.laid[place])
            pen.put(0 if tile == NO_TILE else tile + 1)
        for place in range(table.players()):
            pen.put(table.rests(across(place, seat, table.seats)))
        write_tiles(table, seat, pen)
        write_cities(table.cities, seat, table.seats, pen)


def write_tiles(table: Alcazaba, seat: i64, pen: Pen) -> None:
    start = write_owned(table.cities, seat, table.seats, pen)
    write_places(table.unseen, UNSEEN, start, pen)
    write_places(table.carlo, GHOST, start, pen)
    write_places(table.aside, GONE, start, pen)
    for place in range(LAID):
        if table.laid[place] != NO_TILE:
            pen.row[start + i64(table.laid[place])] = u8(OPEN)
    if table.won != NO_TILE:
        pen.row[start + table.won] = u8(WAITING)


def fields(seats: int, players: int) -> list[Field]:
    return [
        *turn_fields(players),
        Field("half", (1,), "the reserve tile that this seat has chosen and not placed yet, plus 1; 0 none"),
        Field("won", (1,), "the tile that has to be placed, plus 1; 0 none"),
        Field("laid", (11,), "tiles laid out in this round in order of arrival, plus 1; 0 gone or to come"),
        Field("resting", (players,), "markers on reserve boards"),
        Field("tiles", (55,), TILES_FIELD),
        *city_fields(seats),
    ]


def codec(start: State) -> Codec:
    return AlcazabaCodec(start, ACTIONS, fields(start.seats, start.players()))
