"""Scorings among the events of a game: those with lines of a score."""

from __future__ import annotations

from collections.abc import Sequence

from sabika.engine.game import Game
from sabika.engine.state import Event, Line


def lines_of(event: Event) -> list[Line]:
    """The lines of an event; an event with some is a scoring."""
    return [each for arg in event.args.values() if isinstance(arg, list) for each in arg if isinstance(each, Line)]


def scorings(game: Game, events: Sequence[Event]) -> list[Event]:
    """Every scoring that was held, the first one first."""
    return [event for event in game.story(events) if lines_of(event)]
