"""Tuning: a bot with other numbers against one with its own, on equal deals with seats swapped.

    python bench/duel.py alhambra builder:exact=0 builder --games 400 --seed 500000
    python bench/duel.py alhambra vizier@400:ahead=24,explore=1 vizier@400 --games 40

`builder:exact=0,look=0` is the builder with these numbers in its judge's table `Weights` or in the judge itself
(`look`, `ahead`, `warmth` ..); for a bot that searches also those of `Manner`. Everything else is the arena's; bots as
they are compare by `sabika arena`.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from sabika import bots
from sabika.arena import show
from sabika.arena.plan import Plan, deals_for
from sabika.arena.pool import Executor, Pool
from sabika.arena.run import run
from sabika.arena.tally import Tally, tally
from sabika.bots import Factory
from sabika.bots.greedy import GreedyBot
from sabika.bots.search import SearchBot
from sabika.bots.tree import Manner
from sabika.bots.worth import worth_of
from sabika.bots.worth.base import Worth


def duel(game: str, names: Sequence[str], games: int, seats: int, seed: int, executor: Executor) -> Tally:
    """Play at least so many games, whole deals, and count them."""
    plan = Plan(game, tuple(names), 1, seats, seed, finder=partial(tuned, game))
    plan = replace(plan, deals=deals_for(plan, games))
    return tally(plan, run(plan, executor).games)


def tuned(game: str, spec: str) -> Factory:
    """A bot as the house knows it, or with other numbers."""
    known, colon, changes = spec.partition(":")
    factory = bots.find(known)
    if not colon:
        return factory
    usual = factory(0)
    manner = usual.manner if isinstance(usual, SearchBot) else Manner()
    known_judge = worth_of(game).far() if isinstance(usual, SearchBot) and manner.plays_on else worth_of(game)
    judge = judge_with(known_judge, changes.split(","), manner)
    if known == "builder":
        return lambda seed: GreedyBot(seed, judge)
    if not isinstance(usual, SearchBot):
        raise ValueError(f"only the builder and bots that search have numbers to change, not {known!r}")
    return lambda seed: with_manner(cast(Callable[..., SearchBot], factory)(seed, worth=judge), manner)


def with_manner(bot: SearchBot, manner: Manner) -> SearchBot:
    """The same bot, searching so."""
    bot.manner = manner
    return bot


def judge_with(usual: Worth, changes: Sequence[str], manner: Manner) -> Worth:
    """A judge with some of its numbers changed; numbers of the search go to its manner."""
    known_weights: object = getattr(usual, "weights", None)
    weights = type(known_weights)()
    for key in numbers_of(weights):
        setattr(weights, key, getattr(known_weights, key))
    judge = type(usual)() if weights is None else cast(Callable[[object], Worth], type(usual))(weights)
    for change in changes:
        key, _, number = change.partition("=")
        for table in (weights, manner, judge):
            if key in numbers_of(table):
                setattr(table, key, type(getattr(table, key))(float(number)))
                break
        else:
            known = sorted({name for table in (weights, manner, judge) for name in numbers_of(table)})
            raise ValueError(f"there is no number {key!r}; there is {', '.join(known)}")
    return judge


def numbers_of(table: object) -> list[str]:
    """The names of all numbers; a compiled object has no `__dict__`."""
    return [key for key in dir(table) if not key.startswith("_") and isinstance(getattr(table, key), int | float)]


def main() -> None:
    parser = argparse.ArgumentParser(description="A bot with other numbers, measured on equal deals.")
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
