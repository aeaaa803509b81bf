"""Finds puzzles in games of bots, and proves them.

Most decisions are passed by at a glance: the quick judge has to think that one move is clearly best, and another move
has to look better at first sight. What is left is searched, with a few playouts at first and with more where it is
worth it, until every seed says the same beyond its doubt, or one does not.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from sabika import bots
from sabika.bots.value import valuer_of
from sabika.engine.game import Game
from sabika.engine.playout import settle_all
from sabika.engine.registry import find
from sabika.engine.rng import Rng
from sabika.engine.sight import Sight
from sabika.engine.state import OVER
from sabika.review.account import VERSION
from sabika.review.puzzles.glimpse import BUDGETS, Glimpse, Values
from sabika.review.puzzles.puzzle import LEVELS, MoveValue, Puzzle, SeedProof, notable

ALSO: Final = 3  # moves at most that come to the same as the best
SAME: Final = 0.002  # so near, two moves that were gone through exactly come to the same
SEEDS: Final = 3  # of the proof
MOST: Final = 3  # puzzles of one game
APART: Final = 4  # rounds of decisions between two puzzles of one game
TRIES: Final = 5  # how often a bot is asked that may err by chance
ASKED: Final = {"architect": "architect@200", "vizier": "vizier@600"}  # a budget that can be repeated anywhere
PLAYERS: Final = ("builder", "apprentice")  # whose games puzzles are taken from
SEARCHED: Final = 3  # one decision in so many is searched a little though the judge sees nothing in it
STRIDE: Final = 1_000_003  # between the seeds of games


@dataclass(frozen=True)
class Found:
    """What one search says, where it is sure that one move is best and that the plain one is not."""

    best: int
    also: frozenset[int]  # moves that come to the same
    plain: int
    values: Values
    seed: int
    playouts: int
    budget: int  # which one was enough

    def of(self, best: int, second: int) -> SeedProof:
        top, other, plain = (short(self.values[move]) for move in (best, second, self.plain))
        return SeedProof(self.seed, self.playouts, top, other, plain)


def level(one: MoveValue, other: MoveValue) -> bool:
    """Do two moves come to the same? That is known only where nothing is left to chance."""
    return abs(one.win - other.win) <= (SAME if one.doubt == other.doubt == 0.0 else 0.0)


def gap_of(one: MoveValue, other: MoveValue) -> tuple[float, float]:
    """How far apart two moves are, and how far that may be off."""
    return one.win - other.win, math.hypot(one.doubt, other.doubt)


def best_in(values: Values) -> tuple[int, frozenset[int]]:
    """The best move, and those that come to the same."""
    best = max(values, key=lambda move: values[move].win)
    return best, frozenset(move for move in values if move != best and level(values[best], values[move]))


def gaps_in(values: Values) -> list[tuple[float, float]]:
    """How far the best move is ahead of each other, and how far that may be off."""
    best, also = best_in(values)
    return [gap_of(values[best], value) for move, value in values.items() if move != best and move not in also]


def is_clear(values: Values, least: float) -> bool:
    """Is the search sure that the best move is ahead of all others, and by enough?"""
    gaps = gaps_in(values)
    return bool(gaps) and all(gap >= max(least, doubt) for gap, doubt in gaps)


def is_hopeless(values: Values, least: float, *, few: bool) -> bool:
    """Would more playouts hardly help? After a few the best move may be as near to another as is in doubt."""
    return any(gap + (doubt / 2 if few else 0.0) < least for gap, doubt in gaps_in(values))


class Prover:
    """Proves one decision after the other, where it can be done."""

    def __init__(self, game: str, seed: int, seeds: int = SEEDS, budgets: Sequence[int] = BUDGETS) -> None:
        self.game = find(game)
        self.valuer = valuer_of(game)
        self.seed = seed
        self.seeds = seeds
        self.budgets = budgets

    def prove(self, sight: Sight) -> list[Found]:
        """What every seed says of the best move; nothing unless all of them are sure of the same one."""
        glimpse, found = Glimpse(self.game, self.valuer, sight), list[Found]()
        for n in range(self.seeds):
            each = self.search(glimpse, self.seed + n * STRIDE, found[0] if found else None)
            if each is None or (found and found[0].best not in (each.best, *each.also)):
                return []
            found.append(each)
        return found

    def search(self, glimpse: Glimpse, seed: int, first: Found | None) -> Found | None:
        """One seed, with as many playouts as it takes; None where it is not sure, or where the plain move is best."""
        plain, enough = (None, 0) if first is None else (first.plain, first.budget)
        for budget in range(enough, len(self.budgets)):
            values, playouts = glimpse.searched(self.budgets[budget], seed, plain)
            if plain is None:
                plain = glimpse.plain(values)
                if plain is not None and plain not in values:
                    values, playouts = glimpse.searched(self.budgets[budget], seed, plain)
            few = budget == 0 < len(self.budgets) - 1  # so few show what is no puzzle, and not what is one
            if not playouts or plain not in values or is_hopeless(values, glimpse.gap, few=few):
                return None
            best, also = best_in(values)
            if not few and is_clear(values, glimpse.gap):
                return (
                    None
                    if plain in (best, *also) or len(also) > ALSO
                    else Found(best, also, plain, values, seed, playouts, budget)
                )
        return None


def puzzle_at(prover: Prover, sight: Sight, deal: int, step: int) -> Puzzle | None:
    """The puzzle that a decision is, with its proof; None where it is none."""
    proofs = prover.prove(sight)
    best, also, second = agreed(proofs) if proofs else (0, [], None)
    if second is None:
        return None
    game, valuer, plain = prover.game, prover.valuer, proofs[0].plain
    state = sight.imagine(Rng(0))
    seat = int(state.actor)
    reasons = [rounded(valuer.reasons(state, seat, best, other)) for other in (plain, second)]
    if not any(notable(each, 1) for each in reasons):
        return None  # nobody could be told why
    return Puzzle(
        sight=sight.text(),
        seats=int(state.seats),
        best=game.notation(best),
        also=[game.notation(move) for move in also],
        second=game.notation(second),
        plain=game.notation(plain),
        kind=kind_of(game, best),
        progress=round(valuer.progress(state), 3),
        proof=[each.of(best, second) for each in proofs],
        reasons=reasons[0],
        reasons_second=reasons[1],
        found_by=[level for level in LEVELS if finds(level, sight, {best, *also}, prover.seed)],
        judge=VERSION,
        deal=deal,
        step=step,
    )


def agreed(proofs: Sequence[Found]) -> tuple[int, list[int], int | None]:
    """The best move, those that are as good by every seed, and the runner-up by all; None: not all looked at one."""
    best, every = proofs[0].best, [each.values for each in proofs]
    common = set.intersection(*(set(values) for values in every))
    also = sorted(
        move for move in common if move != best and all(level(values[move], values[best]) for values in every)
    )
    others = [move for move in common if move not in (best, *also)]
    return best, also, max(others, key=lambda move: sum(values[move].win for values in every), default=None)


def short(value: MoveValue) -> MoveValue:
    return MoveValue(round(value.win, 4), round(value.doubt, 4), round(value.lead, 2))


def rounded(reasons: dict[str, float]) -> dict[str, float]:
    return {part: round(points, 1) for part, points in reasons.items()}


def finds(level: str, sight: Sight, solutions: set[int], seed: int) -> bool:
    """Does a bot of this level play the best move? One that errs by chance has to find it more often than not."""
    tries = 1 if level in ASKED else TRIES
    chosen = [bots.find(ASKED.get(level, level))(seed + n).choose(sight) for n in range(tries)]
    return 2 * sum(move in solutions for move in chosen) > tries


@dataclass
class Looked:
    """What came of one game of bots."""

    deal: int
    decisions: int = 0
    candidates: int = 0
    seconds: float = 0.0
    puzzles: list[Puzzle] = field(default_factory=list)


def look_through(game: str, deal: int, seats: int, budgets: Sequence[int] = BUDGETS) -> Looked:
    """Go through a game of bots, and prove what may be a puzzle; the same deal and seats find the same."""
    started, found = time.process_time(), Looked(deal)
    prover = Prover(game, deal * STRIDE, budgets=budgets)
    candidates: list[tuple[int, Sight, str]] = []
    for step, sight in enumerate(decisions_of(game, deal, seats)):
        found.decisions += 1
        kind = candidate(prover, sight, prover.seed + step, searched=(step + deal) % SEARCHED == 0)
        if kind:
            candidates.append((step, sight, kind))
    for step, sight in rarest_first(candidates, deal):
        if len(found.puzzles) == MOST or any(abs(step - each.step) < APART * seats for each in found.puzzles):
            continue
        found.candidates += 1
        puzzle = puzzle_at(prover, sight, deal, step)
        found.puzzles += [] if puzzle is None else [puzzle]
    found.seconds = time.process_time() - started
    return found


def candidate(prover: Prover, sight: Sight, seed: int, *, searched: bool) -> str:
    """The kind of decision that may be a puzzle; empty where nothing speaks for it."""
    glimpse = Glimpse(prover.game, prover.valuer, sight)
    if not glimpse.promising() and not (searched and glimpse.deceptive(seed)):
        return ""
    return kind_of(prover.game, glimpse.judged())


def kind_of(game: Game, move: int) -> str:
    return game.notation(move).split(" ")[0]


def rarest_first(candidates: Sequence[tuple[int, Sight, str]], deal: int) -> list[tuple[int, Sight]]:
    """From all of the game, kinds of decisions that it has few of first."""
    kinds = Counter(kind for _, _, kind in candidates)
    mixed = Random(deal).sample(candidates, len(candidates))
    return [(step, sight) for step, sight, kind in sorted(mixed, key=lambda each: kinds[each[2]])]


def decisions_of(game: str, deal: int, seats: int) -> Iterator[Sight]:
    """The decisions of a game of bots, as whoever decides sees them."""
    rules, rng = find(game), Rng(deal)
    state = rules.start(seats)
    players = [bots.find(PLAYERS[(deal + seat) % len(PLAYERS)])(deal * STRIDE + seat) for seat in range(seats)]
    settle_all(state, rng)
    while state.actor != OVER:
        sight = rules.sight(state, state.actor)
        if len(sight.moves()) > 1:
            yield sight
        state.play(players[state.actor].choose(sight))
        settle_all(state, rng)
