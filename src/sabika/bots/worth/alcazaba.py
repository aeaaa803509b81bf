"""The judge of Alcazaba: how it weighs is in `alcazaba_judge.py`, how it thinks in `alcazaba_thought.py`."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.dice.odds import NO_BLACK, Thrown, TurnOdds, turn_odds
from sabika.bots.worth.alcazaba_glance import Look
from sabika.bots.worth.alcazaba_judge import AlcazabaJudge
from sabika.bots.worth.alcazaba_stand import AlcazabaWeights
from sabika.bots.worth.alcazaba_thought import Rehearsal
from sabika.bots.worth.base import Thought
from sabika.engine.state import State
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.parts.turns import TURN


class AlcazabaWorth(AlcazabaJudge):
    """The judge of Alcazaba."""

    def thought(self, state: State, seed: i64) -> Thought | None:
        """In a turn the rest of the round is rehearsed."""
        assert isinstance(state, Alcazaba)
        return Rehearsal(self, state, seed) if state.stage == TURN else None

    def glance(self, state: State, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, Alcazaba)
        if state.stage == TURN:
            return self.weigh(state, moves)
        return Look(state, self.weights).values(moves)

    def odds(self, state: State) -> TurnOdds | None:
        """While dice are out."""
        assert isinstance(state, Alcazaba)
        if state.stage != TURN:
            return None
        return turn_odds(Thrown(state.dice, state.throws, NO_BLACK), state.space, state.turn)


WORTH: Final = AlcazabaWorth(AlcazabaWeights())
