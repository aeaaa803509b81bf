"""What positions are worth: one judge per game, in `worth/<game>.py`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from sabika.bots.worth.base import Worth


@cache
def worth_of(game: str) -> Worth:
    """The judge of a game: `WORTH` of its module here, or the general one where there is none."""
    name = f"{__name__}.{game}"
    judge = getattr(import_module(name), "WORTH", None) if game.isidentifier() and find_spec(name) else None
    return judge if isinstance(judge, Worth) else Worth()
