"""The rules of refusal of Zatre."""

from __future__ import annotations

from typing import Final

from sabika.engine.rule import Rule

Z2: Final = Rule("Z2")  # the squares of the board
Z6: Final = Rule("Z6")  # the first tile goes on the red square
Z7: Final = Rule("Z7")  # when one draws
Z8A: Final = Rule("Z8a")  # the square is free
Z8B: Final = Rule("Z8b")  # a tile lies beside it
Z9: Final = Rule("Z9")  # no line above 12
Z11A: Final = Rule("Z11a")  # only tiles that one holds
Z11B: Final = Rule("Z11b")  # placing is compulsory
Z11C: Final = Rule("Z11c")  # who draws none must place one
Z12A: Final = Rule("Z12a")  # a light square asks for a line of 10 to 12
Z12B: Final = Rule("Z12b")  # an earlier light square must still get its line
Z12C: Final = Rule("Z12c")  # the turn may not end before that

ALL: Final = (Z2, Z6, Z7, Z8A, Z8B, Z9, Z11A, Z11B, Z11C, Z12A, Z12B, Z12C)
