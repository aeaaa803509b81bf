"""The oracles answer the checked cases of the rules by themselves, before they judge the program."""

from __future__ import annotations

import pytest

from tests.oracles import city, scoring

CASE = dict.fromkeys([(0, 0), (0, -1), (1, -1), (2, -1), (3, -1), (3, 0), (3, 1), (2, 1)], "")
PLUS = {(0, 0): "", (0, -1): "NEW", (1, 0): "NES", (0, 1): "ESW", (-1, 0): "NSW"}


@pytest.mark.parametrize(("cell", "why"), [((1, 1), "e"), ((1, 0), "e"), ((2, 0), ""), ((0, 0), "a"), ((9, 9), "b")])
def test_the_checked_holes(cell: city.Cell, why: str) -> None:
    assert city.why_not_build(CASE, "", cell) == why


def test_the_checked_wall() -> None:
    assert city.longest_wall(PLUS) == 12
    assert city.longest_wall(PLUS | {(0, -1): "NE"}) == 11
    assert city.longest_wall(PLUS | {(0, -1): "NW"}) == 11
    assert city.longest_wall(PLUS | {(0, -1): "EW", (0, 1): "EW"}) == 5
    assert city.longest_wall({(0, 0): ""}) == 0


def test_a_city_is_sound_or_not() -> None:
    assert city.is_sound(PLUS)
    assert not city.is_sound({(0, 0): "", (1, 0): "W"})
    assert not city.is_sound({(0, 0): "", (1, 0): "E", (2, 0): "W"})
    ring = dict.fromkeys([(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)], "")
    assert not city.is_sound(ring)
    assert city.is_sound(ring | {(1, 1): ""})
    assert not city.is_sound({cell: walls for cell, walls in ring.items() if cell != (2, 2)})


def test_the_checked_ties() -> None:
    """A23."""
    assert scoring.majority([4, 4, 1], [13, 6]) == [9, 9, 0]
    assert scoring.majority([1, 1, 0], [1]) == [0, 0, 0]
    assert scoring.majority([2, 2, 2], [16, 8, 1]) == [8, 8, 8]
    assert scoring.majority([2, 2, 2, 2], [16, 8, 1]) == [6, 6, 6, 6]
    assert scoring.majority([3, 1, 1, 1], [21, 13, 6]) == [21, 6, 6, 6]
