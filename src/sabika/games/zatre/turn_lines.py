"""The lines that a turn has made on the board of Zatre (Z13, Z16)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.games.zatre.board import CELL, Board
from sabika.games.zatre.facts import KIND, LEAST, LIGHT, RED, WIDTH, x_of, y_of

TALLY: Final = vec[i64]([1, 256, 65536])  # a line of 10, 11, 12 in the tally of a turn
CROSS: Final[i64] = 0x1000000


def tally_of(board: Board) -> i64:
    """Lines that contain a tile of this turn, each once, and crosses: byte 0 counts 10s, then 11s, 12s, crosses."""
    tally: i64 = 0
    for n in range(len(board.laid)):
        cell = board.laid[n] & CELL
        row = board.across(cell)
        column = board.down(cell)
        if row >= LEAST and not counted(board, n, cell, 1):
            tally += TALLY[row - LEAST]
        if column >= LEAST and not counted(board, n, cell, WIDTH):
            tally += TALLY[column - LEAST]
        if i64(KIND[cell]) == LIGHT and (row >= LEAST or column >= LEAST):
            tally += CROSS
    if tally and board.laid[0] == RED:
        tally += CROSS
    return tally


def counted(board: Board, n: i64, cell: i64, step: i64) -> bool:
    """Was this line seen already, from a tile laid before the n-th?"""
    first = board.end(cell, -step)
    return any(board.end(board.laid[before] & CELL, -step) == first for before in range(n))


def sum_through(board: Board, cell: i64, step: i64) -> i64:
    """The sum of the line through a tile, west to east (step 1) or north to south (step 16); 0 for none."""
    if board.end(cell, step) - board.end(cell, -step) == 2 * step:
        return 0  # one tile makes no line
    return board.across(cell) if step == 1 else board.down(cell)


def lines_of(board: Board) -> list[tuple[str, int]]:
    """The lines of 10 to 12 that this turn has made, each as its first and last square, with its sum."""
    found: list[tuple[str, int]] = []
    for n in range(len(board.laid)):
        cell = board.laid[n] & CELL
        for step in (1, 16):
            total = sum_through(board, cell, step)
            if total >= LEAST and not counted(board, n, cell, step):
                first = board.end(cell, -step) + step
                last = board.end(cell, step) - step
                found.append((f"{name_of(first)} to {name_of(last)}", total))
    return found


def name_of(cell: i64) -> str:
    """A cell as people write it."""
    return f"{x_of(cell)},{y_of(cell)}"
