"""Tuning: a builder with other numbers against one with its own, on equal deals with seats swapped.

    python bench/duel.py alhambra builder:exact=0 builder --games 400 --seed 500000

`builder:exact=0,look=0` is the builder with these numbers in its judge's table `Weights` (`look`: decisions of its own
that it looks ahead). Everything else is the arena's; bots as they are compare by `sabika arena`.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import cast

from sabika import bots
from sabika.arena import show
from sabika.arena.plan import Plan, deals_for
from sabika.arena.pool import Executor, Pool
from sabika.arena.run import run
from sabika.arena.tally import Tally, tally
from sabika.bots import Factory
from sabika.bots.greedy import GreedyBot
from sabika.bots.worth import worth_of
from sabika.bots.worth.base import Worth


def duel(game: str, names: Sequence[str], games: int, seats: int, seed: int, executor: Executor) -> Tally:
    """Play at least so many games, whole deals, and count them."""
    plan = Plan(game, tuple(names), 1, seats, seed, finder=partial(tuned, game))
    plan = replace(plan, deals=deals_for(plan, games))
    return tally(plan, run(plan, executor).games)


def tuned(game: str, spec: str) -> Factory:
    """A bot as the house knows it, or a builder with other numbers."""
    known, colon, changes = spec.partition(":")
    if not colon:
        return bots.find(spec)
    if known != "builder":
        raise ValueError(f"only the builder has numbers to change, not {known!r}")
    judge = judge_with(game, changes.split(","))
    return lambda seed: GreedyBot(seed, judge)


def judge_with(game: str, changes: Sequence[str]) -> Worth:
    """The judge of a game with some of its numbers changed."""
    usual = worth_of(game)
    if not hasattr(usual, "weights"):
        raise ValueError(f"the judge of {game} has no numbers to change")
    weights = import_module(type(usual).__module__).Weights()
    look = usual.look
    for change in changes:
        key, _, number = change.partition("=")
        if key == "look":
            look = int(number)
        elif hasattr(weights, key):
            setattr(weights, key, float(number))
        else:
            raise ValueError(f"the builder has no number {key!r}; it has look, {', '.join(numbers_of(weights))}")
    judge = cast(Callable[[object], Worth], type(usual))(weights)
    judge.look = look
    return judge


def numbers_of(weights: object) -> list[str]:
    """The names of all numbers; a compiled object has no `__dict__`."""
    return [key for key in dir(weights) if not key.startswith("_")]


def main() -> None:
    parser = argparse.ArgumentParser(description="A builder with other numbers, measured on equal deals.")
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+", metavar="BOT")
    parser.add_argument("--games", type=int, default=200, help="at least so many: whole deals")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0, help="which deals")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    try:
        found = duel(given.game, given.bots, given.games, given.seats, given.seed, Pool(given.jobs))
    except ValueError as problem:
        parser.error(str(problem))
    print(show.text(found))


if __name__ == "__main__":
    main()
