"""The font file and the wordmark, from the drawings."""

# ruff: noqa: RUF001 -- signs that look alike are drawn here, each by itself
from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import pairwise

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph as Outline
from fontTools.ttLib.tables._g_l_y_f import flagOverlapSimple

from lab.face.capitals import CAPITALS, FIGURES, C
from lab.face.letters import LETTERS, X
from lab.face.pen import Contour
from lab.face.signs import ACCENTS, SIGNS
from lab.face.spacing import Glyph, kerning, spaced

FAMILY = "Sabika Titles"
EM = 1000
ROOM = (920, -260)  # above and below the baseline
FIGURE = 540.0  # how wide every figure is
DRAWN = 3_800_000_000  # seconds since 1904: the same file whenever it is built
DOTLESS = {"i": "ı", "j": "ȷ"}


@cache
def glyphs() -> dict[str, Glyph]:
    plain = {**LETTERS, **CAPITALS, **SIGNS}
    figures = {name: spaced(name, drawing, FIGURE) for name, drawing in FIGURES.items()}
    return {name: spaced(name, drawing) for name, drawing in plain.items()} | figures


@cache
def pairs() -> dict[tuple[str, str], int]:
    return kerning(glyphs(), [*CAPITALS, *LETTERS, "’", ".", ",", ":", "!", "-"])


def composed() -> Iterator[tuple[str, str, str]]:
    """Letters with an accent that Latin languages write: the letter, its base and its accent."""
    for code in (*range(0xC0, 0x180), *range(0x218, 0x21C)):
        parts = unicodedata.normalize("NFD", chr(code))
        if len(parts) == 2 and parts[0] in glyphs() and parts[1] in ACCENTS:
            yield chr(code), DOTLESS.get(parts[0], parts[0]) if parts[1] < "\u0323" else parts[0], parts[1]


def font() -> TTFont:
    """The whole face."""
    letters = [*glyphs(), *ACCENTS]
    order = [".notdef", *(name_of(letter) for letter in letters), *(name_of(letter) for letter, _, _ in composed())]
    outlines: dict[str, Outline] = {".notdef": outline([])}
    wide = {".notdef": (500, 0)}
    for letter in letters:
        given = glyphs()[letter].contours if letter in glyphs() else ACCENTS[letter]
        outlines[name_of(letter)] = outline(given)
        wide[name_of(letter)] = (int(glyphs()[letter].advance) if letter in glyphs() else 0, 0)
    for letter, base, accent in composed():
        outlines[name_of(letter)] = with_accent(base, accent)
        wide[name_of(letter)] = wide[name_of(base)]
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(
        {ord(letter): name_of(letter) for letter in (*letters, *(each[0] for each in composed()))}
    )
    builder.setupGlyf(outlines)
    table = builder.font["glyf"]
    builder.setupHorizontalMetrics(
        {
            name: (advance, table[name].xMin if hasattr(table[name], "xMin") else 0)
            for name, (advance, _) in wide.items()
        }
    )
    builder.setupHorizontalHeader(ascent=ROOM[0], descent=ROOM[1])
    builder.setupOS2(
        version=4,
        sTypoAscender=ROOM[0], sTypoDescender=ROOM[1], usWinAscent=ROOM[0], usWinDescent=-ROOM[1],
        sxHeight=int(X), sCapHeight=int(C), usWeightClass=600, fsSelection=0xC0,
    )  # fmt: skip
    builder.setupNameTable({"familyName": FAMILY, "styleName": "Regular"})
    builder.setupPost(keepGlyphNames=False)
    addOpenTypeFeaturesFromString(builder.font, feature())
    builder.updateHead(created=DRAWN, modified=DRAWN)
    builder.font.recalcTimestamp = False
    found: TTFont = builder.font
    return found


def name_of(letter: str) -> str:
    return f"uni{ord(letter):04X}"


def outline(contours: list[Contour]) -> Outline:
    pen = TTGlyphPen(None)
    curves = Cu2QuPen(pen, max_err=0.9)
    for contour in contours:
        curves.moveTo(pair(contour[0].a))
        for curve in contour:
            if is_line(*curve):
                curves.lineTo(pair(curve.d))
            else:
                curves.curveTo(pair(curve.b), pair(curve.c), pair(curve.d))
        curves.closePath()
    found = pen.glyph()
    if len(getattr(found, "flags", ())):
        found.flags[0] |= flagOverlapSimple
    return found


def pair(point: complex) -> tuple[int, int]:
    return round(point.real), round(point.imag)


def is_line(a: complex, b: complex, c: complex, d: complex) -> bool:
    return all(abs(((d - a).conjugate() * (point - a)).imag) < 0.4 * abs(d - a) for point in (b, c)) if a != d else True


def with_accent(base: str, accent: str) -> Outline:
    pen = TTGlyphPen({name_of(base): None, name_of(accent): None})
    pen.addComponent(name_of(base), (1, 0, 0, 1, 0, 0))
    pen.addComponent(
        name_of(accent), (1, 0, 0, 1, round(middle(base)), 188 if base in CAPITALS and accent < "\u0323" else 0)
    )
    found = pen.glyph()
    found.components[0].flags |= 0x0400  # the parts overlap
    return found


def middle(base: str) -> float:
    """Where an accent stands: over the middle of the ink."""
    glyph = glyphs()[base]
    edges = [(glyph.left[y], glyph.advance - glyph.right[y]) for y in glyph.left if 0 <= y <= C]
    return (min(low for low, _ in edges) + max(high for _, high in edges)) / 2


def feature() -> str:
    """The kerning, of a letter with an accent too."""
    family: dict[str, list[str]] = {}
    for letter, base, _ in composed():
        family.setdefault(base, []).append(letter)
    lines = [
        f"  pos [{names(one, family)}] [{names(other, family)}] {shift};"
        for (one, other), shift in sorted(pairs().items())
    ]
    return "feature kern {\n" + "\n".join(lines) + "\n} kern;\n"


def names(base: str, family: dict[str, list[str]]) -> str:
    return " ".join(name_of(letter) for letter in (base, *family.get(base, ())))


def as_woff() -> bytes:
    found = font()
    found.flavor = "woff"
    file = BytesIO()
    found.save(file)
    return file.getvalue()


def wordmark(text: str) -> tuple[float, str]:
    """A word as one path, baseline at 0 and y down; and how wide it is."""
    x, path = 0.0, []
    for one, other in pairwise([*text, ""]):
        glyph = glyphs()[one]
        for contour in glyph.contours:
            path.append(f"M{at(contour[0].a, x)}")
            path += [
                f"L{at(each.d, x)}" if is_line(*each) else f"C{at(each.b, x)} {at(each.c, x)} {at(each.d, x)}"
                for each in contour
            ]
            path.append("Z")
        x += glyph.advance + pairs().get((one, other), 0)
    return x, "".join(path)


def at(point: complex, x: float) -> str:
    return f"{round(point.real + x)} {round(-point.imag)}"
