"""How a game came out."""

from __future__ import annotations

import pytest

from sabika.engine.state import Result, winners_without


def test_a_result_prints_what_matters() -> None:
    assert str(Result([45, 38], [0], "sold-out", [])) == "Result(scores=[45, 38], winners=[0], reason='sold-out')"


RESIGNED: dict[str, tuple[list[int], list[int], list[int]]] = {
    "nobody": ([], [0], [0]),
    "the winner": ([0], [0], [1, 2]),
    "the winner and another": ([0, 2], [0], [1]),
    "a loser": ([1], [0], [0]),
    "all": ([0, 1, 2], [0], []),
    "one of two who share the win": ([0], [0, 1], [1]),
}


@pytest.mark.parametrize(("resigned", "winners", "without"), RESIGNED.values(), ids=RESIGNED)
def test_who_resigned_cannot_win(resigned: list[int], winners: list[int], without: list[int]) -> None:
    result = Result([45, 38, 38, 99], winners, "sold-out", [])  # the last one is the ghost's
    assert winners_without(result, 3, resigned) == without
