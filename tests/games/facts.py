"""The facts files of the tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FACTS = Path(__file__).parent.parent / "facts"


def facts(name: str) -> Any:
    return json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8"))
