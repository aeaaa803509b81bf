"""Collects puzzles from games of bots, throws out what another seed does not confirm, and picks a varied set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count
from multiprocessing import get_context
from typing import Final

from sabika.engine.registry import find
from sabika.review.puzzles.glimpse import BUDGETS
from sabika.review.puzzles.prover import STRIDE, Looked, Prover, look_through
from sabika.review.puzzles.puzzle import Puzzle, Puzzles, ordered

POOL: Final = 3  # so many times as many as are wanted are looked for, to choose from
SEATS: Final = (2, 3, 4, 2, 3, 5, 4, 6)  # one game after the other; sizes that a game does not have are left out
OTHER: Final = 77_777_777  # between the seeds of a proof and of its check
DEALS: Final = 100_000  # games that one seed has at most
PHASES: Final = 3  # early, middle, late


def deal_of(game: str, seed: int, n: int) -> tuple[int, int]:
    """The seed and the seats of the n-th game that is looked through."""
    rules = find(game)
    sizes = [size for size in SEATS if rules.fewest <= size <= rules.most] or [rules.fewest]
    return seed * DEALS + n, sizes[n % len(sizes)]


def collect(
    kept: Puzzles, pool: int, jobs: int, budgets: Sequence[int], report: Callable[[Puzzles], None]
) -> Iterator[None]:
    """Go on until there are so many to choose from; `report` hears of every game. Games are taken in their order."""
    if len(kept.puzzles) >= pool:
        return
    for looked in in_order(kept.game, kept.seed, kept.deals, looks(kept.game, kept.seed, kept.deals, jobs, budgets)):
        take(kept, looked)
        report(kept)
        yield
        if len(kept.puzzles) >= pool or kept.deals >= DEALS:
            return


def in_order(game: str, seed: int, first: int, done: Iterable[Looked]) -> Iterator[Looked]:
    """Games in the order of their deals, whichever is done first."""
    waiting: dict[int, Looked] = {}
    for looked in done:
        waiting[looked.deal] = looked
        while (found := waiting.pop(deal_of(game, seed, first)[0], None)) is not None:
            yield found
            first += 1


def take(kept: Puzzles, looked: Looked) -> None:
    """What was found in one game; a position that is known already is not taken twice."""
    known = {each.sight for each in kept.puzzles}
    kept.puzzles += [each for each in looked.puzzles if each.sight not in known]
    kept.deals += 1
    kept.decisions += looked.decisions
    kept.candidates += looked.candidates
    kept.seconds = round(kept.seconds + looked.seconds, 1)


def looks(game: str, seed: int, first: int, jobs: int, budgets: Sequence[int]) -> Iterator[Looked]:
    """Games that were looked through, as they are done; with one job in this very process."""
    deals = (deal_of(game, seed, n) for n in count(first))
    if jobs == 1:
        yield from (look_through(game, deal, seats, budgets) for deal, seats in deals)
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"))
    try:
        running: set[Future[Looked]] = set()
        while True:
            while len(running) < 2 * jobs:
                deal, seats = next(deals)
                running.add(pool.submit(look_through, game, deal, seats, budgets))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in done)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)  # also when a person breaks off


def confirmed(game: str, puzzle: Puzzle, seed: int) -> bool:
    """Does a search with another seed, and the largest budget, find the same move clearly best?"""
    prover = Prover(game, puzzle.deal * STRIDE + OTHER * (seed + 1), seeds=1, budgets=BUDGETS[-1:])
    proved = prover.prove(prover.game.load_sight(puzzle.sight))
    return bool(proved) and prover.game.notation(proved[0].best) in puzzle.solutions


def picked(pool: Sequence[Puzzle], wanted: int, sound: Callable[[Puzzle], bool]) -> tuple[list[Puzzle], int]:
    """A varied choice of those that are sound, the easiest first, and how many were thrown out."""
    left, found, refuted = list(pool), list[Puzzle](), 0
    seen: Counter[tuple[str, object]] = Counter()
    while left and len(found) < wanted:
        puzzle = min(left, key=lambda each: (sum(seen[trait] for trait in traits(each)), each.deal, each.step))
        left.remove(puzzle)
        if sound(puzzle):
            found.append(puzzle)
            seen.update(traits(puzzle))
        else:
            refuted += 1
    return ordered(found), refuted


def traits(puzzle: Puzzle) -> list[tuple[str, object]]:
    """In what puzzles differ: those that have few of these in common are chosen. The move weighs most."""
    phase = min(PHASES - 1, int(PHASES * puzzle.progress))
    common: list[tuple[str, object]] = [("kind", puzzle.kind), ("seats", puzzle.seats), ("phase", phase)]
    return [*common, ("stars", puzzle.stars), ("deal", puzzle.deal), ("move", puzzle.best), ("kind", puzzle.kind)]
