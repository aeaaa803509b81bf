"""Could a position of Zatre that was read from a text have come up?"""

from __future__ import annotations

from sabika.engine.game import Unreadable
from sabika.engine.state import LUCK, OVER
from sabika.games.zatre import public_turns
from sabika.games.zatre.board import CELL
from sabika.games.zatre.facts import CELLS, DARK, FIRST_TILES, KIND, POINTS, UNIT, count_of, lowest_value, tiles_in
from sabika.games.zatre.sheet import Sheet
from sabika.games.zatre.state import Zatre
from sabika.games.zatre.tabletop import (
    CHOICE,
    DEAD_BOARD,
    DONE,
    DRAWING,
    LAST_TILE,
    LAYING,
    OPENING,
    REASONS,
    STAGES,
    digit,
)


def check(state: Zatre) -> None:
    """What is being decided can be decided in this position."""
    wanted = {OPENING: LUCK, DRAWING: LUCK, CHOICE: state.turn, LAYING: state.turn, DONE: OVER}
    if state.actor != wanted[state.stage]:
        raise Unreadable(f"in stage {STAGES[state.stage]} somebody else is asked")
    if state.stage != LAYING and len(state.board.laid) > 0:
        raise Unreadable("tiles were laid in a turn that nobody has")
    if state.stage != DRAWING and state.due:
        raise Unreadable("tiles are due, and luck is not asked")
    if any(state.hands[public_turns.seat_in(turn)] == 0 for turn in state.course):
        raise Unreadable("the course tells of a seat that holds nothing")
    check_sheets(state)
    check_begun(state)
    if state.stage == OPENING:
        check_opening(state)
    elif state.board.empty() or state.laying_first():
        check_first_turn(state)
    if state.stage == DRAWING:
        check_drawing(state)
    elif state.stage == CHOICE:
        check_choice(state)
    elif state.stage == LAYING:
        check_laying(state)
    if state.ending != (0 if state.stage != DONE else DEAD_BOARD if state.board.roomiest() == 0 else LAST_TILE):
        raise Unreadable(f"the game does not end by {REASONS[state.ending]}")
    if state.stage == DONE and state.bag:
        raise Unreadable("the game is over, and there are tiles to draw")


def check_sheets(state: Zatre) -> None:
    """Earlier turns laid what lies there: a tile at least for a row, two lines at most and one cross for a tile."""
    now = {cell & CELL for cell in state.board.laid}
    lying = [cell for cell in range(CELLS) if state.board.tile(cell) and cell not in now]
    light = sum(KIND[cell] != DARK for cell in lying)
    rows = sum(max(filled(sheet, column) for column in range(3)) for sheet in state.sheets)
    lines = sum(lines_on(sheet) for sheet in state.sheets)
    if sum(sheet.crosses for sheet in state.sheets) > light:
        raise Unreadable("the sheets have more crosses than tiles lie on light squares and the red one (Z16)")
    if rows > len(lying) or lines > 2 * len(lying):
        raise Unreadable("the sheets have more lines than the tiles on the board can have made (Z13)")


def lines_on(sheet: Sheet) -> int:
    """How many lines of 10, 11 and 12 a sheet has counted (Z14, Z15)."""
    return sum(
        int(sheet.box(row, column)) // POINTS[column] for column in range(3) for row in range(filled(sheet, column))
    )


def filled(sheet: Sheet, column: int) -> int:
    """How many boxes of a column are filled."""
    return int(sheet.filled >> 8 * column & 255)


