"""The companion of Zatre: the sheets, written turn by turn or counted from the board (Z13 to Z22)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from sabika.engine.companion import Companion, Impossible, Note, PlayerNumber, Score, in_range
from sabika.engine.phrase import Args, Phrase, Player
from sabika.engine.rule import E1, NONE, Rule
from sabika.engine.state import Line, best_seats
from sabika.games.parts.companion.places import seen_from_middle
from sabika.games.zatre.board import CELL, ROOM, TAKEN, new_board
from sabika.games.zatre.facts import (
    ALL_TILES,
    KIND,
    LIGHT,
    RED,
    TILES,
    UNIT,
    cell_at,
    count_of,
    pips_of,
    values_of,
    x_of,
    y_of,
)
from sabika.games.zatre.rules import Z6, Z9, Z12C
from sabika.games.zatre.sheet import Sheet, gained, held_line, new_sheet
from sabika.games.zatre.turn_lines import lines_of, tally_of
from sabika.games.zatre.view import MadeLine, SheetView, ZatrePlaced, sheet_view, tiles_on

Lines = Annotated[int, Meta(ge=0, le=20)]  # of one sum in one turn
TileValue = Annotated[int, Meta(ge=1, le=6)]
Coordinate = Annotated[int, Meta(ge=-7, le=7)]
CROSSES = 1 + sum(int(kind) == LIGHT for kind in KIND)  # on light squares and the red one (Z2)


class TurnNote(Note, frozen=True, tag="turn"):
    """A turn as it goes on the sheet: how many lines of 10, 11 and 12, and how many crosses (Z13 to Z16)."""

    player: PlayerNumber
    tens: Lines
    elevens: Lines
    twelves: Lines
    crosses: Lines


class LayNote(Note, frozen=True, tag="lay"):
    """A tile was laid on the board; with a tile of another player the turn before it ends."""

    player: PlayerNumber
    value: TileValue
    cell: tuple[Coordinate, Coordinate]


class DoneNote(Note, frozen=True, tag="done"):
    """The turn on the board is over, and its lines are written down (Z13)."""

    as_it_lies: bool = False  # though a light square has no line (Z12)


class EndNote(Note, frozen=True, tag="end"):
    """The game is over: the tiles that each player still holds (Z20)."""

    held: Annotated[list[Annotated[list[TileValue], Meta(max_length=30)]], Meta(max_length=6)]


class OpenTurn(msgspec.Struct, frozen=True):
    """The turn on the board, before it is over."""

    player: int
    laid: list[tuple[int, int]]
    lines: list[MadeLine]
    crosses: int
    points: int  # that it would write
    owing: tuple[int, int] | None  # a light square that needs a line (Z12)


class ZatrePaper(msgspec.Struct, frozen=True):
    """All that is written down of a game."""

    sides: list[int]  # by player which sheet is his
    sheets: list[SheetView]
    tiles: list[ZatrePlaced]  # on the board
    room: list[tuple[int, int, int]]  # x, y and the highest value that fits there
    left: list[int]  # tiles of each value, from 1, that are not on the board
    turn: OpenTurn | None
    held: list[list[int]] | None  # at the end


class ZatreScore(Score):
    def __init__(self, seats: int, teams: bool, late_bonus: int) -> None:
        self.seats = seats
        self.teams = teams
        self.sheets = [new_sheet(late_bonus) for _ in range(seats // 2 if teams else seats)]
        self.board = new_board()
        self.left = ALL_TILES  # tiles that are not on the board
        self.laying = 0  # whose turn it is on the board
        self.turns = 0
        self.crosses = 0
        self.held: list[int] | None = None  # tiles of each player at the end

    def side(self, player: int) -> int:
        return player // 2 if self.teams else player

    def enter(self, note: Note) -> None:
        if self.held is not None:
            raise Impossible(E1.label, Phrase("refusal.E1"))
        if isinstance(note, TurnNote):
            self.write(note)
        elif isinstance(note, LayNote):
            self.lay(note)
        elif isinstance(note, DoneNote):
            self.end_turn(note.as_it_lies)
        elif isinstance(note, EndNote):
            self.end(note)
        else:
            raise ValueError("this is no note of Zatre")

    # Turn by turn.

    def write(self, note: TurnNote) -> None:
        in_range(self, note.player, self.seats)
        if note.crosses and not note.tens + note.elevens + note.twelves:
            raise Impossible("Z16", Phrase("refusal.Z16"))
        tally = note.tens + (note.elevens << 8) + (note.twelves << 16) + (note.crosses << 24)
        self.book(note.player, tally)

    def book(self, player: int, tally: int) -> None:
        """Write a turn down. Raises Impossible for more than the box can give."""
        if self.turns == TILES:
            raise Impossible("Z3", Phrase("refusal.Z3-turns", {"tiles": TILES}))
        if self.crosses + (tally >> 24) > CROSSES:
            raise Impossible("Z2", Phrase("refusal.Z2-crosses", {"most": CROSSES}))
        self.turns += 1
        self.crosses += tally >> 24
        self.sheets[self.side(player)].enter(tally)

    # From the board.

    def lay(self, note: LayNote) -> None:
        in_range(self, note.player, self.seats)
        others = len(self.board.laid) > 0 and note.player != self.laying
        if others:
            self.check_done()
        cell, value = cell_at(*note.cell), note.value
        if count_of(self.left, value) == 0:
            raise Impossible("Z3", Phrase("refusal.Z3-left", {"value": value}))
        rule = self.board.square_refusal(value, cell)
        if rule is not NONE:
            raise Impossible(rule.label, self.refused(rule, value, cell))
        if others:
            self.end_turn(as_it_lies=False)
        self.laying = note.player
        self.board.lay(value, cell)
        self.left -= UNIT[value]

    def refused(self, rule: Rule, value: int, cell: int) -> Phrase:
        args: Args = {} if rule is Z6 else {"value": value, "cell": f"{x_of(cell)},{y_of(cell)}"}
        if rule is Z9:
            args = {**args, "sum": max(self.board.sums_with(value, cell))}
        return Phrase(f"refusal.{rule.label}", args)

    def check_done(self) -> None:
        if self.board.owing():
            raise Impossible(Z12C.label, Phrase("refusal.Z12c"))

    def end_turn(self, as_it_lies: bool) -> None:
        if not as_it_lies:
            self.check_done()
        if len(self.board.laid) > 0:
            self.book(self.laying, tally_of(self.board))
            self.board.end_turn()

    # The end.

    def end(self, note: EndNote) -> None:
        held = [sum(UNIT[value] for value in tiles) for tiles in note.held]
        if len(held) != self.seats:
            raise ValueError(f"{len(held)} hands at a table of {self.seats}")
        for value in range(1, 7):
            if sum(count_of(hand, value) for hand in held) > count_of(self.left, value):
                raise Impossible("Z3", Phrase("refusal.Z3-left", {"value": value}))
        self.end_turn(as_it_lies=False)
        self.held = held

    # What it counts.

    def mates(self, player: int) -> list[int]:
        return [seat for seat in range(self.seats) if self.side(seat) == self.side(player)]

    def totals(self) -> list[int]:
        held = self.held or [0] * self.seats
        return [
            self.sheets[self.side(player)].total() - sum(pips_of(held[seat]) for seat in self.mates(player))
            for player in range(self.seats)
        ]

    def lines(self) -> list[Line]:
        found: list[Line] = []
        for player in range(self.seats):
            sheet = self.sheets[self.side(player)]
            found += [sheet.line(player, row) for row in range(sheet.rows())]
            if self.held is not None:
                found += [held_line(player, seat, self.held[seat]) for seat in self.mates(player) if self.held[seat]]
        return found

    def coming(self) -> list[Line]:
        """What the turn on the board would write."""
        if len(self.board.laid) == 0:
            return []
        after, tally = self.with_turn()
        return gained(self.laying, self.sheets[self.side(self.laying)], after, tally)

    def with_turn(self) -> tuple[Sheet, int]:
        """The sheet as it would be after the turn on the board, and what the turn has made."""
        tally = tally_of(self.board)
        after = self.sheets[self.side(self.laying)].clone()
        after.enter(tally)
        return after, tally

    def over(self) -> bool:
        return self.held is not None

    def winners(self) -> list[int]:
        return best_seats(self.totals(), self.seats) if self.over() else []

    # What lies there.

    def paper(self) -> ZatrePaper:
        return ZatrePaper(
            sides=[self.side(player) for player in range(self.seats)],
            sheets=[sheet_view(sheet) for sheet in self.sheets],
            tiles=tiles_on(self.board),
            room=self.room(),
            left=[count_of(self.left, value) for value in range(1, 7)],
            turn=self.open_turn(),
            held=None if self.held is None else [values_of(hand) for hand in self.held],
        )

    def room(self) -> list[tuple[int, int, int]]:
        if self.board.empty():
            return [(x_of(RED), y_of(RED), 6)]
        cells = [(cell, int(known)) for cell, known in enumerate(self.board.cells)]
        return [(x_of(cell), y_of(cell), known >> ROOM) for cell, known in cells if known < TAKEN and known >> ROOM]

    def open_turn(self) -> OpenTurn | None:
        if len(self.board.laid) == 0:
            return None
        after, tally = self.with_turn()
        owing = self.board.owing()
        return OpenTurn(
            player=self.laying,
            laid=[place(cell & CELL) for cell in self.board.laid],
            lines=[MadeLine(line, total) for line, total in lines_of(self.board)],
            crosses=tally >> 24,
            points=after.total() - self.sheets[self.side(self.laying)].total(),
            owing=place(owing) if owing else None,
        )

    def described(self) -> list[Phrase]:
        found: list[Phrase] = []
        for side, sheet in enumerate(self.sheets):
            full = sum(sheet.complete(row) for row in range(sheet.rows()))
            names = [Player(player) for player in range(self.seats) if self.side(player) == side]
            found.append(Phrase("companion.sheet", {"names": names, "total": int(sheet.total()), "rows": full}))
        rows = sorted({placed.cell[1] for placed in tiles_on(self.board)})
        for y in rows:
            tiles = ", ".join(f"{tile.value} ({tile.cell[0]})" for tile in tiles_on(self.board) if tile.cell[1] == y)
            found.append(Phrase("describe.row", {"y": y, "tiles": tiles}))
        return found


class ZatreCompanion(Companion):
    options = ("teams", "late_bonus")
    notes = TurnNote | LayNote | DoneNote | EndNote
    view_type: ClassVar[type] = ZatrePaper

    def begin(self, seats: int, options: Mapping[str, str]) -> ZatreScore:
        teams = options["teams"] == "yes"
        if teams and seats not in (4, 6):
            raise ValueError(f"teams need 4 or 6 seats, not {seats}")
        return ZatreScore(seats, teams, int(options["late_bonus"]))

    def told(self, note: Note) -> Phrase:
        if isinstance(note, TurnNote):
            args: Args = {"tens": note.tens, "elevens": note.elevens, "twelves": note.twelves}
            return Phrase("companion.turn", {"who": Player(note.player), **args, "crosses": note.crosses})
        if isinstance(note, LayNote):
            cell = seen_from_middle(*note.cell)
            return Phrase("event.lay-cell", {"who": Player(note.player), "value": note.value, "cell": cell})
        return Phrase("companion.end" if isinstance(note, EndNote) else "companion.done")


def place(cell: int) -> tuple[int, int]:
    return x_of(cell), y_of(cell)
