"""A run: games are played in any order and counted in theirs, so that workers change nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from sabika.arena.match import Played
from sabika.arena.plan import Plan
from sabika.arena.pool import Executor
from sabika.arena.stats import Sprt
from sabika.arena.tally import average, share_of


@dataclass
class Run:
    """What was played of a plan: whole deals, in order."""

    plan: Plan
    games: list[Played] = field(default_factory=list)
    test: Sprt | None = None
    interrupted: bool = False


def run(
    plan: Plan,
    executor: Executor,
    test: Sprt | None = None,
    heard: Callable[[Played], None] = lambda game: None,
    counted: Callable[[list[Played]], object] = lambda deal: None,
    first: int = 0,
    before: Sequence[Played] = (),
) -> Run:
    """Play a plan from its first deal on until its end, Ctrl-C, or a verdict of the test.

    `heard` is called with every game; `counted` with every deal, in order: if it returns True, the run ends.
    The test looks at deals in their order, never in the order they arrive; what was played beyond is forgotten.
    `before`: whole deals, the plan's first, that were played earlier and count as well.
    """
    done = Run(plan, test=test)
    for deal in in_order(plan, iter(before), lambda game: None):
        done.games += deal
        if test is not None and note(plan, test, deal):
            return done
    first += len(before) // len(plan.seatings)
    numbers = range(first * len(plan.seatings), plan.games)
    try:
        with closing(executor.play(plan, numbers)) as games:
            for deal in in_order(plan, games, heard, first):
                done.games += deal
                enough = counted(deal) is True
                if (test is not None and note(plan, test, deal)) or enough:
                    break
    except KeyboardInterrupt:
        done.interrupted = True
    return done


def in_order(
    plan: Plan, games: Iterator[Played], heard: Callable[[Played], None], deal: int = 0
) -> Iterator[list[Played]]:
    """Whole deals, in order from this one on."""
    waiting: dict[int, Played] = {}
    size = len(plan.seatings)
    for game in games:
        heard(game)
        waiting[game.number] = game
        while all(number in waiting for number in range(deal * size, (deal + 1) * size)):
            yield [waiting.pop(number) for number in range(deal * size, (deal + 1) * size)]
            deal += 1


def note(plan: Plan, test: Sprt, deal: list[Played]) -> bool:
    """Tell the test what the first bot took in a deal. Is there a verdict?"""
    shares = [share_of(plan, plan.names[0], game) for game in deal if game.shares]
    if shares:
        test.note(average(shares))
    return bool(test.verdict)


def check_testable(plan: Plan) -> None:
    """ValueError where a test of two strengths has no meaning."""
    if len(plan.names) != 2:
        raise ValueError(f"--sprt compares two bots, not {len(plan.names)}")
    first, second = (sum(seating.count(name) for seating in plan.seatings) for name in plan.names)
    if first != second:
        raise ValueError("--sprt needs as many seats for the one bot as for the other")
