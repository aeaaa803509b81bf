"""The rules of refusal that are Alcazaba's own."""

from __future__ import annotations

from typing import Final

from sabika.engine.rule import Rule

C55: Final = Rule("C55")  # restructuring after the first or second throw
C57: Final = Rule("C57")  # one thing of the column
C58: Final = Rule("C58")  # a tile is placed at once
C69: Final = Rule("C69")  # gifts to Carlo need two players
