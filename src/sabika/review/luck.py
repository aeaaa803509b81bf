"""What a piece of luck is worth: what it brought, less the exact mean of everything that it could have brought.

So luck is 0 on average, whoever plays and however wrong the judge is.
"""

from __future__ import annotations

from sabika.bots.value import Estimate, Valuer, valuer_of
from sabika.engine.rng import Rng
from sabika.engine.state import State


def gain_of(valuer: Valuer, state: State, k: int) -> Estimate:
    """What the k-th chance brings every side."""
    before = valuer.before(state)
    twin = state.clone()
    twin.settle(k)
    return valuer.fallen(twin) - before


class Fate:
    """Draws the luck of a game of two, and keeps count of how lucky the first seat was."""

    def __init__(self, game: str, seed: int) -> None:
        self.rng = Rng(seed)
        self.valuer = valuer_of(game)
        self.luck = 0.0  # points of its lead

    def settle(self, state: State) -> None:
        k = self.rng.below(state.luck_total())
        self.luck += lead_of(gain_of(self.valuer, state, k))
        state.settle(k)


def lead_of(gain: Estimate) -> float:
    """The points of the first seat more than the second's."""
    return gain.points[0] - gain.points[1]
