"""Where strength is lost: how far bots' choices fall behind the best move that playing games to the end can find.

Positions are decisions in games between builders. The moves the judge likes best, and those the bots choose, are each
followed by the same number of games to the end, with the same luck. One half of the games says which move is best, the
other half what it is worth, and then the other way round, so nothing looks good by luck.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from random import Random
from statistics import mean, stdev
from typing import Final, Protocol

import msgspec

from sabika.bots import Bot
from sabika.bots.worth import worth_of
from sabika.bots.worth.base import best_moves, lead, points_now
from sabika.engine.playout import settle_all
from sabika.engine.registry import find
from sabika.engine.rng import Rng
from sabika.engine.state import OVER, State

ANY: Final = ""  # stage of every decision
EVERY: Final = {"prize": 6, "first": 2}  # one decision in so many is looked at; of the other stages one in thirty
STRIDE: Final = 1_000_003  # between the seeds of games, and of the throws in them
BARREN: Final = 20  # games without a single decision of a stage, until it is clear that it has none


class Course(Protocol):
    """Plays games on from one position."""

    def margin(self, move: int, seed: int) -> float:
        """By how many points the actor is ahead at the end, after this move and with this luck."""
        ...


class Builders:
    """Builders play on."""

    def __init__(self, game: str, state: State) -> None:
        self.state = state
        self.worth = worth_of(game)

    def margin(self, move: int, seed: int) -> float:
        state, rng = self.state.clone(), Rng(seed)
        state.play(move)
        settle_all(state, rng)
        while state.actor != OVER:
            state.play(best_moves(state, self.worth)[0])
            settle_all(state, rng)
        return final(state, self.state.actor)


def final(state: State, seat: int) -> float:
    """The lead at the end."""
    return lead(state, points_now(state), seat)


def stages_of(game: str) -> Sequence[str]:
    """The names of a game's stages, by number; none if it does not tell them apart."""
    modules = [import_module(kind.__module__) for kind in type(find(game).start(2)).__mro__]
    found: Sequence[str] = next((module.STAGES for module in modules if hasattr(module, "STAGES")), ())
    return found


def positions(game: str, stage: str, number: int, seed: int) -> Iterator[State]:
    """Decisions of a stage, or of any, with more than one move: one in about thirty of them."""
    chance, deal, stages = Random(seed), seed * STRIDE, stages_of(game)
    if stage != ANY and stage not in stages:
        raise ValueError(f"{game} has no stage {stage!r}; choose one of {', '.join(stages) or 'none'}")
    seen = games = 0
    while number:
        deal += 1
        state, rng = find(game).start(2), Rng(deal)
        settle_all(state, rng)
        while state.actor != OVER and number:
            fits = stage == ANY or stages[getattr(state, "stage", 0)] == stage
            if fits and len(state.moves()) > 1:
                seen += 1
                if chance.randrange(EVERY.get(stage, 30)) == 0:
                    yield state.clone()
                    number -= 1
            state.play(best_moves(state, worth_of(game))[0])
            settle_all(state, rng)
        games += 1
        if not seen and games == BARREN:
            raise ValueError(f"in {BARREN} games of {game} for two, nobody had anything to choose at stage {stage!r}")


class Looked(msgspec.Struct):
    """What came of some moves of one position, game by game: plain values, which cross from process to process."""

    chosen: list[int]  # by the bots, in the order of their names
    moves: list[int]
    margins: list[list[float]]  # of the games after each move
    problem: str = ""  # a bot failed, and nothing was found

    def of(self, move: int) -> list[float]:
        return self.margins[self.moves.index(move)]

    def behind(self, move: int) -> float:
        """How far a move is behind the best: each half of the games values what is best by the other."""
        return mean(mean(self.best(1 - half)[half::2]) - mean(self.of(move)[half::2]) for half in (0, 1))

    def best(self, half: int) -> list[float]:
        return max(self.margins, key=lambda margins: mean(margins[half::2]))


def look(state: State, players: Sequence[Bot], liked: int, games: int, course: Course) -> Looked:
    """Follow the moves that the players choose, and so many that the judge likes best."""
    worth = worth_of(state.game)
    sight = find(state.game).sight(state, state.actor)
    chosen = [int(player.choose(sight)) for player in players]
    moves = worth.shortlist(state)
    values = worth.weigh(state, moves)
    best = [int(moves[at]) for at in sorted(range(len(moves)), key=lambda at: -values[at])[:liked]]
    tried = list(dict.fromkeys([*chosen, *best]))
    seeds = range(STRIDE * STRIDE, STRIDE * STRIDE + (games if len(tried) > 1 else 2))
    return Looked(chosen, tried, [[course.margin(move, seed) for seed in seeds] for move in tried])


def wins(margins: Sequence[float]) -> float:
    """The part of games that is won; a tie is half a win."""
    return mean((margin > 0) + (margin == 0) / 2 for margin in margins)


class Measured:
    """How the choices of a bot compare."""

    def __init__(self) -> None:
        self.behind: list[float] = []  # the best move found
        self.ahead: list[float] = []  # of the first bot's choice
        self.more_wins: list[float] = []  # than with the first bot's choice

    def add(self, found: Looked, move: int, usual: int) -> None:
        self.behind.append(found.behind(move))
        self.ahead.append(mean(found.of(move)) - mean(found.of(usual)))
        self.more_wins.append(100 * (wins(found.of(move)) - wins(found.of(usual))))

    def line(self) -> str:
        other = sum(1 for one in self.ahead if one)
        return (
            f"behind the best {interval(self.behind)} points, ahead of the first bot {interval(self.ahead)} points and "
            f"{interval(self.more_wins)} % of wins, with other choices in {other} of {len(self.ahead)}"
        )


def interval(points: Sequence[float]) -> str:
    """A mean with its 95 % interval."""
    half = 1.96 * stdev(points) / math.sqrt(len(points)) if len(points) > 1 else 0.0
    return f"{mean(points):+.3f} ± {half:.3f}"


CourseOf = Callable[[State], Course]


class Regret:
    """What bots choose in position after position, and what comes of it."""

    def __init__(self, game: str, names: Sequence[str], moves: int, games: int, course: CourseOf | None = None) -> None:
        self.game = game
        self.moves = moves  # that the judge likes best, besides those chosen
        self.games = games  # after each move of each position
        self.course = course or (lambda state: Builders(game, state))
        self.measured = {name: Measured() for name in names}
        self.spread: list[float] = []
        self.positions = 0

    def look_at(self, state: State, players: Sequence[Bot]) -> None:
        """One more position, with the bots in the order of their names."""
        self.add(look(state, players, self.moves, self.games, self.course(state)))

    def add(self, found: Looked) -> None:
        """What was found at one more position."""
        self.spread += [stdev(found.margins[0])] if len(found.moves) > 1 else []
        for each, move in zip(self.measured.values(), found.chosen, strict=True):
            each.add(found, move, found.chosen[0])
        self.positions += 1

    def text(self) -> str:
        """What was found so far."""
        if not self.positions:
            return "No position was looked at."
        head = f"{self.game}: {self.positions} positions"
        scatter = f"; margins scatter by {mean(self.spread):.1f}" if self.spread else ""
        return "\n".join([head + scatter, *(f"  {name}: {each.line()}" for name, each in self.measured.items())])
