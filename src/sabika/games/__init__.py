"""The games, each found by its name: every folder here but `parts` holds one, called as its folder in capitals."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from sabika.engine.game import Game
from sabika.engine.registry import GAMES, find, register
from sabika.games.alcazaba import ALCAZABA
from sabika.games.alhambra import ALHAMBRA
from sabika.games.alhambra_dice import ALHAMBRA_DICE
from sabika.games.zatre import ZATRE

__all__ = ["ALCAZABA", "ALHAMBRA", "ALHAMBRA_DICE", "GAMES", "ZATRE", "find"]  # names for readers


def in_this_folder() -> Iterator[Game]:
    """The game of each folder; a new one needs no line here."""
    for module in iter_modules(__path__):
        if module.ispkg and module.name != "parts":
            yield getattr(import_module(f"{__name__}.{module.name}"), module.name.upper())


for game in sorted(in_this_folder(), key=lambda each: each.shelf):
    register(game)
