"""Bots that do not think: any legal move, and a beginner's moves."""

from __future__ import annotations

from sabika.bots.bot import rng_of
from sabika.bots.worth import worth_of
from sabika.engine.registry import find
from sabika.engine.sight import Sight


class RandomBot:
    """Any legal move, all equally likely."""

    def __init__(self, seed: int) -> None:
        self.rng = rng_of(seed)

    def choose(self, sight: Sight) -> int:
        moves = sight.moves()
        return moves[self.rng.below(len(moves))]


class NoviceBot:
    """A beginner: avoids what harms him, and otherwise plays at random."""

    def __init__(self, seed: int) -> None:
        self.rng = rng_of(seed)

    def choose(self, sight: Sight) -> int:
        """First a kind of move, then one of that kind: many ways to pay do not make buying likelier."""
        notation = find(sight.game).notation
        kinds: dict[str, list[int]] = {}
        for move in worth_of(sight.game).harmless(sight.imagine(self.rng)):
            kinds.setdefault(notation(move).split(" ")[0], []).append(move)
        moves = list(kinds.values())[self.rng.below(len(kinds))]
        return moves[self.rng.below(len(moves))]
