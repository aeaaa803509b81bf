"""Signs and accents."""

# ruff: noqa: RUF001 -- signs that look alike are drawn here, each by itself
from __future__ import annotations

from lab.face.capitals import C
from lab.face.letters import LETTERS, Drawing, X
from lab.face.pen import EAST, NORTH, SOUTH, WEST, Nib, about, bar, moved, ring, scaled, star, stem, stroke

DOT = 68.0
EVEN = Nib(68, 65)


def drop(x: float, y: float) -> Drawing:
    """A comma, an apostrophe."""
    return star(x, y, DOT) + stroke((x + 18, y - 10, 284), (x - 42, y - 140, 238), nib=EVEN, start=1.3, end=0.45)


def exclamation() -> Drawing:
    return stem(90, 214, C, wide=88, foot=(-18, -18), head=(30, 30)) + star(90, 56, DOT)


def question() -> Drawing:
    hook = stroke(
        (66, 562, 62),
        (212, C - 19, EAST),
        (346, 545, SOUTH),
        (270, 400, 236),
        (206, 214, SOUTH),
        nib=Nib(106, 63),
        start=1.5,
        end=0.8,
    )
    return hook + star(206, 56, DOT)


def quote(x: float) -> Drawing:
    return drop(x, 640)


def turned_quote(x: float) -> Drawing:
    return about(drop(x, 580), x, 580)


def guillemet(x: float, hand: int) -> Drawing:
    tip, tail = x - hand * 60, x + hand * 60
    return stroke((tail, 420, 180 + hand * 48 - (180 if hand < 0 else 0)), (tip, 250, 270), nib=EVEN) + stroke(
        (tip, 250, 270), (tail, 80, 0 - hand * 48 + (180 if hand < 0 else 0)), nib=EVEN
    )


def ampersand() -> Drawing:
    return stroke(
        (560, 330, 258), (250, 19, WEST), (84, 185, NORTH), (230, 380, 40), (370, 560, NORTH), (268, C - 19, WEST),
        (168, 570, SOUTH), (330, 290, 306), (600, 0, 318), nib=Nib(104, 63), start=1.2, end=1.3,
    )  # fmt: skip


ACCENTS = {  # above a small letter, around x = 0
    "\u0301": stroke((-46, 570, 50), (58, 716, 58), nib=EVEN, start=0.7, end=1.7),
    "\u0300": stroke((46, 570, 130), (-58, 716, 122), nib=EVEN, start=0.7, end=1.7),
    "\u0302": stroke((-92, 585, 56), (0, 690, 40), nib=EVEN, start=0.8)
    + stroke((92, 585, 124), (0, 690, 140), nib=EVEN, start=0.8),
    "\u030c": stroke((-92, 700, 304), (0, 595, 320), nib=EVEN, start=1.2)
    + stroke((92, 700, 236), (0, 595, 220), nib=EVEN, start=1.2),
    "\u0303": stroke((-124, 600, 62), (-56, 662, EAST), (46, 612, EAST), (124, 676, 62), nib=Nib(56, 67, 0)),
    "\u0308": star(-94, 650, 60) + star(94, 650, 60),
    "\u030b": stroke((-104, 570, 52), (-26, 716, 60), nib=EVEN, start=0.7, end=1.6)
    + stroke((44, 570, 52), (122, 716, 60), nib=EVEN, start=0.7, end=1.6),
    "\u030a": ring(0, 664, 62, 62, Nib(45, 43)),
    "\u0306": stroke((-98, 700, 282), (0, 608, EAST), (98, 700, 78), nib=Nib(52, 60)),
    "\u0304": bar(-110, 110, 640, 54),
    "\u0307": star(0, 650, 64),
    "\u0327": stroke(
        (20, 10, SOUTH), (-8, -50, 290), (60, -120, SOUTH), (-20, -178, WEST), (-76, -160, 150), nib=Nib(68, 50)
    ),
    "\u0328": stroke((10, 10, 250), (-50, -110, SOUTH), (20, -178, EAST), (78, -150, 40), nib=Nib(66, 50)),
}

SIGNS = {
    " ": [],
    ".": star(70, 56, DOT),
    ",": drop(70, 56),
    ":": star(70, 56, DOT) + star(70, 400, DOT),
    ";": drop(70, 56) + star(70, 400, DOT),
    "…": star(70, 56, DOT) + star(290, 56, DOT) + star(510, 56, DOT),
    "·": star(70, 270, DOT),
    "•": star(110, 300, 110),
    "★": star(320, 300, 310, 8, 0.66),
    "!": exclamation(),
    "¡": about(exclamation(), 90, X / 2 - 30),
    "?": question(),
    "¿": about(question(), 206, X / 2 - 30),
    "-": bar(30, 270, 250, 58),
    "–": bar(30, 470, 250, 54),
    "—": bar(30, 830, 250, 54),
    "+": bar(40, 460, 290, 58) + stem(250, 80, 500, wide=70, foot=(0, 0), head=(0, 0)),
    "×": stem(90, 120, 460, wide=95, to=410, foot=(0, 0), head=(0, 0))
    + stem(410, 120, 460, wide=95, to=90, foot=(0, 0), head=(0, 0)),
    "/": stem(40, -60, C + 40, to=310, wide=70, foot=(0, 0), head=(0, 0)),
    "%": ring(170, 520, 112, 150, Nib(79, 50))
    + ring(560, 180, 112, 150, Nib(79, 50))
    + stem(210, 0, C, to=520, wide=61, foot=(0, 0), head=(0, 0)),
    "(": stroke((250, 780, 232), (80, 320, SOUTH), (250, -140, 308), nib=Nib(95, 50), start=0.7, end=0.7),
    ")": stroke((60, 780, 308), (230, 320, SOUTH), (60, -140, 232), nib=Nib(95, 50), start=0.7, end=0.7),
    "&": ampersand(),
    "ª": moved(scaled(LETTERS["a"], 0.58), 0, 400),
    "º": moved(scaled(LETTERS["o"], 0.58), 0, 400),
    "'": stem(60, 470, 720, wide=56, foot=(-6, -6), head=(22, 22)),
    '"': stem(60, 470, 720, wide=56, foot=(-6, -6), head=(22, 22))
    + stem(200, 470, 720, wide=56, foot=(-6, -6), head=(22, 22)),
    "’": quote(70),
    "‘": turned_quote(70),
    "”": quote(70) + quote(260),
    "“": turned_quote(70) + turned_quote(260),
    "„": drop(70, 56) + drop(260, 56),
    "‚": drop(70, 56),
    "«": guillemet(120, 1) + guillemet(290, 1),
    "»": guillemet(120, -1) + guillemet(290, -1),
}
