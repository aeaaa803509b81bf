"""How much is tried, always with the same examples: more with SABIKA_LONG=10, less with SABIKA_LONG=0.1."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

from hypothesis import HealthCheck, settings

FACTOR = float(os.environ.get("SABIKA_LONG", "1"))  # how many times as much as usual
LONG = FACTOR > 1

T = TypeVar("T")


def fewer(number: int, least: int = 1) -> int:
    """So many, and under `make check` a part of them."""
    return max(least, round(number * min(FACTOR, 1.0)))


def some(things: Iterable[T], least: int = 4) -> list[T]:
    """All of them, and under `make check` a part, from first to last."""
    whole = list(things)
    number = min(fewer(len(whole), least), len(whole))
    return [whole[n * len(whole) // number] for n in range(number)]


def first(things: Iterable[T], least: int) -> list[T]:
    """All of them, and under `make check` a part, from the first on."""
    whole = list(things)
    return whole[: fewer(len(whole), least)]


def examples(number: int) -> settings:
    return settings(
        max_examples=number * 50 if LONG else fewer(number, 5),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
