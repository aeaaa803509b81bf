"""What is played: every deal in every seating, numbered, so that a number tells all about its game."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, Final

from sabika.bots import Factory
from sabika.bots import find as find_bot
from sabika.engine.registry import find
from sabika.engine.table import Table

MOST_GAMES: Final = 1_000_000  # more would not fit in memory
TIME_LIMIT: Final = 60.0  # seconds for one decision; a bot that needs longer hangs


@dataclass(frozen=True)
class Plan:
    """A tournament. Its games are numbered from 0, deal after deal; equal plans give equal games."""

    game: str
    bots: tuple[str, ...]  # as the finder knows them: `builder`, `vizier@400`; a name may stand several times
    deals: int
    seats: int = 2
    seed: int = 0
    options: dict[str, str] = field(default_factory=dict)
    finder: Callable[[str], Factory] = find_bot  # a function that a worker can import
    time_limit: float = TIME_LIMIT
    records: bool = False  # are records of the games wanted?
    extract: Callable[[Table], bytes] | None = None  # what a worker takes from each finished game; it can import it
    work: Callable[..., Any] | None = (
        None  # done for a number instead of playing a game: (plan, number, watch) -> Played
    )

    def __post_init__(self) -> None:
        """ValueError with one line for what cannot be played."""
        if not self.bots:
            raise ValueError("say which bots play, as in --bots builder,novice")
        if self.deals < 1:
            raise ValueError("at least one game has to be played")
        if not 0 < self.time_limit < math.inf:
            raise ValueError(f"a bot has some seconds for a move, not {self.time_limit:g}")
        find(self.game).start(self.seats, self.options)
        if self.games > MOST_GAMES:
            raise ValueError(f"these are {self.games:,} games; a run has {MOST_GAMES:,} at most")
        for name in self.names:
            self.finder(name)

    @cached_property
    def names(self) -> list[str]:
        """Every bot once, in the order they were given."""
        return list(dict.fromkeys(self.bots))

    @cached_property
    def sides(self) -> list[int]:
        """The side of each seat, counted from 0: a team is one side."""
        state = find(self.game).start(self.seats, self.options)
        sides = [int(state.side(seat)) for seat in range(self.seats)]
        order = list(dict.fromkeys(sides))
        return [order.index(side) for side in sides]

    @cached_property
    def seatings(self) -> list[tuple[str, ...]]:
        """Who sits where in the games of a deal: each choice of bots, rotated until each was on every side.

        With fewer bots than sides they sit in turn (A B A B), with more every choice of them plays.
        """
        return [
            tuple(lineup[(side + shift) % len(lineup)] for side in self.sides)
            for lineup in combinations(self.bots, self.met)
            for shift in range(len(lineup))
        ]

    @property
    def met(self) -> int:
        """How many bots meet in a game: one for each side, if there are enough."""
        return min(max(self.sides) + 1, len(self.bots))

    @property
    def games(self) -> int:
        """How many games there are in all."""
        choices = math.comb(len(self.bots), self.met)
        return self.deals * choices * self.met

    def deal_of(self, number: int) -> int:
        return number // len(self.seatings)

    def seating_of(self, number: int) -> tuple[str, ...]:
        return self.seatings[number % len(self.seatings)]

    def timed(self) -> list[str]:
        """The bots that think by the clock: their games cannot be repeated exactly."""
        return [name for name in self.names if is_timed(name, self.finder)]


def deals_for(plan: Plan, games: int) -> int:
    """How many whole deals make at least this many games."""
    return -(-games // len(plan.seatings))


def is_timed(spec: str, finder: Callable[[str], Factory] = find_bot) -> bool:
    """Does this bot think for a time, rather than for a number of playouts or not at all?"""
    _, at, budget = spec.partition("@")
    return budget.endswith("ms") if at else bool(getattr(finder(spec), "thinks", False))


def specs(text: str) -> tuple[str, ...]:
    """The bots between commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())
