"""The judge of the Dice Game: the points by which a seat can expect to be ahead at the end.

What a position is worth is in `alhambra_dice_outlook.py`, with all numbers in `DiceWeights`. The dice of a turn are
exact: every cell that a marker may come to is judged, and `bots/dice/plan.py` finds the best way there.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.dice.odds import Thrown, TurnOdds, turn_odds
from sabika.bots.dice.plan import Plan
from sabika.bots.worth.alhambra_dice_outlook import UNREST, DiceOutlook, DiceWeights, ahead, far_weights
from sabika.bots.worth.alhambra_dice_prizes import read_prizes
from sabika.bots.worth.alhambra_dice_thought import MarkerThought, weigh_turn
from sabika.bots.worth.base import Thought, Worth, after
from sabika.engine.state import OVER, State
from sabika.games.alhambra_dice.facts import ANNUL, BLACK, DISPLACE
from sabika.games.alhambra_dice.state import CHOICE, AlhambraDice
from sabika.games.parts.building import kind_of
from sabika.games.parts.dice import FACES, KEEP, UNIT, kept_by, showing
from sabika.games.parts.tiles import TYPES
from sabika.games.parts.turns import MARK, TURN, type_of


class DiceWorth(Worth):
    """The judge of the Dice Game."""

    def __init__(self, weights: DiceWeights) -> None:
        super().__init__()
        self.weights: DiceWeights = weights
        self.play_on = 0  # level moves are as good as each other
        self.odds_columns = TYPES

    def of(self, state: State, seat: i64) -> float:
        """With several rivals: the lead over their average, which is steadier than over the best of them."""
        return ahead(self.prospects(state), seat, state.seats)

    def prospects(self, state: State) -> vec[float]:
        assert isinstance(state, AlhambraDice)
        return DiceOutlook(state, self.weights).prospects()

    def unrest(self, state: State) -> float:
        assert isinstance(state, AlhambraDice)
        return 0.0 if state.actor == OVER else UNREST[state.round]

    def decides(self, state: State) -> bool:
        """Prizes and first players are the judge's; in a turn there is something to think about."""
        assert isinstance(state, AlhambraDice)
        return state.stage != TURN

    def far(self) -> Worth:
        return FAR

    def thought(self, state: State, seed: i64) -> Thought | None:
        assert isinstance(state, AlhambraDice)
        return MarkerThought(state, self.weights, seed)

    def weigh(self, state: State, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, AlhambraDice)
        if state.stage == TURN:
            outlook = DiceOutlook(state, self.weights)
            return weigh_turn(state, outlook, Plan(outlook.turn(state.actor)), moves)
        found = vec[float](capacity=len(moves))
        for move in moves:
            found = append(found, self.of(after(state, move), state.actor))
        return found

    def harmless(self, state: State) -> vec[i64]:
        """Keep all dice of one type that shows more than once, or place a marker for a type that shows most."""
        assert isinstance(state, AlhambraDice)
        if state.stage != TURN:
            return state.moves()
        found = vec[i64](capacity=16)
        for move in state.moves():
            if is_simple(state, move):
                found = append(found, move)
        return found

    def odds(self, state: State) -> TurnOdds | None:
        """While dice are out, with the chips of the player whose turn it is."""
        assert isinstance(state, AlhambraDice)
        return turn_odds(thrown(state), state.space, state.turn) if state.stage == TURN else None


class FarWorth(DiceWorth):
    """The vizier's judge: it plays prizes out, and values chips by what they gain."""

    def weigh(self, state: State, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, AlhambraDice)
        if state.stage == CHOICE:
            return read_prizes(state, self.weights, moves)
        return super().weigh(state, moves)


def thrown(state: AlhambraDice) -> Thrown:
    """The dice as they lie, and the chips that may be used on them."""
    lies = Thrown(state.dice, state.throws, state.black)
    lies.black_chip = state.has(state.turn, BLACK) > 0
    lies.late_black = state.late_black
    lies.annuls = state.has(state.turn, ANNUL)
    lies.displaces = state.has(state.turn, DISPLACE) > 0
    lies.same_dice = state.same_dice
    lies.fresh = state.fresh
    lies.bound = state.bound
    lies.kept = state.kept
    lies.before = state.before
    return lies


def is_simple(state: AlhambraDice, move: i64) -> bool:
    """Does a beginner see the sense of it? Chips he keeps for later."""
    most: i64 = 1
    for face in range(FACES):
        most = max(most, state.symbols(face))
    if kind_of(move) == MARK:
        return state.symbols(type_of(move)) == most
    if kind_of(move) != KEEP:
        return False
    for face in range(FACES):
        if showing(state.dice, face) > 1 and kept_by(move) == showing(state.dice, face) * UNIT[face]:
            return True
    return False


WORTH: Final = DiceWorth(DiceWeights())
FAR: Final = FarWorth(far_weights())
