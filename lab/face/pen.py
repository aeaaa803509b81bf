"""The pen: strokes and stems as outlines. A point is a complex number, y goes up, a direction is in degrees."""

from __future__ import annotations

from cmath import exp, phase
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import cos, pi, radians, sin, sqrt
from typing import NamedTuple

EAST, NORTH, WEST, SOUTH = 0.0, 90.0, 180.0, 270.0


class Cubic(NamedTuple):
    """A Bézier curve."""

    a: complex
    b: complex
    c: complex
    d: complex

    def at(self, t: float) -> complex:
        s = 1 - t
        return s**3 * self.a + 3 * s * s * t * self.b + 3 * s * t * t * self.c + t**3 * self.d

    def speed(self, t: float) -> complex:
        s = 1 - t
        return 3 * (s * s * (self.b - self.a) + 2 * s * t * (self.c - self.b) + t * t * (self.d - self.c))


Contour = list[Cubic]  # closed
Knot = tuple[float, float, float]  # x, y and the direction there


class Nib(NamedTuple):
    """How wide a stroke is: upright, level, and by how much the axis of the pen is turned."""

    upright: float
    level: float
    turn: float = 10.0

    def width(self, along: complex) -> float:
        share: float = abs(sin(phase(along) - radians(self.turn))) ** 1.6
        return self.level + (self.upright - self.level) * share


CAPITAL = Nib(118, 65)
SMALL = Nib(106, 58)


def line(a: complex, b: complex) -> Cubic:
    return Cubic(a, a + (b - a) / 3, b - (b - a) / 3, b)


def through(*knots: Knot) -> list[Cubic]:
    """The smoothest curve through the knots, by Hobby's formula."""
    return [between(one, other) for one, other in pairwise(knots)]


def between(one: Knot, other: Knot) -> Cubic:
    a, d = complex(*one[:2]), complex(*other[:2])
    out, into = radians(one[2]), radians(other[2])
    chord = phase(d - a)
    reach = abs(d - a)
    first, last = velocity(out - chord, chord - into), velocity(chord - into, out - chord)
    return Cubic(a, a + reach * first * exp(1j * out), d - reach * last * exp(1j * into), d)


def velocity(theta: float, phi: float) -> float:
    rise = sqrt(2) * (sin(theta) - sin(phi) / 16) * (sin(phi) - sin(theta) / 16) * (cos(theta) - cos(phi))
    return (2 + rise) / (3 * (1 + (sqrt(5) - 1) / 2 * cos(theta) + (3 - sqrt(5)) / 2 * cos(phi)))


def stroke(
    *knots: Knot,
    nib: Nib = SMALL,
    start: float = 1,
    end: float = 1,
    reach: float = 110,
    swell: float = 0,
    level: bool = False,
) -> list[Contour]:
    """A stroke, `start` and `end` times as wide at its ends, wider by `swell` in its middle; `level`: so it begins."""
    spine = through(*knots)
    lengths = [abs(each.d - each.a) for each in spine]
    whole = sum(lengths)

    def half(part: int, t: float) -> float:
        gone = sum(lengths[:part]) + t * lengths[part]
        wide = nib.width(spine[part].speed(t)) * near(gone / reach, start) * near((whole - gone) / reach, end)
        return wide * (1 + swell * sin(pi * gone / whole) ** 4) / 2

    left, right = side(spine, half, 1), side(spine, half, -1)
    if level:
        left[0], right[0] = levelled(left[0], knots[0][1]), levelled(right[0], knots[0][1])
    back = [Cubic(*reversed(each)) for each in reversed(right)]
    return [turned([*left, cut(left[-1].d, back[0].a), *back, cut(back[-1].d, left[0].a)])]


def levelled(curve: Cubic, y: float) -> Cubic:
    """The curve drawn out, or cut, to begin at a height."""
    along = curve.speed(0)
    shift = along * ((y - curve.a.imag) / along.imag)
    return Cubic(curve.a + shift, curve.b + shift / 2, curve.c, curve.d)


def near(far: float, factor: float) -> float:
    """1 away from an end, `factor` at the end itself."""
    return 1 + (factor - 1) * max(0.0, 1 - far) ** 2


def cut(a: complex, b: complex, depth: float = 0.07) -> Cubic:
    """The end of a stroke, a little hollow."""
    hollow = (b - a) * 1j * depth
    return Cubic(a, a + (b - a) * 0.35 + hollow, b - (b - a) * 0.35 + hollow, b)


def side(spine: Sequence[Cubic], half: Callable[[int, float], float], hand: int, steps: int = 2) -> list[Cubic]:
    """The curve beside the spine, on its left (1) or right (-1)."""
    found = []
    for part, each in enumerate(spine):

        def beside(t: float, part: int = part, each: Cubic = each) -> complex:
            t = min(1.0, max(0.0, t))
            along = each.speed(t)
            return each.at(t) + hand * 1j * along / abs(along) * half(part, t)

        straight = abs((each.d - each.a).real) < 0.5 and abs(each.b.real - each.a.real) < 0.5
        marks = [n / steps for n in range(steps + 1)] if not straight else [0, 0.25, 0.75, 1]
        for low, high in pairwise(marks):
            tiny = (high - low) / 200
            out = (beside(low + tiny) - beside(low)) / tiny * (high - low) / 3
            into = (beside(high) - beside(high - tiny)) / tiny * (high - low) / 3
            found.append(Cubic(beside(low), beside(low) + out, beside(high) - into, beside(high)))
    return found


