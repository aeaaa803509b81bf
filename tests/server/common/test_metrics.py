"""Counts, gauges and timings as text."""

from __future__ import annotations

import asyncio
import time

from sabika.server.common.metrics import Metrics


def test_counts_gauges_and_timings() -> None:
    metrics = Metrics()
    metrics.count("refused", "stale")
    metrics.count("refused", "stale")
    metrics.count("moves")
    metrics.gauges["tables"] = lambda: 3
    metrics.took("acknowledge", 0.004)
    metrics.took("acknowledge", 0.005)
    metrics.took("acknowledge", 99.0)
    lines = metrics.text().splitlines()
    assert 'sabika_refused_total{kind="stale"} 2' in lines
    assert "sabika_moves_total 1" in lines
    assert "sabika_tables 3" in lines
    assert 'sabika_acknowledge_seconds_bucket{le="0.002"} 0' in lines
    assert 'sabika_acknowledge_seconds_bucket{le="0.005"} 2' in lines
    assert 'sabika_acknowledge_seconds_bucket{le="+Inf"} 3' in lines
    assert "sabika_acknowledge_seconds_count 3" in lines


def test_a_stalled_loop_is_seen() -> None:
    async def stall() -> Metrics:
        metrics = Metrics()
        watch = asyncio.create_task(metrics.watch_loop())
        await asyncio.sleep(0.1)
        time.sleep(0.7)  # nothing else runs meanwhile
        await asyncio.sleep(0.1)
        watch.cancel()
        return metrics

    lag = asyncio.run(stall()).timings["loop_lag"]
    assert lag.total >= 0.2
