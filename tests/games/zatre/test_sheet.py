"""The score sheet (Z4, Z15 to Z17)."""

from __future__ import annotations

import pytest

from sabika.games.zatre.sheet import Sheet, new_sheet
from tests.games.zatre.box import FACTS

RULEBOOK = FACTS["rulebook_score_sheet"]


def turn(tens: int = 0, elevens: int = 0, twelves: int = 0, crosses: int = 0) -> int:
    """What a turn has made, as the board tells it."""
    return tens + 256 * elevens + 65536 * twelves + 16777216 * crosses


def sheet_after(*turns: int, late_bonus: int = 6) -> Sheet:
    sheet = new_sheet(late_bonus)
    for each in turns:
        sheet.enter(each)
    return sheet


def totals(sheet: Sheet) -> list[int]:
    return [sheet.row_total(row) for row in range(sheet.rows())]


def rulebook_sheet() -> Sheet:
    """The sheet of the rulebook, column by column."""
    sheet = new_sheet(6)
    for row in RULEBOOK["rows"]:
        for column, name in enumerate(("c10", "c11", "c12")):
            if row[name]:
                sheet.fill(column, row[name])
        sheet.crosses += row["x2"]
    return sheet


def test_the_sheet_of_the_rulebook_comes_to_324() -> None:
    sheet = rulebook_sheet()
    assert totals(sheet) == [row["total"] for row in RULEBOOK["rows"]]
    assert totals(sheet) == [28, 20, 20, 30, 26, 30, 30, 22, 24, 24, 24, 24, 10, 5, 4, 4, 4]
    assert sheet.total() == RULEBOOK["sum_rows"] == 329
    assert sheet.total() - RULEBOOK["minus"] == RULEBOOK["grand_total"] == 324


def test_the_sheet_of_the_rulebook_box_by_box() -> None:
    sheet = rulebook_sheet()
    for row, expected in enumerate(RULEBOOK["rows"]):
        assert [sheet.box(row, column) for column in range(3)] == [expected[name] for name in ("c10", "c11", "c12")]
        assert sheet.crossed(row) == expected["x2"]
        assert sheet.bonus(row) == expected["printed_bonus"]
        assert (sheet.bonus(row) if sheet.complete(row) else 0) == expected["bonus_earned"]


ROWS = {
    "a 10 is worth 1 (Z14)": ([turn(tens=1)], [1]),
    "an 11 is worth 2 (Z14)": ([turn(elevens=1)], [2]),
    "a 12 is worth 4 (Z14)": ([turn(twelves=1)], [4]),
    "two 12s of one turn go into one box (Z15)": ([turn(twelves=2)], [8]),
    "two 12s of two turns go one below the other (Z15)": ([turn(twelves=1), turn(twelves=1)], [4, 4]),
    "columns fill independently (Z15)": ([turn(tens=1), turn(tens=1), turn(elevens=1)], [3, 1]),
    "three boxes earn the printed bonus (Z17)": ([turn(1, 1, 1)], [10]),
    "two boxes earn none (Z17)": ([turn(1, 0, 1)], [5]),
    "a cross doubles the row and its bonus (Z17)": ([turn(1, 1, 1, crosses=1)], [20]),
    "a cross doubles an incomplete row (Z17)": ([turn(1, 0, 1, crosses=1)], [10]),
    "two crosses take two rows (Z16)": ([turn(tens=1, crosses=2)], [2, 0]),
    "a cross waits for its row (Z16)": ([turn(crosses=2), turn(tens=1), turn(twelves=2)], [18, 0]),
    "three crosses of one turn (Z16)": ([turn(twelves=1, crosses=3)], [8, 0, 0]),
    "a turn without lines fills nothing": ([turn()], []),
}


@pytest.mark.parametrize(("turns", "expected"), ROWS.values(), ids=ROWS)
def test_rows(turns: list[int], expected: list[int]) -> None:
    sheet = sheet_after(*turns)
    assert totals(sheet) == expected
    assert sheet.total() == sum(expected)


BONUSES = {
    "rows 1 to 4": (0, 3, 3),
    "row 4": (3, 3, 3),
    "rows 5 to 8": (4, 4, 4),
    "rows 9 to 12": (8, 5, 5),
    "rows 13 to 16": (15, 6, 6),
    "row 17 by the option": (16, 6, 0),
    "row 90 by the option": (89, 6, 0),
}


@pytest.mark.parametrize(("row", "with_late_bonus", "without"), BONUSES.values(), ids=BONUSES)
def test_the_bonus_of(row: int, with_late_bonus: int, without: int) -> None:
    full = [turn(1, 1, 1)] * (row + 1)
    assert sheet_after(*full).row_total(row) == 7 + with_late_bonus
    assert sheet_after(*full, late_bonus=0).row_total(row) == 7 + without


def test_a_sheet_has_no_last_row() -> None:
    sheet = sheet_after(*[turn(1, 1, 1, crosses=1)] * 100)
    assert sheet.rows() == 100
    assert sheet.total() == sum(2 * (7 + sheet.bonus(row)) for row in range(100))


def test_a_row_can_be_opened() -> None:
    line = sheet_after(turn(1, 1, 2, crosses=1)).line(1, 0)
    assert (line.player, line.part, line.source, line.points) == (1, "sheet", "row-1", 28)
    assert line.why == {"row": 1, "boxes": [1, 2, 8], "bonus": 3, "cross": True}


def test_a_clone_is_a_sheet_of_its_own() -> None:
    sheet = sheet_after(turn(1, 1, 1))
    twin = sheet.clone()
    twin.enter(turn(1, 1, 1, crosses=1))
    assert totals(sheet) == [10]
    assert totals(twin) == [20, 10]
