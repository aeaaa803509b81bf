"""The rules of refusal that are the Dice Game's own."""

from __future__ import annotations

from typing import Final

from sabika.engine.rule import Rule

D19: Final = Rule("D19")  # prizes when all markers are placed
D20: Final = Rule("D20")  # one of two prizes
D27: Final = Rule("D27")  # swap chip
D28: Final = Rule("D28")  # displace chip
D29: Final = Rule("D29")  # annul chip
D30: Final = Rule("D30")  # black-die chip
