"""Zatre: the position and what changes it (rules Z1 to Z23)."""

from __future__ import annotations

from typing import ClassVar, final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.engine.rule import E1, E2, E4, NONE, Rule
from sabika.engine.state import EVERYBODY, LUCK, OVER, Line, Luck, Refused
from sabika.games.zatre import codes, public_turns
from sabika.games.zatre.board import new_board
from sabika.games.zatre.codes import DRAW, LAY, STOP
from sabika.games.zatre.facts import BIT, FIRST_TILES, RED, UNIT, VALUES, count_of, lowest_value, nth_value, tiles_in
from sabika.games.zatre.public_turns import LOOKED_IN_VAIN, NOT_LOOKED, SAW_A_PLACE
from sabika.games.zatre.rules import Z7, Z11A, Z11B, Z11C, Z12C
from sabika.games.zatre.sheet import gained, new_sheet
from sabika.games.zatre.tabletop import (
    CHOICE,
    DEAD_BOARD,
    DONE,
    DRAWING,
    LAST_TILE,
    LAYING,
    OPENING,
    REASONS,
    ZatreTabletop,
    digit,
)
from sabika.games.zatre.turn_lines import lines_of, sum_through, tally_of


@final
class Zatre(ZatreTabletop):
    """A position of Zatre."""

    game: ClassVar[str] = "zatre"

    def clone(self) -> Zatre:
        twin = Zatre(
            self.seats,
            self.teams,
            self.free,
            self.board.clone(),
            self.hands[:],
            [sheet.clone() for sheet in self.sheets],
            self.course[:],
        )
        twin.actor = self.actor
        twin.stage = self.stage
        twin.turn = self.turn
        twin.starter = self.starter
        twin.bag = self.bag
        twin.due = self.due
        twin.begun = self.begun
        twin.aside = self.aside
        twin.highest = self.highest
        twin.latest = self.latest
        twin.tied = self.tied
        twin.ending = self.ending
        return twin

    # The moves of a turn.

    def moves(self) -> vec[i64]:
        if self.actor < 0:
            return vec[i64]()
        found = vec[i64](capacity=32)
        if self.stage == CHOICE:
            return append(append(found, codes.draw(0)), codes.draw(1))
        if self.board.empty():
            return self.first_moves(found)
        found = self.board.placements(self.hands[self.actor], found)
        if self.free and self.stop_refusal() is NONE:
            found = append(found, STOP)
        return found

    def first_moves(self, found: vec[i64]) -> vec[i64]:
        """Any of the three tiles on the red square (Z6)."""
        value = VALUES
        while value > 0:
            if count_of(self.hands[self.actor], value):
                found = append(found, codes.lay(value, RED))
            value -= 1
        return found

    # Why not?

    def refusal(self, move: i64) -> Rule:
        if self.actor == OVER:
            return E1
        if self.actor == LUCK:
            return E2
        if not codes.well_formed(move):
            return E4
        kind = codes.kind_of(move)
        if kind == DRAW:
            return NONE if self.stage == CHOICE else Z7
        if self.stage == CHOICE:
            return Z7
        return self.lay_refusal(codes.value_of(move), codes.cell_of(move)) if kind == LAY else self.stop_refusal()

    def lay_refusal(self, value: i64, cell: i64) -> Rule:
        """A held tile, the first of all on the red square (Z6), the others where the board has a place for them."""
        held = self.hands[self.actor]
        if count_of(held, value) == 0:
            return Z11A
        return self.board.refusal(value, cell, held - UNIT[value])

    def stop_refusal(self) -> Rule:
        """Only where tiles may be kept, not in the first turn, and not before the duties of the turn are done (Z11)."""
        if not self.free or self.first(self.turn):
            return Z11B
        if self.board.owing():
            return Z12C
        if len(self.board.laid) == 0 and public_turns.drew_none(public_turns.begun_by(self.begun, self.turn)):
            return Z11C
        return NONE

    # What a move does.

    def play(self, move: i64) -> None:
        rule = self.refusal(move)
        if rule is not NONE:
            raise Refused(rule, move)
        kind = codes.kind_of(move)
        if kind == LAY:
            value = codes.value_of(move)
            self.hands[self.actor] -= UNIT[value]
            self.board.lay(value, codes.cell_of(move))
            self.go_on()
        elif kind == DRAW:
            self.draw(SAW_A_PLACE, codes.drawn_in(move))
        else:
            self.end_turn(stopped=True)

    # The course of a turn.

    def begin(self, seat: i64) -> None:
        """A seat draws: two tiles, or one, or none if it holds two or more and one of them fits (Z7)."""
        self.turn = seat
        held = self.hands[seat]
        size = tiles_in(held)
        if size < 2:
            self.draw(NOT_LOOKED, 2 - size)
        elif tiles_in(self.bag) == 0:
            self.draw(NOT_LOOKED, 0)
        elif not self.board.fits_somewhere(lowest_value(held)):
            self.draw(LOOKED_IN_VAIN, 1)
        elif self.free:
            self.stage = CHOICE
            self.actor = seat
        else:
            self.draw(SAW_A_PLACE, 0)

    def draw(self, looked: i64, tiles: i64) -> None:
        """Ask luck for some tiles; too few in the bag: for what is there (Z7)."""
        left = tiles_in(self.bag)
        self.due = min(left, tiles)
        level = i64(0) if looked == NOT_LOOKED else self.board.roomiest()
        self.begun = public_turns.with_begun(self.begun, self.turn, looked, level, self.due)
        self.stage = DRAWING
        self.actor = LUCK
        if self.due == 0:
            self.after_drawing()

    def after_drawing(self) -> None:
        """A partner draws too before anybody lays (Z22); then the seat lays."""
        seat = self.turn
        if self.leads(seat):
            self.begin(seat ^ 1)
        else:
            self.start_laying(self.leader(seat) if self.teams else seat)

    def start_laying(self, seat: i64) -> None:
        self.turn = seat
        self.stage = LAYING
        self.go_on()

    def go_on(self) -> None:
        """Ask for the next tile as long as one can be laid (Z11)."""
        held = self.hands[self.turn]
        if held and (self.board.empty() or self.board.fits_somewhere(lowest_value(held))):
            self.actor = self.turn
        else:
            self.end_turn(stopped=False)

    def end_turn(self, stopped: bool) -> None:
        """The turn is scored (Z13), then comes the partner or the next; after the last tile nobody (Z18)."""
        seat = self.turn
        self.score_turn()
        self.course = public_turns.remember(self.course, seat, self.begun, self.hands[seat], self.board, stopped)
        self.begun = public_turns.ended(self.begun, seat)
        self.board.end_turn()
        if self.leads(seat):
            self.start_laying(seat ^ 1)
        elif tiles_in(self.bag) == 0:
            self.finish()
        else:
            self.begin(self.next_seat(seat))

    def next_seat(self, seat: i64) -> i64:
        """Clockwise; pair by pair where pairs play (Z22)."""
        return self.leader(((seat | 1) + 1) % self.seats) if self.teams else (seat + 1) % self.seats

    def score_turn(self) -> None:
        tally = tally_of(self.board)
        sheet = self.sheet(self.turn)
        before = sheet if self.chronicle is None else sheet.clone()
        if tally:
            sheet.enter(tally)
        if self.chronicle is not None:
            self.tell_turn(tally, gained(self.turn, before, sheet, tally))

    def tell_turn(self, tally: i64, scored: list[Line]) -> None:
        """What the turn brought, for everybody."""
        lines = [f"{line} = {total}" for line, total in lines_of(self.board)]
        self.happened(
            "turn",
            {
                "seat": self.turn,
                "laid": len(self.board.laid),
                "kept": tiles_in(self.hands[self.turn]),
                "lines": lines,
                "crosses": tally >> 24,
                "points": sum([int(line.points) for line in scored]),
                "scored": scored,
            },
        )

    def finish(self) -> None:
        self.stage = DONE
        self.actor = OVER
        self.ending = DEAD_BOARD if self.board.roomiest() == 0 else LAST_TILE
        self.happened("end", {"reason": REASONS[self.ending]})

    # The opening (Z5).

    def show(self, value: i64) -> None:
        """A seat has drawn for the start; after the last of the round the highest are compared."""
        seat = self.turn
        self.aside += UNIT[value]
        self.latest += value << (3 * seat)
        before = digit(self.highest, seat)
        if value > before:
            self.highest += (value - before) << (3 * seat)
        seat += 1
        while seat < self.seats and not (self.tied >> seat) & 1:
            seat += 1
        if seat < self.seats:
            self.turn = seat
        else:
            self.end_round()

    def end_round(self) -> None:
        """Those tied for the highest draw again; one alone starts."""
        best: i64 = 0
        for seat in range(self.seats):
            if digit(self.latest, seat) > best:
                best = digit(self.latest, seat)
                self.tied = 0
                self.turn = seat
            if digit(self.latest, seat) == best:
                self.tied |= BIT[seat]
        self.latest = 0
        if self.tied == BIT[self.turn]:
            self.open_game(self.turn)
        elif tiles_in(self.bag) < bits_in(self.tied):
            self.bag += self.aside  # too few for another round: all go back
            self.aside = 0
            self.highest = 0

    def open_game(self, seat: i64) -> None:
        """The starter keeps his highest tile, the others go back, and he draws two more."""
        tile = UNIT[digit(self.highest, seat)]
        self.happened("starter", {"seat": seat, "tile": digit(self.highest, seat)})
        self.hands[seat] = tile
        self.bag += self.aside - tile
        self.aside = 0
        self.highest = 0
        self.tied = 0
        self.starter = seat
        self.draw(NOT_LOOKED, FIRST_TILES - 1)

    # Luck.

    def luck(self) -> Luck:
        if self.actor != LUCK:
            return Luck("none", 0)
        return Luck("tiles", self.luck_total(), self.audience())

    def audience(self) -> i64:
        """Who sees the tile that is drawn now (Z5, Z23)."""
        if self.stage == OPENING or self.first(self.turn):
            return EVERYBODY
        return BIT[self.turn] | BIT[self.turn ^ 1] if self.teams else BIT[self.turn]

    def luck_total(self) -> i64:
        if self.actor != LUCK:
            return 0
        return tiles_in(self.bag)

    def settle(self, k: i64) -> None:
        if k < 0 or k >= self.luck_total():
            raise ValueError("there is no such chance")
        value = nth_value(self.bag, k)
        self.bag -= UNIT[value]
        if self.stage == OPENING:
            self.show(value)
            return
        self.hands[self.turn] += UNIT[value]
        self.due -= 1
        if self.due == 0:
            self.after_drawing()

    def outcome(self, k: i64) -> str:
        if k < 0 or k >= self.luck_total():
            raise ValueError("there is no such chance")
        return str(nth_value(self.bag, k))

    def chances(self) -> list[tuple[str, int]]:
        if self.actor != LUCK:
            return []
        return [(str(value), int(count_of(self.bag, value))) for value in range(1, 7) if count_of(self.bag, value)]

    # Scores.

    def score_now(self) -> list[Line]:
        """Every sheet row by row, as it would be if the turn ended now."""
        twin = self.clone()
        if self.actor >= 0:
            twin.sheet(self.turn).enter(tally_of(self.board))
        return twin.lines()

    # For people.

    def preview(self, move: i64) -> dict[str, int]:
        """The sums of the lines that the tile would be in, 0 for none, and what it would add to the turn."""
        found: dict[str, int] = {}
        if self.refusal(move) is not NONE or codes.kind_of(move) != LAY:
            return found
        board = self.board.clone()
        before = tally_of(board)
        cell = codes.cell_of(move)
        board.lay(codes.value_of(move), cell)
        found["across"] = sum_through(board, cell, 1)
        found["down"] = sum_through(board, cell, 16)
        found["crosses"] = (tally_of(board) >> 24) - (before >> 24)
        found["points"] = self.worth(tally_of(board)) - self.worth(before)
        return found

    def worth(self, tally: i64) -> i64:
        """What the sheet of the seat on turn would come to with this turn."""
        sheet = self.sheet(self.turn).clone()
        sheet.enter(tally)
        return sheet.total()


def bits_in(mask: i64) -> i64:
    """How many seats a mask names."""
    seats: i64 = 0
    while mask:
        mask &= mask - 1
        seats += 1
    return seats


def new_zatre(seats: i64, teams: bool, late_bonus: i64, free: bool) -> Zatre:
    """The table before the first tile is drawn."""
    sides: i64 = seats >> 1 if teams else seats
    state = Zatre(
        seats,
        teams,
        free,
        new_board(),
        vec[i64]([0] * seats),
        [new_sheet(late_bonus) for _ in range(sides)],
        vec[i64](),
    )
    state.tied = BIT[seats] - 1
    return state
