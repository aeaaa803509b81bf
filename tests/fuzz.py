"""How much is tried, always with the same examples: more with SABIKA_LONG=10, less with SABIKA_LONG=0.1."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

FACTOR = float(os.environ.get("SABIKA_LONG", "1"))  # how many times as much as usual
LONG = FACTOR > 1


def fewer(number: int, least: int = 1) -> int:
    """So many, and under `make check` a part of them."""
    return max(least, round(number * min(FACTOR, 1.0)))


def examples(number: int) -> settings:
    return settings(
        max_examples=number * 50 if LONG else fewer(number, 5),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