def ring(x: float, y: float, wide: float, high: float, nib: Nib = SMALL) -> list[Contour]:
    """A closed bowl around (x, y); width and height are those of its middle line."""
    spine = through(
        (x - wide, y, NORTH), (x, y + high, EAST), (x + wide, y, SOUTH), (x, y - high, WEST), (x - wide, y, NORTH)
    )

    def half(part: int, t: float) -> float:
        return nib.width(spine[part].speed(t)) / 2

    outer, inner = side(spine, half, 1), side(spine, half, -1)
    return [turned(outer), turned(inner, hole=True)]


def stem(
    x: float,
    low: float,
    high: float,
    nib: Nib = SMALL,
    *,
    to: float | None = None,  # where it stands at its top, when it leans
    wide: float | None = None,
    foot: tuple[float, float] = (27, 27),
    head: tuple[float, float] = (27, 27),
    slope: float = 0,  # by how much the left corner of the head is lower than the right one
) -> list[Contour]:
    """A stem whose ends open like a capital; both are cut level."""
    half = (nib.upright if wide is None else wide) / 2
    lean = ((x if to is None else to) - x) / (high - low)
    tall = min(105.0, (high - low) * 0.42)
    a, b = complex(-half - foot[0], low), complex(-half, low + tall)
    c, d = complex(-half, high - tall), complex(-half - head[0], high - slope)
    e, f = complex(half + head[1], high), complex(half, high - tall)
    g, h = complex(half, low + tall), complex(half + foot[1], low)
    shape = [
        opening(a, b),
        line(b, c),
        Cubic(*reversed(opening(d, c))),
        cut(d, e, -0.03),
        opening(e, f),
        line(f, g),
        Cubic(*reversed(opening(h, g))),
        cut(h, a, -0.03),
    ]

    def leant(point: complex) -> complex:
        return point + x + lean * (point.imag - low)

    return [turned([Cubic(*(leant(point) for point in each)) for each in shape])]


def opening(corner: complex, shaft: complex) -> Cubic:
    """From the corner of a foot or head to the shaft."""
    gap = shaft - corner
    return Cubic(corner, corner + complex(gap.real * 0.62, gap.imag * 0.22), shaft - 0.55j * gap.imag, shaft)


def bar(
    x: float,
    to: float,
    y: float,
    wide: float,
    *,
    left: tuple[float, float] = (0, 0),
    right: tuple[float, float] = (0, 0),
    slant: float = 0,
) -> list[Contour]:
    """A level bar; its ends open by so much (up, down), and `slant` leans the right one."""
    half, far = wide / 2, min(95.0, (to - x) * 0.4)

    def edge(hand: int) -> list[Cubic]:
        near_end, far_end = (left[0], right[0]) if hand > 0 else (left[1], right[1])
        lean = slant * hand
        a, b = complex(x, y + hand * (half + near_end)), complex(x + far, y + hand * half)
        c, d = complex(to - far, y + hand * half), complex(to + lean, y + hand * (half + far_end))
        first = Cubic(a, a + complex(far * 0.22, (b - a).imag * 0.62), b - 0.55 * far, b)
        last = Cubic(c, c + 0.55 * far, d - complex(far * 0.22 + lean, (d - c).imag * 0.62), d)
        return [first, line(b, c), last]

    upper, lower = edge(1), [Cubic(*reversed(each)) for each in reversed(edge(-1))]
    return [turned([*upper, line(upper[-1].d, lower[0].a), *lower, line(lower[-1].d, upper[0].a)])]


def star(x: float, y: float, outer: float, corners: int = 8, inner: float = 0.74) -> list[Contour]:
    """The eight-pointed star of the walls: every dot is one."""
    points = [
        complex(x, y) + outer * (1 if n % 2 == 0 else inner) * exp(1j * (pi / 2 + pi * n / corners))
        for n in range(2 * corners)
    ]
    return [turned([line(a, b) for a, b in pairwise([*points, points[0]])])]


def moved(contours: Sequence[Contour], x: float = 0, y: float = 0) -> list[Contour]:
    return [[Cubic(*(point + complex(x, y) for point in each)) for each in contour] for contour in contours]


def scaled(contours: Sequence[Contour], by: float) -> list[Contour]:
    return [[Cubic(*(point * by for point in each)) for each in contour] for contour in contours]


def mirrored(contours: Sequence[Contour], about: float) -> list[Contour]:
    """Left for right."""
    return [
        turned(
            [Cubic(*(complex(2 * about - p.real, p.imag) for p in each)) for each in contour], hole=area(contour) > 0
        )
        for contour in contours
    ]


def about(contours: Sequence[Contour], x: float, y: float) -> list[Contour]:
    """Half a turn around (x, y)."""
    return [[Cubic(*(2 * complex(x, y) - p for p in each)) for each in contour] for contour in contours]


def turned(contour: Contour, *, hole: bool = False) -> Contour:
    """Clockwise, or the other way for a hole: as TrueType fills."""
    if (area(contour) > 0) == hole:
        return contour
    return [Cubic(*reversed(each)) for each in reversed(contour)]


def area(contour: Contour) -> float:
    """Above 0 when it runs against the clock."""
    points = [each.at(t) for each in contour for t in (0, 0.25, 0.5, 0.75)]
    return sum((a.conjugate() * b).imag for a, b in pairwise([*points, points[0]])) / 2
