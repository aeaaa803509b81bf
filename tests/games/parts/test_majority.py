"""Majorities: places, ties and shares (A22, A23)."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from sabika.games.parts.majority import standing
from sabika.games.parts.tiles import TYPES

PAVILION, SERAGLIO, ARCADES, CHAMBERS, GARDEN, TOWER = range(6)
SHARES = {
    "first scoring: only the first place pays": (1, CHAMBERS, [3, 2, 1], [4, 0, 0]),
    "second scoring: two places pay": (2, TOWER, [3, 2, 1], [13, 6, 0]),
    "third scoring: three places pay": (3, PAVILION, [4, 3, 2, 1], [16, 8, 1, 0]),
    "third scoring, seraglios": (3, SERAGLIO, [1, 3, 2], [2, 17, 9]),
    "third scoring, arcades": (3, ARCADES, [1, 3, 2], [3, 18, 10]),
    "third scoring, gardens": (3, GARDEN, [1, 3, 2], [5, 20, 12]),
    "who has none gets nothing": (3, TOWER, [2, 0, 0], [21, 0, 0]),
    "nobody has any": (3, TOWER, [0, 0, 0], [0, 0, 0]),
    "one tile is enough": (1, TOWER, [0, 1, 0], [0, 6, 0]),
    "second scoring, towers, two tied first": (2, TOWER, [4, 4, 1], [9, 9, 0]),
    "first scoring, pavilions, two tied": (1, PAVILION, [1, 1, 0], [0, 0, 0]),
    "first scoring, towers, two tied": (1, TOWER, [2, 2, 1], [3, 3, 0]),
    "third, pavilions, three tied first": (3, PAVILION, [2, 2, 2], [8, 8, 8]),
    "third, pavilions, four tied first": (3, PAVILION, [2, 2, 2, 2], [6, 6, 6, 6]),
    "third, towers, one first and three tied second": (3, TOWER, [3, 1, 1, 1], [21, 6, 6, 6]),
    "third, towers, two tied first, then the third place": (3, TOWER, [3, 3, 1, 0], [17, 17, 6, 0]),
    "third, towers, three tied first leave no place": (3, TOWER, [3, 3, 3, 1], [13, 13, 13, 0]),
    "third, towers, two tied third": (3, TOWER, [4, 3, 1, 1], [21, 13, 3, 3]),
    "second, gardens, two tied second": (2, GARDEN, [3, 2, 2], [12, 2, 2]),
    "second, gardens, six tied": (2, GARDEN, [1, 1, 1, 1, 1, 1], [2, 2, 2, 2, 2, 2]),
    "the order of the seats does not matter": (3, TOWER, [1, 3, 1, 1], [6, 21, 6, 6]),
}


@pytest.mark.parametrize(("scoring", "building", "counts", "expected"), SHARES.values(), ids=SHARES)
def test_shares(scoring: int, building: int, counts: list[int], expected: list[int]) -> None:
    """A22, A23."""
    assert [standing(vec[i64](counts), player, building, scoring).share for player in range(len(counts))] == expected


STANDINGS = {
    "alone in front": ([4, 2, 1], 0, (4, 1, 1, 13)),
    "tied for the first two places": ([4, 4, 1], 1, (4, 1, 2, 19)),
    "behind two who are tied: the third place": ([4, 4, 1], 2, (1, 3, 1, 0)),
    "without a tile: no place": ([4, 4, 0], 2, (0, 0, 0, 0)),
}


@pytest.mark.parametrize(("counts", "player", "expected"), STANDINGS.values(), ids=STANDINGS)
def test_how_a_share_is_explained(counts: list[int], player: int, expected: tuple[int, int, int, int]) -> None:
    """A23: tiles, place, how many are equal, and the points they share (second scoring, towers)."""
    assert TYPES[TOWER] == "tower"
    stand = standing(vec[i64](counts), player, TOWER, 2)
    assert (stand.count, stand.place, stand.group, stand.pot) == expected
