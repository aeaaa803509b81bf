"""The games, each found by its name."""

from __future__ import annotations

from sabika.engine.game import GAMES, find, register
from sabika.games.alhambra import ALHAMBRA
from sabika.games.zatre import ZATRE

register(ALHAMBRA)
register(ZATRE)

__all__ = ["ALHAMBRA", "GAMES", "ZATRE", "find"]
