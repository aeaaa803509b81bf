"""Scorings at the table: who counts, what counts, and how it is told (A22 to A24)."""

from __future__ import annotations

import pytest

from sabika.engine.state import Line
from sabika.games import ALHAMBRA
from tests.games.alhambra.tables import Setting, play, position, seated
from tests.games.parts.test_wall import PLUS

ONE_TOWER = "tower-11-none@1,0"
TWO_TOWERS = "tower-12-none@1,0 tower-10-W@0,-1"


def told(lines: list[Line]) -> list[tuple[int, str, int]]:
    return [(line.player + 1, line.source, line.points) for line in lines]


NOW: dict[str, tuple[int, Setting, list[tuple[int, str, int]]]] = {
    "an Alhambra without buildings": (3, {}, []),
    "most towers": (3, {"cities": [ONE_TOWER, TWO_TOWERS]}, [(1, "tower", 0), (2, "tower", 6), (2, "wall", 1)]),
    "the reserve never counts": (
        3,
        {"cities": [ONE_TOWER], "reserves": ["", "tower-7-NEW tower-8-NES"]},
        [(1, "tower", 6)],
    ),
    "money and market count nothing": (3, {"hands": ["y9 y9"], "market": "tower-7-NEW - - -"}, []),
    "every type by itself": (
        3,
        {"cities": ["pavilion-8-none@1,0 garden-10-none@0,1", "garden-11-none@1,0", "chambers-10-none@1,0"]},
        [(1, "pavilion", 1), (3, "chambers", 4), (1, "garden", 2), (2, "garden", 2)],
    ),
    "each player has his own wall": (
        3,
        {"cities": [PLUS, "", "tower-8-NES@1,0"]},
        [
            (1, "pavilion", 1),
            (1, "seraglio", 2),
            (1, "arcades", 3),
            (1, "chambers", 4),
            (3, "tower", 6),
            (1, "wall", 12),
            (3, "wall", 3),
        ],
    ),
    "Dirk's tiles count, and he has no wall": (
        2,
        {"cities": [ONE_TOWER], "dirk": "tower-7-NEW tower-8-NES pavilion-2-NEW"},
        [(3, "pavilion", 1), (1, "tower", 0), (3, "tower", 6)],
    ),
    "Dirk shares ties": (
        2,
        {"cities": [ONE_TOWER], "dirk": "tower-7-NEW"},
        [(1, "tower", 3), (3, "tower", 3)],
    ),
}


@pytest.mark.parametrize(("seats", "setting", "expected"), NOW.values(), ids=NOW)
def test_what_a_first_scoring_would_give(seats: int, setting: Setting, expected: object) -> None:
    """A22 to A24, A30: types from pavilion to tower, then walls."""
    assert told(position(seats, **setting).score_now()) == expected


PLACES = {
    "first scoring": (0, [(1, "tower", 0), (2, "tower", 6), (2, "wall", 1)]),
    "second scoring": (1, [(1, "tower", 6), (2, "tower", 13), (2, "wall", 1)]),
    "third scoring": (2, [(1, "tower", 13), (2, "tower", 21), (2, "wall", 1)]),
}


@pytest.mark.parametrize(("held", "expected"), PLACES.values(), ids=PLACES)
def test_each_scoring_pays_its_own_places(held: int, expected: object) -> None:
    """A22."""
    assert told(position(held=held, cities=[ONE_TOWER, TWO_TOWERS]).score_now()) == expected


def test_asking_what_a_scoring_would_give_changes_nothing() -> None:
    state = position(cities=[ONE_TOWER, TWO_TOWERS])
    before = ALHAMBRA.text(state)
    state.score_now()
    assert (ALHAMBRA.text(state), list(state.points)) == (before, [0, 0, 0])


def test_points_of_two_scorings_add_up() -> None:
    """A22: towers first 6, then 13; the wall both times."""
    state = position(cities=["tower-9-NE@1,0"], scoring_next=True)
    play(seated(state, luck="scoring"), "take y9")
    assert list(state.points) == [8, 0, 0]
    second = position(cities=["tower-9-NE@1,0"], scoring_next=True, held=1)
    second.points[0] = 8
    play(seated(second, luck="scoring"), "take y9")
    assert list(second.points) == [8 + 13 + 2, 0, 0]


def test_a_scoring_is_told_with_its_places_and_the_sides_of_the_walls() -> None:
    """A23, A24: every score line opens."""
    table = seated(position(cities=["tower-9-NE@1,0", "tower-10-W@0,-1"], scoring_next=True), luck="scoring")
    play(table, "take y9")
    (event,) = table.events
    lines = event.args["lines"]
    assert isinstance(lines, list)
    assert event.args["scoring"] == 1
    assert [(line.player, line.source, line.points, line.why) for line in lines] == [
        (0, "tower", 3, {"count": 1, "place": 1, "group": 2, "pot": 6}),
        (1, "tower", 3, {"count": 1, "place": 1, "group": 2, "pot": 6}),
        (0, "wall", 2, {"count": 2, "sides": ["1,0,N", "1,0,E"]}),
        (1, "wall", 1, {"count": 1, "sides": ["0,-1,W"]}),
    ]
    assert {line.part for line in lines} == {"first"}
