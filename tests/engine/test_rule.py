"""Rule numbers as people read them."""

from __future__ import annotations

import pytest

from sabika.engine.rule import E1, NONE, Rule
from sabika.engine.state import Refused
from sabika.games.alhambra.rules import A12
from sabika.games.parts.rules import A17A, A17E

LABELS = {
    "a rule of the engine": (E1, "E1"),
    "a rule of a game": (A12, "A12"),
    "the first part of a rule": (A17A, "A17a"),
    "the last part of a rule": (A17E, "A17e"),
}


@pytest.mark.parametrize(("rule", "text"), LABELS.values(), ids=LABELS)
def test_labels(rule: Rule, text: str) -> None:
    assert rule.label == text
    assert str(Refused(rule, 0)) == f"refused by {text}"


def test_no_rule_means_no_refusal() -> None:
    assert not NONE
    assert all((E1, A12, A17A))


def test_rules_are_compared_by_identity() -> None:
    assert Rule("A12") != A12
    assert A12 == A12
