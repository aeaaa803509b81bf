"""How lucky a seat is in the Dice Game: what luck brought, less the exact mean of all that it may bring.

What a throw, a chip or Carlo's column is worth is what the judge makes of it. So luck is 0 in the mean, whoever plays
and however wrong the judge is.
"""

from __future__ import annotations

from sabika import Rng
from sabika.bots.dice.outlook import Outlook
from sabika.bots.dice.plan import Plan
from sabika.bots.worth.alhambra_dice import WORTH
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.parts.turns import THROW


class Fate:
    """Draws the luck of a game of two, and keeps count of how lucky the first seat was."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)
        self.luck = 0.0  # points
        self.turn: tuple[object, Plan] | None = None  # the plan of the turn that is played, by what it depends on

    def settle(self, state: AlhambraDice) -> None:
        k = self.rng.below(state.luck_total())
        self.luck += self.throw(state, k) if state.stage == THROW else lay(state, k)

    def throw(self, state: AlhambraDice, k: int) -> float:
        """Let dice fall; tells what it was worth to the first seat, more than it was worth to throw."""
        plan, sign = self.plan(state), 1 if state.turn == 0 else -1
        before = plan.keep(state.kept, state.dice, state.throws) if state.throws else plan.start()
        state.settle(k)
        return sign * (plan.fresh(state.kept, state.before, state.dice, state.throws) - before)

    def plan(self, state: AlhambraDice) -> Plan:
        key = (state.round, state.hand, state.chips[state.turn], state.black)
        if self.turn is None or self.turn[0] != key:
            self.turn = (key, Plan(Outlook(state, WORTH.weights).turn(state.turn)))
        return self.turn[1]


def lay(state: AlhambraDice, k: int) -> float:
    """Let something be laid out; tells what it was worth to the first seat, more than all chances in the mean."""
    total = int(state.luck_total())
    before = 0.0
    for chance in range(total):
        twin = state.clone()
        twin.settle(chance)
        before += WORTH.of(twin, 0) / total
    state.settle(k)
    return WORTH.of(state, 0) - before
