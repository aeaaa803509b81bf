"""How a game came out."""

from __future__ import annotations

from sabika.engine.state import Result


def test_a_result_prints_what_matters() -> None:
    assert str(Result([45, 38], [0], "sold-out", [])) == "Result(scores=[45, 38], winners=[0], reason='sold-out')"
