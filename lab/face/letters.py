"""The small letters. A foot and a head open like a capital, an arch is a horseshoe, a dot is a star of the wall."""

# ruff: noqa: RUF001 -- signs that look alike are drawn here, each by itself
from __future__ import annotations

from lab.face.pen import (
    EAST,
    NORTH,
    SMALL,
    SOUTH,
    WEST,
    Contour,
    Nib,
    bar,
    mirrored,
    ring,
    star,
    stem,
    stroke,
)

X = 500.0  # how high an x is
TALL = 735.0  # .. and an l
DEEP = -215.0  # .. and how deep a p

Drawing = list[Contour]
HEAD = (36.0, 6.0)  # opens to the left, as the pen begins


def upright(x: float, low: float = 0, high: float = X, foot: tuple[float, float] = (27, 27)) -> Drawing:
    return stem(x, low, high, foot=foot, head=HEAD, slope=16)


def arch(x: float, to: float) -> Drawing:
    """From the stem at `x` over to a leg at `to`, drawn in below its springing as a horseshoe is."""
    middle = x + 0.56 * (to - x)
    return stroke(
        (x + 32, 378, 54), (middle, X - 17, EAST), (to + 6, 330, SOUTH), (to - 13, 135, 268), (to - 9, 0, SOUTH),
        start=0.62, end=1.55,
    )  # fmt: skip


def bowl(x: float, to: float) -> Drawing:
    """From the stem at `x` round to the right and back to it."""
    middle = x + 0.5 * (to - x)
    return stroke(
        (x + 32, 386, 52), (middle, X - 17, EAST), (to, X / 2, SOUTH), (middle, 17, WEST), (x + 32, 114, 128),
        start=0.64, end=0.64,
    )  # fmt: skip


def small_a() -> Drawing:
    back = stroke(
        (76, 376, 58), (212, X - 17, EAST), (330, 345, SOUTH), (330, 150, SOUTH), (330, 0, SOUTH), start=1.55, end=1.5
    )
    belly = stroke(
        (330, 290, 172), (190, 264, 192), (66, 141, SOUTH), (168, 19, EAST), (322, 112, 48), start=0.62, end=0.62
    )
    return back + belly


def small_c() -> Drawing:
    return stroke(
        (382, 392, 128), (240, X - 17, WEST), (67, X / 2, SOUTH), (246, 17, EAST), (392, 100, 50), start=1.6, end=0.85
    )


def small_e() -> Drawing:
    round_ = stroke(
        (404, 256, NORTH), (240, X - 17, WEST), (67, X / 2, SOUTH), (248, 17, EAST), (402, 102, 50), start=0.8, end=0.85
    )  # fmt: skip
    return round_ + bar(70, 392, 264, 54)


def small_f() -> Drawing:
    hook = stroke(
        (105, 0, NORTH),
        (105, 220, NORTH),
        (105, 560, NORTH),
        (225, TALL - 4, EAST),
        (304, 690, 318),
        start=1.56,
        end=1.5,
    )
    return hook + bar(8, 262, X - 27, 52, left=(0, 14), right=(14, 8))


def small_g() -> Drawing:
    tail = stroke(
        (400, 420, SOUTH), (400, 60, SOUTH), (400, -40, SOUTH), (225, DEEP + 24, WEST), (80, -130, 128), end=1.6
    )
    return mirrored(bowl(0, 334), 200) + stem(400, 200, X, foot=(0, 0), head=(6, 36), slope=-10) + tail


def small_i() -> Drawing:
    return upright(60) + star(58, 650, 68)


def small_j() -> Drawing:
    tail = stroke((70, 300, SOUTH), (70, -20, SOUTH), (-40, DEEP + 20, WEST), (-92, DEEP + 46, 145), end=1.5)
    return stem(70, 150, X, foot=(0, 0), head=HEAD, slope=16) + tail + star(68, 650, 68)


def small_k() -> Drawing:
    arm = stem(112, 205, X, SMALL, to=318, wide=75, foot=(0, 0), head=(30, 40))
    leg = stem(392, 0, 300, to=198, wide=127, foot=(24, 40), head=(-18, -18))
    return upright(60, high=TALL) + arm + leg


def small_m() -> Drawing:
    return upright(62) + arch(62, 328) + arch(319, 587)


def small_r() -> Drawing:
    ear = stroke((84, 335, 66), (196, X - 26, 22), (290, X - 34, 340), start=0.55, end=1.9, reach=130)
    return upright(62) + ear


