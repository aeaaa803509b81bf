"""Positions of Alcazaba for the tests. Seats are counted from 0; seat 0 is first player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from mypy_extensions import u8

from sabika.engine.dealer import chance_named
from sabika.engine.rule import NONE
from sabika.engine.state import LUCK
from sabika.games.alcazaba import ALCAZABA
from sabika.games.alcazaba.facts import LAID
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.parts.dice_position_text import CELL_NUMBER
from sabika.games.parts.rounds import NOWHERE
from sabika.games.parts.space import cell_name
from sabika.games.parts.tiles import BIT, NAMES, NO_TILE, TILE_NUMBER, TYPES, tile_list
from sabika.games.parts.turns import ONE

STACK = ("pavilion-8-none", "seraglio-9-none", "arcades-9-none", "chambers-10-none", "garden-10-none", "tower-11-none")
FROM_BAG = ("garden-12-S", "garden-11-none", "tower-12-none", "tower-9-SW", "chambers-11-none")
MIXED = "pav2-ser2-arc2-cha1-gar1"  # a throw without a tower


def settle(state: Alcazaba, *outcomes: str) -> None:
    """Let these things happen by luck."""
    for outcome in outcomes:
        state.settle(chance_named(state, outcome))


def play(state: Alcazaba, *moves: str) -> None:
    """Make these moves; luck between them is a throw of nothing but pavilions."""
    for move in moves:
        state.play(ALCAZABA.parse(move))
        while state.actor == LUCK and state.luck().kind == "dice":
            state.settle(0)


def started(seats: int = 3, bag: Sequence[str] = FROM_BAG, die: str = "arcades") -> Alcazaba:
    """Seat 0 is about to throw for the first time."""
    state = cast(Alcazaba, ALCAZABA.start(seats))
    settle(state, "seat-1", *STACK, *bag, die)
    return state


def thrown(*throws: str, seats: int = 3) -> Alcazaba:
    """Seat 0 has thrown so: all eight dice first, then as many as each throw has."""
    state = started(seats)
    settle(state, throws[0])
    for each in throws[1:]:
        number = sum(int(face[3:]) for face in each.split("-"))
        keeps = [move for move in state.moves() if state.preview(move).get("thrown") == number]
        state.play(keeps[0])
        settle(state, each)
    return state


def build(state: Alcazaba, seat: int, tile: str, x: int, y: int) -> None:
    """Put an unseen tile into a city."""
    number = TILE_NUMBER[tile]
    assert state.unseen & BIT[number]
    assert state.cities[seat].refusal(number, x, y) is NONE
    state.cities[seat].build(number, x, y)
    state.unseen ^= BIT[number]


def reserve(state: Alcazaba, seat: int, *tiles: str) -> None:
    """Put unseen tiles on a reserve."""
    for tile in tiles:
        number = TILE_NUMBER[tile]
        assert state.unseen & BIT[number]
        state.cities[seat].reserve |= BIT[number]
        state.unseen ^= BIT[number]


def evaluated(
    markers: Mapping[str, str],
    tiles: Sequence[str] = (),
    chip: str | None = None,
    seats: int = 3,
    carlo: Sequence[str] = (),
) -> Alcazaba:
    """All markers are placed so (`{"tower": "5-3:1 4-1:0"}`), these tiles lie out, and the evaluation begins."""
    state = started(seats)
    state.tell()
    state.space.clear()
    for place in range(LAID):
        state.laid[place] = u8(TILE_NUMBER[tiles[place]] if place < len(tiles) else NO_TILE)
    for column, cells in markers.items():
        for marker in cells.split():
            cell, _, owner = marker.partition(":")
            state.space.put(TYPES.index(column), CELL_NUMBER[cell], int(owner))
    for player in range(state.players()):
        state.hand -= state.in_hand(player) * ONE[player]
    state.chip = TYPES.index(chip) if chip else NOWHERE
    for tile in carlo:
        state.carlo |= BIT[TILE_NUMBER[tile]]
    state.award()
    return state


def asked(state: Alcazaba) -> tuple[int, list[str]]:
    """Who is asked, and what the moves are."""
    return state.actor, [ALCAZABA.notation(move) for move in state.moves()]


def board(state: Alcazaba, column: str) -> str:
    """The markers of a column, best first."""
    return " ".join(f"{cell_name(cell)}:{player}" for cell, player in state.space.markers(TYPES.index(column)))


def built(state: Alcazaba, seat: int) -> list[str]:
    """Tiles in a city, the fountain aside."""
    return [NAMES[tile] for tile, _, _ in state.cities[seat].built()[1:]]


def names(mask: int) -> list[str]:
    return [NAMES[tile] for tile in tile_list(mask)]


def laid(state: Alcazaba) -> list[str]:
    """Tiles in the columns, in order of arrival."""
    return [NAMES[tile] for tile in map(int, state.laid) if tile != NO_TILE]


def told(state: Alcazaba, kind: str) -> list[dict[str, object]]:
    return [event.args for event in state.chronicle or [] if event.kind == kind]
