"""What a seat is shown in Zatre: board and sheets, and of the tiles held only one's own and the partner's."""

from __future__ import annotations

import msgspec

from sabika.engine.state import LUCK, OVER
from sabika.games.zatre.board import CELL, Board
from sabika.games.zatre.facts import tiles_in, values_of, x_of, y_of
from sabika.games.zatre.sheet import Sheet
from sabika.games.zatre.state import Zatre
from sabika.games.zatre.tabletop import OPENING, REASONS, STAGES, digit
from sabika.games.zatre.turn_lines import lines_of


class ZatrePlaced(msgspec.Struct, frozen=True):
    """A tile on the board."""

    value: int
    cell: tuple[int, int]


class ShownHand(msgspec.Struct, frozen=True, tag="shown"):
    """Tiles that the viewer sees."""

    size: int
    tiles: list[int]


class ClosedHand(msgspec.Struct, frozen=True, tag="closed"):
    """Tiles that lie face down."""

    size: int


class ZatreSeatView(msgspec.Struct, frozen=True):
    """A player at the table."""

    side: int  # which sheet is his
    hand: ShownHand | ClosedHand
    drawn: int | None  # in the opening: the tile of this round, 0 before it is drawn


class RowView(msgspec.Struct, frozen=True):
    """A row of a sheet."""

    cross: bool
    boxes: tuple[int, int, int]  # the columns 10, 11 and 12; 0: free
    bonus: int  # as printed
    complete: bool  # the bonus counts
    total: int


class SheetView(msgspec.Struct, frozen=True):
    """The sheet of a player or a team."""

    rows: list[RowView]
    total: int


class MadeLine(msgspec.Struct, frozen=True):
    """A line of 10 to 12 that this turn has made so far."""

    line: str  # from its first to its last square
    sum: int


class ZatreView(msgspec.Struct, frozen=True):
    """The table of Zatre from one seat, or as a spectator sees it."""

    viewer: int | None
    stage: str
    turn: int  # the seat that draws or lays
    actor: int | None  # the seat whose turn it is
    starter: int | None  # None during the opening
    tiles: list[ZatrePlaced]
    laid: list[tuple[int, int]]  # the squares laid on in this turn
    lines: list[MadeLine]
    seats: list[ZatreSeatView]
    sheets: list[SheetView]  # by side
    bag_size: int
    ending: str


def view_of(state: Zatre, viewer: int | None) -> ZatreView:
    return ZatreView(
        viewer=viewer,
        stage=STAGES[state.stage],
        turn=state.turn,
        actor=None if state.actor in (LUCK, OVER) else state.actor,
        starter=None if state.stage == OPENING else state.starter,
        tiles=tiles_on(state.board),
        laid=[(x_of(cell & CELL), y_of(cell & CELL)) for cell in state.board.laid],
        lines=[MadeLine(line, total) for line, total in lines_of(state.board)],
        seats=[seat_view(state, seat, viewer) for seat in range(state.seats)],
        sheets=[sheet_view(sheet) for sheet in state.sheets],
        bag_size=tiles_in(state.bag),
        ending=REASONS[state.ending],
    )


def tiles_on(board: Board) -> list[ZatrePlaced]:
    """Row by row from the north."""
    return [ZatrePlaced(board.tile(cell), (x_of(cell), y_of(cell))) for cell in board.taken()]


def seat_view(state: Zatre, seat: int, viewer: int | None) -> ZatreSeatView:
    """Tiles are shown to their holder and his partner; the first three, and all at the end, to everybody (Z23)."""
    held = state.hands[seat]
    hand: ShownHand | ClosedHand = ClosedHand(tiles_in(held))
    if state.knows(-1 if viewer is None else viewer, seat):
        hand = ShownHand(tiles_in(held), values_of(held))
    drawn = digit(state.latest, seat) if state.stage == OPENING else None
    return ZatreSeatView(state.side(seat), hand, drawn)


def sheet_view(sheet: Sheet) -> SheetView:
    return SheetView([row_view(sheet, row) for row in range(sheet.rows())], sheet.total())


def row_view(sheet: Sheet, row: int) -> RowView:
    boxes = (sheet.box(row, 0), sheet.box(row, 1), sheet.box(row, 2))
    return RowView(sheet.crossed(row), boxes, sheet.bonus(row), sheet.complete(row), sheet.row_total(row))