def small_s() -> Drawing:
    return stroke(
        (316, 392, 128), (203, X - 17, WEST), (78, 372, SOUTH), (202, 258, 334), (334, 131, SOUTH), (198, 17, WEST),
        (62, 112, 118), nib=Nib(95, 58, 0), start=1.6, end=1.6, reach=90, swell=0.42,
    )  # fmt: skip


def small_t() -> Drawing:
    shaft = stroke(
        (112, 636, SOUTH), (112, 400, SOUTH), (112, 120, SOUTH), (205, 16, EAST), (282, 66, 45), start=0.72, end=0.9
    )
    return shaft + bar(12, 266, X - 27, 52, left=(0, 14), right=(14, 8))


def small_u() -> Drawing:
    """An n on its head, with heads and a foot where a reader looks for them."""
    leg = stroke(
        (68, X, SOUTH), (71, 365, 268), (58, 170, SOUTH), (196, 17, EAST), (312, 122, 54), start=1.5, end=0.62
    )  # fmt: skip
    return leg + stem(342, 0, X, foot=(6, 34), head=(34, 6), slope=16)


def small_v() -> Drawing:
    return stem(226, 0, X, to=74, wide=113, foot=(-24, -8), head=(36, 26)) + stem(
        226, 0, X, to=382, wide=70, foot=(4, -8), head=(32, 36)
    )


def small_w() -> Drawing:
    first = stem(204, 0, X, to=70, wide=111, foot=(-22, -8), head=(36, 24)) + stem(
        206, 0, X, to=340, wide=68, foot=(4, -8), head=(10, 10)
    )
    last = stem(468, 0, X, to=336, wide=111, foot=(-22, -8), head=(10, 10)) + stem(
        470, 0, X, to=604, wide=68, foot=(4, -8), head=(30, 36)
    )
    return first + last


def small_x() -> Drawing:
    thick = stem(366, 0, X, to=86, wide=131, foot=(26, 34), head=(34, 26))
    return thick + stem(74, 0, X, to=372, wide=79, foot=(34, 26), head=(26, 34))


def small_y() -> Drawing:
    tail = stroke(
        (384, X, 251),
        (236, 30, 251),
        (150, -150, 236),
        (52, DEEP + 36, 172),
        nib=Nib(77, 67, 0),
        start=1.7,
        end=1.8,
        reach=100,
        level=True,
    )
    arm = stem(226, 0, X, to=74, wide=113, foot=(-24, -8), head=(36, 26))
    return arm + tail


def small_z() -> Drawing:
    slash = stem(102, 24, X - 24, to=312, wide=128, foot=(0, 0), head=(0, 0))
    upper = bar(52, 376, X - 28, 56, left=(0, 60), slant=0)
    return slash + upper + bar(34, 384, 28, 56, right=(62, 0), slant=10)


def dotless_i() -> Drawing:
    return upright(60)


def dotless_j() -> Drawing:
    return small_j()[:-1]


def sharp_s() -> Drawing:
    back = stroke(
        (105, 0, NORTH),
        (105, 220, NORTH),
        (105, 560, NORTH),
        (222, TALL - 4, EAST),
        (330, 610, SOUTH),
        (238, 455, 215),
        start=1.56,
        end=0.8,
    )
    return back + stroke(
        (232, 470, 300),
        (300, 330, 318),
        (400, 150, SOUTH),
        (290, 17, WEST),
        (196, 70, 120),
        start=0.7,
        end=1.6,
        reach=90,
    )


LETTERS = {
    "a": small_a(),
    "b": upright(62, high=TALL, foot=(0, 0)) + bowl(62, 396) + stem(62, 0, 120, foot=(14, -10), head=(0, 0)),
    "c": small_c(),
    "d": mirrored(bowl(0, 334), 200) + stem(400, 0, TALL, foot=(6, 36), head=(36, 6), slope=16),
    "e": small_e(),
    "f": small_f(),
    "g": small_g(),
    "h": upright(62, high=TALL) + arch(62, 344),
    "i": small_i(),
    "j": small_j(),
    "k": small_k(),
    "l": upright(60, high=TALL),
    "m": small_m(),
    "n": upright(62) + arch(62, 344),
    "o": ring(248, X / 2, 182, X / 2 - 17),
    "p": upright(62, low=DEEP) + bowl(62, 396),
    "q": mirrored(bowl(0, 334), 200) + stem(400, DEEP, X, foot=(27, 27), head=(6, 30), slope=-10),
    "r": small_r(),
    "s": small_s(),
    "t": small_t(),
    "u": small_u(),
    "v": small_v(),
    "w": small_w(),
    "x": small_x(),
    "y": small_y(),
    "z": small_z(),
    "ı": dotless_i(),
    "ȷ": dotless_j(),
    "ß": sharp_s(),
}
