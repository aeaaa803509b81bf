"""Capitals and figures: the proportions of letters cut in stone, with arched bars."""

from __future__ import annotations

from lab.face.letters import Drawing
from lab.face.pen import CAPITAL, EAST, NORTH, SOUTH, WEST, Nib, bar, ring, stem, stroke

C = 700.0  # how high a capital is
STEM = (30.0, 30.0)
LEFT = (30.0, 0.0)  # where a bar or bowl goes off to the right
FIGURE = Nib(111, 63)


def column(x: float, foot: tuple[float, float] = STEM, head: tuple[float, float] = STEM) -> Drawing:
    return stem(x, 0, C, CAPITAL, foot=foot, head=head)


def lobe(x: float, to: float, low: float, high: float, nib: Nib = CAPITAL) -> Drawing:
    """A bowl on the right of a stem."""
    thin, middle = nib.level / 2, x + 0.42 * (to - x)
    return stroke(
        (x, high - thin, EAST), (middle, high - thin, EAST), (to, (low + high) / 2, SOUTH), (middle, low + thin, WEST),
        (x, low + thin, WEST), nib=Nib(nib.upright, nib.level, 0),
    )  # fmt: skip


def capital_a() -> Drawing:
    left = stem(42, 0, C, to=306, wide=75, foot=(40, 36), head=(-4, 0))
    right = stem(600, 0, C, to=318, wide=127, foot=(34, 42), head=(-2, -22))
    return left + right + span(112, 520, 196, 48)


def span(x: float, to: float, y: float, rise: float) -> Drawing:
    """The bar of A and H: a flat arch."""
    return stroke((x, y, 24), ((x + to) / 2, y + rise, EAST), (to, y, -24), nib=Nib(63, 60))


def capital_b() -> Drawing:
    return column(74, LEFT, LEFT) + lobe(74, 366, 342, C) + lobe(74, 412, 0, 396)


def capital_c() -> Drawing:
    return stroke(
        (570, 540, 122), (375, C - 20, WEST), (82, C / 2, SOUTH), (385, 20, EAST), (590, 150, 54),
        nib=CAPITAL, start=1.5, end=1.05,
    )  # fmt: skip


def capital_d() -> Drawing:
    thin = 30
    round_ = stroke(
        (74, C - thin, EAST), (270, C - thin, EAST), (576, C / 2, SOUTH), (270, thin, WEST), (74, thin, WEST),
        nib=Nib(120, 65, 0),
    )  # fmt: skip
    return column(74, LEFT, LEFT) + round_


def capital_e() -> Drawing:
    return column(74, LEFT, LEFT) + arms(74, (414, 376, 436))


def arms(x: float, ends: tuple[float, ...]) -> Drawing:
    """The bars of E and F, from the top down."""
    upper = bar(x, ends[0], C - 29, 58, right=(0, 62), slant=-8)
    middle = bar(x, ends[1], 366, 54, right=(34, 34))
    lower = [bar(x, end, 29, 58, right=(66, 0), slant=12) for end in ends[2:]]
    return [*upper, *middle, *(contour for each in lower for contour in each)]


def capital_g() -> Drawing:
    round_ = stroke(
        (576, 545, 124), (378, C - 20, WEST), (82, C / 2, SOUTH), (385, 20, EAST), (572, 86, 28),
        nib=CAPITAL, start=1.5, end=0.8,
    )  # fmt: skip
    return round_ + stem(572, 66, 334, CAPITAL, foot=(0, 0), head=(44, 30))


def capital_j() -> Drawing:
    hook = stroke((170, 420, SOUTH), (170, 120, SOUTH), (60, -112, 205), (-8, -120, 165), nib=CAPITAL, end=1.5)
    return stem(170, 260, C, CAPITAL, foot=(0, 0), head=STEM) + hook


def capital_k() -> Drawing:
    arm = stem(140, 300, C, to=488, wide=77, foot=(0, 0), head=(30, 46))
    return column(74) + arm + stem(598, 0, 424, to=268, wide=142, foot=(24, 50), head=(-22, -22))


