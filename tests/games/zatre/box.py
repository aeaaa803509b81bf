"""The box of Zatre as the facts file has it, apart from the engine's own tables."""

from __future__ import annotations

import json
from pathlib import Path

FACTS = json.loads(Path(__file__).parents[2].joinpath("facts/zatre.json").read_text(encoding="utf-8"))
KINDS = {(x - 7, y - 7): sign for y, row in enumerate(FACTS["board"]["rows"]) for x, sign in enumerate(row)}
SQUARES = {cell for cell, sign in KINDS.items() if sign != "#"}
LIGHT = {cell for cell, sign in KINDS.items() if sign == "+"}
DARK = {cell for cell, sign in KINDS.items() if sign == "."}
COUNTS = {int(value): number for value, number in FACTS["tiles"]["counts"].items()}
BONUSES: list[int] = FACTS["scoring"]["bonus_by_row_1_to_16"]
