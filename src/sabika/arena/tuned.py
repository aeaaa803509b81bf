"""Bots with other numbers: `builder:exact=0,look=0`, to find out what a number is worth.

Numbers are those of the judge's weights or of the judge itself (`look`, `ahead`, `warmth`, ...); a bot that searches
also has those of `Manner`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from sabika import bots
from sabika.bots import Factory
from sabika.bots.greedy import GreedyBot
from sabika.bots.own import OwnBots
from sabika.bots.search_bots import SearchBot
from sabika.bots.tree_search import Manner
from sabika.bots.worth import worth_of
from sabika.bots.worth.base import Worth


@dataclass(frozen=True)
class TunedBots:
    """Finds the bots of a command line about one game: by name, with other numbers, or one's own."""

    game: str
    own: OwnBots
    called: tuple[tuple[str, str], ...] = ()  # short names for some of them

    @classmethod
    def of(cls, game: str, specs: Sequence[str], **called: str) -> TunedBots:
        return cls(game, OwnBots.of(specs), tuple(called.items()))

    def __call__(self, spec: str) -> Factory:
        spec = dict(self.called).get(spec, spec)
        return self.own(spec) if spec in dict(self.own.places) else tuned(self.game, spec)


def tuned(game: str, spec: str) -> Factory:
    """A bot by name, as it is or with changed numbers."""
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
            raise ValueError(f"there is no number {key!r}; choose one of {', '.join(known)}")
    return judge


def numbers_of(table: object) -> list[str]:
    """The names of all numbers; a compiled object has no `__dict__`."""
    return [key for key in dir(table) if not key.startswith("_") and isinstance(getattr(table, key), int | float)]
