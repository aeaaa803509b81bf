"""From a position to the points and the chance to win of every side; `<game>.py` knows one game."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from sabika.bots.value.estimate import Estimate
from sabika.bots.value.valuer import Valuer
from sabika.bots.worth import worth_of
from sabika.engine.state import State


def valuer_of(game: str) -> Valuer:
    """A new one for a game: `VALUER` of its module here, or the general one."""
    return kind_of(game)(game, worth_of(game))


@cache
def kind_of(game: str) -> type[Valuer]:
    name = f"{__name__}.{game}"
    kind = getattr(import_module(name), "VALUER", None) if game.isidentifier() and find_spec(name) else None
    return kind if isinstance(kind, type) and issubclass(kind, Valuer) else Valuer


def value_of(state: State) -> Estimate:
    """What each side can expect in a position."""
    return valuer_of(state.game).of(state)


__all__ = ["Estimate", "Valuer", "value_of", "valuer_of"]
