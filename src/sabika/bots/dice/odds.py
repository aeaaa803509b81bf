"""The odds of reaching a cell, for people: the chance of a player who aims for one column and throws accordingly.

For one type it is best to keep all dice that show it, so only their number matters. What a chip held would add, `Plan`
can tell.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.games.parts.dice import DICE, FACES, THROWS, showing
from sabika.games.parts.space import CELLS, target

NO_BLACK: Final[i64] = -1  # no black die, or it shows nothing yet


def _hits(dice: int) -> list[float]:
    """The chance that of this many dice 0, 1, 2 .. 8 show a given type."""
    chances = [1.0] + [0.0] * 8
    for _ in range(dice):
        chances = [chances[0] * 5 / 6] + [(chances[hit] * 5 + chances[hit - 1]) / 6 for hit in range(1, 9)]
    return chances


HITS: Final = vec[float]([chance for dice in range(9) for chance in _hits(dice)])


def reach(white: i64, black: i64, throws: i64, cell: i64) -> float:
    """The chance of this cell or a better one, with this many dice of its type after this many throws.

    `black` is 1 if the black die shows the type too. Before the first throw: no dice, no throws.
    """
    symbols = white + black
    if throws > 0 and symbols > 0 and target(symbols, throws) <= cell:
        return 1.0
    if throws == THROWS:
        return 0.0
    chance = 0.0
    for hits in range(DICE - white + 1):
        chance += HITS[(DICE - white) * 9 + hits] * reach(white + hits, black, throws + 1, cell)
    return chance


def odds(dice: i64, throws: i64, black: i64) -> vec[float]:
    """For every type and cell the chance of that cell or a better one, 24 a type; `black` is its type, or none."""
    found = vec[float](capacity=FACES * CELLS)
    for building in range(FACES):
        extra: i64 = 0
        if building == black:
            extra = 1
        for cell in range(CELLS):
            found = append(found, reach(showing(dice, building), extra, throws, cell))
    return found


def column_odds(dice: i64, throws: i64, black: i64) -> list[list[float]]:
    """The same column by column."""
    found = odds(dice, throws, black)
    return [[found[building * CELLS + cell] for cell in range(CELLS)] for building in range(FACES)]
