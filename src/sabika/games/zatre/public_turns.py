"""What the turns of a seat tell everybody about the tiles it still holds.

Values that fit are always the low ones: where a 4 fits, a 3 does. So one number, the highest value that fits somewhere,
says of every tile whether it fits. By Z7 and Z11 all can see from a seat's draws and from the end of its turn whether
its tiles lay above or below that number. A turn is kept as long as the seat holds tiles:

bits 0-2   the seat
bits 3-9   how the turn began: what the seat saw (2 bits), the highest value that fitted then (3), tiles drawn (2)
bit  10    it stopped though a tile fitted (Z11)
bits 11-13 the highest value that fitted when the turn ended
bits 14-   the tiles it laid: how many of each value, five bits each
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.games.zatre.board import CELL, Board

NOT_LOOKED: Final[i64] = 0  # its draw does not depend on what it holds
LOOKED_IN_VAIN: Final[i64] = 1  # none of its tiles fitted: it had to draw (Z7)
SAW_A_PLACE: Final[i64] = 2  # one of its tiles fitted (Z7)

LAID_UNIT: Final = vec[i64]([2**9 * 32**value if value else 0 for value in range(7)])
STOPPED: Final[i64] = 1024


def begun_by(begun: i64, seat: i64) -> i64:
    """How the turn of a seat began."""
    return (begun >> (7 * seat)) & 127


def with_begun(begun: i64, seat: i64, looked: i64, fitted: i64, drew: i64) -> i64:
    """The same for all seats, with one seat's turn started again."""
    anew = looked + fitted * 4 + drew * 32
    return begun ^ ((begun_by(begun, seat) ^ anew) << (7 * seat))


def ended(begun: i64, seat: i64) -> i64:
    """The same for all seats, with nothing known of one whose turn is over."""
    return with_begun(begun, seat, 0, 0, 0)


def looked_in(beginning: i64) -> i64:
    return beginning & 3


def fitted_in(beginning: i64) -> i64:
    """The highest value that fitted when the seat looked."""
    return (beginning >> 2) & 7


def drew_in(beginning: i64) -> i64:
    return beginning >> 5


def drew_none(beginning: i64) -> bool:
    """Did the seat, though it might have drawn, choose not to?"""
    return looked_in(beginning) == SAW_A_PLACE and drew_in(beginning) == 0


def seat_in(turn: i64) -> i64:
    return turn & 7


def beginning_of(turn: i64) -> i64:
    return (turn >> 3) & 127


def stopped_in(turn: i64) -> bool:
    return turn & STOPPED != 0


def level_of(turn: i64) -> i64:
    """The highest value that fitted when the turn ended."""
    return (turn >> 11) & 7


def laid_in(turn: i64, value: i64) -> i64:
    """How many tiles of a value the seat laid."""
    return (turn >> (9 + value * 5)) & 31


def remember(course: vec[i64], seat: i64, begun: i64, held: i64, board: Board, stopped: bool) -> vec[i64]:
    """The course with a seat's turn added; forgotten is all of a seat that holds nothing any more."""
    if held == 0:
        return forget(course, seat) if len(course) > 0 else course
    level = board.roomiest()
    if level == 0 and len(board.laid) == 0 and fitted_in(begun_by(begun, seat)) == 0:
        return course  # on a dead board anything may be drawn, and all is kept
    turn = seat + begun_by(begun, seat) * 8 + level * 2048
    if stopped:
        turn += STOPPED
    return append(course, turn + laid_now(board))


def laid_now(board: Board) -> i64:
    """The tiles laid in this turn, as they stand in a turn of the course."""
    laid: i64 = 0
    for marked in board.laid:
        laid += LAID_UNIT[board.tile(marked & CELL)]
    return laid


def forget(course: vec[i64], seat: i64) -> vec[i64]:
    kept = vec[i64]()
    for turn in course:
        if seat_in(turn) != seat:
            kept = append(kept, turn)
    return kept