def capital_m() -> Drawing:
    legs = stem(78, 0, C, wide=81, to=104, foot=STEM, head=(26, -10)) + stem(744, 0, C, CAPITAL, to=712, head=(-20, 26))
    return (
        legs
        + stem(410, 40, C, to=120, wide=129, foot=(-30, -30), head=(14, 0))
        + stem(410, 40, C, to=704, wide=75, foot=(0, -10), head=(0, 14))
    )


def capital_n() -> Drawing:
    legs = stem(74, 0, C, wide=77, head=(10, -6)) + stem(566, 0, C, wide=77, foot=(-8, 2), head=STEM)
    return legs + stem(558, 0, C, to=86, wide=138, foot=(-20, 6), head=(26, 0))


def capital_p() -> Drawing:
    return column(74, head=LEFT) + lobe(74, 404, 280, C)


def capital_q() -> Drawing:
    tail = stroke((390, 70, 320), (520, -58, 322), (690, -112, 4), nib=Nib(102, 86), start=0.7, end=0.35, reach=230)
    return ring(378, C / 2, 296, C / 2 - 20, CAPITAL) + tail


def capital_r() -> Drawing:
    leg = stem(540, 0, 372, to=262, wide=140, foot=(20, 50), head=(-14, -14))
    return column(74, head=LEFT) + lobe(74, 394, 310, C) + leg


def capital_s() -> Drawing:
    return stroke(
        (438, 560, 126), (282, C - 20, WEST), (96, 528, SOUTH), (272, 366, 332), (458, 180, SOUTH), (268, 20, WEST),
        (66, 150, 116), nib=Nib(106, 65, 0), start=1.55, end=1.55, swell=0.42,
    )  # fmt: skip


def capital_t() -> Drawing:
    return column(290, head=(0, 0)) + bar(22, 558, C - 29, 58, left=(0, 66), right=(0, 66), slant=0)


def capital_u() -> Drawing:
    """A horseshoe upside down: its legs draw in towards the top."""
    return stroke(
        (96, C, SOUTH), (98, 540, 268), (80, 270, SOUTH), (318, 20, EAST), (556, 270, NORTH),
        (540, 540, 92), (542, C, NORTH), nib=Nib(118, 65, 4), start=1.6, end=1.6,
    )  # fmt: skip


def capital_v() -> Drawing:
    return stem(312, 0, C, to=66, wide=127, foot=(-26, -10), head=(40, 32)) + stem(
        314, 0, C, to=560, wide=75, foot=(4, -8), head=(36, 40)
    )


def capital_w() -> Drawing:
    first = stem(266, 0, C, to=62, wide=124, foot=(-24, -10), head=(40, 30)) + stem(
        268, 0, C, to=466, wide=72, foot=(4, -8), head=(12, 12)
    )
    last = stem(660, 0, C, to=462, wide=124, foot=(-24, -10), head=(12, 12)) + stem(
        662, 0, C, to=862, wide=72, foot=(4, -8), head=(34, 40)
    )
    return first + last


def capital_x() -> Drawing:
    thick = stem(530, 0, C, to=78, wide=140, foot=(30, 42), head=(42, 30))
    return thick + stem(62, 0, C, to=520, wide=81, foot=(42, 30), head=(30, 40))


def capital_y() -> Drawing:
    fork = stem(278, 280, C, to=62, wide=124, foot=(-6, -6), head=(40, 32)) + stem(
        296, 280, C, to=510, wide=75, foot=(0, 0), head=(34, 40)
    )
    return fork + stem(286, 0, 350, CAPITAL, foot=STEM, head=(-6, -6))


def capital_z() -> Drawing:
    slash = stem(106, 24, C - 24, to=446, wide=138, foot=(0, 0), head=(0, 0))
    return slash + bar(54, 522, C - 29, 58, left=(0, 66)) + bar(32, 532, 29, 58, right=(68, 0), slant=12)


