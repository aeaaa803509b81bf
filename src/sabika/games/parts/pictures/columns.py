"""Dice and the columns of the result space, drawn from what is shown of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sabika.engine.svg import INK, QUIET, Drawing, below, beside, colour_of, disc, rect, text, words
from sabika.games.parts.dice_view import MarkerView, TurnView
from sabika.games.parts.pictures.city import COLOURS, MARKS

CELL: Final = 20
ROWS: Final = 8  # symbols, from eight down
THROWS: Final = 3


def column(building: str, markers: Sequence[MarkerView], prize: str, seats: int) -> Drawing:
    """A column with its markers: eight rows of symbols, three cells of throws in each."""
    shapes = rect(0, 0, THROWS * CELL, ROWS * CELL, COLOURS[building], 'opacity="0.45"')
    for row in range(ROWS):
        shapes += text(-4, row * CELL + 14, ROWS - row, 9, QUIET, "end")
        for cell in range(THROWS):
            shapes += rect(cell * CELL, row * CELL, CELL, CELL, "none", f'stroke="{QUIET}" stroke-width="0.5"')
    for marker in markers:
        x, y = (marker.throws - 0.5) * CELL, (ROWS - marker.row + 0.5) * CELL
        shapes += disc(x, y, CELL * 0.36, colour_of(marker.player, seats))
    grid = Drawing(THROWS * CELL, ROWS * CELL, shapes)
    return below([words(building, 11), words(prize or " ", 10, QUIET), grid], 2)


def dice(turn: TurnView | None, black: str | None = None) -> Drawing:
    """The dice as they lie, those that were kept framed."""
    if turn is None:
        return Drawing(0, 0, "")
    kept, pieces = list(turn.kept), []
    for face in turn.dice:
        held = face in kept
        if held:
            kept.remove(face)
        pieces.append(die(face, COLOURS[face], 3 if held else 1))
    if black is not None:
        pieces.append(die(black, "#555555", 1))
    return beside([words(f"{turn.throws}/{THROWS}", 12), *pieces], 5)


def die(face: str, fill: str, frame: float) -> Drawing:
    shapes = rect(1, 1, 22, 22, fill, f'rx="4" stroke="{INK}" stroke-width="{frame}"')
    return Drawing(24, 24, shapes + text(12, 16, MARKS[face], 12, INK, "middle"))
