"""A companion for people who play with the box: their notes become a score, counted by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from sabika.engine.phrase import Phrase
from sabika.engine.state import Line

PlayerNumber = Annotated[int, Meta(ge=0, le=6)]  # a seat, or the number after the last for the ghost


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event at the table, as people write it down."""


class Impossible(Exception):
    """An impossible note, with the rule that forbids it; nothing has changed."""

    def __init__(self, rule: str, said: Phrase) -> None:
        super().__init__(said.key)
        self.rule = rule  # as the docs print it: A17e
        self.said = said


class Score:
    """A game as far as it was written down. It changes only in `enter`."""

    seats: int

    def enter(self, note: Note) -> None:
        """Add a note. Raises Impossible, or ValueError if it is not a note of this game."""
        raise NotImplementedError

    def totals(self) -> list[int]:
        """Points of every player, the ghost last."""
        raise NotImplementedError

    def lines(self) -> list[Line]:
        """The lines of the points, scoring by scoring."""
        raise NotImplementedError

    def coming(self) -> list[Line]:
        """The points of a scoring held now; empty if nothing is waiting to be scored."""
        return []

    def over(self) -> bool:
        """Is everything counted?"""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """The winners; none before the end."""
        raise NotImplementedError

    def paper(self) -> object:
        """The pieces on the table, and the notes that can come next."""
        raise NotImplementedError

    def described(self) -> list[Phrase]:
        """The same in words, a line for each thing on the table."""
        raise NotImplementedError


class Companion:
    """A game's part of the companion, named by `Game.companion`. Every method here is pure."""

    options: ClassVar[tuple[str, ...]] = ()  # the options of the game that its scoring depends on
    notes: ClassVar[type]  # the union of this game's notes, for JSON
    view_type: ClassVar[type]  # the type of `Score.view`

    def begin(self, seats: int, options: Mapping[str, str]) -> Score:
        """An empty score sheet; ValueError if the game is not for so many."""
        raise NotImplementedError

    def told(self, note: Note) -> Phrase:
        """A note in words."""
        raise NotImplementedError

    def read(self, note: object) -> Note:
        """A note from its JSON form; ValueError if it is not one."""
        found: Note = msgspec.convert(note, self.notes)
        return found


def keep_score(score: Score, notes: Sequence[Note]) -> list[Impossible | None]:
    """Enter all notes in order; returns, by note, why it does not count if it is impossible after those before it."""
    return [problem_of(score, note) for note in notes]


def problem_of(score: Score, note: Note) -> Impossible | None:
    try:
        score.enter(note)
    except Impossible as problem:
        return problem
    return None


def in_range(score: Score, player: int, players: int) -> None:
    """ValueError for a player who is not at the table."""
    if not 0 <= player < players:
        raise ValueError(f"there is no player {player + 1} at a table of {score.seats}")
