"""Alhambra: The Dice Game: the position and what changes it (rules D1 to D49).

Throws and markers are in `games/parts/turns.py`, rounds in `rounds.py` beside it, the chips of a turn in `turn.py`;
here are the bonus fields, the prizes, the building track and the scorings.
"""

from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.engine.rule import NONE, Rule
from sabika.engine.state import Line
from sabika.games.alhambra_dice import codes
from sabika.games.alhambra_dice.codes import POINT_AND_CHIP, PRIZE, PRIZES, TWO_POINTS
from sabika.games.alhambra_dice.facts import (
    ALL_EMPTY,
    CHIP,
    CHIP_NAMES,
    DARK,
    FIRST_PLAYER,
    KINDS,
    LIGHT,
    NO_CHIP,
    POINT_KINDS,
    SWAP,
    chips_in,
    chips_of,
)
from sabika.games.alhambra_dice.ledger import DiceLedger, new_ledger
from sabika.games.alhambra_dice.rules import D20, D27
from sabika.games.alhambra_dice.tracks import advanced, rank_of, space_of
from sabika.games.alhambra_dice.turn import ChipTurns
from sabika.games.parts import rounds
from sabika.games.parts.dice import FACES
from sabika.games.parts.rounds import DIE, FIRST, ROUNDS
from sabika.games.parts.space import CELLS, NOBODY, Space, new_space
from sabika.games.parts.tiles import TYPES

# What is decided besides the stages of `rounds.py`.
CHIPS: Final[i64] = 6  # a chip for a bonus field (D6, D7)
CARLO: Final[i64] = 7  # the column of Carlo's first marker (D45)
CHOICE: Final[i64] = 8  # which prize, and swaps (D20, D27)
STAGES: Final = (*rounds.STAGES, "chips", "carlo", "prize")

# What was given in the column that is evaluated.
NOTHING: Final[i64] = 0
POINTS_GIVEN: Final[i64] = 1
CHIP_GIVEN: Final[i64] = 2
BOTH_GIVEN: Final[i64] = 3


