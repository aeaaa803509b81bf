"""What the lines of Zatre are worth right now (Z14 to Z17)."""

from __future__ import annotations

from sabika.engine.state import OVER
from sabika.engine.values import ValueRow, ValueTable
from sabika.games.zatre.facts import POINTS, tiles_in
from sabika.games.zatre.sheet import COLUMNS, Sheet
from sabika.games.zatre.state import Zatre
from sabika.games.zatre.turn_lines import CROSS, TALLY


def values_of(state: Zatre, seat: int | None) -> ValueTable:
    """A row for each sum and one for crosses: how many everybody has, and what the next one adds to a sheet."""
    asks = None if state.actor == OVER else seat
    rows = [sum_row(state, column, asks) for column in range(int(COLUMNS))]
    crosses = [int(state.sheet(player).crosses) for player in range(int(state.seats))]
    rows.append(ValueRow("crosses", [], crosses, more(state, asks, int(CROSS))))
    return ValueTable(0 if state.actor == OVER else 1, rows, {"bag": int(tiles_in(state.bag))})


def sum_row(state: Zatre, column: int, seat: int | None) -> ValueRow:
    counts = [filled(state.sheet(player), column) for player in range(int(state.seats))]
    return ValueRow(f"sum-{column + 10}", [[int(POINTS[column])]], counts, more(state, seat, int(TALLY[column])))


def filled(sheet: Sheet, column: int) -> int:
    """How many boxes of a column are filled."""
    return sum(int(sheet.box(row, column)) > 0 for row in range(int(sheet.rows())))


def more(state: Zatre, seat: int | None, tally: int) -> list[int]:
    """What one more line or cross would add: bonus and doubled points included, for all who share the sheet."""
    if seat is None:
        return []
    sheet = state.sheet(seat).clone()
    before = int(sheet.total())
    sheet.enter(tally)
    gain = int(sheet.total()) - before
    return [gain if state.side(player) == state.side(seat) else 0 for player in range(int(state.seats))]
