"""Four games on one rules engine: Alhambra, Alhambra: The Dice Game, Alcazaba, Zatre."""

from __future__ import annotations

from sabika import bots, games
from sabika.engine.dealer import FastDealer, ScriptedDealer, SealedDealer
from sabika.engine.game import Unreadable
from sabika.engine.rng import Rng
from sabika.engine.rule import NONE, Rule
from sabika.engine.state import LUCK, OVER, Refused
from sabika.engine.table import Table

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
