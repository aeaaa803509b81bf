"""Tiles and walled cities, drawn from what is shown of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sabika.engine.svg import INK, QUIET, Drawing, below, beside, line, rect, text, words
from sabika.games.parts.city_view import CityView

SIZE: Final = 34  # of a tile
COLOURS: Final = {
    "pavilion": "#7fb2d9",
    "seraglio": "#e39b8b",
    "arcades": "#c9a27a",
    "chambers": "#e9dfc3",
    "garden": "#93c58d",
    "tower": "#c3a6d8",
    "fountain": "#bfe0e6",
}
EDGES: Final = {"N": (0, 0, 1, 0), "E": (1, 0, 1, 1), "S": (0, 1, 1, 1), "W": (0, 0, 0, 1)}
MARKS: Final = {"pavilion": "P", "seraglio": "S", "arcades": "A", "chambers": "C", "garden": "G", "tower": "T"}


def edge(side: str, width: float, colour: str) -> str:
    x, y, to_x, to_y = (SIZE * end for end in EDGES[side])
    return line(x, y, to_x, to_y, width, colour)


def tile(name: str) -> Drawing:
    """A tile by its name, `tower-9-NE`: its type by colour and letter, its price, its walls."""
    kind, _, rest = name.partition("-")
    price, _, walls = rest.partition("-")
    shapes = rect(0, 0, SIZE, SIZE, COLOURS.get(kind, "#ddd"), f'stroke="{QUIET}" stroke-width="0.5"')
    label = f"{MARKS.get(kind, '')}{price if kind in MARKS else ''}"
    shapes += text(SIZE / 2, SIZE / 2 + 4, label or "◉", 12, INK, "middle")
    shapes += "".join(edge(side, 4, INK) for side in walls if side in EDGES and walls != "none")
    return Drawing(SIZE, SIZE, f"<g><title>{name}</title>{shapes}</g>")


def tiles(names: Sequence[str]) -> Drawing:
    return beside([tile(name) for name in names], 6)


def city(view: CityView) -> Drawing:
    """A city with its longest wall in red, and its reserve below."""
    xs = [placed.cell[0] for placed in view.tiles]
    ys = [placed.cell[1] for placed in view.tiles]
    left, top = min(xs), min(ys)
    shapes = "".join(
        tile(placed.tile).at((placed.cell[0] - left) * SIZE, (placed.cell[1] - top) * SIZE) for placed in view.tiles
    )
    for x, y, side in view.stretch:
        piece = Drawing(SIZE, SIZE, edge(side, 4.5, "#b3312c"))
        shapes += piece.at((x - left) * SIZE, (y - top) * SIZE)
    whole = Drawing((max(xs) - left + 1) * SIZE, (max(ys) - top + 1) * SIZE, shapes)
    return below([whole, *([tiles(view.reserve)] if view.reserve else []), words(f"▬ {view.wall}", 11, QUIET)], 10)
