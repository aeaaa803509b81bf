"""No rule without a test: each number from D1 to D49 stands in the docstring of a test that shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.rules_shown import rules_shown

RULES = [f"D{number}" for number in range(1, 50)]
SHOWN = rules_shown("D", Path(__file__).parent, Path(__file__).parents[1] / "parts")


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_shown_by_a_test(rule: str) -> None:
    assert SHOWN.get(rule)


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert set(SHOWN) <= set(RULES)
