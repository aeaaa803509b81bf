"""Codecs by the name of their game: our own, and those of installed packages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Final, cast

from sabika.engine import registry
from sabika.engine.state import State
from sabika.envs.batch import Batch
from sabika.envs.codec import Codec

GROUP: Final = "sabika.codecs"  # the entry points by which a package brings a codec, named as its game
ROOM: Final = "sabika.envs.codecs"

Make = Callable[[State], Codec]  # from a new table


def codec(game: str, seats: int, options: Mapping[str, object] | None = None) -> Codec:
    """The codec of a game at such a table; ValueError with one line when there is none."""
    start = registry.find(game).start(seats, options)
    return maker(game)(start)


def batch(
    game: str,
    seats: int,
    tables: int,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    *,
    reward: str = "win",
    again: bool = True,
) -> Batch:
    """Many such tables; a seed makes their luck repeatable."""
    return Batch(codec(game, seats, options), tables, seed & 0x3FFFFFFFFFFFFFFF, reward=reward, again=again)


def maker(game: str) -> Make:
    """What makes the codec of a game."""
    if find_spec(f"{ROOM}.{game}") is not None:
        return cast(Make, import_module(f"{ROOM}.{game}").codec)
    for point in entry_points(group=GROUP, name=game):
        try:
            made = point.load()
        except Exception as problem:  # somebody else's code may fail in any way
            reason = " ".join(f"{type(problem).__name__}: {problem}".split())
            raise ValueError(f"the codec of {game!r} does not load: {reason}"[:300]) from problem
        return cast(Make, made)
    raise ValueError(f"the game {game!r} has no codec, so there is no environment for it")


def names() -> list[str]:
    """The games that have a codec."""
    ours = [game for game in registry.names() if find_spec(f"{ROOM}.{game}") is not None]
    theirs = {point.name for point in entry_points(group=GROUP)}
    return [*ours, *sorted(name for name in theirs if name in registry.names() and name not in ours)]
