"""How much is tried where texts are changed at random: always the same examples, more with SABIKA_LONG=10."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

FACTOR = float(os.environ.get("SABIKA_LONG", "1"))  # how many times as much as usual
LONG = FACTOR > 1


def examples(number: int) -> settings:
    return settings(
        max_examples=number * 50 if LONG else number,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
