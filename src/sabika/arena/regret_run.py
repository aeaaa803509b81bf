"""Positions of `sabika regret` in the workers of an arena: a number stands for a position instead of a game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from sabika.arena.match import Played, Watch
from sabika.arena.plan import Plan
from sabika.arena.pool import Executor, WorkersFail
from sabika.arena.regret import Builders, Looked, look
from sabika.arena.tuned import TunedBots
from sabika.engine.registry import find

PATIENCE: Final = 1e6  # seconds for a position: many games are played from it


@dataclass(frozen=True)
class LookAt:
    """Looks at one of some positions; a worker can import it."""

    positions: tuple[str, ...]
    moves: int  # that the judge likes best, besides those chosen
    games: int  # after each move

    def __call__(self, plan: Plan, number: int, watch: Watch) -> Played:
        start = time.perf_counter()
        watch.begins(number, 0)
        state = find(plan.game).load(self.positions[number])
        try:
            players = [plan.finder(name)(number) for name in plan.bots]
            found = look(state, players, self.moves, self.games, Builders(plan.game, state))
        except Exception as problem:  # a bot may fail in any way
            found = Looked([], [], [], " ".join(f"{type(problem).__name__}: {problem}".split())[:300])
        watch.ends()
        seconds = time.perf_counter() - start
        return Played(number, number, plan.bots, [], seconds=seconds, extracted=msgspec.msgpack.encode(found))


def regret_plan(game: str, names: Sequence[str], positions: Sequence[str], moves: int, games: int) -> Plan:
    """What an executor is given; ValueError with one line for bots that nobody knows."""
    work = LookAt(tuple(positions), moves, games)
    finder = TunedBots.of(game, names)
    return Plan(game, tuple(names), max(1, len(positions)), finder=finder, time_limit=PATIENCE, work=work)


def looked_at(
    plan: Plan, positions: int, executor: Executor, heard: Callable[[int], None] = lambda number: None
) -> Iterator[Looked]:
    """What was found at each position, in their order. Raises WorkersFail, also when a bot fails."""
    waiting: dict[int, Looked] = {}
    following = 0
    for done, played in enumerate(executor.play(plan, range(positions)), 1):
        heard(done)
        waiting[played.number] = read(played)
        while following in waiting:
            yield waiting.pop(following)
            following += 1


def read(played: Played) -> Looked:
    if not played.extracted:
        raise WorkersFail(f"a worker died at position {played.number + 1}")
    found = msgspec.msgpack.decode(played.extracted, type=Looked)
    if found.problem:
        raise WorkersFail(f"a bot fails at position {played.number + 1}: {found.problem}")
    return found
