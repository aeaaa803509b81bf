"""The record of a game, its moments, and the check of both."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from sabika.engine.beginning import seat_of
from sabika.engine.phrase import Phrase
from sabika.engine.record import MoveStep, Record
from sabika.engine.record import Step as RecordStep
from sabika.engine.table import Table
from sabika.engine.verify import verify
from sabika.server.protocol.events import LuckLine
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.rest import FoundPosition, Frame, Replay, Verified
from sabika.server.table.table import TableState
from sabika.server.table.views.game_view import points
from sabika.server.table.views.viewer import Look
from sabika.server.table.views.words import followed
from sabika.server.table.wire import luck_line, told_since

FRAMES: Final = 50  # in one answer
FRAMES_IN_WORDS: Final = 20  # if they are also in words, which takes several times as long


class RecordText(Struct, frozen=True):
    """The record, of a table that was folded from the whole log."""


class ReplayFrom(Struct, frozen=True):
    """Frames of the finished game, of a table that was folded from the whole log."""

    first: int
    seat: int | None
    words: bool = False


class Check(Struct, frozen=True):
    """The record checked again, of a table that was folded from the whole log."""

    digest: str | None = None  # a digest that a player kept: is it of this game?


class AsSeen(Struct, frozen=True):
    """What a seat knew at a decision of the finished game, of a table that was folded from the whole log."""

    step: int
    seat: int


class AsItWas(Struct, frozen=True):
    """A decision of the finished game as all can see it now, of a table that was folded from the whole log."""

    step: int


def record_text(look: Look, request: RecordText) -> str:
    if look.state.table is None:
        raise ProblemError("not-playing", "The game has not begun.")
    return look.state.table.record.seen_by(look.eyes).text


def replay(look: Look, request: ReplayFrom) -> Replay:
    """A finished game is public, so anybody may look from any seat."""
    return replayed(*finished(look.state), look.state.id, request)


def replayed(text: str, record: Record, name: str, request: ReplayFrom) -> Replay:
    """Frames of a record; `name` is what it is called."""
    if request.seat is not None:
        check_seat_number(record, request.seat)
    steps = len(record.steps)
    frames: list[Frame] = []
    told, last = 0, Last()
    end = request.first + (FRAMES_IN_WORDS if request.words else FRAMES)
    table = None
    for n, (table, step) in enumerate(Table.walk(text)):
        if n == end:
            break
        if request.first <= n:
            frames.append(frame(table, n, last, told, request))
        told, last = len(table.events), last_step(table, step, request.words)
    else:
        if table is not None and request.first <= steps < end:  # walked to its end
            frames.append(frame(table, steps, last, told, request))
    return Replay(name, record.game, steps, decisions(record), frames)


def as_seen(look: Look, request: AsSeen) -> str:
    """The sight of a seat after so many steps, to play on from there."""
    return seen_at(*finished(look.state), request.step, request.seat)


def as_it_was(look: Look, request: AsItWas) -> FoundPosition:
    """The whole position: a finished game is public."""
    return position_at(*finished(look.state), request.step)


def seen_at(text: str, record: Record, step: int, seat: int) -> str:
    """What a seat knew after so many steps of a record.

    A game that began from a whole position hides nothing in its record, so there it is the whole position.
    """
    check_seat_number(record, seat)
    table = at_decision(text, record, step)
    if record.position and seat_of(record.position) is None:
        return table.position
    return table.game.sight(table.state, seat).text()


def position_at(text: str, record: Record, step: int) -> FoundPosition:
    table = at_decision(text, record, step)
    return FoundPosition(table.game.name, table.position)


def at_decision(text: str, record: Record, step: int) -> Table:
    if step not in decisions(record)[:-1]:
        raise ProblemError("bad-position", f"Nobody decides after step {step} of that game.")
    return Table.replay(text, step)


def check_seat_number(record: Record, seat: int) -> None:
    if seat >= len(record.seats):
        raise ProblemError("bad-seats", f"There is no seat {seat + 1} at this table.")


def decisions(record: Record) -> list[int]:
    """The frames before each decision, and the last one."""
    steps = record.steps
    return [*(n for n, step in enumerate(steps) if isinstance(step, MoveStep)), len(steps)]


class Last(Struct, frozen=True):
    """The step that leads to a frame; empty at the beginning."""

    line: str = ""
    seat: int | None = None
    action: Any | None = None
    luck: LuckLine | None = None
    said: list[Phrase] = []


def last_step(before: Table, step: RecordStep, words: bool) -> Last:
    if isinstance(step, MoveStep):
        move = before.code(step.notation)
        said = [before.game.told(before.state, move)] if words else []
        return Last(str(step), step.seat, before.game.action(move), said=said)
    line = luck_line(step)
    return Last(str(step), luck=line, said=followed(before.game, [step], []) if words else [])


def frame(table: Table, n: int, last: Last, told: int, request: ReplayFrom) -> Frame:
    happened, view = told_since(table, told), table.view(request.seat)
    found = Frame(n, last.line, last.seat, last.action, last.luck, happened, view, points(table))
    if not request.words:
        return found
    said = [*last.said, *followed(table.game, [], happened)]
    return replace(found, said=said, described=table.game.described(view))


def finished(state: TableState) -> tuple[str, Record]:
    """The record of a finished game, as text and read."""
    if state.table is None or state.seating.status != "over":
        raise ProblemError("not-over", "The game is not over.")
    return state.table.record.text, state.table.record


def check(look: Look, request: Check) -> Verified:
    return checked(finished(look.state)[0], request.digest)


def checked(text: str, digest: str | None) -> Verified:
    """The result of checking a finished game's record again."""
    verdict = verify(text, digest)
    return Verified(
        verdict.moves,
        verdict.draws,
        verdict.scores or [],
        "sealed" if verdict.luck == "sealed" else "unsealed",
        verdict.chosen,
        verdict.digest,
        verdict.known,
    )
