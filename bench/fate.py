"""How lucky a seat is in a game with dice: what luck brought, less the exact mean of all that it may bring.

What a throw, or something that is laid out, is worth is what the judge makes of it. So luck is 0 in the mean, whoever
plays and however wrong the judge is.
"""

from __future__ import annotations

from sabika import Rng
from sabika.bots.dice.outlook import Outlook
from sabika.bots.dice.plan import Plan, Turn
from sabika.bots.worth.alcazaba import WORTH as ALCAZABA
from sabika.bots.worth.alcazaba import ends
from sabika.bots.worth.alhambra_dice import WORTH as ALHAMBRA_DICE
from sabika.bots.worth.base import Worth
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.parts.turns import THROW

DiceState = AlhambraDice | Alcazaba


class Fate:
    """Draws the luck of a game of two, and keeps count of how lucky the first seat was."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)
        self.luck = 0.0  # points
        self.turn: tuple[object, Plan] | None = None  # the plan of the turn that is played, by what it depends on

    def settle(self, state: DiceState) -> None:
        k = self.rng.below(state.luck_total())
        self.luck += self.throw(state, k) if state.stage == THROW else lay(state, k)

    def throw(self, state: DiceState, k: int) -> float:
        """Let dice fall; tells what it was worth to the first seat, more than it was worth to throw."""
        plan, sign = self.plan(state), 1 if state.turn == 0 else -1
        before = plan.keep(state.kept, state.dice, state.throws) if state.throws else plan.start()
        state.settle(k)
        thrown_from = state.before if isinstance(state, AlhambraDice) else 0  # there are no annul chips in Alcazaba
        return sign * (plan.fresh(state.kept, thrown_from, state.dice, state.throws) - before)

    def plan(self, state: DiceState) -> Plan:
        chips = (state.chips[state.turn], state.black) if isinstance(state, AlhambraDice) else ()
        key = (state.round, state.hand, *chips)
        if self.turn is None or self.turn[0] != key:
            self.turn = (key, Plan(turn_of(state)))
        return self.turn[1]


def turn_of(state: DiceState) -> Turn:
    """What the ends of a turn are worth to who throws."""
    if isinstance(state, AlhambraDice):
        return Outlook(state, ALHAMBRA_DICE.weights).turn(state.turn)
    return Turn(ends(state, ALCAZABA.weights))


def judge_of(state: DiceState) -> Worth:
    return ALHAMBRA_DICE if isinstance(state, AlhambraDice) else ALCAZABA


def lay(state: DiceState, k: int) -> float:
    """Let something be laid out; tells what it was worth to the first seat, more than all chances in the mean."""
    worth, total = judge_of(state), int(state.luck_total())
    mean, first = 0.0, 0
    for _, ways in state.chances():
        twin = state.clone()
        twin.settle(first)
        mean += worth.of(twin, 0) * ways / total
        first += ways
    state.settle(k)
    return worth.of(state, 0) - mean
