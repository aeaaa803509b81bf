"""The settings of a table, chosen when it is made."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, field

from sabika.server.protocol.base import BotName, Wire


class ClockLimits(Wire, frozen=True):
    """The limits of a clock's settings."""

    shortest: int
    longest: int
    most_bank: int


class Clock(Wire, frozen=True):
    """The time for a decision: so much for each, then from a bank for the whole game."""

    move: Annotated[int, Meta(ge=1, le=2**45)] = 3 * 86_400_000
    bank: Annotated[int, Meta(ge=0, le=2**45)] = 0


class TableSettings(Wire, frozen=True, kw_only=True):
    """What the maker of a table may choose. Requests, logs and views use these fields."""

    options: Annotated[dict[str, str], Meta(max_length=20)] = field(default_factory=dict)  # of the game
    clock: Clock = Clock()
    public: bool = False  # in the list of open tables; else by its link only
    spectators: bool = True
    undo: bool = True
    hints: bool = True
    stand_in: BotName = "builder"  # the bot that holds the seat of an absent player
    practice: bool = False  # for its maker alone, against bots or for all seats: no clock, no spectators


def settings_in(chosen: TableSettings) -> dict[str, Any]:
    """The settings only, as arguments for another type."""
    return {name: getattr(chosen, name) for name in TableSettings.__struct_fields__}
