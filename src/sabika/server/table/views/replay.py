"""The record of a game, its moments, and the check of both."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from sabika.engine.phrase import Phrase
from sabika.engine.record import MoveStep
from sabika.engine.record import Step as RecordStep
from sabika.engine.table import Table
from sabika.engine.verify import verify
from sabika.server.protocol.events import LuckLine
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.rest import Frame, Replay, Verified
from sabika.server.table.table import TableState
from sabika.server.table.views.game_view import points
from sabika.server.table.views.viewer import Look
from sabika.server.table.views.words import followed
from sabika.server.table.wire import luck_line, told_since

FRAMES: Final = 50  # in one answer


class RecordText(Struct, frozen=True):
    """The record, of a table that was folded from the whole log."""


class ReplayFrom(Struct, frozen=True):
    """Frames of the finished game, of a table that was folded from the whole log."""

    first: int
    seat: int | None
    words: bool = False


class Check(Struct, frozen=True):
    """The record gone through again, of a table that was folded from the whole log."""

    digest: str | None = None  # is it the game of which somebody kept this?


def record_text(look: Look, request: RecordText) -> str:
    if look.state.table is None:
        raise ProblemError("not-playing", "The game has not begun.")
    return look.state.table.record.seen_by(look.eyes).text


def replay(look: Look, request: ReplayFrom) -> Replay:
    """A finished game is open to all eyes, so anybody may look from any seat."""
    text, steps = finished(look.state)
    if request.seat is not None and request.seat >= len(look.state.seating.seats):
        raise ProblemError("bad-seats", f"There is no seat {request.seat + 1} at this table.")
    frames: list[Frame] = []
    told, last = 0, Last()
    table = None
    for n, (table, step) in enumerate(Table.walk(text)):
        if n == request.first + FRAMES:
            break
        if request.first <= n:
            frames.append(frame(table, n, last, told, request))
        told, last = len(table.events), last_step(table, step, request.words)
    else:
        if table is not None and request.first <= steps < request.first + FRAMES:  # walked to its end
            frames.append(frame(table, steps, last, told, request))
    return Replay(look.state.id, look.state.seating.created.game, steps, decisions(look.state), frames)


def decisions(state: TableState) -> list[int]:
    """The frames before each decision, and the last one."""
    assert state.table is not None
    steps = state.table.record.steps
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


def finished(state: TableState) -> tuple[str, int]:
    """The record of a finished game and its number of steps."""
    if state.table is None or state.seating.status != "over":
        raise ProblemError("not-over", "The game is not over.")
    return state.table.record.text, len(state.table.record.steps)


def check(look: Look, request: Check) -> Verified:
    verdict = verify(finished(look.state)[0], request.digest)
    return Verified(
        verdict.moves,
        verdict.draws,
        verdict.scores or [],
        "sealed" if verdict.luck == "sealed" else "unsealed",
        verdict.chosen,
        verdict.digest,
        verdict.known,
    )
