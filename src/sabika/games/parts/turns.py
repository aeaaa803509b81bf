"""A turn with dice: throwing, keeping and placing a marker, as the Dice Game and Alcazaba share them (D8 to D18).

Moves besides KEEP (in `dice.py`): bits 0-3 the kind, then for MARK the type (3 bits from 4).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from sabika.engine.rule import NONE, Rule
from sabika.engine.state import LUCK, State
from sabika.games.parts.dice import DICE, FACES, THROWS, dice_in, holds, keeps_of, showing, thrown
from sabika.games.parts.rules import D9, D10
from sabika.games.parts.space import CELLS, Space, cell_name, row_of, target, throws_of
from sabika.games.parts.tiles import TYPES

MARK: Final[i64] = 2  # place a marker for a type (D12)

MARKERS: Final = vec[i64]([0, 0, 5, 5, 4, 3, 3])  # of each player, by the number of seats (D1)
GHOST_ROWS: Final[i64] = 2  # Carlo's markers stand in rows 2 to 6 (D45, C67)
ONE: Final = vec[i64]([16**player for player in range(7)])  # a marker of each player; four bits count them

# What is decided in a turn; the other stages are in `rounds.py` and in the games.
THROW: Final[i64] = 2  # a throw of the dice (D9)
TURN: Final[i64] = 3  # what to do with what was thrown


def with_type(kind: i64, building: i64) -> i64:
    """The code of a move that names a type."""
    return kind | (building << 4)


def type_of(move: i64) -> i64:
    return (move >> 4) & 7


class DiceTurns(State):
    """Dice, markers and the result space."""

    def __init__(self, seats: i64, space: Space) -> None:
        super().__init__(seats)
        self.space: Space = space  # the markers placed in this round
        self.stage: i64 = 0  # what is being decided
        self.turn: i64 = 0  # the seat that throws
        self.throws: i64 = 0  # valid throws in this turn
        self.dice: i64 = 0  # what the white dice show
        self.kept: i64 = 0  # the dice that are kept from the throw that comes or was just made
        self.hand: i64 = 0  # markers not placed, four bits a player
        self.out: i64 = 0  # markers that fell off the columns, four bits a player (D18)

    def copy_turn(self, twin: DiceTurns) -> None:
        """Give a clone everything that its constructor was not given."""
        twin.actor = self.actor
        twin.stage = self.stage
        twin.turn = self.turn
        twin.throws = self.throws
        twin.dice = self.dice
        twin.kept = self.kept
        twin.hand = self.hand
        twin.out = self.out

    # What a game fills in.

    def other_turn_moves(self, found: vec[i64]) -> vec[i64]:
        """What a turn allows besides placing and throwing."""
        return found

    def evaluate(self) -> None:
        """All markers are placed: give the prizes."""
        raise NotImplementedError

    # Players and their markers.

    def players(self) -> i64:
        """With two seats Carlo sits behind them (D44, C66)."""
        if self.seats == 2:
            return 3
        return self.seats

    def markers(self) -> i64:
        """All markers of all players, four bits a player (D1, D44)."""
        return MARKERS[self.seats] * ((ONE[self.players()] - 1) // 15)

    def in_hand(self, player: i64) -> i64:
        return (self.hand >> (4 * player)) & 15

    def fallen(self, player: i64) -> i64:
        return (self.out >> (4 * player)) & 15

    def marker_census(self) -> dict[str, int]:
        """How many markers each player has in all places together."""
        found: dict[str, int] = {}
        for player in range(self.players()):
            found[f"marker-{player + 1}"] = self.in_hand(player) + self.fallen(player)
        for column in range(FACES):
            for _, player in self.space.markers(column):
                found[f"marker-{player + 1}"] += 1
        return found

    def dice_on_table(self) -> i64:
        """The white dice, those in the cup included."""
        return dice_in(self.dice) if self.stage == TURN else DICE

    # What may be done with what was thrown.

    def symbols(self, building: i64) -> i64:
        """How many symbols of a type were thrown."""
        return showing(self.dice, building)

    def goal(self, building: i64) -> i64:
        """The cell a marker for this type is meant for (D13, D14)."""
        return target(self.symbols(building), self.throws)

    def turn_moves(self) -> vec[i64]:
        """Placing the marker, what else the game allows, throwing again."""
        found = vec[i64](capacity=168)
        for building in range(FACES):
            if self.symbols(building) > 0:
                found = append(found, with_type(MARK, building))  # D12
        return self.keeps(self.other_turn_moves(found))

    def keeps(self, found: vec[i64]) -> vec[i64]:
        """Every way to keep some dice and throw the others, at most three times a turn (D9, D10)."""
        if self.throws == THROWS:
            return found
        return extend(found, keeps_of(self.dice))

    def best_mark(self) -> i64:
        """The marker that comes to the best cell."""
        best: i64 = -1
        lowest = CELLS + 1
        for building in range(FACES):
            if self.symbols(building) > 0:
                cell = self.space.reach(building, self.goal(building))
                if cell < lowest:
                    lowest = cell
                    best = building
        return with_type(MARK, best)

    def keep_refusal(self, kept: i64) -> Rule:
        """Dice that were thrown, but not all of them (D10), and not after the third throw (D9)."""
        if self.throws == THROWS:
            return D9
        if kept == self.dice or not holds(self.dice, kept):
            return D10
        return NONE

    # Throwing and placing.

    def begin_turn(self, seat: i64) -> None:
        """All eight dice are thrown; that is no decision (D9)."""
        self.turn = seat
        self.throws = 0
        self.dice = 0
        self.throw_again(0)

    def throw_again(self, kept: i64) -> None:
        """Keep these dice, throw the others."""
        self.kept = kept
        self.stage = THROW
        self.actor = LUCK

    def throw(self, k: i64) -> None:
        """The dice that were not kept show what luck gave."""
        self.dice = self.kept + thrown(DICE - dice_in(self.kept), k)
        self.throws += 1
        self.stage = TURN
        self.actor = self.turn

    def mark(self, building: i64) -> None:
        """Place a marker; a cell that is taken sends it down to the next free one (D16)."""
        cell = self.space.reach(building, self.goal(building))
        self.hand -= ONE[self.turn]
        self.set_marker(building, cell, self.turn)
        self.end_turn()

    def place_ghost(self, building: i64) -> None:
        """Carlo's next marker: the right cell of row 2, 3, 4, 5, 6 (D45, C67)."""
        row = GHOST_ROWS + MARKERS[self.seats] - self.in_hand(self.seats)
        self.hand -= ONE[self.seats]
        self.set_marker(building, target(row, THROWS), self.seats)

    def set_marker(self, building: i64, cell: i64, player: i64) -> None:
        """A marker comes to stand on a free cell, or falls off the column (D18)."""
        if cell == CELLS:
            self.fall(building, player)
            return
        self.space.put(building, cell, player)
        if self.chronicle is not None:
            self.happened("marked", {"player": player, "column": TYPES[building], "cell": cell_name(cell)})

    def fall(self, building: i64, player: i64) -> None:
        """A marker is out for this round (D18)."""
        self.out += ONE[player]
        if self.chronicle is not None:
            self.happened("fell-off", {"player": player, "column": TYPES[building]})

    def end_turn(self) -> None:
        """The next player clockwise, until every marker has been placed (D8)."""
        seat = (self.turn + 1) % self.seats
        if self.in_hand(seat) > 0:
            self.begin_turn(seat)
            return
        self.throws = 0
        self.dice = 0
        self.kept = 0
        self.evaluate()

    # For people.

    def landing(self, building: i64, cell: i64) -> dict[str, int]:
        """Where a marker comes to stand, or that it falls off."""
        if cell == CELLS:
            return {"column": building, "falls": 1}
        return {"column": building, "row": row_of(cell), "throws": throws_of(cell), "order": cell}
