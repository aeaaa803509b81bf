"""What a score sheet of Zatre can expect: by the entries that it has and those that turns to come may bring."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.games.zatre.facts import POINTS
from sabika.games.zatre.sheet import COLUMNS, Sheet

ROWS: Final[i64] = 64  # of a sheet that are looked at: more than anybody fills
TURNS: Final[i64] = 64  # a side never has more to come
CROSSES: Final[i64] = 3  # the column after those of 10, 11 and 12
FILLS: Final = vec[i64]([1, 2, 4])  # a bit a column


@final
class Reach:
    """The chances that columns grow, prepared once for all sheets."""

    def __init__(self, rates: vec[float], box: vec[float]) -> None:
        self.box: vec[float] = box  # points in a box that a turn fills, by column
        self.chances: vec[float] = vec[float]([0.0] * (TURNS * 4 * ROWS))
        for turns in range(i64(1), TURNS):
            for column in range(i64(4)):
                self.add_turn(turns, column, rates[column])

    def add_turn(self, turns: i64, column: i64, rate: float) -> None:
        """The chances in this many turns from those in one turn less."""
        at = (turns * 4 + column) * ROWS
        for more in range(ROWS):
            fewer = 1.0 if more == 0 else self.chances[at - 4 * ROWS + more - 1]
            self.chances[at + more] = rate * fewer + (1.0 - rate) * self.chances[at - 4 * ROWS + more]

    def chance(self, turns: i64, column: i64, more: i64) -> float:
        """That this many turns bring a column more than `more` entries; below 0 they are there already."""
        return 1.0 if more < 0 else self.chances[(turns * 4 + column) * ROWS + more]


@final
class Entries:
    """What a sheet can expect, and what every entry that a turn may make adds to that."""

    def __init__(self, sheet: Sheet, turns: i64, reach: Reach) -> None:
        self.sheet: Sheet = sheet
        self.reach: Reach = reach
        self.turns: i64 = max(i64(0), min(turns, TURNS - 1))  # to come, the one that makes the entry aside
        self.filled: vec[i64] = vec[i64]([0, 0, 0, sheet.crosses])  # of each column, crosses last
        for column in range(COLUMNS):
            self.filled[column] = (sheet.filled >> (column * 8)) & 255
        self.gains: vec[float] = vec[float]([0.0] * 32)  # by the columns filled, a bit each, + 8 * crosses
        self.again: vec[float] = vec[float]([0.0] * 16)  # of a further line in a box: by column + 4 * crosses
        self.now: float = 0.0  # the points that the sheet can expect at the end
        self.foresee()

    def foresee(self) -> None:
        """Row by row; rows that have all their entries are settled."""
        filled = self.filled
        first = min(min(filled[0], filled[1]), min(filled[2], filled[CROSSES]))
        last = max(max(filled[0], filled[1]), max(filled[2], filled[CROSSES])) + self.turns + 1
        full = vec[float]([0.0] * 6)  # the chance that a box is filled: by 2 * column, 1 more if the turn fills one
        points = vec[float]([0.0] * 6)  # what it holds then on average
        times = vec[float]([0.0] * 4)  # 1, and more by the chance of a cross; by crosses in the turn
        for row in range(first, min(last, ROWS)):
            for column in range(COLUMNS):
                self.foresee_box(row, column, full, points)
            for crosses in range(i64(4)):
                times[crosses] = 1.0 + self.reach.chance(self.turns, CROSSES, row - filled[CROSSES] - crosses)
            self.add_row(float(self.sheet.bonus(row)), full, points, times)
            for column in range(COLUMNS):
                if row == filled[column]:
                    for crosses in range(i64(4)):
                        self.again[crosses * 4 + column] = float(POINTS[column]) * times[crosses]
        before = self.gains[0]
        for n in range(i64(32)):
            self.gains[n] -= before
        self.now = before
        for row in range(first):
            self.now += float(self.sheet.row_total(row))

    def foresee_box(self, row: i64, column: i64, full: vec[float], points: vec[float]) -> None:
        """The chance that a box is filled and its points, without and with an entry of this turn."""
        at = 2 * column
        more = row - self.filled[column]
        if more < 0:
            full[at] = full[at + 1] = 1.0
            points[at] = points[at + 1] = float(self.sheet.box(row, column))
            return
        mean = self.reach.box[column]
        full[at] = self.reach.chance(self.turns, column, more)
        points[at] = full[at] * mean
        full[at + 1] = self.reach.chance(self.turns, column, more - 1)
        points[at + 1] = full[at + 1] * mean if more > 0 else float(POINTS[column])

    def add_row(self, bonus: float, full: vec[float], points: vec[float], times: vec[float]) -> None:
        """What a row is worth with every entry of this turn (Z17)."""
        for mask in range(i64(8)):
            a = mask & 1
            b = 2 + ((mask >> 1) & 1)
            c = 4 + (mask >> 2)
            total = points[a] + points[b] + points[c] + bonus * full[a] * full[b] * full[c]
            self.gains[mask] += total * times[0]
            self.gains[mask + 8] += total * times[1]
            self.gains[mask + 16] += total * times[2]
            self.gains[mask + 24] += total * times[3]

    def gain(self, tally: i64) -> float:
        """What a turn with these lines and crosses adds to what the sheet can expect; a fourth cross adds nothing."""
        if tally == 0:
            return 0.0
        crosses = min(tally >> 24, i64(3))
        at = crosses * 8
        found = 0.0
        for column in range(COLUMNS):
            lines = (tally >> (column * 8)) & 255
            if lines:
                at += FILLS[column]
                if lines > 1:  # all in one box (Z15)
                    found += float(lines - 1) * self.again[crosses * 4 + column]
        return found + self.gains[at]
