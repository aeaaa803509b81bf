"""Positions of the Dice Game for the tests. Seats are counted from 0; seat 0 is first player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from sabika.engine.dealer import chance_named
from sabika.engine.state import LUCK
from sabika.games.alhambra_dice import ALHAMBRA_DICE
from sabika.games.alhambra_dice.facts import CHIP, CHIP_NAMES, NO_CHIP
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.alhambra_dice.tracks import stacks
from sabika.games.parts.dice_position_text import CELL_NUMBER
from sabika.games.parts.space import cell_name
from sabika.games.parts.tiles import TYPES
from sabika.games.parts.turns import ONE

MIXED = "pav2-ser2-arc2-cha1-gar1"  # a throw without a tower
CHIPS = ("points-1", "points-1", "points-1", "points-1", "points-2")  # of the first round; the tower has the other


def settle(state: AlhambraDice, *outcomes: str) -> None:
    """Let these things happen by luck."""
    for outcome in outcomes:
        state.settle(chance_named(state, outcome))


def play(state: AlhambraDice, *moves: str) -> None:
    """Make these moves; luck between them is a throw of nothing but pavilions."""
    for move in moves:
        state.play(ALHAMBRA_DICE.parse(move))
        while state.actor == LUCK and state.luck().kind == "dice":
            state.settle(0)


def started(seats: int = 3, options: Mapping[str, object] | None = None, carlo: str = "pavilion") -> AlhambraDice:
    """Seat 0 is about to throw for the first time; the first-player chip lies at the towers."""
    state = cast(AlhambraDice, ALHAMBRA_DICE.start(seats, options))
    settle(state, "seat-1", "tower", *CHIPS)
    if seats == 2:
        settle(state, carlo)
    return state


def give(state: AlhambraDice, player: int, *chips: str) -> None:
    """Put chips before a player, from nowhere."""
    for chip in chips:
        state.chips[player] += CHIP[CHIP_NAMES.index(chip)]


def after_throws(
    *throws: str,
    seats: int = 3,
    options: Mapping[str, object] | None = None,
    chips: Sequence[str] = (),
    markers: Mapping[str, str] | None = None,
) -> AlhambraDice:
    """Seat 0 has thrown so: all eight dice first, then as many as each throw has, keeping any that leave it so many."""
    state = started(seats, options)
    give(state, 0, *chips)
    stand(state, markers or {})
    settle(state, throws[0])
    for thrown in throws[1:]:
        number = sum(int(face[3:]) for face in thrown.split("-"))
        keeps = [move for move in state.moves() if state.preview(move).get("thrown") == number]
        state.play(keeps[0])
        settle(state, thrown)
    return state


def stand(state: AlhambraDice, markers: Mapping[str, str]) -> None:
    """Set markers: `{"tower": "5-3:1 4-1:0"}`, cell and player."""
    for column, cells in markers.items():
        for marker in cells.split():
            cell, _, player = marker.partition(":")
            state.space.put(TYPES.index(column), CELL_NUMBER[cell], int(player))


def board(state: AlhambraDice, column: str) -> str:
    """The markers of a column, best first, as in `stand`."""
    return " ".join(f"{cell_name(cell)}:{player}" for cell, player in state.space.markers(TYPES.index(column)))


def evaluated(
    markers: Mapping[str, str],
    seats: int = 3,
    bonus: Mapping[str, str] | None = None,
    chips: Mapping[int, Sequence[str]] | None = None,
) -> AlhambraDice:
    """All markers are placed so, and the evaluation begins; unless told otherwise, all chips score 1."""
    state = started(seats)
    state.tell()
    state.space.clear()
    stand(state, markers)
    for player in range(state.players()):
        state.hand -= state.in_hand(player) * ONE[player]
    for column, chip in (bonus or {}).items():
        state.lay_on_field(TYPES.index(column), CHIP_NAMES.index(chip))
    for player, names in (chips or {}).items():
        give(state, player, *names)
    state.award()
    return state


def asked(state: AlhambraDice) -> tuple[int, list[str]]:
    """Who is asked, and what the moves are."""
    return state.actor, [ALHAMBRA_DICE.notation(move) for move in state.moves()]


def track(state: AlhambraDice, column: str) -> dict[int, list[int]]:
    """The stacks of a column: space -> players from the lowest disc up."""
    return dict(stacks(state.tracks[TYPES.index(column)]))


def chips_of(state: AlhambraDice, player: int) -> list[str]:
    return [name for kind, name in enumerate(CHIP_NAMES[:7]) for _ in range(state.has(player, kind))]


def field(state: AlhambraDice, column: str) -> str | None:
    chip = state.on_field(TYPES.index(column))
    return None if chip == NO_CHIP else CHIP_NAMES[chip]


def told(state: AlhambraDice, kind: str) -> list[dict[str, object]]:
    """What the chronicle tells of one kind."""
    return [event.args for event in state.chronicle or [] if event.kind == kind]
