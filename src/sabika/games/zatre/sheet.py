"""The score sheet of Zatre: boxes, crosses, and what every row is worth."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from sabika.engine.state import Line
from sabika.games.zatre.facts import POINTS, PRINTED, pips_of, values_of

COLUMNS: Final[i64] = 3  # 10, 11 and 12


@final
class Sheet:
    """The sheet of a player, or of a team. Rows are counted from 0; there is no last one (Z4)."""

    def __init__(self, late_bonus: i64, boxes: vec[i16], filled: i64, crosses: i64) -> None:
        self.late_bonus: i64 = late_bonus  # of every row that has no printed one
        self.boxes: vec[i16] = boxes  # row by row the boxes 10, 11, 12; 0: free
        self.filled: i64 = filled  # how many boxes of each column are filled, a byte each
        self.crosses: i64 = crosses  # the first rows have the crosses

    def clone(self) -> Sheet:
        return Sheet(self.late_bonus, self.boxes[:], self.filled, self.crosses)

    def rows(self) -> i64:
        """How many rows have a box or a cross."""
        boxed = i64(len(self.boxes)) // COLUMNS
        return max(boxed, self.crosses)

    def box(self, row: i64, column: i64) -> i64:
        """The points in a box, 0 when it is free; columns are 0 for 10, 1 for 11, 2 for 12."""
        at = row * COLUMNS + column
        if at >= len(self.boxes):
            return 0
        return i64(self.boxes[at])

    def crossed(self, row: i64) -> bool:
        return row < self.crosses

    def bonus(self, row: i64) -> i64:
        """What is printed at the row's end (Z4)."""
        return i64(PRINTED[row]) if row < len(PRINTED) else self.late_bonus

    def complete(self, row: i64) -> bool:
        """Are all three boxes of the row filled?"""
        return self.box(row, 0) > 0 and self.box(row, 1) > 0 and self.box(row, 2) > 0

    def row_total(self, row: i64) -> i64:
        """The boxes, the bonus if all three are filled, and all of it twice if there is a cross (Z17)."""
        total = self.box(row, 0) + self.box(row, 1) + self.box(row, 2)
        if self.complete(row):
            total += self.bonus(row)
        return 2 * total if self.crossed(row) else total

    def total(self) -> i64:
        """All rows together; tiles still held are taken off elsewhere (Z20)."""
        total: i64 = 0
        for row in range(self.rows()):
            total += self.row_total(row)
        return total

    def line(self, player: i64, row: i64) -> Line:
        """A row as a line of a player's score, with what its total is made of."""
        why: dict[str, object] = {
            "row": row + 1,
            "boxes": [int(self.box(row, column)) for column in range(COLUMNS)],
            "bonus": self.bonus(row) if self.complete(row) else 0,
            "cross": self.crossed(row),
        }
        return Line(player, "sheet", f"row-{row + 1}", self.row_total(row), why)

    def enter(self, tally: i64) -> None:
        """Write a turn down: in each column at most one box (Z15), and a box for every cross (Z16)."""
        for column in range(COLUMNS):
            lines = (tally >> (column * 8)) & 255
            if lines:
                self.fill(column, lines * i64(POINTS[column]))
        self.crosses += tally >> 24

    def fill(self, column: i64, points: i64) -> None:
        """The topmost free box of a column (Z15)."""
        row = (self.filled >> (column * 8)) & 255
        while row * COLUMNS >= len(self.boxes):
            self.boxes = append(append(append(self.boxes, i16(0)), i16(0)), i16(0))
        self.boxes[row * COLUMNS + column] = i16(points)
        self.filled += NEXT[column]


NEXT: Final = vec[i64]([1, 256, 65536])


def gained(player: i64, before: Sheet, after: Sheet, tally: i64) -> list[Line]:
    """What a turn wrote, line by line: boxes, the bonus of every row that it filled, and what crosses doubled."""
    found: list[Line] = []
    points: i64 = 0
    for column in range(COLUMNS):
        lines = (tally >> (column * 8)) & 255
        if lines:
            row = ((before.filled >> (column * 8)) & 255) + 1
            found.append(turn_line(player, f"sum-{column + 10}", lines * i64(POINTS[column]), lines, row))
            points += lines * i64(POINTS[column])
    for row in range(after.rows()):
        if after.complete(row) and not before.complete(row):
            found.append(turn_line(player, "bonus", after.bonus(row), 1, row + 1))
            points += after.bonus(row)
    doubled = after.total() - before.total() - points
    if doubled > 0 or after.crosses > before.crosses:
        found.append(turn_line(player, "crosses", doubled, after.crosses - before.crosses, after.crosses))
    return found


def turn_line(player: i64, source: str, points: i64, count: i64, row: i64) -> Line:
    """A line of a turn: how many there were, and the row where it was written."""
    why: dict[str, object] = {"count": count, "row": row}
    return Line(player, "turn", source, points, why)


def held_line(player: i64, seat: i64, held: i64) -> Line:
    """What the tiles that a seat still holds at the end cost a player of its side (Z20)."""
    why: dict[str, object] = {"seat": seat, "tiles": values_of(held)}
    return Line(player, "minus", "held", -pips_of(held), why)


def new_sheet(late_bonus: i64) -> Sheet:
    """A sheet without entries."""
    return Sheet(late_bonus, vec[i16](capacity=48), 0, 0)
