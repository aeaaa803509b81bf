"""Rule numbers as people read them."""

from __future__ import annotations

import re

import pytest

from sabika.engine.rule import Rule, label
from sabika.engine.state import Refused

LABELS = {
    "a rule of the engine": (Rule.E1, "E1"),
    "a rule of a game": (Rule.A12, "A12"),
    "the first part of a rule": (Rule.A17A, "A17a"),
    "the last part of a rule": (Rule.A17E, "A17e"),
}


@pytest.mark.parametrize(("rule", "text"), LABELS.values(), ids=LABELS)
def test_labels(rule: Rule, text: str) -> None:
    assert label(rule) == text
    assert str(Refused(rule, 0)) == f"refused by {text}"


def test_every_rule_has_a_number_of_its_own() -> None:
    labels = [label(rule) for rule in Rule if rule is not Rule.NONE]
    assert len(set(labels)) == len(labels)
    assert all(re.fullmatch(r"[A-Z]\d+[a-z]?", text) for text in labels)


def test_no_rule_means_no_refusal() -> None:
    assert not Rule.NONE
    assert all(rule for rule in Rule if rule is not Rule.NONE)
