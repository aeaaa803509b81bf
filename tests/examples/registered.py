"""The example games made known for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sabika.engine.game import Game
from sabika.engine.registry import GAMES, register


@contextmanager
def registered(*games: Game) -> Iterator[None]:
    """Register games, and afterwards leave the registry as it was."""
    before = dict(GAMES)
    try:
        for game in games:
            register(game)
        yield
    finally:
        GAMES.clear()
        GAMES.update(before)
