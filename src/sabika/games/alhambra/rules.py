"""The rules of refusal that are Alhambra's own."""

from __future__ import annotations

from typing import Final

from sabika.engine.rule import Rule

A12: Final = Rule("A12")  # taking money
A13: Final = Rule("A13")  # buying
A16: Final = Rule("A16")  # placing what was bought
A26: Final = Rule("A26")  # placing the last tiles
