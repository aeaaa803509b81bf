"""The rules of refusal that two games share: building in the city (A), turns with dice (D)."""

from __future__ import annotations

from typing import Final

from sabika.engine.rule import Rule

A17A: Final = Rule("A17a")  # the cell is free
A17B: Final = Rule("A17b")  # it touches the city
A17C: Final = Rule("A17c")  # wall meets wall, open meets open
A17D: Final = Rule("A17d")  # one can walk in
A17E: Final = Rule("A17e")  # no hole
A18: Final = Rule("A18")  # redesigning
CITY: Final = (A17A, A17B, A17C, A17D, A17E, A18)

D9: Final = Rule("D9")  # at most three throws
D10: Final = Rule("D10")  # what is kept was thrown, and at least one die is thrown again
D12: Final = Rule("D12")  # the type named shows at least once
D31: Final = Rule("D31")  # naming the first player
DICE: Final = (D9, D10, D12, D31)
