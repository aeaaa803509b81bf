"""Metrics of a running server, in Prometheus' text format."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import Struct

BOUNDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds
LAG_EVERY: Final = 0.5  # seconds between two measurements of the loop


class Timing:
    """A histogram of durations: counts by upper bound, and the sum."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def took(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def add(self, counts: Sequence[int], total: float) -> None:
        """Add another one's figures."""
        self.counts = [mine + other for mine, other in zip(self.counts, counts, strict=True)]
        self.total += total

    def lines(self, name: str) -> Iterator[str]:
        so_far = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            so_far += count
            yield f'{name}_bucket{{le="{bound}"}} {so_far}'
        yield f"{name}_sum {self.total:.6f}"
        yield f"{name}_count {so_far}"


class Figures(Struct, frozen=True):
    """All metrics at one moment."""

    counts: list[tuple[str, str, int]]  # name, kind, count
    gauges: dict[str, float]
    timings: dict[str, tuple[list[int], float]]  # counts by bound, and the sum


class Metrics:
    """All metrics. A gauge is read on demand."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()  # of (name, kind)
        self.timings: dict[str, Timing] = {"loop_lag": Timing()}
        self.gauges: dict[str, Callable[[], float]] = {}

    def count(self, name: str, kind: str = "") -> None:
        """Count one more."""
        self.counts[name, kind] += 1

    def took(self, name: str, seconds: float) -> None:
        self.timings.setdefault(name, Timing()).took(seconds)

    def figures(self) -> Figures:
        timings = {name: (timing.counts, timing.total) for name, timing in self.timings.items()}
        counts = [(name, kind, count) for (name, kind), count in self.counts.items()]
        return Figures(counts, {name: ask() for name, ask in self.gauges.items()}, timings)

    def text(self, others: Sequence[Figures] = ()) -> str:
        """All metrics, one per line, including those of the server's other processes."""
        counts, gauges, timings = Counter(self.counts), Counter[str](), defaultdict[str, Timing](Timing)
        for each in others:
            counts.update({(name, kind): count for name, kind, count in each.counts})
        for each in (self.figures(), *others):
            gauges.update(each.gauges)
            for name, timing in each.timings.items():
                timings[name].add(*timing)
        lines = [
            f'sabika_{name}_total{{kind="{kind}"}} {count}' if kind else f"sabika_{name}_total {count}"
            for (name, kind), count in sorted(counts.items())
        ]
        lines += [f"sabika_{name} {figure:g}" for name, figure in sorted(gauges.items())]
        for name, summed in sorted(timings.items()):
            lines += summed.lines(f"sabika_{name}_seconds")
        return "\n".join(lines) + "\n"

    async def watch_loop(self) -> None:
        """Measure how late the loop runs what is due: a stall of the whole server shows here."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.took("loop_lag", max(0.0, loop.time() - due))
