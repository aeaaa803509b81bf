"""The result space: six columns of 24 cells, where markers stand for what was thrown (D13 to D18, D28)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from sabika.games.parts.dice import DICE, FACES, THROWS

CELLS: Final[i64] = 24  # of a column, best first: 8 symbols in 1, 2, 3 throws, then 7 symbols, and so on (D15)
NOBODY: Final[i64] = -1


def target(symbols: i64, throws: i64) -> i64:
    """The cell for this many equal symbols in this many throws (D13); nine count as eight in one throw (D14)."""
    if symbols > DICE:
        return 0
    return (DICE - symbols) * THROWS + throws - 1


def row_of(cell: i64) -> i64:
    """The number of symbols a cell stands for."""
    return DICE - cell // THROWS


def throws_of(cell: i64) -> i64:
    """The number of throws a cell stands for."""
    return cell % THROWS + 1


def cell_name(cell: i64) -> str:
    """Symbols and throws: `5-3`."""
    return f"{row_of(cell)}-{throws_of(cell)}"


class Space:
    """Who has a marker where. In a column no cell holds two (D16); a player may have several (D17)."""

    def __init__(self, cells: vec[u8]) -> None:
        self.cells: vec[u8] = cells  # column by column: player + 1, 0 where a cell is free

    def clone(self) -> Space:
        return Space(self.cells[:])

    def owner(self, column: i64, cell: i64) -> i64:
        """The player whose marker stands there, or NOBODY."""
        return i64(self.cells[column * CELLS + cell]) - 1

    def reach(self, column: i64, cell: i64) -> i64:
        """The first free cell from this one down (D16); CELLS when there is none."""
        at = column * CELLS + cell
        end = (column + 1) * CELLS
        while at < end and self.cells[at] != 0:
            at += 1
        return at - column * CELLS

    def best(self, column: i64, cell: i64) -> i64:
        """The best marker from this cell down (D19); CELLS when there is none."""
        at = column * CELLS + cell
        end = (column + 1) * CELLS
        while at < end and self.cells[at] == 0:
            at += 1
        return at - column * CELLS

    def put(self, column: i64, cell: i64, player: i64) -> None:
        """Set a marker on a free cell."""
        self.cells[column * CELLS + cell] = u8(player + 1)

    def push(self, column: i64, cell: i64, player: i64) -> i64:
        """Take a cell; the unbroken run of markers from it down moves one cell (D28).

        Gives the player whose marker was moved out of the column, or NOBODY.
        """
        moving = u8(player + 1)
        for at in range(column * CELLS + cell, (column + 1) * CELLS):
            stood = self.cells[at]
            self.cells[at] = moving
            if stood == 0:
                return NOBODY
            moving = stood
        return i64(moving) - 1

    def take(self, column: i64, cell: i64) -> None:
        """Take a marker off."""
        self.cells[column * CELLS + cell] = 0

    def clear(self) -> None:
        """Take all markers off."""
        for at in range(FACES * CELLS):
            self.cells[at] = 0

    def markers(self, column: i64) -> list[tuple[int, int]]:
        """Cell and player of each marker in a column, best first."""
        found: list[tuple[int, int]] = []
        for cell in range(CELLS):
            player = self.owner(column, cell)
            if player != NOBODY:
                found.append((cell, player))
        return found


def new_space() -> Space:
    return Space(vec[u8]([0] * (FACES * CELLS)))
