"""What is shown of a turn with dice and of the markers."""

from __future__ import annotations

import msgspec

from sabika.games.parts.dice import FACES, showing
from sabika.games.parts.rounds import DiceRounds
from sabika.games.parts.space import row_of, throws_of
from sabika.games.parts.tiles import TYPES
from sabika.games.parts.turns import THROW, TURN


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


def turn_view(state: DiceRounds) -> TurnView | None:
    if state.stage not in (THROW, TURN):
        return None
    return TurnView(state.turn, state.throws, faces(state.dice), faces(state.kept))


def marker_views(state: DiceRounds, column: int) -> list[MarkerView]:
    """The markers of a column, best first."""
    return [MarkerView(row_of(cell), throws_of(cell), player) for cell, player in state.space.markers(column)]


def faces(dice: int) -> list[str]:
    return [TYPES[face] for face in range(FACES) for _ in range(showing(dice, face))]
