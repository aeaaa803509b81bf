"""A decision looked at by search: the best move, and by how much the one that was made is behind it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.tree_search import Book, Manner, Tree
from sabika.bots.value import Estimate
from sabika.bots.value.estimate import mean_of, plus
from sabika.bots.worth import worth_of
from sabika.bots.worth.base import Thought, Worth
from sabika.engine.sight import Sight
from sabika.engine.state import State

SURE: Final = 1.96  # standard errors on either side of an estimate, nineteen times in twenty
LEAST_PAIRS: Final = 16  # playouts of two moves each, before they can be called equal
SECOND: Final = 1 << 40  # between the seeds of two trees
NEGLIGIBLE: Final = 0.01  # of the chance to win: two moves that are surely no further apart are not compared any longer
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


@dataclass(frozen=True)
class Difference:
    """What a tree says a move costs."""

    cost: Estimate  # every side
    doubt: float  # of the mover's chance to win

    def with_second(self, other: Difference, side: int) -> Difference:
        """The mean of two trees; what they differ by is doubt as well."""
        apart = abs(self.cost.wins[side] - other.cost.wins[side])
        cost = mean_of(((0.5, self.cost), (0.5, other.cost)), len(self.cost.wins))
        return Difference(cost, (math.hypot(self.doubt, other.doubt) + apart) / 2)


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
        """A tree finds the best move, and if that is surely better, another tree with its own luck has to agree."""
        first = self.grown(self.seed, playouts)
        best, side = int(first.root.moves[first.root.best()]), int(first.root.side)
        if best == chosen:
            return Searched(chosen, chosen, int(first.playouts))
        found = self.difference(first, best, chosen, playouts)
        made = int(first.playouts)
        if found.cost.wins[side] > found.doubt:
            second = self.grown(self.seed + SECOND, playouts)
            found = found.with_second(self.difference(second, best, chosen, playouts), side)
            made += int(second.playouts)
        if found.cost.wins[side] <= 0:
            return Searched(chosen, chosen, made)
        return Searched(best, chosen, made, found.cost, 0.0, found.doubt)

    def grown(self, seed: int, playouts: int) -> Tree:
        tree = Tree(self.sight, self.worth, Manner(), seed)
        while tree.playouts < playouts:
            tree.playout()
        return tree

    def difference(self, tree: Tree, best: int, chosen: int, playouts: int) -> Difference:
        """How far a move is behind another: both are explored as far, then tried in the same new worlds."""
        if -1 in (tree.root.find(best), tree.root.find(chosen)):  # no shortlist has it
            tree.root.learn(self.moves, self.worth.weigh(self.state, self.moves), self.worth.warmth)
        one, other, side = int(tree.root.find(best)), int(tree.root.find(chosen)), int(tree.root.side)
        for edge, rival in ((one, other), (other, one)):
            while tree.root.tried[edge] < tree.root.tried[rival]:  # what follows is played badly until it is explored
                tree.try_move(edge, tree.root.tried[edge])
        tree.keep_books()
        better, made, total, squares = tree.books[one], tree.books[other], 0.0, 0.0
        for n in range(1, max(LEAST_PAIRS, playouts // 2) + 1):
            before = better.wins[side] - made.wins[side]
            tree.try_move(one, playouts + n)
            tree.try_move(other, playouts + n)
            gained = better.wins[side] - made.wins[side] - before
            total, squares = total + gained, squares + gained * gained
            if n >= LEAST_PAIRS and total / n + error(total, squares, n) <= NEGLIGIBLE:
                break
        return Difference(mean_book(better) - mean_book(made), error(total, squares, n))


def ponder(thought: Thought, playouts: int) -> None:
    while not thought.done and thought.spent() < playouts:
        thought.playout()


def error(total: float, squares: float, n: int) -> float:
    """By how much the mean of so many numbers may be off."""
    return SURE * math.sqrt(max(0.0, squares / n - (total / n) ** 2) / (n - 1))


def mean_book(book: Book) -> Estimate:
    nothing = (0.0,) * len(book.points)
    part = 1.0 / float(book.tries)
    return Estimate(plus(nothing, tuple(book.points), part), plus(nothing, tuple(book.wins), part))


def variance(book: Book, side: int) -> float:
    """Of the mean of a side's wins."""
    tries = float(book.tries)
    mean = book.wins[side] / tries
    return max(0.0, book.squares[side] / tries - mean * mean) / max(1.0, tries - 1.0)
