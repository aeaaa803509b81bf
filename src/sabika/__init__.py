"""Four games on one rules engine: Alhambra, Alhambra: The Dice Game, Alcazaba, Zatre."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from sabika import games
from sabika.engine.dealer import FastDealer, ScriptedDealer, SealedDealer
from sabika.engine.game import Unreadable
from sabika.engine.rng import Rng
from sabika.engine.rule import NONE, Rule
from sabika.engine.state import LUCK, OVER, Refused
from sabika.engine.table import Table

if TYPE_CHECKING:
    from sabika import bots

__version__ = "0.1.0"
__all__ = [
    "LUCK",
    "NONE",
    "OVER",
    "FastDealer",
    "Refused",
    "Rng",
    "Rule",
    "ScriptedDealer",
    "SealedDealer",
    "Table",
    "Unreadable",
    "bots",
    "games",
]


def __getattr__(name: str) -> ModuleType:
    """The bots once they are asked for: a program that only knows the rules starts sooner without them."""
    if name == "bots":
        return import_module("sabika.bots")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