def check_opening(state: Zatre) -> None:
    """Seats draw in turn; what each has drawn lies open."""
    if not state.board.empty() or any(state.hands) or len(state.course) or state.begun:
        raise Unreadable("somebody has begun to play before the opening is over")
    drawing = [seat for seat in range(state.seats) if state.tied >> seat & 1]
    shown = [seat for seat in range(state.seats) if digit(state.latest, seat)]
    if state.turn not in drawing or shown != [seat for seat in drawing if seat < state.turn]:
        raise Unreadable("it is another seat's turn to draw")
    if len(drawing) - len(shown) > tiles_in(state.bag):
        raise Unreadable("there are too few tiles for the opening")
    for seat in range(state.seats):
        if digit(state.highest, seat) < digit(state.latest, seat):
            raise Unreadable(f"seat {seat + 1} has drawn a higher tile")
    best = sum(UNIT[digit(state.highest, seat)] for seat in range(state.seats))
    if any(count_of(best, value) > count_of(state.aside, value) for value in range(1, 7)):
        raise Unreadable("the highest tiles do not lie open")


def check_first_turn(state: Zatre) -> None:
    """Three tiles of the starter, and in a team his partner's (Z6, Z22)."""
    mine = tiles_in(state.hands[state.starter]) + len(state.board.laid)
    mine += state.due if state.turn == state.starter else 0
    others = sum(1 for seat in range(state.seats) if state.hands[seat] and seat != state.starter)
    partner = state.teams and state.hands[state.starter ^ 1] != 0
    on_turn = state.turn == state.starter or (state.teams and state.turn == state.starter ^ 1 and state.actor == LUCK)
    lying = sum(1 for cell in range(272) if state.board.tile(cell))
    if mine != FIRST_TILES or others != partner or not on_turn or lying != len(state.board.laid):
        raise Unreadable("the first turn is the starter's, with three tiles")


def check_begun(state: Zatre) -> None:
    """Only the turn of the seat on turn has begun, or of a pair that draws before it lays (Z7, Z22)."""
    for seat in range(state.seats):
        begun = public_turns.begun_by(state.begun, seat)
        if begun and not has_begun(state, seat):
            raise Unreadable(f"the turn of seat {seat + 1} has not begun")
        if begun and state.stage == DRAWING:
            check_drawn(state, seat, begun)


def has_begun(state: Zatre, seat: int) -> bool:
    """Has this seat drawn, or is it drawing?"""
    if state.stage in (OPENING, DONE):
        return False
    if seat == state.turn:
        return state.stage != CHOICE
    partner = state.teams and seat == state.turn ^ 1
    return partner and state.leads(seat) == (state.stage != LAYING)


def check_drawn(state: Zatre, seat: int, begun: int) -> None:
    """What it holds agrees with what it draws: up to two tiles in all, or one more if it holds two or more (Z7)."""
    due = state.due if seat == state.turn else 0
    drew = public_turns.drew_in(begun)
    before = tiles_in(state.hands[seat]) - (drew - due)
    if state.first(seat):
        sound = (before, drew) == (1, FIRST_TILES - 1) and not public_turns.looked_in(begun)
    elif public_turns.looked_in(begun):
        sound = before >= 2 and drew <= 1
    else:
        sound = before >= 0 and (before + drew == 2 or (before + drew < 2 and tiles_in(state.bag) == due))
    if not sound:
        raise Unreadable(f"the tiles of seat {seat + 1} do not agree with those it drew (Z7)")


def check_drawing(state: Zatre) -> None:
    begun = public_turns.begun_by(state.begun, state.turn)
    if not 0 < state.due <= min(public_turns.drew_in(begun), tiles_in(state.bag)):
        raise Unreadable("tiles are drawn that are not due, or that are not there")


def check_choice(state: Zatre) -> None:
    held = state.hands[state.turn]
    if not state.free or tiles_in(held) < 2 or state.bag == 0 or not state.board.fits_somewhere(lowest_value(held)):
        raise Unreadable("there is no choice whether to draw")


def check_laying(state: Zatre) -> None:
    held = state.hands[state.turn]
    if held == 0 or not (state.board.empty() or state.board.fits_somewhere(lowest_value(held))):
        raise Unreadable("a seat is asked that has nothing to lay")
    if not state.board.completable(held):
        raise Unreadable("a light square of this turn can no longer come into a line of 10 to 12")
