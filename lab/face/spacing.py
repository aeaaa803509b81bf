"""How far letters stand from each other: the white between any two looks the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from lab.face.capitals import C
from lab.face.letters import X
from lab.face.pen import Contour, moved

STEP = 20  # between the lines on which white is measured
WHITE, MORE = 66.0, 82.0  # on each side of a small letter, and of a capital
DEEP = 95.0  # white deeper inside a letter belongs to the letter
OPEN = 210.0  # .. and so does white between two that is wider
CLOSEST = 46.0  # two letters never come nearer
WORTH_IT = 12  # a smaller shift is not written down
HARDLY = 0.85  # of what the eye asks for


class Glyph(NamedTuple):
    """A letter where it stands between its sides."""

    contours: list[Contour]
    left: dict[int, float]  # white before it, by height
    right: dict[int, float]  # .. and after it
    advance: float


def spaced(name: str, contours: list[Contour], fixed: float | None = None) -> Glyph:
    """The letter moved so that its sides have their white; `fixed` is as wide as every figure is."""
    if not contours:
        return Glyph([], {}, {}, 230)
    edges = silhouette(contours)
    west, east = min(low for low, _ in edges.values()), max(high for _, high in edges.values())
    heights = range(0, int(C if tall(name) else X), STEP)
    white = MORE if tall(name) else WHITE
    before = bearing(white, [edges[y][0] - west if y in edges else DEEP for y in heights])
    after = bearing(white, [east - edges[y][1] if y in edges else DEEP for y in heights])
    wide = before + east - west + after
    if fixed is not None:
        before += (fixed - wide) / 2
        wide = fixed
    shift = round(before - west)
    placed = moved(contours, shift)
    left = {y: low + shift for y, (low, _) in edges.items()}
    right = {y: wide - high - shift for y, (_, high) in edges.items()}
    return Glyph(placed, left, right, round(wide))


def tall(name: str) -> bool:
    return not name.islower() or name == "ß"


def bearing(white: float, inside: Iterable[float]) -> float:
    found = [min(each, DEEP) for each in inside]
    return max(14.0, white - sum(found) / len(found))


def silhouette(contours: Iterable[Contour]) -> dict[int, tuple[float, float]]:
    """The westernmost and easternmost ink on each line."""
    edges: dict[int, tuple[float, float]] = {}
    for contour in contours:
        points = [curve.at(n / 8) for curve in contour for n in range(8)]
        for a, b in pairwise([*points, points[0]]):
            low, high = sorted((a, b), key=lambda point: point.imag)
            for y in range(-300, 1000, STEP):
                if low.imag <= y < high.imag:
                    x = low.real + (high.real - low.real) * (y - low.imag) / (high.imag - low.imag)
                    west, east = edges.get(y, (x, x))
                    edges[y] = (min(west, x), max(east, x))
    return edges


def kerning(glyphs: Mapping[str, Glyph], letters: Iterable[str]) -> dict[tuple[str, str], int]:
    """By how much a pair stands nearer or farther than its sides say."""

    @cache
    def white(one: str, other: str) -> float:
        gaps = between(glyphs[one], glyphs[other], C if tall(one) and tall(other) else X)
        return sum(min(gap, OPEN) for gap in gaps) / len(gaps)

    shifts = {}
    chosen = sorted(letters)
    for one in chosen:
        for other in chosen:
            model = "H" if tall(one) and tall(other) else "n"
            shift = round(HARDLY * (white(model, model) - white(one, other)))
            nearest = min(between(glyphs[one], glyphs[other], C + 60, low=-220))
            shift = max(shift, round(CLOSEST - nearest)) if shift < 0 else min(shift, 20)
            if abs(shift) >= WORTH_IT:
                shifts[one, other] = shift
    return shifts


def between(one: Glyph, other: Glyph, high: float, low: int = 0) -> list[float]:
    return [one.right.get(y, OPEN) + other.left.get(y, OPEN) for y in range(low, int(high), STEP)]
