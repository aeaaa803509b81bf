"""A decision looked at by search: the best move, and by how much the one that was made is behind it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.tree_search import Book, Manner, Tree
from sabika.bots.value import Estimate
from sabika.bots.value.estimate import plus
from sabika.bots.worth import worth_of
from sabika.bots.worth.base import Thought, Worth
from sabika.engine.sight import Sight
from sabika.engine.state import State

SURE: Final = 1.96  # standard errors on either side of an estimate, nineteen times in twenty
PART: Final = 4  # the best move and the one made get at least one playout in so many, each
HALVES: Final = 2  # thoughts with seeds of their own: what they differ by is doubt


@dataclass(frozen=True)
class Searched:
    """What a search found."""

    best: int
    chosen: int
    playouts: int
    cost: Estimate | None = None  # what the choice cost every side; None: only the lead is known, in `points`
    points: float = 0.0  # of the mover's lead
    doubt: float = 0.0  # of the chance to win
    scale: float = 1.0  # points of lead that make a win e times as likely


class Search:
    """One decision from what a seat knows. The same seed and number of playouts find the same."""

    def __init__(self, sight: Sight, state: State, moves: vec[i64], seed: int) -> None:
        self.sight = sight
        self.state = state
        self.moves = moves
        self.seed = seed
        self.worth: Worth = worth_of(sight.game).far()

    def run(self, chosen: int, playouts: int) -> Searched:
        if self.worth.decides(self.state):
            return self.weighed(chosen)
        thought = self.worth.thought(self.state, self.seed)
        return self.thought_over(chosen, playouts) if thought is not None else self.tried(chosen, playouts)

    def weighed(self, chosen: int) -> Searched:
        """The judge knows best."""
        return self.compared(chosen, [list(self.worth.weigh(self.state, self.moves))], 0)

    def thought_over(self, chosen: int, playouts: int) -> Searched:
        """The judge thinks in its own way, with two seeds."""
        rows, made = [], 0
        for half in range(HALVES):
            thought = self.worth.thought(self.state, self.seed + half)
            assert thought is not None
            ponder(thought, playouts // HALVES)
            rows.append(list(thought.weigh(self.moves)))
            made += int(thought.spent())
            if thought.playouts == 0 or thought.done:
                break  # nothing is left to chance
        return self.compared(chosen, rows, made)

    def compared(self, chosen: int, rows: list[list[float]], made: int) -> Searched:
        """The best move by the mean of the rows, and how far the rows are apart about it."""
        means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        best, at = max(range(len(means)), key=means.__getitem__), list(self.moves).index(chosen)
        scale = max(0.5, 0.55 * self.worth.unrest(self.state))
        costs = [row[best] - row[at] for row in rows]
        apart = (max(costs) - min(costs)) / (4.0 * scale)
        if means[best] - means[at] <= 1e-6:
            best = at
        return Searched(int(self.moves[best]), chosen, made, None, means[best] - means[at], apart, scale)

    def tried(self, chosen: int, playouts: int) -> Searched:
        """A tree; the moves in question are tried often enough to tell them apart."""
        tree = Tree(self.sight, self.worth, Manner(), self.seed)
        known = tree.root.find(chosen)
        if known < 0:
            self.learn(tree)
            known = tree.root.find(chosen)
        tree.keep_books()
        while tree.playouts < playouts:
            tree.playout()
        best = int(tree.root.best())
        for edge in (best, int(known)):
            while tree.books[edge].tries * PART < playouts:
                tree.try_move(edge)
        return told(tree, best, int(known))

    def learn(self, tree: Tree) -> None:
        """A move that no shortlist has is looked at too."""
        tree.root.learn(self.moves, self.worth.weigh(self.state, self.moves), self.worth.warmth)


def ponder(thought: Thought, playouts: int) -> None:
    while not thought.done and thought.spent() < playouts:
        thought.playout()


def told(tree: Tree, best: int, chosen: int) -> Searched:
    """What a tree says of two of its moves."""
    side, moves = int(tree.root.side), tree.root.moves
    better, made = tree.books[best], tree.books[chosen]
    cost = mean_book(better) - mean_book(made)
    if best == chosen or cost.wins[side] <= 0:
        return Searched(int(moves[chosen]), int(moves[chosen]), int(tree.playouts))
    doubt = SURE * math.sqrt(variance(better, side) + variance(made, side))
    return Searched(int(moves[best]), int(moves[chosen]), int(tree.playouts), cost, 0.0, doubt)


def mean_book(book: Book) -> Estimate:
    nothing = (0.0,) * len(book.points)
    part = 1.0 / float(book.tries)
    return Estimate(plus(nothing, tuple(book.points), part), plus(nothing, tuple(book.wins), part))


def variance(book: Book, side: int) -> float:
    """Of the mean of a side's wins."""
    tries = float(book.tries)
    mean = book.wins[side] / tries
    return max(0.0, book.squares[side] / tries - mean * mean) / max(1.0, tries - 1.0)
