"""A turn of the Dice Game: the chips that change it (D28 to D30, D32, D33)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.engine.rule import NONE, Rule
from sabika.games.alhambra_dice import codes
from sabika.games.alhambra_dice.codes import ANNUL_THROW, BLACK_DIE, DISPLACE_MARK
from sabika.games.alhambra_dice.facts import ANNUL, BLACK, CHIP, CHIP_NAMES, DISPLACE, SWAP, chips_of
from sabika.games.alhambra_dice.rules import D19, D28, D29, D30
from sabika.games.parts.dice import FACES, keep, showing
from sabika.games.parts.rounds import DiceRounds
from sabika.games.parts.rules import D12
from sabika.games.parts.space import CELLS, NOBODY, Space, cell_name
from sabika.games.parts.tiles import TYPES
from sabika.games.parts.turns import ONE, type_of, with_type

NO_SYMBOL: Final[i64] = -1  # the black die is not set


class ChipTurns(DiceRounds):
    """Dice, markers, and the chips that players have won."""

    def __init__(
        self, seats: i64, same_dice: bool, late_black: bool, space: Space, points: vec[i64], chips: vec[i64]
    ) -> None:
        super().__init__(seats, space, points)
        self.same_dice: bool = same_dice  # an annulled throw is repeated with the same dice or not at all (Q3)
        self.late_black: bool = late_black  # the black die may be set after any throw (Q5)
        self.chips: vec[i64] = chips  # by player, four bits a kind
        self.gone: i64 = 0  # chips that left the game, four bits a kind (D24, D33)
        self.before: i64 = 0  # what the dice showed before the last throw
        self.fresh: bool = False  # the last throw may still be annulled (Q4)
        self.bound: bool = False  # only the dice of the annulled throw may be thrown (Q3)
        self.black: i64 = NO_SYMBOL  # the type that the black die shows

    def copy_chips(self, twin: ChipTurns) -> None:
        """Give a clone everything that its constructor was not given."""
        self.copy_to(twin)
        twin.gone = self.gone
        twin.before = self.before
        twin.fresh = self.fresh
        twin.bound = self.bound
        twin.black = self.black

    def has(self, player: i64, kind: i64) -> i64:
        """How many chips of a kind a player has."""
        return chips_of(self.chips[player], kind)

    def spend(self, player: i64, kind: i64) -> None:
        """A used chip leaves the game (D33)."""
        self.chips[player] -= CHIP[kind]
        self.gone += CHIP[kind]
        if self.chronicle is not None:
            self.happened("chip-used", {"player": player, "chip": CHIP_NAMES[kind]})

    # The course of a turn.

    def symbols(self, building: i64) -> i64:
        """White dice, and the black die when it is set to this type (D32)."""
        white = showing(self.dice, building)
        return white + 1 if building == self.black else white

    def throw_again(self, kept: i64) -> None:
        self.before = self.dice
        self.fresh = False
        self.bound = False
        super().throw_again(kept)

    def throw(self, k: i64) -> None:
        super().throw(k)
        self.fresh = True

    def end_turn(self) -> None:
        self.black = NO_SYMBOL
        self.bound = False
        self.accept_throw()
        super().end_turn()

    def accept_throw(self) -> None:
        """Setting the black die accepts the throw: it can no longer be annulled (Q4, Q6)."""
        self.fresh = False
        self.before = 0

    # What the chips allow.

    def other_turn_moves(self, found: vec[i64]) -> vec[i64]:
        held = self.chips[self.turn]
        if held >> (4 * SWAP + 4) == 0:
            return found  # nothing to displace, annul or add with
        if chips_of(held, DISPLACE) > 0:
            for building in range(FACES):
                if self.displace_refusal(building) is NONE:
                    found = append(found, with_type(DISPLACE_MARK, building))
        if self.black_refusal() is NONE:
            for building in range(FACES):
                found = append(found, with_type(BLACK_DIE, building))
        if self.annul_refusal() is NONE:
            found = append(found, ANNUL_THROW)
        return found

    def keeps(self, found: vec[i64]) -> vec[i64]:
        return append(found, keep(self.kept)) if self.bound else super().keeps(found)

    def well_formed(self, move: i64) -> bool:
        return codes.well_formed(move)

    def keep_refusal(self, kept: i64) -> Rule:
        if self.bound and kept != self.kept:
            return D29  # the same dice again
        return super().keep_refusal(kept)

    def other_turn_refusal(self, kind: i64, move: i64) -> Rule:
        if kind == DISPLACE_MARK:
            return self.displace_refusal(type_of(move))
        if kind == BLACK_DIE:
            return self.black_refusal()
        if kind == ANNUL_THROW:
            return self.annul_refusal()
        return D19  # prizes are given when all markers are placed

    def displace_refusal(self, building: i64) -> Rule:
        """A chip, and an opponent's marker on the exact cell (D28, Q7)."""
        if self.symbols(building) == 0:
            return D12
        if self.has(self.turn, DISPLACE) == 0:
            return D28
        owner = self.space.owner(building, self.goal(building))
        return D28 if owner == NOBODY or owner == self.turn else NONE

    def black_refusal(self) -> Rule:
        """A chip, once a turn, after the first throw and before the second (D30, Q5)."""
        if self.has(self.turn, BLACK) == 0 or self.black != NO_SYMBOL:
            return D30
        return NONE if self.throws == 1 or self.late_black else D30

    def annul_refusal(self) -> Rule:
        """A chip, for the throw just made (D29, Q4)."""
        return NONE if self.fresh and self.has(self.turn, ANNUL) > 0 else D29

    # What they do.

    def act(self, kind: i64, move: i64) -> None:
        if kind == DISPLACE_MARK:
            self.displace(type_of(move))
        elif kind == BLACK_DIE:
            self.spend(self.turn, BLACK)
            self.black = type_of(move)
            self.accept_throw()
        else:
            self.annul()

    def displace(self, building: i64) -> None:
        """Take the exact cell; the run of markers from it down moves one cell (D28)."""
        cell = self.goal(building)
        self.spend(self.turn, DISPLACE)
        self.hand -= ONE[self.turn]
        fallen = self.space.push(building, cell, self.turn)
        if self.chronicle is not None:
            self.happened("marked", {"player": self.turn, "column": TYPES[building], "cell": cell_name(cell)})
        if fallen != NOBODY:
            self.fall(building, fallen)
        self.end_turn()

    def annul(self) -> None:
        """Dice and throw count go back to what they were (D29); before the first throw there is nothing to choose."""
        self.spend(self.turn, ANNUL)
        self.throws -= 1
        self.dice = self.before
        self.before = 0
        self.fresh = False
        self.bound = self.same_dice
        if self.throws == 0:
            self.throw_again(0)
        elif not self.bound:
            self.kept = 0

    def other_preview(self, kind: i64, move: i64) -> dict[str, int]:
        """The cell taken and the markers moved; the symbols with the black die; the throws that are left to count."""
        if kind == DISPLACE_MARK:
            building = type_of(move)
            cell = self.goal(building)
            end = self.space.reach(building, cell)
            return {**self.landing(building, cell), "moved": end - cell, "pushed_off": 1 if end == CELLS else 0}
        if kind == BLACK_DIE:
            return {"symbols": self.symbols(type_of(move)) + 1}
        return {"throws": self.throws - 1}
