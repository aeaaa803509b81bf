"""Pictures as SVG text: a few shapes to lay side by side, and a picture in words for games without their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

INK: Final = "#2b2620"
PAPER: Final = "#fbf6ea"
QUIET: Final = "#8a8070"
PLAYERS: Final = ("#a8322d", "#20639b", "#3c7a3f", "#c58a11", "#6d4a94", "#4d4d4d", "#9a9a9a")  # the ghost is the last
GAP: Final = 12


@dataclass(frozen=True)
class Drawing:
    """A piece of a picture with its size."""

    width: float
    height: float
    shapes: str

    def at(self, x: float, y: float) -> str:
        return f'<g transform="translate({num(x)} {num(y)})">{self.shapes}</g>'

    @property
    def svg(self) -> str:
        """The whole picture, on paper."""
        size = f"{num(self.width)} {num(self.height)}"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="sans-serif" role="img">'
        return f"{head}{rect(0, 0, self.width, self.height, PAPER)}{self.shapes}</svg>"


def num(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def rect(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    return f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}" fill="{fill}" {more}/>'


def disc(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{fill}" stroke="{INK}" stroke-width="1"/>'


def line(x: float, y: float, to_x: float, to_y: float, width: float, colour: str = INK) -> str:
    ends = f'x1="{num(x)}" y1="{num(y)}" x2="{num(to_x)}" y2="{num(to_y)}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{num(width)}" stroke-linecap="round"/>'


def text(x: float, y: float, words: object, size: float = 12, fill: str = INK, anchor: str = "start") -> str:
    place = f'x="{num(x)}" y="{num(y)}" font-size="{num(size)}"'
    return f'<text {place} fill="{fill}" text-anchor="{anchor}">{escape(str(words))}</text>'


def words(said: str, size: float = 12, fill: str = INK) -> Drawing:
    """One line of words; its width is estimated, since there is no font."""
    return Drawing(len(said) * size * 0.56 + 4, size + 6, text(0, size, said, size, fill))


def beside(pieces: Iterable[Drawing], gap: float = GAP) -> Drawing:
    """From left to right."""
    x, height, shapes = 0.0, 0.0, []
    for piece in pieces:
        shapes.append(piece.at(x, 0))
        x, height = x + piece.width + gap, max(height, piece.height)
    return Drawing(max(0.0, x - gap), height, "".join(shapes))


def below(pieces: Iterable[Drawing], gap: float = 6) -> Drawing:
    """From top to bottom."""
    y, width, shapes = 0.0, 0.0, []
    for piece in pieces:
        shapes.append(piece.at(0, y))
        y, width = y + piece.height + gap, max(width, piece.width)
    return Drawing(width, max(0.0, y - gap), "".join(shapes))


def framed(piece: Drawing) -> Drawing:
    """With a margin around it."""
    return Drawing(piece.width + 2 * GAP, piece.height + 2 * GAP, piece.at(GAP, GAP))


def listed(lines: Sequence[str]) -> Drawing:
    """A picture in words."""
    return framed(below([words(each) for each in lines] or [words("-")]))


def colour_of(player: int, seats: int) -> str:
    """The colour of a player; the ghost comes after the last seat."""
    return PLAYERS[-1] if player >= seats else PLAYERS[player]
