"""Environments for learning: `codec` and `batch` need no other package.

Beside them, each in a module of its own: PettingZoo (`aec`), Gymnasium (`single`, `vector`), OpenSpiel (`openspiel`).
"""

from __future__ import annotations

from sabika.envs.batch import NOBODY, SKIP, Batch, IllegalAction
from sabika.envs.codec import HALF, NO_ACTION, NO_HALF, NO_MOVE, Codec, Field
from sabika.envs.find import batch, codec
from sabika.envs.rewards import REWARDS

__all__ = [
    "HALF",
    "NOBODY",
    "NO_ACTION",
    "NO_HALF",
    "NO_MOVE",
    "REWARDS",
    "SKIP",
    "Batch",
    "Codec",
    "Field",
    "IllegalAction",
    "batch",
    "codec",
]
