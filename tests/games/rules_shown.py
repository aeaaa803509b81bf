"""Which tests show which rule."""

from __future__ import annotations

import ast
import re
from pathlib import Path


def rules_shown(letter: str, *folders: Path) -> dict[str, list[str]]:
    """The tests of each rule whose number begins with this letter, by what their docstrings and modules name."""
    found: dict[str, list[str]] = {}
    for file in (file for folder in folders for file in sorted(folder.glob("test_*.py"))):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in re.findall(rf"\b{letter}\d+", ast.get_docstring(node) or ""):
                    found.setdefault(rule, []).append(node.name)
    return found
