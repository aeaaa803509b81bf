"""The odds of reaching a cell, for people: the chance of a player who aims for one column and throws accordingly.

For one type it is best to keep all dice that show it, so only their number matters. Chips are used wherever they help,
whatever they might be worth later; what one is worth, `Plan` can tell.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.games.parts.dice import DICE, FACES, THROWS, dice_in, showing
from sabika.games.parts.space import CELLS, Space, target

NO_BLACK: Final[i64] = -1  # no black die, or it shows nothing yet


def _hits(dice: int) -> list[float]:
    """The chance that of this many dice 0, 1, 2 .. 8 show a given type."""
    chances = [1.0] + [0.0] * 8
    for _ in range(dice):
        chances = [chances[0] * 5 / 6] + [(chances[hit] * 5 + chances[hit - 1]) / 6 for hit in range(1, 9)]
    return chances


HITS: Final = vec[float]([chance for dice in range(9) for chance in _hits(dice)])


class Thrown:
    """The dice of a turn as they lie, and the chips of the player whose turn it is."""

    def __init__(self, dice: i64, throws: i64, black: i64) -> None:
        self.dice: i64 = dice
        self.throws: i64 = throws
        self.black: i64 = black  # the type that the black die shows, or NO_BLACK
        self.black_chip: bool = False  # it may be set with a chip (D30)
        self.late_black: bool = False  # after any throw (Q5)
        self.annuls: i64 = 0  # annul chips
        self.displaces: bool = False  # has a displace chip (D28)
        self.same_dice: bool = False  # after an annulled throw: the same dice again, or none (Q3)
        self.fresh: bool = False  # the last throw may still be annulled (D29)
        self.bound: bool = False  # it was annulled, and only the same dice may be thrown
        self.kept: i64 = 0  # the dice kept from the last throw, or to be kept from the next where they are bound
        self.before: i64 = 0  # what lay there before the last throw


class TurnOdds(NamedTuple):
    """The chances of the player whose turn it is, by column."""

    cells: list[list[float]]  # of each of the 24 cells, the best first: that one or a better one
    lead: list[float | None]  # to lead the column after this turn; None: they do already


class Aim:
    """One type and a cell: the chance of that one or a better one.

    `white` dice show the type. If dice are thrown, `held` of these stay and `many` are thrown. `black` is 1 if the
    black die shows the type too, `chip` tells whether it still can.
    """

    def __init__(self, cell: i64, dice: i64 = DICE, late_black: bool = False) -> None:
        self.cell: i64 = cell
        self.dice: i64 = dice  # in all
        self.late_black: bool = late_black

    def stands(self, white: i64, held: i64, many: i64, black: i64, throws: i64, annuls: i64, chip: bool) -> float:
        """When the last throw is not annulled; before the first throw: no dice, no throws."""
        symbols = white + black
        if throws > 0 and symbols > 0 and target(symbols, throws) <= self.cell:
            return 1.0
        chance = 0.0
        if throws < THROWS:
            chance = self.thrown(white, held, many, black, throws, annuls, chip)
        if chip and (throws == 1 or (throws > 1 and self.late_black)):
            chance = max(chance, self.stands(white, held, many, 1, throws, annuls, False))
        return chance

    def thrown(self, white: i64, held: i64, many: i64, black: i64, throws: i64, annuls: i64, chip: bool) -> float:
        """After the next throw; with an annul chip it is annulled where going back is better (D29)."""
        back = 0.0
        if annuls > 0:
            back = self.stands(white, held, many, black, throws, annuls - 1, chip)
        chance = 0.0
        for hits in range(many + 1):
            now = held + hits
            after = self.stands(now, now, self.dice - now, black, throws + 1, annuls, chip)
            chance += HITS[many * 9 + hits] * max(back, after)
        return chance

    def of(self, lies: Thrown, building: i64) -> float:
        """With these dice and chips."""
        black: i64 = 1 if building == lies.black else 0
        chip = lies.black_chip and lies.black == NO_BLACK
        chance = self.from_dice(lies, lies.dice, lies.bound, building, black, lies.throws, lies.annuls, chip)
        if lies.fresh and lies.annuls > 0:
            back = self.from_dice(
                lies, lies.before, lies.same_dice, building, black, lies.throws - 1, lies.annuls - 1, chip
            )
            chance = max(chance, back)
        return chance

    def from_dice(
        self, lies: Thrown, dice: i64, bound: bool, building: i64, black: i64, throws: i64, annuls: i64, chip: bool
    ) -> float:
        """From these dice, free to keep all of the type or bound to the dice that were kept."""
        white = showing(dice, building)
        if bound:
            held, many = showing(lies.kept, building), self.dice - dice_in(lies.kept)
        else:
            held, many = white, self.dice - white
        return self.stands(white, held, many, black, throws, annuls, chip)


def reach(white: i64, black: i64, throws: i64, cell: i64) -> float:
    """The chance of this cell or a better one, with this many dice of its type after this many throws and no chips.

    `black` is 1 if the black die shows the type too. Before the first throw: no dice, no throws.
    """
    return Aim(cell).stands(white, white, DICE - white, black, throws, 0, False)


def odds(dice: i64, throws: i64, black: i64) -> vec[float]:
    """For every type and cell the chance of that cell or a better one, 24 a type; `black` is its type, or none."""
    return chances(Thrown(dice, throws, black))


def chances(lies: Thrown) -> vec[float]:
    """The same with chips."""
    found = vec[float](capacity=FACES * CELLS)
    for building in range(FACES):
        for cell in range(CELLS):
            found = append(found, Aim(cell, dice_in(lies.dice), lies.late_black).of(lies, building))
    return found


def turn_odds(lies: Thrown, space: Space, seat: i64) -> TurnOdds:
    """What people are told: every cell, and who leads."""
    found = chances(lies)
    cells = [[found[building * CELLS + cell] for cell in range(CELLS)] for building in range(FACES)]
    return TurnOdds(cells, [lead(cells[column], space, column, seat, lies.displaces) for column in range(FACES)])


def lead(cells: list[float], space: Space, column: i64, seat: i64, displaces: bool) -> float | None:
    """The chance to come to stand above the best marker of the others (D19); None: the seat leads already."""
    best = space.best(column, 0)
    if best == CELLS:
        return cells[CELLS - 1]
    if space.owner(column, best) == seat:
        return None
    if displaces:
        return cells[best]  # whoever comes to the same cell may push that marker down (D28)
    return cells[best - 1] if best > 0 else 0.0
