"""Points for having most buildings of a type: places, ties and shares (A22, A23)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# Column s = 1..6 for pavilion .. tower: first scoring s; second s+7, s; third s+15, s+7, s.
STEPS: Final = vec[i64]([0, 7, 15])


def place_points(building: i64, scoring: i64, place: i64) -> i64:
    """What place 1, 2, 3 .. of a type (0..5) pays in scoring 1, 2 or 3."""
    if place > scoring:
        return 0
    return building + 1 + STEPS[scoring - place]


class Standing:
    """How one player stands in one type: the places of his group, its points, and his share."""

    def __init__(self, count: i64, place: i64, group: i64, pot: i64) -> None:
        self.count: i64 = count  # tiles
        self.place: i64 = place  # the first place that the group of equals takes, 0: none
        self.group: i64 = group  # how many are equal
        self.pot: i64 = pot  # points of all the places they take
        self.share: i64 = 0 if group == 0 else pot // group  # rounded down


def standing(counts: vec[i64], player: i64, building: i64, scoring: i64) -> Standing:
    """Where a player's number of tiles puts him among all."""
    mine = counts[player]
    if mine == 0:
        return Standing(0, 0, 0, 0)
    place: i64 = 1
    group: i64 = 0
    for count in counts:
        if count > mine:
            place += 1
        elif count == mine:
            group += 1
    pot: i64 = 0
    for taken in range(place, place + group):
        pot += place_points(building, scoring, taken)
    return Standing(mine, place, group, pot)
