"""Zatre as numbers: a value on a square, drawing, stopping."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from sabika.engine.state import State
from sabika.envs.codec import NO_ACTION, NO_MOVE, Codec, Field, Pen, across, asked, beside
from sabika.games.zatre import codes, public_turns
from sabika.games.zatre.board import CELL, FORCED
from sabika.games.zatre.codes import DRAW, LAY, STOP
from sabika.games.zatre.facts import VALUES, WIDTH, count_of, tiles_in
from sabika.games.zatre.sheet import Sheet
from sabika.games.zatre.state import Zatre

SQUARES: Final[i64] = 225  # fifteen rows of fifteen, with those that are no squares
SIDE: Final[i64] = 15
DRAWS: Final[i64] = 1350  # after six values on every square
STOPS: Final[i64] = 1352
ACTIONS: Final[i64] = 1353

LAID: Final[i64] = 8  # added to a tile that was laid in this turn
FORCED_HERE: Final[i64] = 16  # and to one of these that fitted on no dark square (Z12)
ROWS: Final[i64] = 17  # of a sheet that are shown


@final
class ZatreCodec(Codec):
    """Hidden tiles of others are one pool with the bag, as in a seat's sight."""

    def first(self, state: State, move: i64) -> i64:
        kind = codes.kind_of(move)
        if kind == LAY:
            return (codes.value_of(move) - 1) * SQUARES + square_of(codes.cell_of(move))
        if kind == DRAW:
            return DRAWS + codes.drawn_in(move)
        return STOPS if kind == STOP else NO_ACTION

    def move(self, state: State, half: i64, action: i64) -> i64:
        if action < 0 or action >= ACTIONS:
            return NO_MOVE
        if action < DRAWS:
            square = action % SQUARES
            return codes.lay(action // SQUARES + 1, (square // SIDE + 1) * WIDTH + square % SIDE)
        return STOP if action == STOPS else codes.draw(action - DRAWS)

    def encode_into(self, state: State, half: i64, seat: i64, row: vec[u8], at: i64) -> None:
        table = cast(Zatre, state)
        pen = Pen(row, at)
        pen.put(table.stage)
        pen.put(asked(table, seat))
        pen.put(beside(table.turn, seat, table.seats) + 1)
        pen.put(beside(table.starter, seat, table.seats) + 1)
        write_board(table, pen)
        write_hands(table, seat, pen)
        write_course(table, seat, pen)
        sides = i64(len(table.sheets))
        for place in range(sides):
            write_sheet(table.sheets[across(place, table.side(seat), sides)], pen)


def square_of(cell: i64) -> i64:
    """A cell of the board as the window counts them."""
    return ((cell >> 4) - 1) * SIDE + (cell & 15)


def write_board(table: Zatre, pen: Pen) -> None:
    """The value on each square, marked where it was laid in this turn."""
    start = pen.at
    cells = table.board.cells
    row = pen.row
    for y in range(SIDE):
        for x in range(SIDE):
            row[start + y * SIDE + x] = u8(i64(cells[(y + 1) * WIDTH + x]) >> 20)
    for marked in table.board.laid:
        extra = LAID + FORCED_HERE if marked & FORCED else LAID
        at = start + square_of(marked & CELL)
        row[at] = u8(i64(row[at]) + extra)
    pen.at += SQUARES


def write_hands(table: Zatre, seat: i64, pen: Pen) -> None:
    """Tiles that the seat knows, everybody's number of tiles, and all others as one pool."""
    pool = table.bag
    for place in range(table.seats):
        other = across(place, seat, table.seats)
        held = table.hands[other]
        known = table.knows(seat, other)
        for value in range(i64(1), VALUES + 1):
            pen.put(count_of(held, value) if known else 0)
        if not known:
            pool += held
    for place in range(table.seats):
        pen.put(tiles_in(table.hands[across(place, seat, table.seats)]))
    for value in range(i64(1), VALUES + 1):
        pen.put(count_of(pool, value))


def write_course(table: Zatre, seat: i64, pen: Pen) -> None:
    """What the last turn of each seat told, and how the present one began."""
    start = pen.at
    pen.blank(table.seats * 5)
    row = pen.row
    for turn in table.course:
        at = start + beside(public_turns.seat_in(turn), seat, table.seats) * 5
        row[at] = u8(public_turns.level_of(turn) + 1)
        row[at + 1] = u8(1 if public_turns.stopped_in(turn) else 0)
    for place in range(table.seats):
        beginning = public_turns.begun_by(table.begun, across(place, seat, table.seats))
        row[start + place * 5 + 2] = u8(public_turns.looked_in(beginning))
        row[start + place * 5 + 3] = u8(public_turns.fitted_in(beginning))
        row[start + place * 5 + 4] = u8(public_turns.drew_in(beginning))


def write_sheet(sheet: Sheet, pen: Pen) -> None:
    """The first rows box by box, how far each column is filled, crosses and total."""
    boxes = sheet.boxes
    shown = min(ROWS * 3, i64(len(boxes)))
    for box in range(shown):
        pen.put(i64(boxes[box]))
    pen.blank(ROWS * 3 - shown)
    for column in range(i64(3)):
        pen.put((sheet.filled >> (8 * column)) & 255)
    pen.put(sheet.crosses)
    pen.number(sheet.total())


def fields(seats: int, sides: int) -> list[Field]:
    return [
        Field("stage", (1,), "what is being decided, as the state numbers it"),
        Field("asked", (1,), "whose decision it is: 1 is this seat, 2 the next clockwise; 0 nobody"),
        Field("turn", (1,), "who draws or lays, counted as in `asked`"),
        Field("starter", (1,), "who began, counted as in `asked`"),
        Field(
            "board", (15, 15), "the value on each square; 8 more if laid in this turn, 24 more if it had to be (Z12)"
        ),
        Field("hands", (seats, 6), "tiles of each value, by seat, as far as this seat knows them"),
        Field("held", (seats,), "how many tiles each seat holds"),
        Field("pool", (6,), "tiles of each value in the bag or in hands that this seat does not know"),
        Field(
            "course",
            (seats, 5),
            "of each seat with tiles: the highest value that fitted when its last turn ended plus 1, whether it "
            "stopped; of its present turn: what it saw, the highest value that fitted then, tiles drawn",
        ),
        Field(
            "sheets",
            (sides, 57),
            "of each side, this one first: 17 rows of three boxes, boxes filled in each column, crosses, total in two "
            "bytes, the high one first",
        ),
    ]


def codec(start: State) -> Codec:
    table = cast(Zatre, start)
    return ZatreCodec(start, ACTIONS, fields(table.seats, len(table.sheets)))
