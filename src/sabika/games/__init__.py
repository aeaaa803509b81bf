"""The games, each found by its name."""

from __future__ import annotations

from sabika.engine.registry import GAMES, find, register
from sabika.games.alcazaba import ALCAZABA
from sabika.games.alhambra import ALHAMBRA
from sabika.games.alhambra_dice import ALHAMBRA_DICE
from sabika.games.zatre import ZATRE

register(ALHAMBRA)
register(ALHAMBRA_DICE)
register(ALCAZABA)
register(ZATRE)

__all__ = ["ALCAZABA", "ALHAMBRA", "ALHAMBRA_DICE", "GAMES", "ZATRE", "find"]