class AlhambraDice(ChipTurns):
    """A position of the Dice Game: what lies on the table, and the face-down chips as counts."""

    game: ClassVar[str] = "alhambra_dice"

    def __init__(
        self,
        seats: i64,
        same_dice: bool,
        late_black: bool,
        space: Space,
        points: vec[i64],
        chips: vec[i64],
        tracks: vec[i64],
        ledger: DiceLedger,
    ) -> None:
        super().__init__(seats, same_dice, late_black, space, points, chips)
        self.tracks: vec[i64] = tracks  # the discs of each column, see `tracks.py`
        self.ledger: DiceLedger = ledger  # what was counted at each scoring
        self.stack: i64 = LIGHT + DARK  # chips that lie face down, four bits a kind
        self.bonus: i64 = ALL_EMPTY  # the chip on each bonus field or NO_CHIP, four bits a column
        self.given: i64 = NOTHING  # what was given in the column that is evaluated (D20)

    def clone(self) -> AlhambraDice:
        twin = AlhambraDice(
            self.seats,
            self.same_dice,
            self.late_black,
            self.space.clone(),
            self.points[:],
            self.chips[:],
            self.tracks[:],
            self.ledger.clone(),
        )
        self.copy_chips(twin)
        twin.stack = self.stack
        twin.bonus = self.bonus
        twin.given = self.given
        return twin

    # Laying out chips, then Carlo's markers (D6, D7, D45, Q19).

    def on_field(self, column: i64) -> i64:
        """The chip on a bonus field, or NO_CHIP."""
        return (self.bonus >> (4 * column)) & 15

    def lay_on_field(self, column: i64, chip: i64) -> None:
        self.bonus += (chip - self.on_field(column)) * CHIP[column]

    def lay_out(self) -> None:
        """In rounds 1 to 4 a die first gives the column of the first-player chip (D6)."""
        self.stage = DIE if self.round < ROUNDS else CHIPS

    def after_die(self) -> None:
        self.lay_on_field(self.chip, FIRST_PLAYER)
        self.stage = CHIPS

    def pile(self) -> i64:
        """The face-down chips that may come up now: the light ones, in the last round the dark ones (D3)."""
        return self.stack - DARK if self.round < ROUNDS else self.stack

    def lay_kind(self) -> str:
        return "chips" if self.stage == CHIPS else "carlo"

    def lay_total(self) -> i64:
        return chips_in(self.pile()) if self.stage == CHIPS else FACES

    def lay_chances(self) -> list[tuple[str, int]]:
        if self.stage == CHIPS:
            pile = self.pile()
            found = [(CHIP_NAMES[kind], int(chips_of(pile, kind))) for kind in range(7)]
            return [(name, count) for name, count in found if count > 0]
        return [(building, 1) for building in TYPES]

    def lay_outcome(self, k: i64) -> str:
        return CHIP_NAMES[nth_chip(self.pile(), k)] if self.stage == CHIPS else TYPES[k]

    def lay(self, k: i64) -> None:
        if self.stage == CHIPS:
            self.lay_chip(nth_chip(self.pile(), k))
            return
        for marker in range(i64(5)):
            self.place_ghost((k + marker) % FACES)  # each one column further right (D45)
        self.begin_turns()

    def lay_chip(self, kind: i64) -> None:
        """On the leftmost free bonus field."""
        column: i64 = 0
        while self.on_field(column) != NO_CHIP:
            column += 1
        self.stack -= CHIP[kind]
        self.lay_on_field(column, kind)
        while column < FACES:
            if self.on_field(column) == NO_CHIP:
                return
            column += 1
        if self.seats == 2:
            self.stage = CARLO
        else:
            self.begin_turns()

    # Prizes (D19 to D22).

    def award(self) -> None:
        while self.column < FACES:
            winner = self.winner()
            if winner == NOBODY:
                self.column += 1
                self.given = NOTHING
            elif self.asks(winner):
                self.stage = CHOICE
                self.actor = winner
                return
            elif self.give(winner, self.only_prize(), 0):
                return
        self.end_round()

    def winner(self) -> i64:
        """Who gets the prize that is due: the best marker's owner, then the second-best's (D20)."""
        best = self.space.best(self.column, 0)
        if best == CELLS or self.given == BOTH_GIVEN:
            return NOBODY
        if self.given == NOTHING:
            return self.space.owner(self.column, best)
        return self.second(best)

    def second(self, best: i64) -> i64:
        """The owner of the best marker below this cell (D20), or NOBODY (D22)."""
        cell = self.space.best(self.column, best + 1)
        return NOBODY if cell == CELLS else self.space.owner(self.column, cell)

    def asks(self, winner: i64) -> bool:
        """Is there anything to decide? Carlo never does (D46); without a swap chip the second prize is just taken,
        and so are both when they are one player's (D21, Q8)."""
        if winner == self.seats:
            return False
        if self.has(winner, SWAP) > 0:
            return True
        if self.given != NOTHING:
            return False
        return self.on_field(self.column) == SWAP or self.second(self.space.best(self.column, 0)) != winner

    def only_prize(self) -> i64:
        """The prize that is left; the two points when both are there (D46)."""
        return POINT_AND_CHIP if self.given == POINTS_GIVEN else TWO_POINTS

    def prize_moves(self) -> vec[i64]:
        found = vec[i64](capacity=32)
        if self.given != POINTS_GIVEN:
            found = self.with_swaps(codes.prize(TWO_POINTS), 2, found)
        if self.given != CHIP_GIVEN:
            found = self.with_swaps(codes.prize(POINT_AND_CHIP), 1, found)
        return found

    def with_swaps(self, move: i64, points: i64, found: vec[i64]) -> vec[i64]:
        """A prize, and the same with points taken in other columns, one for each swap chip (D27, Q9)."""
        found = append(found, move)
        chips = self.has(self.actor, SWAP)
        if chips == 0:
            return found
        for column in range(FACES):
            if column != self.column:
                found = append(found, codes.swapped(move, 0, column))
        if chips == 1 or points == 1:
            return found
        for column in range(FACES):
            for other in range(column + 1):
                if column != self.column and other != self.column:
                    found = append(found, codes.swapped(codes.swapped(move, 0, column), 1, other))
        return found

    def prize_refusal(self, kind: i64, move: i64) -> Rule:
        if kind != PRIZE:
            return D20
        which = codes.which_of(move)
        if self.given != NOTHING and which != self.only_prize():
            return D20  # the other prize is gone
        swaps = codes.swaps_in(move)
        if swaps > points_of(which) or swaps > self.has(self.actor, SWAP):
            return D27
        for n in range(swaps):
            if codes.swap_of(move, n) == self.column:
                return D27  # another column
        return NONE

    def act(self, kind: i64, move: i64) -> None:
        if kind != PRIZE:
            super().act(kind, move)
        elif not self.give(self.actor, codes.which_of(move), move):
            self.award()

    def give(self, winner: i64, which: i64, move: i64) -> bool:
        """Give a prize with its swaps. Is the winner now asked for the next first player?"""
        points = points_of(which)
        for n in range(i64(2)):
            other = codes.swap_of(move, n)
            if other >= 0:
                self.spend(winner, SWAP)
                self.advance(other, winner, 1)
                points -= 1
        if points > 0:
            self.advance(self.column, winner, points)
        chip: i64 = self.on_field(self.column) if which == POINT_AND_CHIP else NO_CHIP
        if self.chronicle is not None:
            self.tell_prize(winner, which, chip, move)
        self.given |= CHIP_GIVEN if which == POINT_AND_CHIP else POINTS_GIVEN
        return self.receive(winner, chip)

    def advance(self, column: i64, player: i64, points: i64) -> None:
        self.tracks[column] = advanced(self.tracks[column], player, points)

    def receive(self, winner: i64, chip: i64) -> bool:
        """The chip of a prize comes to its owner (D23); the first-player chip asks him at once (D31)."""
        if chip == NO_CHIP:
            return False
        self.lay_on_field(self.column, NO_CHIP)
        if chip == FIRST_PLAYER:
            self.chip = rounds.NOWHERE
            if winner != self.seats:
                self.stage = FIRST
                self.actor = winner
                return True
            self.ghost_crowns()
        elif winner == self.seats and chip >= POINT_KINDS:
            self.gone += CHIP[chip]  # Carlo keeps point chips only (D47)
        else:
            self.chips[winner] += CHIP[chip]
        return False

    def tell_prize(self, winner: i64, which: i64, chip: i64, move: i64) -> None:
        self.happened(
            "prize",
            {
                "player": winner,
                "column": TYPES[self.column],
                "prize": PRIZES[which],
                "chip": "" if chip == NO_CHIP else CHIP_NAMES[chip],
                "swaps": [TYPES[codes.swap_of(move, n)] for n in range(codes.swaps_in(move))],
            },
        )

    def tidy(self) -> None:
        """Chips not won leave the game (D24)."""
        for column in range(FACES):
            chip = self.on_field(column)
            if chip < KINDS:
                self.gone += CHIP[chip]
        self.bonus = ALL_EMPTY

    # Scoring (D39 to D42).

    def enter_scoring(self, scoring: i64) -> None:
        self.ledger.enter(scoring, self.tracks, self.chips)

    def scored(self, scoring: i64, player: i64) -> i64:
        return self.ledger.points(scoring, player)

    def scoring_lines(self, scoring: i64) -> list[Line]:
        return self.ledger.lines(scoring, self.players())

    def score_now(self) -> list[Line]:
        """What the next scoring would give if it were held now."""
        scoring: i64 = self.held + 1 if self.held < 3 else 3
        ledger = new_ledger()
        ledger.enter(scoring, self.tracks, self.chips)
        return ledger.lines(scoring, self.players())

    # For people.

    def other_preview(self, kind: i64, move: i64) -> dict[str, int]:
        """Where the disc comes to stand, and in which place."""
        if kind != PRIZE:
            return super().other_preview(kind, move)
        points = points_of(codes.which_of(move)) - codes.swaps_in(move)
        discs = self.tracks[self.column]
        if points > 0:
            discs = advanced(discs, self.actor, points)
        return {"space": space_of(discs, self.actor), "place": rank_of(discs, self.actor) + 1}


def points_of(which: i64) -> i64:
    """Building points of a prize (D20)."""
    return 1 if which == POINT_AND_CHIP else 2


def nth_chip(chips: i64, k: i64) -> i64:
    """The kind of the k-th chip, equal ones one after the other."""
    kind: i64 = 0
    while k >= chips & 15:
        k -= chips & 15
        chips >>= 4
        kind += 1
    return kind


def new_alhambra_dice(seats: i64, same_dice: bool, late_black: bool) -> AlhambraDice:
    """The table before the first player is drawn; every random thing is still to come."""
    players: i64 = 3 if seats == 2 else seats
    state = AlhambraDice(
        seats,
        same_dice,
        late_black,
        new_space(),
        vec[i64]([0] * players),
        vec[i64]([0] * players),
        vec[i64]([0] * FACES),
        new_ledger(),
    )
    state.hand = state.markers()
    return state
