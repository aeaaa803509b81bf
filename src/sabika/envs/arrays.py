"""Buffers of ours as numpy arrays."""

from __future__ import annotations

from typing import Any, cast

from sabika.extras import Needing

with Needing("sabika.envs.arrays", "envs"):
    import numpy as np


def shown(buffer: object, kind: type[np.generic]) -> Any:
    """An array that sees every later change of a buffer and cannot change it; nothing is copied."""
    return np.frombuffer(cast(Any, buffer), kind)


def copied(buffer: object) -> Any:
    """The bytes of a buffer as an array of its own."""
    return shown(buffer, np.uint8).copy()
