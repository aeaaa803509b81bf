"""The longest outer wall (A24)."""

from __future__ import annotations

import pytest

from sabika.games.parts.tiles import SIDES
from tests.games.parts.cities import city

PLUS = "pavilion-2-NEW@0,-1 arcades-4-NES@1,0 seraglio-3-ESW@0,1 chambers-5-NSW@-1,0"
WALLS = {
    "a fountain alone has no wall": ("", 0),
    "tiles without walls": ("garden-10-none@1,0 garden-11-none@2,0", 0),
    "one side": ("pavilion-6-N@1,0", 1),
    "straight on": ("pavilion-6-N@1,0 arcades-8-N@2,0", 2),
    "an open side between breaks it": ("pavilion-6-N@1,0 garden-10-none@2,0 arcades-8-N@3,0", 1),
    "round an outer corner": ("tower-9-NE@1,0", 2),
    "round two outer corners": ("tower-8-NES@1,0", 3),
    "straight on and round the corner": ("pavilion-6-N@1,0 tower-8-NES@2,0", 4),
    "round an inner corner": ("pavilion-6-N@1,0 garden-10-none@2,0 seraglio-7-W@2,-1", 2),
    "through an inner corner and on": ("pavilion-6-N@1,0 garden-10-none@2,0 chambers-8-NW@2,-1", 3),
    "across a corner, but with an open cell between, is broken": (
        "pavilion-6-N@1,0 garden-10-none@2,0 garden-11-none@2,-1 chambers-8-NW@2,-2",
        2,
    ),
    "walls inside count nothing": (
        "tower-13-E@1,0 garden-10-none@0,1 garden-11-none@1,1 tower-11-none@2,1 seraglio-7-W@2,0",
        0,
    ),
    "the longer of two": ("tower-8-NES@1,0 pavilion-3-SW@-1,0", 3),
    "two that are equal count once": ("tower-9-NE@1,0 seraglio-5-SW@-1,0", 2),
    "beyond the north-west, where the outline begins": ("tower-7-NEW@0,-1", 3),
    "the plus is closed all round": (PLUS, 12),
    "a plus with one side open": (PLUS.replace("arcades-4-NES", "arcades-7-ES"), 11),
    "a plus with an open side in the middle": (PLUS.replace("seraglio-3-ESW", "pavilion-7-E"), 10),
}


@pytest.mark.parametrize(("around", "expected"), WALLS.values(), ids=WALLS)
def test_longest_wall(around: str, expected: int) -> None:
    """A24."""
    assert city(around).longest_wall() == expected


STRETCHES = {
    "clockwise round a tile": ("tower-7-NEW@0,-1", "0,-1,W 0,-1,N 0,-1,E"),
    "through an inner corner": (
        "pavilion-6-N@1,0 garden-10-none@2,0 chambers-8-NW@2,-1",
        "1,0,N 2,-1,W 2,-1,N",
    ),
    "the first of equals, from the north": ("tower-9-NE@1,0 seraglio-5-SW@-1,0", "1,0,N 1,0,E"),
}


@pytest.mark.parametrize(("around", "expected"), STRETCHES.values(), ids=STRETCHES)
def test_the_sides_of_the_longest_wall(around: str, expected: str) -> None:
    """A24: every score line opens."""
    place = city(around)
    sides = [(place.x_of(step >> 3), place.y_of(step >> 3), SIDES[step >> 1 & 3]) for step in place.longest_stretch()]
    assert " ".join(f"{x},{y},{side}" for x, y, side in sides) == expected
