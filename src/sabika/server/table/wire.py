"""The engine's objects in the form of the wire."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from sabika import locales
from sabika.engine.record import LuckStep
from sabika.engine.rule import Rule
from sabika.engine.state import EVERYBODY, Event, Line, Result, winners_without
from sabika.engine.table import Table
from sabika.server.protocol import events as told
from sabika.server.protocol.events import Happening, LuckLine, Outcome


def luck_line(step: LuckStep) -> LuckLine:
    return LuckLine(step.kind, step.n, step.total, step.k, step.outcome, UNSET if step.seen_by == EVERYBODY else True)


def happenings(told: Iterable[Event]) -> list[Happening]:
    return [Happening(event.kind, {name: plain(arg) for name, arg in event.args.items()}) for event in told]


def told_since(table: Table, heard: int) -> list[Happening]:
    """The events after the first so many, with all lines that people are shown."""
    return happenings(table.game.story(table.events, heard))


def plain(arg: object) -> object:
    """An argument of a sentence; lines of a score are opened."""
    if isinstance(arg, Line):
        return line(arg)
    return [plain(each) for each in arg] if isinstance(arg, list | tuple) else arg


def line(of: Line) -> told.Line:
    return told.Line(of.player, of.part, of.source, of.points, of.why)


def outcome_of(result: Result, seats: int, resigned: list[int]) -> Outcome:
    """How the game came out; a player who resigned cannot win."""
    winners = winners_without(result, seats, resigned)
    return Outcome(result.scores, winners, resigned, result.reason, [line(each) for each in result.breakdown])


def sentence(language: str, rule: Rule) -> str:
    """The sentence of one of the engine's own rules."""
    return locales.say(language, f"refusal.{rule.label}", {})
