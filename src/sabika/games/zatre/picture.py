"""The board of Zatre as a picture, and the sheets beside it."""

from __future__ import annotations

from typing import Final

from sabika.engine.svg import INK, QUIET, Drawing, below, beside, colour_of, disc, framed, rect, text, words
from sabika.games.zatre.facts import ROWS
from sabika.games.zatre.view import SheetView, ShownHand, ZatreSeatView, ZatreView

CELL: Final = 26
MIDDLE: Final = 7  # the square 0,0 in both directions
FILLS: Final = {".": "#d8c9a8", "+": "#f4ecd8", "@": "#c9574c"}


def picture(view: ZatreView) -> Drawing:
    hands = below([seat(n, each, len(view.seats)) for n, each in enumerate(view.seats)])
    sheets = beside([sheet(n, each) for n, each in enumerate(view.sheets)], 22)
    return framed(beside([board(view), below([words(f"bag {view.bag_size}", 11, QUIET), hands, sheets], 14)], 28))


def board(view: ZatreView) -> Drawing:
    """The squares, and the tiles on them; those of this turn are framed."""
    shapes = ""
    for y, row in enumerate(ROWS):
        for x, kind in enumerate(row):
            if kind in FILLS:
                shapes += rect(x * CELL, y * CELL, CELL - 1, CELL - 1, FILLS[kind])
    for placed in view.tiles:
        x, y = (at + MIDDLE for at in placed.cell)
        frame = 2.5 if tuple(placed.cell) in {tuple(cell) for cell in view.laid} else 0.8
        more = f'rx="4" stroke="{INK}" stroke-width="{frame}"'
        shapes += rect(x * CELL + 2, y * CELL + 2, CELL - 5, CELL - 5, "#fffdf6", more)
        shapes += text((x + 0.5) * CELL - 0.5, (y + 0.5) * CELL + 5, placed.value, 14, INK, "middle")
    return Drawing(len(ROWS[0]) * CELL, len(ROWS) * CELL, shapes)


def seat(n: int, view: ZatreSeatView, seats: int) -> Drawing:
    held = " ".join(map(str, view.hand.tiles)) if isinstance(view.hand, ShownHand) else f"{view.hand.size} ▮"
    return beside([Drawing(14, 14, disc(7, 7, 6, colour_of(n, seats))), words(f"{n + 1} · {held}")], 4)


def sheet(n: int, view: SheetView) -> Drawing:
    """Rows of crosses and boxes, and the total."""
    lines = []
    for row in view.rows[-10:]:
        boxes = " ".join(str(box or "·").rjust(2) for box in row.boxes)
        lines.append(words(f"{'✕' if row.cross else ' '} {boxes}  {'+' + str(row.bonus) if row.complete else ''}", 11))
    return below([words(f"{n + 1}: {view.total}", 13), *lines], 2)
