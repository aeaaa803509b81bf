"""Bots that think ahead: `architect` and `vizier` search the same tree, the vizier for longer and further."""

from __future__ import annotations

import time
from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.bot import Advice, Budget, rng_of
from sabika.bots.greedy import judge_of, ranked
from sabika.bots.tree_search import Manner, Node, Tree
from sabika.bots.value.advice import searched
from sabika.bots.worth.base import Thought, Worth, best_of
from sabika.engine.rng import Rng
from sabika.engine.sight import Sight
from sabika.engine.state import State

FEW: Final[i64] = 50  # playouts before time can be told by their speed


class SearchBot:
    """Imagines how games may go on, and plays the move that it found worth trying most often."""

    thinks: ClassVar[bool] = True
    usual: ClassVar[float] = 1.0  # seconds for a move, when nothing else is said
    plays_on: ClassVar[bool] = True  # from where its tree ends, before it judges

    def __init__(self, seed: int, budget: Budget | None = None, worth: Worth | None = None) -> None:
        self.rng: Rng = rng_of(seed)
        self.worth: Worth | None = worth  # None: the judge of the game that is played
        self.manner: Manner = Manner()
        self.manner.plays_on = self.plays_on
        self.most: i64 = 0 if budget is None else budget.playouts  # playouts, 0: by time
        self.seconds: float = self.usual if budget is None else budget.seconds
        self.playouts: int = 0  # of the last decision
        self.spent: int = 0  # of a budget of playouts; a thought may take longer for one than a tree does
        self.depth: float = 0.0  # decisions in each of them, on average

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (0, None, self.worth), (None, {"rng": self.rng, "most": self.most, "seconds": self.seconds})

    def choose(self, sight: Sight) -> int:
        worth, state, moves = self.begin(sight, self.rng)
        if len(moves) == 1:
            return moves[0]
        if worth.decides(state):
            return best_of(moves, worth.weigh(state, moves))[0]
        seed = self.rng.next()
        thought = worth.thought(state, seed)
        if thought is not None:
            self.ponder(thought)
            return best_of(moves, thought.weigh(moves))[0]
        root = self.think(sight, worth, seed)
        return root.moves[root.best()]

    def explain(self, sight: Sight, most: int = 3) -> list[Advice]:
        """The moves that were found worth most tries, the first of them the one it would play."""
        rng = Rng(0)
        rng.word = self.rng.word  # the same thoughts as in `choose`, and to be asked changes no later move
        worth, state, moves = self.begin(sight, rng)
        if len(moves) == 1 or worth.decides(state):
            values = worth.weigh(state, moves)
            return ranked(state, moves, values, values, most)
        seed = rng.next()
        thought = worth.thought(state, seed)
        if thought is not None:
            self.ponder(thought)
            return ranked(state, moves, thought.weigh(moves), worth.weigh(state, moves), most)
        root = self.think(sight, worth, seed)
        order = sorted(range(len(root.moves)), key=lambda n: (-root.tried[n], -root.payoff[n]))
        best = [n for n in order[:most] if root.tried[n] > 0]
        margins = [root.margins[n] / float(root.tried[n]) for n in best]
        return searched(state, [root.moves[n] for n in best], margins)

    def begin(self, sight: Sight, rng: Rng) -> tuple[Worth, State, vec[i64]]:
        """Who judges, an imagined state, and the moves worth a closer look; nothing has been thought yet."""
        self.playouts = 0
        self.spent = 0
        self.depth = 0.0
        worth = judge_of(sight, self.worth)
        if self.worth is None and self.manner.plays_on:
            worth = worth.far()
        state = sight.imagine(rng)
        return worth, state, worth.shortlist(state)

    def think(self, sight: Sight, worth: Worth, seed: i64) -> Node:
        """Search until the budget is spent or the best move cannot be overtaken any more."""
        start = time.perf_counter()
        tree = Tree(sight, worth, self.manner, seed)
        while tree.root.ahead() <= self.left(tree.playouts, start):
            tree.playout()
        self.playouts = tree.playouts
        self.spent = tree.playouts
        self.depth = tree.depth()
        return tree.root

    def ponder(self, thought: Thought) -> None:
        """Think as the judge does until the budget is spent or all is thought of."""
        start = time.perf_counter()
        while not thought.done and self.left(thought.spent(), start) >= 0:
            thought.playout()
        self.playouts = thought.playouts
        self.spent = thought.spent()
        self.depth = float(thought.decisions) / float(max(thought.playouts, i64(1)))

    def left(self, playouts: i64, start: float) -> i64:
        """How many playouts the budget still allows, -1 when it is spent; at least one is made."""
        if self.most > 0:
            return self.most - playouts if playouts < self.most else -1
        spent = time.perf_counter() - start
        if spent >= self.seconds:
            return -1 if playouts > 0 else 0
        if playouts < FEW:
            return FEW
        return i64((self.seconds - spent) / spent * float(playouts))


class ArchitectBot(SearchBot):
    """Thinks for a fifth of a second, and judges at once where its tree ends."""

    usual: ClassVar[float] = 0.2
    plays_on: ClassVar[bool] = False


class VizierBot(SearchBot):
    """Thinks for a second, and plays on for some rounds before it judges."""
