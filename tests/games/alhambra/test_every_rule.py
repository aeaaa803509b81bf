"""No rule without a test: each number from A1 to A32 stands in the docstring of a test that shows it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

FOLDERS = [Path(__file__).parent, Path(__file__).parents[1] / "parts"]


def rules_shown() -> dict[str, list[str]]:
    """The tests of each rule, by the first line of their docstrings."""
    found: dict[str, list[str]] = {}
    for file in (file for folder in FOLDERS for file in sorted(folder.glob("test_*.py"))):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in re.findall(r"\bA\d+", (ast.get_docstring(node) or "").split(":")[0]):
                    found.setdefault(rule, []).append(node.name)
    return found


SHOWN = rules_shown()


@pytest.mark.parametrize("rule", [f"A{number}" for number in range(1, 33)])
def test_a_rule_is_shown_by_a_test(rule: str) -> None:
    assert SHOWN.get(rule)


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert set(SHOWN) == {f"A{number}" for number in range(1, 33)}
