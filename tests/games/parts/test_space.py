"""The result space: cells in order, sliding down, displacing, falling off (D13 to D18, D28)."""

from __future__ import annotations

from typing import Any

import pytest

from sabika.games.parts.space import CELLS, NOBODY, cell_name, new_space, row_of, target, throws_of
from tests.games.facts import facts

FACTS = facts("alhambra_dice")
VECTORS = FACTS["test_vectors"]
TOWER = 5


def test_the_24_cells_in_order() -> None:
    """Fewer throws are better, and three throws are better than one symbol less (D15)."""
    assert [[row_of(cell), throws_of(cell)] for cell in range(CELLS)] == FACTS["order"]
    assert [target(row, throws) for row, throws in FACTS["order"]] == list(range(CELLS))


TARGETS = {
    "eight symbols in one throw": (8, 1, "8-1"),
    "five symbols in three throws": (5, 3, "5-3"),
    "one symbol in three throws": (1, 3, "1-3"),
    "nine symbols in one throw count as eight in one": (9, 1, "8-1"),
    "nine symbols in three throws count as eight in one": (9, 3, "8-1"),
}


@pytest.mark.parametrize(("symbols", "throws", "expected"), TARGETS.values(), ids=TARGETS)
def test_the_cell_that_is_meant(symbols: int, throws: int, expected: str) -> None:
    assert cell_name(target(symbols, throws)) == expected


@pytest.mark.parametrize(
    "case",
    VECTORS["placement"],
    ids=lambda case: f"{case['row']} symbols, {case['throws']} throws, {len(case['occupied'])} in the way",
)
def test_placement(case: dict[str, Any]) -> None:
    space = new_space()
    for row, throws in case["occupied"]:
        space.put(TOWER, target(row, throws), 0)
    reached = space.reach(TOWER, target(case["row"], case["throws"]))
    assert (None if reached == CELLS else [row_of(reached), throws_of(reached)]) == case["result"]


NAMES = {"me": 0, "me_new": 0, "opp": 1, "opp2": 2}


@pytest.mark.parametrize("case", VECTORS["displace"], ids=lambda case: f"at {case['at']}")
def test_displacing(case: dict[str, Any]) -> None:
    space = new_space()
    for name, owner in case["before"].items():
        row, throws = map(int, name.split("-"))
        space.put(TOWER, target(row, throws), NAMES[owner])
    out = space.push(TOWER, target(*case["at"]), NAMES["me_new"])
    assert {cell_name(cell): player for cell, player in space.markers(TOWER)} == {
        name: NAMES[owner] for name, owner in case["after"].items()
    }
    assert ([] if out == NOBODY else [out]) == [NAMES[owner] for owner in case.get("off_board", [])]


def test_a_full_column_lets_a_marker_fall() -> None:
    space = new_space()
    for cell in range(CELLS):
        space.put(0, cell, 1)
    assert space.reach(0, 0) == CELLS
    assert space.push(0, 0, 0) == 1
    assert space.owner(0, 0) == 0
    assert space.reach(1, 0) == 0, "the next column is not touched"


def test_best_markers_first() -> None:
    space = new_space()
    space.put(2, target(4, 1), 1)
    space.put(2, target(5, 3), 0)
    space.put(3, target(8, 1), 2)
    assert space.markers(2) == [(target(5, 3), 0), (target(4, 1), 1)]
    assert space.best(2, 0) == target(5, 3)
    assert space.best(2, target(5, 3) + 1) == target(4, 1)
    assert space.best(2, target(4, 1) + 1) == CELLS
    space.clear()
    assert all(not space.markers(column) for column in range(6))
