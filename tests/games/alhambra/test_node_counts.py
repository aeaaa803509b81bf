"""Node counts: in how many ways the next three decisions can be made from twenty positions.

They catch the rule nobody thought of: whatever adds or drops a move changes a count.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from sabika.games import ALHAMBRA
from tests.positions.make import HERE, KINDS, MOST, counts

ROWS: list[dict[str, Any]] = json.loads(HERE.joinpath("alhambra.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_ways_of_one_two_and_three_decisions(row: dict[str, Any]) -> None:
    assert counts(row["position"]) == row["counts"]


def test_there_are_twenty_positions_of_all_kinds() -> None:
    assert [row["name"] for row in ROWS] == list(KINDS)
    assert len(ROWS) == 20
    assert {ALHAMBRA.load(row["position"]).seats for row in ROWS} == {2, 3, 4, 5, 6}
    assert all(row["counts"][-1] < MOST for row in ROWS)
