"""A finished game as rows, made in the worker that played it."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import msgspec
from librt.vecs import vec
from mypy_extensions import u8

from sabika.bots.value import Estimate, valuer_of
from sabika.bots.value.estimate import mean_of
from sabika.engine.game import Game
from sabika.engine.replay import retrace
from sabika.engine.rng import Rng
from sabika.engine.sight import OpenSight
from sabika.engine.state import State
from sabika.engine.step import MoveStep
from sabika.engine.table import Table
from sabika.envs.codec import NO_ACTION, NO_HALF, Codec
from sabika.envs.find import codec as codec_of
from sabika.envs.rewards import rewards_of

QUICK: Final = 1  # zlib's level: rows only cross to the next process, and are packed better in the file
WORLDS: Final = 4  # imagined for a value where something is hidden: the value is their mean


class GameRows(msgspec.Struct):
    """The rows of one game, column by column, and how it ended for each seat."""

    steps: list[int] = []  # number of the decision in its game; both rows of a two-step move have the same
    seats: list[int] = []
    halves: list[int] = []  # the first step, in the second row of a move; else NO_HALF
    actions: list[int] = []
    observations: list[bytes] = []
    masks: list[bytes] = []
    points: list[list[float]] = []  # what every seat can expect, its own first; empty unless values are wanted
    chances: list[list[float]] = []
    scores: list[int] = []
    wins: list[float] = []
    margins: list[float] = []
    ranks: list[float] = []
    outside: int = 0  # decisions left out: their move has no index
    problem: str = ""  # why there are no rows: the codec failed

    def pack(self) -> bytes:
        return zlib.compress(msgspec.msgpack.encode(self), QUICK)

    @classmethod
    def unpack(cls, packed: bytes) -> GameRows:
        return msgspec.msgpack.decode(zlib.decompress(packed), type=cls)


@dataclass(frozen=True)
class TakeRows:
    """Takes the rows from a finished table; a worker can import it."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()
    values: bool = False

    def __call__(self, table: Table) -> bytes:
        try:
            return rows_of(self.codec, table, Values(table.game) if self.values else None).pack()
        except Exception as problem:  # the codec may be somebody else's, and fail in any way
            return GameRows(problem=" ".join(f"{type(problem).__name__}: {problem}".split())[:300]).pack()

    @property
    def codec(self) -> Codec:
        return remembered(self.game, self.seats, self.options)


@lru_cache(maxsize=4)
def remembered(game: str, seats: int, options: tuple[tuple[str, str], ...]) -> Codec:
    return codec_of(game, seats, dict(options))


class Values:
    """What every seat can expect in a position, by what the mover knows: hidden things are imagined, as hints do it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.valuer = valuer_of(game.name)

    def of(self, state: State, decision: int) -> Estimate:
        """The number of the decision says what is imagined, so that equal games have equal values."""
        sight = self.game.sight(state, state.actor)
        worlds = 1 if isinstance(sight, OpenSight) else WORLDS
        found = [self.valuer.of(sight.imagine(Rng(decision * WORLDS + n))) for n in range(worlds)]
        return mean_of([(1 / worlds, each) for each in found], len(found[0].points))


def rows_of(codec: Codec, table: Table, values: Values | None = None) -> GameRows:
    """Play the game again on a bare state, with a row for every step of every move that has an index."""
    rows, decision, state = GameRows(), 0, codec.start.clone()
    for before, step, move in retrace(state, table.game, table.record.steps):
        if isinstance(step, MoveStep):
            added = add_move(rows, codec, before, decision, move)
            if values is not None and added:
                add_values(rows, before, values.of(before, decision), added)
            decision += 1
    result = state.result()
    rows.scores = result.scores[: int(codec.seats)]
    rows.wins, rows.margins, rows.ranks = (list(rewards_of(kind, state, result)) for kind in ("win", "margin", "rank"))
    return rows


def add_values(rows: GameRows, state: State, found: Estimate, number: int) -> None:
    """What every seat can expect, from the mover on clockwise, for each of the decision's rows."""
    order = [int(state.side((state.actor + n) % state.seats)) for n in range(state.seats)]
    rows.points += [[found.points[side] for side in order]] * number
    rows.chances += [[found.wins[side] for side in order]] * number


def add_move(rows: GameRows, codec: Codec, state: State, decision: int, move: int) -> int:
    """A row for each step of the move, or none and a count. How many rows are they?"""
    steps = list(steps_of(codec, state, move))
    rows.outside += not steps
    for half, action in steps:
        rows.steps.append(decision)
        rows.seats.append(int(state.actor))
        rows.halves.append(half)
        rows.actions.append(action)
        rows.observations.append(observed(codec, state, half))
        rows.masks.append(masked(codec, state, half))
    return len(steps)


def steps_of(codec: Codec, state: State, move: int) -> Iterator[tuple[int, int]]:
    """The pending half and the action of each step; nothing for a move that does not come back from its indices."""
    first, second = codec.index(state, move)
    if first == NO_ACTION:
        return
    if codec.move(state, NO_HALF, first) == move:
        yield NO_HALF, first
    elif codec.move(state, first, second) == move:
        yield NO_HALF, first
        yield first, second


def observed(codec: Codec, state: State, half: int) -> bytes:
    """What the seat that is asked may know."""
    row = vec[u8]([0] * int(codec.size))
    codec.encode_into(state, half, state.actor, row, 0)
    return bytes(row)


def masked(codec: Codec, state: State, half: int) -> bytes:
    """A byte for every action, 1 where it is legal."""
    mask = vec[u8]([0] * int(codec.actions))
    codec.mask_into(state, half, mask, 0)
    return bytes(mask)
