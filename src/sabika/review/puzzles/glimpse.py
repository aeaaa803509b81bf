"""A decision as the quick judge sees it, and as a search does: is there a puzzle in it?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.tree_search import Manner, Tree
from sabika.bots.value import Valuer
from sabika.bots.value.estimate import sides_of
from sabika.bots.worth import worth_of
from sabika.bots.worth.base import CLEARLY, Worth
from sabika.engine.game import Game
from sabika.engine.rng import Rng
from sabika.engine.sight import Sight
from sabika.engine.state import State
from sabika.review.deep import HALVES, SURE, mean_book, ponder, variance
from sabika.review.puzzles.puzzle import MoveValue
from sabika.review.question import at_stake

GAP: Final = 0.03  # of the chance to win: by so much the best move is ahead of all others ..
MANY: Final = 30  # .. and by half of that among more moves than these
OPEN: Final = (0.05, 0.95)  # the chance to win where there is something to play for
BUDGETS: Final = (250, 1600, 4000)  # playouts: a few to pass by what is no puzzle, then as many as it takes
FEW: Final = 4  # moves that a tree is made to tell apart, besides the plain one
PART: Final = 4  # each of them gets at least one playout in so many
FEWEST: Final = 3  # moves to choose from

Values = dict[int, MoveValue]


class Glimpse:
    """A decision as the quick judge sees it."""

    def __init__(self, game: Game, valuer: Valuer, sight: Sight) -> None:
        self.game = game
        self.valuer = valuer
        self.sight = sight
        self.state: State = sight.imagine(Rng(0))
        self.side = int(self.state.side(self.state.actor))
        self.moves: vec[i64] = valuer.worth.shortlist(self.state)
        self.gap = GAP if len(self.moves) <= MANY else GAP / 2

    def promising(self) -> bool:
        """Is one move clearly best in the eyes of the judge, and not the one that looks best?"""
        if len(self.moves) < FEWEST:
            return False
        best = max(self.leads)
        behind = min((best - lead for lead in self.leads if lead < best - CLEARLY), default=0.0)
        if behind / (4 * self.valuer.scale(self.state)) < self.gap:  # more than that no chance changes
            return False
        values = self.chances(self.leads)
        wins = sorted((value.win for value in values.values()), reverse=True)
        if not OPEN[0] < wins[0] < OPEN[1] or wins[0] - max(win for win in wins if win < wins[0]) < self.gap:
            return False
        return self.plain(values) is not None

    def deceptive(self, seed: int) -> bool:
        """Is the judge itself wrong, as far as a short search can tell?"""
        if len(self.moves) < FEWEST or not at_stake(self.state, self.moves, self.valuer):
            return False
        values, playouts = self.searched(BUDGETS[0], seed, self.judged())
        order = sorted(values, key=lambda move: -values[move].win)
        if not playouts or len(order) < 2 or not OPEN[0] < values[order[0]].win < OPEN[1]:
            return False
        judged = values.get(self.judged())
        return judged is not None and values[order[0]].win - judged.win >= self.gap

    @cached_property
    def leads(self) -> list[float]:
        """What the judge says of the moves."""
        return list(self.valuer.weigh(self.state, self.moves))

    def judged(self) -> int:
        """The judge's own choice, one step ahead."""
        return int(self.moves[max(range(len(self.leads)), key=self.leads.__getitem__)])

    def chances(self, leads: Sequence[float], doubts: Sequence[float] | None = None) -> Values:
        """What these leads of the moves come to: the best move is worth what the judge says, the others less."""
        top = max(range(len(leads)), key=leads.__getitem__)
        (after,) = self.valuer.after(self.state, [int(self.moves[top])])
        ahead = after.lead(self.side, sides_of(self.state))
        found: Values = {}
        for n, move in enumerate(self.moves):
            behind = leads[top] - leads[n]
            win = self.valuer.shifted(self.state, after, self.side, -behind).wins[self.side]
            doubt = doubts[n] / (4 * self.valuer.scale(self.state)) if doubts else 0.0
            found[int(move)] = MoveValue(win, doubt, ahead - behind)
        return found

    def plain(self, values: Values) -> int | None:
        """What looks best one step ahead: the obvious move, of several the best, or else what the judge would do.

        None where that is the best move itself.
        """
        best = max(value.win for value in values.values()) - CLEARLY
        obvious = [int(move) for move in self.valuer.obvious(self.state, self.moves)]
        taken = max(obvious, key=lambda move: values[move].win if move in values else -1.0)
        for move in (taken, self.judged()):
            if move not in values or values[move].win < best:
                return move
        return None

    def searched(self, playouts: int, seed: int, plain: int | None) -> tuple[Values, int]:
        """What a search says of the moves that matter, and how many playouts that took."""
        worth, state = worth_of(self.game.name).far(), self.sight.imagine(Rng(seed))
        if worth.decides(state):  # and nobody searches: that is no proof
            return self.chances(list(worth.weigh(state, self.moves))), 0
        if worth.thought(state, seed) is None:
            return self.tried(worth, playouts, seed, plain)
        rows, made = [], 0
        for half in range(HALVES):
            thought = worth.thought(self.sight.imagine(Rng(seed + half)), seed + half)
            assert thought is not None
            ponder(thought, playouts // HALVES)
            rows.append(list(thought.weigh(self.moves)))
            made += int(thought.spent())
        rows = [[lead - max(row) for lead in row] for row in rows]
        means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        return self.chances(means, [max(column) - min(column) for column in zip(*rows, strict=True)]), made

    def tried(self, worth: Worth, playouts: int, seed: int, plain: int | None) -> tuple[Values, int]:
        """A tree; the moves that it likes best are tried often enough to tell them apart."""
        tree = Tree(self.sight, worth, Manner(), seed)
        tree.keep_books()
        while tree.playouts < playouts:
            tree.playout()
        tried = [int(each) for each in tree.root.tried]
        wanted = sorted(range(len(tried)), key=lambda edge: -tried[edge])[:FEW]
        if plain is not None and tree.root.find(plain) not in (-1, *wanted):
            wanted.append(int(tree.root.find(plain)))
        for edge in wanted:
            while tree.books[edge].tries * PART < playouts:
                tree.try_move(edge, tree.root.tried[edge])
        return {int(tree.root.moves[edge]): self.valued(tree, edge) for edge in wanted}, int(tree.playouts)

    def valued(self, tree: Tree, edge: int) -> MoveValue:
        book, sides = tree.books[edge], sides_of(self.state)
        lead = mean_book(book).lead(self.side, sides)
        return MoveValue(book.wins[self.side] / float(book.tries), SURE * math.sqrt(variance(book, self.side)), lead)
