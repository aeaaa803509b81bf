"""The ratings that ship with the package: `ratings.json`, written by `lab/ratings.py`."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources import files

import msgspec

from sabika.arena.text_report import columns


@dataclass(frozen=True)
class Rated:
    """A line of the table."""

    bot: str
    played_as: str  # with its budget: `vizier@900`
    rating: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Ratings:
    """The table of a game."""

    game: str
    anchor: str
    date: str
    version: str
    rows: list[Rated] = field(default_factory=list)  # the best first


def published() -> dict[str, Ratings]:
    """All tables, by game."""
    file = files("sabika.arena").joinpath("ratings.json")
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Ratings])


def table(found: Ratings) -> str:
    """A table in columns, and what its numbers mean."""
    head = ["bot", "rating", "95 %", "games", "measured as", "date", "version"]
    rows = [
        [row.bot, f"{row.rating:.0f}", interval(row, found), f"{row.games:,}", row.played_as, found.date, found.version]
        for row in found.rows
    ]
    note = f"Two seats; {found.anchor} is set to 1500, and 400 points more are odds of ten to one."
    return "\n".join([*columns([head, *rows]), "", note])


def interval(row: Rated, found: Ratings) -> str:
    return "anchor" if row.bot == found.anchor else f"{row.low:.0f} to {row.high:.0f}"
