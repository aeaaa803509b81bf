"""Open-loop Monte Carlo tree search: what came of each course of moves in worlds that are imagined afresh each time.

A playout imagines a world, walks down the tree by moves that are legal there, lets luck fall as it may, adds one node,
plays on a little as the judge advises, and asks the judge how likely each side is to win. The tree knows courses of
moves and no luck: a node stands for a decision after the same moves, whatever was drawn between them.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.worth.base import Worth, lead, win_chances
from sabika.engine.rng import Rng
from sabika.engine.sight import Sight
from sabika.engine.state import LUCK, OVER, State

FAINT: Final = 0.002  # a move this much less likely to be good than the best is not looked at
DEEPEST: Final[i64] = 100  # decisions that a walk down the tree makes at most


class Manner:
    """All numbers of the search. docs/lab/search.md says how they were found."""

    def __init__(self) -> None:
        self.explore = 0.7  # how much is spent on moves that have done less well so far
        self.trust = 3.0  # playouts that the judge's opinion of a move counts for
        self.margin = 0.15  # of a playout's worth: points, so that one plays on when won or lost
        self.wide = 40.0  # points that are a large margin
        self.plays_on = True  # for a while, as the judge advises; otherwise it judges where the tree ends


class Node:
    """A decision, and what came of each of its moves."""

    def __init__(self, actor: i64, side: i64) -> None:
        self.actor: i64 = actor
        self.side: i64 = side  # whose payoffs are kept
        self.visits: i64 = 0
        self.total: float = 0.0  # of all payoffs
        self.moves: vec[i64] = vec[i64](capacity=16)
        self.behind: vec[float] = vec[float](capacity=16)  # points that the judge thinks a move is behind the best
        self.likely: vec[float] = vec[float](capacity=16)  # from that: how likely it is to be good, 1 for the best
        self.tried: vec[i64] = vec[i64](capacity=16)
        self.payoff: vec[float] = vec[float](capacity=16)  # in sum, and so all below
        self.wins: vec[float] = vec[float](capacity=16)
        self.margins: vec[float] = vec[float](capacity=16)
        self.next: list[Node | None] = []  # the decision after each move ..
        self.instead: Node | None = None  # .. or this one, where luck has another seat asked

    def find(self, move: i64) -> i64:
        """The number of a move, -1 when it is new."""
        for n in range(i64(len(self.moves))):
            if self.moves[n] == move:
                return n
        return -1

    def learn(self, moves: vec[i64], values: vec[float], warmth: float) -> None:
        """Take in what the judge says of moves; what is known already stays."""
        best = -1e9
        for value in values:
            best = max(best, value)
        for n in range(i64(len(moves))):
            if self.find(moves[n]) < 0:
                behind = best - values[n]
                self.moves = append(self.moves, moves[n])
                self.behind = append(self.behind, behind)
                self.likely = append(self.likely, math.exp(max(-50.0, -behind / warmth)))
                self.tried = append(self.tried, 0)
                self.payoff = append(self.payoff, 0.0)
                self.wins = append(self.wins, 0.0)
                self.margins = append(self.margins, 0.0)
                self.next.append(None)

    def after(self, n: i64, actor: i64) -> Node | None:
        """The decision of this seat after the n-th move, if it has been met."""
        node = self.next[n]
        while node is not None and node.actor != actor:
            node = node.instead
        return node

    def mean(self) -> float:
        return self.total / float(self.visits) if self.visits > 0 else 0.5

    def best(self) -> i64:
        """The move that was tried most; of several the one that did best."""
        best: i64 = 0
        for n in range(i64(len(self.moves))):
            more = self.tried[n] - self.tried[best]
            if more > 0 or (more == 0 and self.payoff[n] > self.payoff[best]):
                best = n
        return best

    def ahead(self) -> i64:
        """By how many tries the best move is ahead of the next."""
        best = self.best()
        second: i64 = 0
        for n in range(i64(len(self.moves))):
            if n != best and self.tried[n] > second:
                second = self.tried[n]
        return self.tried[best] - second


class Book:
    """What came of one move, for every side."""

    def __init__(self, sides: i64) -> None:
        self.tries: i64 = 0
        self.points: vec[float] = vec[float]([0.0] * sides)  # in sum, and so all below
        self.wins: vec[float] = vec[float]([0.0] * sides)
        self.squares: vec[float] = vec[float]([0.0] * sides)  # of the wins

    def add(self, points: vec[float], wins: vec[float]) -> None:
        self.tries += 1
        for side in range(i64(len(points))):
            self.points[side] += points[side]
            self.wins[side] += wins[side]
            self.squares[side] += wins[side] * wins[side]


class Tree:
    """A search from what a seat knows."""

    def __init__(self, sight: Sight, worth: Worth, manner: Manner, seed: i64) -> None:
        self.sight: Sight = sight
        self.worth: Worth = worth
        self.manner: Manner = manner
        self.seed: i64 = seed
        self.playouts: i64 = 0
        self.decisions: i64 = 0  # made in all playouts
        state = sight.imagine(Rng(seed))
        moves = worth.shortlist(state)
        self.slope: float = 0.45 / max(1.0, worth.unrest(state))  # of the chance to win by points, when all is level
        self.root: Node = Node(state.actor, state.side(state.actor))
        self.root.learn(moves, worth.weigh(state, moves), worth.warmth)
        self.books: list[Book] = []  # what came of each move of the root, for every side; only if they are kept

    def depth(self) -> float:
        """Decisions in a playout, on average."""
        return float(self.decisions) / float(max(self.playouts, i64(1)))

    def keep_books(self) -> None:
        """Keep what comes of each move of the root, for every side."""
        state = self.sight.imagine(Rng(self.seed))
        self.books = [Book(state.players()) for _ in self.root.moves]

    def playout(self) -> None:
        """Try the move that may be best."""
        edge = self.pick(self.root, numbers(self.root))
        self.try_move(edge, self.root.tried[edge])

    def try_move(self, edge: i64, world: i64) -> None:
        """In this world, make a move of the root, walk, add a node, play on, judge, and tell all nodes on the way."""
        nodes: list[Node] = []
        edges = vec[i64](capacity=16)
        node: Node | None = self.root
        rng = Rng(self.seed + 1 + world)
        state = self.sight.imagine(rng)
        lucky = False
        while node is not None:
            if nodes and not lucky:  # the n-th try of each move meets the same luck, as at the root: to compare them
                rng = Rng(self.seed + 1 + node.tried[edge])
            nodes.append(node)
            edges = append(edges, edge)
            lucky = self.play(state, node.moves[edge], rng) or lucky
            if self.ended(state) or len(nodes) >= DEEPEST or (lucky and not self.worth.beyond_luck):
                break
            met = node.after(edge, state.actor)
            if met is None:
                met = Node(state.actor, state.side(state.actor))
                met.instead = node.next[edge]
                node.next[edge] = met
                break
            node = met
            edge = self.pick(node, self.open(node, state))
        self.decisions += len(nodes) + self.play_on(state, rng)
        self.playouts += 1
        self.tell(state, nodes, edges)

    def play(self, state: State, move: i64, rng: Rng) -> bool:
        """Make a move, and all that follows without a question, luck and what is left to the judge; was there luck?"""
        state.play(move)
        lucky = False
        while not self.ended(state):
            if state.actor == LUCK:
                state.settle(rng.below(state.luck_total()))
                lucky = True
            elif self.worth.decides(state):
                state.play(self.worth.guide(state))
            else:
                break
        return lucky

    def ended(self, state: State) -> bool:
        """Is a playout over here?"""
        return state.actor == OVER or self.worth.cut(state)

    def play_on(self, state: State, rng: Rng) -> i64:
        """A few more decisions as the judge advises; returns how many were made."""
        made: i64 = 0
        while self.manner.plays_on and made < self.worth.ahead and not self.ended(state):
            self.play(state, self.worth.guide(state), rng)
            made += 1
        return made

    # Walking down.

    def open(self, node: Node, state: State) -> vec[i64]:
        """The numbers of the moves that can be made in this world."""
        moves = self.worth.shortlist(state)
        found = vec[i64](capacity=len(moves))
        for move in moves:
            n = node.find(move)
            if n < 0:
                node.learn(moves, self.worth.glance(state, moves), self.worth.warmth)
                n = node.find(move)
            found = append(found, n)
        return found

    def pick(self, node: Node, choices: vec[i64]) -> i64:
        """The move that may be best: has done well, or is likely to be good and was tried little."""
        tries = 1.0
        likely = 0.0
        for n in choices:
            tries += float(node.tried[n])
            likely += node.likely[n]
        bonus = self.manner.explore * math.sqrt(tries) / likely
        mean = node.mean()
        best = choices[0]
        most = -1e9
        for n in choices:
            if node.likely[n] < FAINT:
                continue
            tried = float(node.tried[n])
            guess = mean - self.slope * node.behind[n]
            value = (node.payoff[n] + self.manner.trust * guess) / (tried + self.manner.trust)
            value += bonus * node.likely[n] / (1.0 + tried)
            if value > most:
                most = value
                best = n
        return best

    # Coming back.

    def tell(self, state: State, nodes: list[Node], edges: vec[i64]) -> None:
        """What came of it, for every decision on the way by the side that made it."""
        points = self.worth.prospects(state)
        wins = true_wins(state) if state.actor == OVER else win_chances(state, points, self.worth.unrest(state))
        margins = vec[float]([0.0] * len(points))
        payoffs = vec[float]([0.0] * len(points))
        for seat in range(state.seats):
            side = state.side(seat)
            margins[side] = lead(state, points, seat)
            large = 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, margins[side] / self.manner.wide))))
            payoffs[side] = wins[side] + self.manner.margin * (large - wins[side])
        if len(self.books) > 0:
            self.books[edges[0]].add(points, wins)
        for n in range(i64(len(nodes))):
            node = nodes[n]
            edge = edges[n]
            node.visits += 1
            node.total += payoffs[node.side]
            node.tried[edge] += 1
            node.payoff[edge] += payoffs[node.side]
            node.wins[edge] += wins[node.side]
            node.margins[edge] += margins[node.side]


def numbers(node: Node) -> vec[i64]:
    """All moves of a node: at the root the same are legal in every world."""
    found = vec[i64](capacity=len(node.moves))
    for n in range(i64(len(node.moves))):
        found = append(found, n)
    return found


def true_wins(state: State) -> vec[float]:
    """At the end: who has won; those who share the win have a part each."""
    wins = vec[float]([0.0] * state.players())
    winners = state.result().winners
    for seat in winners:
        wins[state.side(seat)] = 1.0
    total = 0.0
    for win in wins:
        total += win
    for side in range(len(wins)):
        wins[side] /= total
    return wins
