"""Duels with the luck taken out, on the deals of our lab notes, so that their figures can be repeated.

    python -m lab.luck alhambra_dice vizier@2000 architect@320 --games 400

For anything new use `sabika duel --luck-free`: the same reckoning on the arena's deals, with its workers.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from sabika import OVER
from sabika.arena.luck_free import compared
from sabika.arena.stats import rate
from sabika.arena.tuned import tuned
from sabika.engine.registry import find
from sabika.engine.state import LUCK
from sabika.review.luck import Fate

STRIDE = 1_000_003  # between the seeds of deals


def play(game: str, names: Sequence[str], seed: int) -> tuple[float, float]:
    """One game: the margin of the first seat, and its luck."""
    state, fate = find(game).start(2), Fate(game, seed)
    players = [tuned(game, name)(seed + n) for n, name in enumerate(names, 1)]  # no stream is the dealer's
    while state.actor != OVER:
        if state.actor == LUCK:
            fate.settle(state)
        else:
            state.play(players[state.actor].choose(find(state.game).sight(state, state.actor)))
    return float(state.score(0) - state.score(1)), fate.luck


def deal(game: str, names: Sequence[str], seed: int) -> list[tuple[float, float]]:
    """Margin and luck of the first bot in the two games of a deal."""
    (margin, luck), (other, other_luck) = play(game, names, seed), play(game, names[::-1], seed)
    return [(margin, luck), (-other, -other_luck)]


def told(names: Sequence[str], deals: Sequence[Sequence[tuple[float, float]]]) -> str:
    """What was found so far."""
    margins = [[margin for margin, _ in each] for each in deals]
    lines = [f"{names[0]} against {names[1]}: {2 * len(deals)} games"]
    won = rate([sum((margin > 0) + (margin == 0) / 2 for margin in each) / 2 for each in margins])
    lines.append(f"  wins {100 * won.value:.1f} % ({100 * won.low:.1f} to {100 * won.high:.1f})")
    return "\n".join([*lines, *compared(deals)])


def main() -> None:
    parser = argparse.ArgumentParser(description="A duel with the luck taken out.")
    parser.add_argument("game")
    parser.add_argument("bots", nargs=2, metavar="BOT", help="as `sabika duel` takes them")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="which deals")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    try:
        find(given.game)
        for name in given.bots:
            tuned(given.game, name)
    except ValueError as problem:
        parser.error(str(problem))
    if given.games < 4:
        parser.error("it takes at least 4 games to tell a spread")
    seeds = [STRIDE * (given.games * given.seed + n) for n in range((given.games + 1) // 2)]
    deals: list[list[tuple[float, float]]] = []
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        for each in pool.map(partial(deal, given.game, given.bots), seeds):
            deals.append(each)
            if len(deals) % 5 == 0 or len(deals) == len(seeds):
                print(told(given.bots, deals), flush=True)


if __name__ == "__main__":
    main()
