"""One sheet, folded from its log, and the events of a change; pure: no clock, no I/O."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from sabika.engine.companion import Companion, Impossible, Note, Score, keep_score
from sabika.engine.game import Game
from sabika.locales import Reader
from sabika.server.protocol.companion import (
    Change,
    EraseNote,
    MendNote,
    NamePlayers,
    NewSheet,
    NoteLine,
    Sheet,
    WriteNote,
)
from sabika.server.protocol.problems import ProblemError
from sabika.server.table.create import known_game, settled_options
from sabika.server.table.decide import checked_name
from sabika.server.table.wire import line

LONGEST_COMPLAINT = 200


class SheetBegun(Struct, frozen=True, tag="begun"):
    """The first line of a log."""

    game: str
    rules: int
    options: dict[str, str]
    players: list[str]


class NoteWritten(Struct, frozen=True, tag="written"):
    note: Any
    before: int | None = None


class NoteMended(Struct, frozen=True, tag="mended"):
    number: int
    note: Any


class NoteErased(Struct, frozen=True, tag="erased"):
    number: int


class PlayersNamed(Struct, frozen=True, tag="named"):
    players: list[str]


SheetEvent = SheetBegun | NoteWritten | NoteMended | NoteErased | PlayersNamed
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(SheetEvent).decode


class NumberedNote(Struct, frozen=True):
    number: int  # the line of the log that wrote it
    note: Note


class SheetState:
    """A sheet after some lines of its log."""

    def __init__(self, sheet: str, begun: SheetBegun) -> None:
        self.id = sheet
        self.game = known_game(begun.game)
        self.companion = companion_of(self.game)
        self.options = begun.options
        self.players = begun.players
        self.notes: list[NumberedNote] = []
        self.version = 1

    # Events.

    def happen(self, event: SheetEvent) -> None:
        """The next line of the log."""
        if isinstance(event, PlayersNamed):
            self.players = event.players
        elif not isinstance(event, SheetBegun):
            self.notes = self.after(event)
        self.version += 1

    def after(self, event: NoteWritten | NoteMended | NoteErased) -> list[NumberedNote]:
        """The notes after a change. Raises ProblemError for a note that does not exist."""
        notes = list(self.notes)
        if isinstance(event, NoteWritten):
            at = len(notes) if event.before is None else self.place_of(event.before)
            notes.insert(at, NumberedNote(self.version + 1, self.companion.read(event.note)))
        elif isinstance(event, NoteMended):
            at = self.place_of(event.number)
            notes[at] = NumberedNote(event.number, self.companion.read(event.note))
        else:
            del notes[self.place_of(event.number)]
        return notes

    def place_of(self, number: int) -> int:
        for place, each in enumerate(self.notes):
            if each.number == number:
                return place
        raise ProblemError("no-note", "there is no such note on this sheet", version=self.version)

    # Decisions.

    def decide(self, change: Change, language: str) -> SheetEvent:
        """The event of a change. Raises ProblemError for an impossible note."""
        if isinstance(change, NamePlayers):
            if len(change.players) != len(self.players):
                raise ProblemError("bad-seats", f"this sheet is for {len(self.players)} players")
            return PlayersNamed([checked_name(name) for name in change.players])
        if isinstance(change, EraseNote):
            self.place_of(change.number)
            return NoteErased(change.number)
        event = written(change)
        self.check(event, language)
        return event

    def check(self, event: NoteWritten | NoteMended, language: str) -> None:
        try:
            notes = self.after(event)
            changed = event.number if isinstance(event, NoteMended) else self.version + 1
            problems = keep_score(self.score(), [each.note for each in notes])
        except ValueError as fault:
            raise ProblemError("unreadable", str(fault)[:LONGEST_COMPLAINT]) from None
        for each, problem in zip(notes, problems, strict=True):
            if problem is not None and each.number == changed:
                raise self.refused(problem, language)

    def refused(self, problem: Impossible, language: str) -> ProblemError:
        reader = Reader(self.game, [*self.players, self.game.ghost], language=language)
        return ProblemError("refused", reader.tell(problem.said), problem.rule, self.version)

    # Scores.

    def score(self) -> Score:
        return self.companion.begin(len(self.players), self.options)

    def sheet(self, most: int, before: int | None = None) -> Sheet:
        """The whole sheet, or the part before a note, for everybody who has the link. Raises ProblemError."""
        notes = self.notes if before is None else self.notes[: self.place_of(before)]
        score = self.score()
        problems = keep_score(score, [each.note for each in notes])
        points = score.totals()
        return Sheet(
            id=self.id,
            version=self.version,
            game=self.game.name,
            options=self.options,
            players=self.players,
            ghost=self.game.ghost if len(points) > len(self.players) else None,
            notes=[self.line(each, problem) for each, problem in zip(notes, problems, strict=True)],
            most=most,
            points=points,
            lines=[line(each) for each in score.lines()],
            coming=[line(each) for each in score.coming()],
            winners=score.winners() if score.over() else None,
            paper=score.paper(),
            described=score.described(),
        )

    def line(self, each: NumberedNote, problem: Impossible | None) -> NoteLine:
        said = self.companion.told(each.note)
        if problem is None:
            return NoteLine(each.number, each.note, said, None, None)
        return NoteLine(each.number, each.note, said, problem.rule, problem.said)


def written(change: WriteNote | MendNote) -> NoteWritten | NoteMended:
    if isinstance(change, WriteNote):
        return NoteWritten(change.note, change.before)
    return NoteMended(change.number, change.note)


def companion_of(game: Game) -> Companion:
    """How a game played with the box is scored. Raises ProblemError."""
    if game.companion is None:
        raise ProblemError("no-game", f"{game.title} has no companion for the real table")
    return game.companion


def begun(wanted: NewSheet) -> SheetBegun:
    """The first event of a requested sheet. Raises ProblemError."""
    game = known_game(wanted.game)
    companion = companion_of(game)
    options = settled_options(game, wanted.options)
    chosen = {name: options[name] for name in companion.options}
    if not game.fewest <= len(wanted.players) <= game.most:
        raise ProblemError("bad-seats", f"{game.title} is for {game.fewest} to {game.most} players")
    try:
        companion.begin(len(wanted.players), chosen)
    except ValueError as problem:
        raise ProblemError("bad-seats", str(problem)) from None
    return SheetBegun(game.name, game.rules, chosen, [checked_name(name) for name in wanted.players])


def replayed(sheet: str, log: Sequence[bytes]) -> SheetState:
    """A sheet from its log."""
    first = decode(log[0])
    assert isinstance(first, SheetBegun)
    state = SheetState(sheet, first)
    for body in log[1:]:
        state.happen(decode(body))
    return state
