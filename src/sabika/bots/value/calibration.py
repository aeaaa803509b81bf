"""How far the judges are off on average, and how sure a lead is: counted in games of bots, by game, seats and progress.

`python -m lab.values` counts it and writes the tables, `<game>.json` here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

KNOTS: Final = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)  # of progress; between them lines are straight


@dataclass(frozen=True)
class Calibration:
    """What a judge's figures come to, at each knot of progress."""

    level: tuple[float, ...]  # points that all sides get on average, besides ..
    tilt: tuple[float, ...]  # .. what a point of the average that the judge sees comes to
    spread: tuple[float, ...]  # what a point of difference between sides comes to
    scale: tuple[float, ...]  # points of lead that make a win e times as likely
    ghost: tuple[float, ...]  # points that the ghost gets, besides ..
    ghost_tilt: tuple[float, ...]  # .. what a point comes to that the judge sees for it
    start: float = 0.0  # points of a side in a whole game; 0: not counted
    ghost_start: float = 0.0  # of the ghost


@dataclass(frozen=True)
class Counted:
    """The same at one progress."""

    level: float
    tilt: float
    spread: float
    scale: float
    ghost: float
    ghost_tilt: float


NONE: Final = (0.0,) * len(KNOTS)
SAME: Final = (1.0,) * len(KNOTS)
PLAIN: Final = Calibration(NONE, SAME, SAME, (11.0,) * len(KNOTS), NONE, SAME)


@cache
def tables(game: str) -> dict[int, Calibration]:
    """By seats; empty for a game that nobody has counted."""
    if not game.isidentifier():
        return {}
    path = Path(__file__).with_name(f"{game}.json")
    if not path.exists():
        return {}
    return msgspec.json.decode(path.read_bytes(), type=dict[int, Calibration])


def calibration(game: str, seats: int) -> Calibration:
    """Of the number of seats counted that is nearest."""
    known = tables(game)
    return known[min(known, key=lambda number: abs(number - seats))] if known else PLAIN


def at(row: Sequence[float], progress: float) -> float:
    """The figure at some progress, on a straight line between two knots: no phase has a border."""
    for n in range(1, len(KNOTS)):
        if progress <= KNOTS[n] or n == len(KNOTS) - 1:
            part = min(1.0, max(0.0, (progress - KNOTS[n - 1]) / (KNOTS[n] - KNOTS[n - 1])))
            return row[n - 1] + part * (row[n] - row[n - 1])
    raise AssertionError("there are two knots at least")


def counted(known: Calibration, progress: float) -> Counted:
    rows = (known.level, known.tilt, known.spread, known.scale, known.ghost, known.ghost_tilt)
    return Counted(*(at(row, progress) for row in rows))
