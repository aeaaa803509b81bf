"""Bots by name: our own, and those of installed packages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from sabika.bots.bot import Advice, Adviser, Bot, Budget, Factory, Thinker
from sabika.bots.dice.odds import TurnOdds
from sabika.bots.greedy import ApprenticeBot, GreedyBot
from sabika.bots.random import NoviceBot, RandomBot
from sabika.bots.search_bots import ArchitectBot, VizierBot
from sabika.bots.worth import worth_of
from sabika.engine.state import State

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "sabika.bots"  # the entry points by which a package brings bots
HOUSE: Final[Mapping[str, Factory]] = {
    "random": RandomBot,
    "novice": NoviceBot,
    "apprentice": ApprenticeBot,
    "builder": GreedyBot,
    "architect": ArchitectBot,
    "vizier": VizierBot,
}


def names() -> list[str]:
    """Every bot that `find` knows, our weakest first, then those of other packages."""
    return [*HOUSE, *sorted(guests())]


def find(spec: str) -> Factory:
    """What makes a bot from a seed: `builder`, or with a budget `vizier@400`; ValueError with one line if none does."""
    name, at, budget = spec.partition("@")
    factory = named(name)
    if not at:
        return factory
    if not getattr(factory, "thinks", False):
        raise ValueError(f"{name!r} takes no budget: it answers at once")
    return partial(cast(Thinker, factory), budget=Budget.read(budget))


def named(name: str) -> Factory:
    """The factory of this name."""
    if name in HOUSE:
        return HOUSE[name]
    invited = guests()
    if name not in invited:
        raise ValueError(f"there is no bot {name!r}; choose one of {', '.join(names())}")
    return load(invited[name])


def odds(game: str, state: State) -> TurnOdds | None:
    """What the judge of a game tells people about the chances of the dice on the table; None if it tells nothing."""
    return worth_of(game).odds(state)


def odds_columns(game: str) -> Sequence[str]:
    """What the columns of `odds` are called; empty for a game that has no odds to tell."""
    return worth_of(game).odds_columns


def guests() -> dict[str, EntryPoint]:
    """The bots of other packages by name; our own names cannot be taken."""
    from importlib.metadata import entry_points  # slow to import, and seldom needed

    return {point.name: point for point in entry_points(group=GROUP) if point.name not in HOUSE}


def load(point: EntryPoint) -> Factory:
    """The factory of another package; ValueError with one line when it does not load."""
    package = f" of {point.dist.name}" if point.dist is not None else ""
    try:
        factory = point.load()
    except Exception as problem:  # somebody else's code may fail in any way
        reason = " ".join(f"{type(problem).__name__}: {problem}".split())
        raise ValueError(f"the bot {point.name!r}{package} does not load: {reason}") from problem
    if not callable(factory):
        raise ValueError(f"the bot {point.name!r}{package} does not load: {point.value} cannot be called")
    return cast(Factory, factory)


__all__ = ["Advice", "Adviser", "Bot", "Budget", "Factory", "find", "names", "odds", "odds_columns"]
