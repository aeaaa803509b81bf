"""The companion over the wire: a sheet on which people with the box write down their game."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, field

from sabika.engine.phrase import Phrase
from sabika.server.protocol.base import CommandId, Count, Language, Name, Wire
from sabika.server.protocol.events import Line

Players = Annotated[list[Name], Meta(min_length=1, max_length=6)]


class NewSheet(Wire, frozen=True):
    """POST /api/companion: begin a sheet; answered with Made. Its id is the only key to it."""

    game: Annotated[str, Meta(max_length=40)]
    players: Players
    options: Annotated[dict[str, str], Meta(max_length=20)] = field(default_factory=dict)  # of the game


class WriteNote(Wire, frozen=True, tag="write"):
    """Write a note at the end, or before another."""

    note: Any  # of the game
    before: Count | None = None  # the number of that other


class MendNote(Wire, frozen=True, tag="mend"):
    """Correct a note; later ones are recounted."""

    number: Count
    note: Any


class EraseNote(Wire, frozen=True, tag="erase"):
    """Remove a note; later ones are recounted."""

    number: Count


class NamePlayers(Wire, frozen=True, tag="name"):
    """Rename the players."""

    players: Players


Change = WriteNote | MendNote | EraseNote | NamePlayers


class SheetCommand(Wire, frozen=True):
    """POST /api/companion/ID: change a sheet; answered with Sheet. Sent again with the same id, it changes nothing."""

    id: CommandId
    version: Count  # of the sheet that was changed
    change: Change
    language: Language = "en"  # of the sentence, if a rule refuses it


class NoteLine(Wire, frozen=True):
    """A note on a sheet."""

    number: int  # its id, for corrections
    note: Any  # of the game
    said: Phrase
    rule: str | None  # the rule that it breaks after the notes before it
    problem: Phrase | None  # the same in words


class Sheet(Wire, frozen=True):
    """GET /api/companion/ID: a sheet with all its notes, and what they count."""

    id: str
    version: int
    game: str
    options: dict[str, str]
    players: list[str]
    ghost: str | None  # the name of a player without a seat, where there is one
    notes: list[NoteLine]
    most: int  # how many changes a sheet takes in all
    points: list[int]  # of every player, the ghost last
    lines: list[Line]
    coming: list[Line]  # what a scoring held now would give
    winners: list[int] | None  # at the end
    paper: Any  # what lies on the table; of the game
    described: list[Phrase]  # the same in words


class WhichSheet(Wire, frozen=True):
    """Of GET /api/companion/ID."""

    known: Count | None = None  # the version that the client has: no content while it is the latest
    before: Count | None = None  # as it was before this note, for correcting it