def figure_1() -> Drawing:
    return stem(286, 0, C, FIGURE, foot=(52, 52), head=(0, 0)) + stroke(
        (276, 676, 205), (140, 590, 215), nib=Nib(70, 67), start=1, end=1.2
    )


def figure_2() -> Drawing:
    swan = stroke(
        (78, 545, 62), (256, C - 19, EAST), (420, 520, SOUTH), (280, 230, 228), (76, 40, 224),
        nib=FIGURE, start=1.5, end=0.9,
    )  # fmt: skip
    return swan + bar(62, 470, 30, 60, right=(66, 0), slant=12)


def figure_3() -> Drawing:
    upper = stroke(
        (92, 570, 62), (250, C - 19, EAST), (404, 540, SOUTH), (215, 386, WEST), nib=FIGURE, start=1.5, end=0.8
    )
    return upper + stroke(
        (200, 386, EAST),
        (250, 386, EAST),
        (432, 205, SOUTH),
        (240, 19, WEST),
        (66, 130, 118),
        nib=FIGURE,
        start=0.8,
        end=1.5,
    )


def figure_4() -> Drawing:
    slash = stem(84, 190, C, to=330, wide=79, foot=(0, 0), head=(0, 20))
    return stem(358, 0, C, FIGURE, head=(14, 0)) + slash + bar(44, 488, 190, 56, right=(28, 20))


def figure_5() -> Drawing:
    round_ = stroke(
        (128, 372, 35),
        (250, 424, EAST),
        (428, 228, SOUTH),
        (236, 19, WEST),
        (70, 122, 118),
        nib=FIGURE,
        start=0.8,
        end=1.5,
    )
    return (
        round_
        + stem(128, 356, C, wide=72, to=140, foot=(0, 0), head=(0, 0))
        + bar(110, 416, C - 30, 60, right=(34, 28))
    )


def figure_6() -> Drawing:
    back = stroke((418, 640, 168), (250, 590, 216), (88, 222, SOUTH), nib=FIGURE, start=1.2)
    return ring(264, 222, 176, 203, FIGURE) + back


def figure_7() -> Drawing:
    slash = stem(186, 0, C - 30, to=412, wide=118, foot=(30, 30), head=(0, 0))
    return slash + bar(58, 462, C - 30, 60, left=(0, 70))


def figure_8() -> Drawing:
    return ring(258, 536, 150, 145, FIGURE) + ring(258, 203, 186, 184, FIGURE)


def figure_9() -> Drawing:
    back = stroke((100, 60, 348), (268, 110, 36), (430, 478, NORTH), nib=FIGURE, start=1.2)
    return ring(254, 478, 176, 203, FIGURE) + back


CAPITALS = {
    "A": capital_a(),
    "B": capital_b(),
    "C": capital_c(),
    "D": capital_d(),
    "E": capital_e(),
    "F": column(74, head=LEFT) + arms(74, (412, 374)),
    "G": capital_g(),
    "H": column(74) + column(560) + span(90, 545, 330, 46),
    "I": column(74),
    "J": capital_j(),
    "K": capital_k(),
    "L": column(74, foot=LEFT) + arms(74, (0, 0, 440))[-1:],
    "M": capital_m(),
    "N": capital_n(),
    "O": ring(378, C / 2, 296, C / 2 - 20, CAPITAL),
    "P": capital_p(),
    "Q": capital_q(),
    "R": capital_r(),
    "S": capital_s(),
    "T": capital_t(),
    "U": capital_u(),
    "V": capital_v(),
    "W": capital_w(),
    "X": capital_x(),
    "Y": capital_y(),
    "Z": capital_z(),
}

FIGURES = {
    "0": ring(258, C / 2, 180, C / 2 - 19, FIGURE),
    "1": figure_1(),
    "2": figure_2(),
    "3": figure_3(),
    "4": figure_4(),
    "5": figure_5(),
    "6": figure_6(),
    "7": figure_7(),
    "8": figure_8(),
    "9": figure_9(),
}
