"""The board of Zatre: where a tile fits, and what light squares ask for."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, pop, vec
from mypy_extensions import i32, i64, u8

from sabika.engine.rule import NONE, Rule
from sabika.games.zatre.codes import CELL_UNIT, lay
from sabika.games.zatre.facts import (
    BIT,
    DARKS,
    DE_BRUIJN,
    KIND,
    LEAST,
    LIGHT,
    LIGHTS,
    MOST,
    NO_SQUARE,
    PLACE,
    RED,
    UNIT,
    VALUES,
    WIDTH,
    WORDS,
    lowest,
    tiles_in,
)
from sabika.games.zatre.rules import Z2, Z6, Z8A, Z8B, Z9, Z12A, Z12B

# What is known of a cell, in bit fields of one number:
#   bits 0-15  the sums of the tiles that run up to it from west, east, north and south, four bits each
#   bits 16-18 its room: the highest value that fits here, 0 for none
#   bits 20-22 the value of the tile on it; while there is one, the other fields are as they were when it was laid
WEST: Final[i64] = 0
EAST: Final[i64] = 4
NORTH: Final[i64] = 8
SOUTH: Final[i64] = 12
SUMS: Final[i64] = 0xFFFF
ROOM: Final[i64] = 16
ROOM_UNIT: Final[i64] = 0x10000
TILE: Final[i64] = 20
TAKEN: Final[i64] = 0x100000  # from here on there is a tile

# The room of a square by the larger of the two sums that meet there (Z9); no tile beside it, no room (Z8).
ROOM_BY_SUM: Final = vec[u8]([max(0, min(6, 12 - met)) if met else 0 for met in range(25)])

CELL: Final[i64] = 511  # a laid tile is its cell
FORCED: Final[i64] = 512  # and this mark if it fitted on no dark square (Z12)


NOTHING_KNOWN: Final = vec[i32]([0] * 272)
NOTHING_FITS: Final = vec[i64]([0] * 56)


@final
class Board:
    """The tiles on the board, where others fit, and what was laid in this turn."""

    def __init__(self, cells: vec[i32], fits: vec[i64], laid: vec[i64]) -> None:
        self.cells: vec[i32] = cells  # what is known of each cell
        self.fits: vec[i64] = fits  # by value and word: the squares that it fits on (Z8, Z9)
        self.laid: vec[i64] = laid  # the cells laid on in this turn, in order; FORCED is added to some

    def clone(self) -> Board:
        return Board(self.cells[:], self.fits[:], self.laid[:])

    # What lies where.

    def tile(self, cell: i64) -> i64:
        """The value on a cell, 0 when it is free."""
        return i64(self.cells[cell]) >> TILE

    def taken(self) -> list[int]:
        """The cells with a tile, row by row from the north."""
        return [cell for cell in range(i64(len(self.cells))) if i64(self.cells[cell]) >= TAKEN]

    def empty(self) -> bool:
        """Has the first tile still to be laid?"""
        return i64(self.cells[RED]) < TAKEN

    def across(self, cell: i64) -> i64:
        """The sum of the run from west to east through a tile."""
        cells = self.cells
        west = cell - 1
        while i64(cells[west]) >= TAKEN:
            west -= 1
        return (i64(cells[west]) >> EAST) & 15

    def down(self, cell: i64) -> i64:
        """The sum of the run from north to south through a tile."""
        cells = self.cells
        north = cell - WIDTH
        while i64(cells[north]) >= TAKEN:
            north -= WIDTH
        return (i64(cells[north]) >> SOUTH) & 15

    def end(self, cell: i64, step: i64) -> i64:
        """The first cell without a tile on the way from a cell."""
        cells = self.cells
        cell += step
        while i64(cells[cell]) >= TAKEN:
            cell += step
        return cell

    def counts(self, cell: i64) -> bool:
        """Is the tile part of a line of 10, 11 or 12?"""
        return self.across(cell) >= LEAST or self.down(cell) >= LEAST

    # Where a value fits.

    def fits_somewhere(self, value: i64) -> bool:
        """Is there a square for this value by Z8 and Z9?"""
        fits = self.fits
        return any(fits[at] for at in range(value * WORDS, value * WORDS + WORDS))

    def fits_on_dark(self, value: i64) -> bool:
        """Is there a dark square for this value?"""
        fits = self.fits
        return any(fits[value * WORDS + word] & DARKS[word] for word in range(WORDS))

    def roomiest(self) -> i64:
        """The highest value that fits somewhere, 0 for none; every lower value fits there too."""
        value = VALUES
        while value > 0 and not self.fits_somewhere(value):
            value -= 1
        return value

    def square_refusal(self, value: i64, cell: i64) -> Rule:
        """Why a tile does not fit on a cell (Z2, Z8, Z9), whatever the turn owes; the first of all goes on red (Z6)."""
        if self.empty():
            return NONE if cell == RED else Z6
        known = i64(self.cells[cell])
        if i64(KIND[cell]) == NO_SQUARE:
            return Z2
        if known >= TAKEN:
            return Z8A  # the square is free
        if known & SUMS == 0:
            return Z8B  # a tile lies beside it
        if value > known >> ROOM:
            return Z9  # no line above 12
        return NONE

    def refusal(self, value: i64, cell: i64, others: i64) -> Rule:
        """Why a tile may not be laid on a cell; `others` are the tiles held besides it."""
        rule = self.square_refusal(value, cell)
        if rule is not NONE or self.empty():
            return rule
        if self.owing():
            return NONE if self.completes(value, cell, others) else Z12B
        if i64(KIND[cell]) == LIGHT and self.fits_on_dark(value) and not self.earns(value, cell, others):
            return Z12A
        return NONE

    def placements(self, held: i64, found: vec[i64]) -> vec[i64]:
        """Add every legal placement of the held tiles: high values first, square by square."""
        owing = self.owing()
        value = VALUES
        while value > 0:
            if (held >> (value * 8)) & 255:
                found = self.places(value, held - UNIT[value], owing, found)
            value -= 1
        return found

    def places(self, value: i64, others: i64, owing: i64, found: vec[i64]) -> vec[i64]:
        """Add every square where a value may be laid."""
        fits = self.fits
        for word in range(WORDS):
            squares = fits[value * WORDS + word]
            if squares == 0:
                continue
            if owing:
                squares = self.completing(value, others, owing, word, squares)
            else:
                lights = squares & LIGHTS[word]
                if lights:
                    squares ^= self.unearned(value, others, word, lights)
            code = lay(value, word * 32)
            while squares:
                lowest = squares & -squares
                squares ^= lowest
                found = append(found, code + CELL_UNIT * i64(PLACE[((lowest * DE_BRUIJN) >> 27) & 31]))
        return found

    # Light squares (Z12).

    def unearned(self, value: i64, others: i64, word: i64, lights: i64) -> i64:
        """Those of the light squares that need a line of 10 to 12 and would not come into one."""
        unearned: i64 = 0
        while lights:
            at = lowest(lights)
            lights &= lights - 1
            if not self.earns(value, word * 32 + at, others):
                unearned |= BIT[at]
        if unearned and not self.fits_on_dark(value):
            return 0  # the exception
        return unearned

    def completing(self, value: i64, others: i64, owing: i64, word: i64, squares: i64) -> i64:
        """Those of the squares after which the turn can be completed; a last tile must be in line with what owes."""
        good: i64 = 0
        while squares:
            at = lowest(squares)
            squares &= squares - 1
            cell = word * 32 + at
            in_line = cell >> 4 == owing >> 4 or cell & 15 == owing & 15
            if (others or in_line) and self.completes(value, cell, others):
                good |= BIT[at]
        return good

    def earns(self, value: i64, cell: i64, others: i64) -> bool:
        """Would a tile here be in a line of 10 to 12, at once or with the help of the other tiles?"""
        known = i64(self.cells[cell])
        row = value + ((known >> WEST) & 15) + ((known >> EAST) & 15)
        column = value + ((known >> NORTH) & 15) + ((known >> SOUTH) & 15)
        if row >= LEAST or column >= LEAST:
            return True
        if others == 0:
            return False
        if self.one_more(cell, row, column, others):
            return True
        return tiles_in(others) > 1 and self.completes(value, cell, others)

    def one_more(self, cell: i64, row: i64, column: i64, others: i64) -> bool:
        """Would one of the other tiles, at an end of the row or column, make it 10 to 12?"""
        return (
            self.lengthens(cell, -1, WEST, NORTH, row, others)
            or self.lengthens(cell, 1, EAST, NORTH, row, others)
            or self.lengthens(cell, -WIDTH, NORTH, WEST, column, others)
            or self.lengthens(cell, WIDTH, SOUTH, WEST, column, others)
        )

    def lengthens(self, cell: i64, step: i64, ahead: i64, side: i64, line: i64, others: i64) -> bool:
        """Would one of the other tiles at the line's end, with what lies beyond, bring it to 10 to 12?"""
        cells = self.cells
        cell += step
        while i64(cells[cell]) >= TAKEN:
            cell += step
        if i64(KIND[cell]) == NO_SQUARE:
            return False
        known = i64(cells[cell])
        line += (known >> ahead) & 15
        crossing = ((known >> side) & 15) + ((known >> (side + 4)) & 15)
        highest = MOST - max(crossing, line)
        value = LEAST - line if line < LEAST else i64(1)
        while value <= highest and value <= VALUES:
            if (others >> (value * 8)) & 255:
                return True
            value += 1
        return False

    def owing(self) -> i64:
        """The first light square laid on in this turn that has still to come into a line of 10 to 12; 0 for none."""
        for marked in self.laid:
            if self.owes(marked):
                return marked
        return 0

    def owes(self, marked: i64) -> bool:
        """Is this a light square that needs a line and has none?"""
        return marked < FORCED and i64(KIND[marked]) == LIGHT and not self.counts(marked)

    def completes(self, value: i64, cell: i64, others: i64) -> bool:
        """After this placement, can the other tiles bring every light square of this turn into its line?"""
        self.lay(value, cell)
        possible = self.completable(others)
        self.lift()
        return possible

    def completable(self, held: i64) -> bool:
        """Can the held tiles bring every light square of this turn into its line?

        It is enough to lengthen one line after the other that owes. Tiles elsewhere do not change its sum. Those at its
        ends can be laid from the inside out, first all on one side, then all on the other. And a light square among
        them is served by the line itself.
        """
        cell = self.owing()
        if cell == 0:
            return True
        if held == 0 or (tiles_in(held) > 2 and not self.each_servable(held)):
            return False
        return self.served(cell, held, alone=False)

    def each_servable(self, held: i64) -> bool:
        """Could every light square be served if it were the only one? If not, a long search would find nothing."""
        for n in range(len(self.laid)):
            if self.owes(self.laid[n]) and not self.served(self.laid[n], held, alone=True):
                return False
        return True

    def served(self, cell: i64, held: i64, alone: bool) -> bool:
        """Can the row or the column of a light square become 10 to 12, and all others be served, if it is not alone?"""
        return self.lengthened(cell, 1, held, False, alone) or self.lengthened(cell, WIDTH, held, False, alone)

    def lengthened(self, cell: i64, step: i64, held: i64, far: bool, alone: bool) -> bool:
        """The same for one line, at both ends or at the far one only."""
        if (self.across(cell) if step == 1 else self.down(cell)) >= LEAST:
            return alone or self.completable(held)
        if held == 0:
            return False
        if not far and self.lengthened_at(self.end(cell, -step), cell, step, held, False, alone):
            return True
        return self.lengthened_at(self.end(cell, step), cell, step, held, True, alone)

    def lengthened_at(self, end: i64, cell: i64, step: i64, held: i64, far: bool, alone: bool) -> bool:
        """The same after one of the held tiles at an end of the line."""
        value = (i64(self.cells[end]) >> ROOM) & 7
        good = False
        while value > 0 and not good:
            if (held >> (value * 8)) & 255:
                self.lay(value, end)
                good = self.lengthened(cell, step, held - UNIT[value], far, alone)
                self.lift()
            value -= 1
        return good

    def sums_with(self, value: i64, cell: i64) -> tuple[i64, i64]:
        """The sums of row and column that a tile on a free cell would be in."""
        known = i64(self.cells[cell])
        row = value + ((known >> WEST) & 15) + ((known >> EAST) & 15)
        return row, value + ((known >> NORTH) & 15) + ((known >> SOUTH) & 15)

    def end_turn(self) -> None:
        """The tiles of this turn are from now on like all others: of their cells nothing else is kept."""
        while len(self.laid) > 0:
            self.laid, marked = pop(self.laid)
            cell = marked & CELL
            self.cells[cell] = i32((i64(self.cells[cell]) >> TILE) * TAKEN)

    # Laying.

    def lay(self, value: i64, cell: i64) -> None:
        """Lay a tile; whoever calls has asked `refusal`."""
        forced = FORCED if i64(KIND[cell]) == LIGHT and not self.fits_on_dark(value) else i64(0)
        self.laid = append(self.laid, cell + forced)
        known = i64(self.cells[cell])
        self.cells[cell] = i32(known | (value << TILE))
        self.change_fits(cell, 0, (known >> ROOM) & 7)
        self.tell_ends(cell, known, value, 1)

    def lift(self) -> None:
        """Take the tile back that was laid last."""
        self.laid, marked = pop(self.laid)
        cell = marked & CELL
        known = i64(self.cells[cell])
        value = known >> TILE
        self.tell_ends(cell, known, value, -1)
        self.cells[cell] = i32(known & (TAKEN - 1))
        self.change_fits(cell, 0, (known >> ROOM) & 7)

    def tell_ends(self, cell: i64, known: i64, value: i64, sign: i64) -> None:
        """A tile came (sign 1) or goes (-1): the four cells at the ends of its runs see other sums."""
        self.see(cell, -1, sign * ((value + ((known >> EAST) & 15)) << EAST))
        self.see(cell, 1, sign * ((value + ((known >> WEST) & 15)) << WEST))
        self.see(cell, -WIDTH, sign * ((value + ((known >> SOUTH) & 15)) << SOUTH))
        self.see(cell, WIDTH, sign * ((value + ((known >> NORTH) & 15)) << NORTH))

    def see(self, cell: i64, step: i64, more: i64) -> None:
        """Add to the sums that meet at the end of a run, and find again which values fit there."""
        cells = self.cells
        cell += step
        while i64(cells[cell]) >= TAKEN:
            cell += step
        known = i64(cells[cell]) + more
        if i64(KIND[cell]) != NO_SQUARE:
            row = ((known >> WEST) & 15) + ((known >> EAST) & 15)
            column = ((known >> NORTH) & 15) + ((known >> SOUTH) & 15)
            before = known >> ROOM
            room = i64(ROOM_BY_SUM[max(column, row)])
            if room != before:
                known += (room - before) * ROOM_UNIT
                self.change_fits(cell, before, room)
        cells[cell] = i32(known)

    def change_fits(self, cell: i64, before: i64, room: i64) -> None:
        """The values between the two rooms fit here now, or no longer."""
        fits = self.fits
        bit = BIT[cell & 31]
        at = min(room, before) * WORDS + (cell >> 5)
        last = max(before, room) * WORDS
        while at < last:
            at += WORDS
            fits[at] ^= bit


def new_board() -> Board:
    """A board without tiles."""
    return Board(NOTHING_KNOWN[:], NOTHING_FITS[:], vec[i64](capacity=8))
