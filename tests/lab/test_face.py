"""The face of the titles: it is built from its drawings, has every letter we write, and no two letters touch."""

from __future__ import annotations

import unicodedata
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from lab.face.__main__ import ART, NAME, written
from lab.face.build import as_woff, glyphs, pairs
from lab.face.capitals import CAPITALS, FIGURES, C
from lab.face.letters import LETTERS
from lab.face.pen import SMALL, area, ring, stroke, through
from lab.face.spacing import between

PACKAGE = Path(__file__).parents[2] / "src" / "sabika"


def tables(file: bytes) -> dict[str, bytes]:
    """What a font says, however it was compressed."""
    reader = TTFont(BytesIO(file)).reader
    return {tag: reader[tag] for tag in reader.keys()}  # noqa: SIM118 -- a reader is no dict


def test_the_font_and_the_wordmark_are_built_from_the_drawings() -> None:
    assert tables((ART / "titles.woff").read_bytes()) == tables(as_woff()), "run `python -m lab.face`"
    assert (ART / "wordmark.ts").read_text() == written(NAME)


@pytest.mark.parametrize("language", ["en", "es", "it", "hu", "de"])
def test_every_letter_of_our_sentences_is_drawn(language: str) -> None:
    said = {letter for file in PACKAGE.rglob(f"{language}.json") for letter in file.read_text()}
    drawn = TTFont(BytesIO(as_woff())).getBestCmap()
    signs = set("0123456789.,:;!¡?¿…%()+-\u2013\u2014\u00d7·")  # dashes and times among them
    letters = {letter for letter in said if unicodedata.category(letter).startswith("L")}
    assert len(letters) > 50
    assert [letter for letter in sorted(letters | signs) if ord(letter) not in drawn] == []


def test_ink_is_clockwise_and_holes_are_not() -> None:
    """As TrueType fills: letters whose strokes lie over one another stay whole."""
    outer, hole = ring(0, 0, 200, 240)
    assert area(outer) < 0 < area(hole)
    assert all(area(contour) < 0 for contour in glyphs()["H"].contours)
    assert [area(contour) > 0 for contour in glyphs()["o"].contours] == [False, True]


def test_a_curve_through_a_quarter_circle_is_round() -> None:
    (curve,) = through((100, 0, 90), (0, 100, 180))
    assert all(abs(curve.at(n / 10)) == pytest.approx(100, abs=0.1) for n in range(11))


def test_an_upright_stroke_is_as_wide_as_the_nib_says() -> None:
    (shape,) = stroke((0, 0, 90), (0, 300, 90), (0, 600, 90))
    wide = [point.real for curve in shape for point in (curve.a, curve.d) if 200 < point.imag < 400]
    assert max(wide) - min(wide) == pytest.approx(SMALL.width(1j), abs=0.5)


def test_no_two_letters_touch() -> None:
    """Nor does a kerned pair; what hangs below, as j and Q do, may reach under a neighbour."""
    for one, other in product([*CAPITALS, *LETTERS], repeat=2):
        gap = min(between(glyphs()[one], glyphs()[other], C)) + pairs().get((one, other), 0)
        assert gap > 8, (one, other)


def test_figures_stand_in_columns() -> None:
    assert {glyphs()[figure].advance for figure in FIGURES} == {540}
