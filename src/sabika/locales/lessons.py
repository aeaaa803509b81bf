"""Lessons: short scenes that each teach one idea of a game, and what a coach says in a first game.

They lie in the game's own room: `lessons/scenes.json` has positions and the moves that solve them, and one file a
language has what is said. A scene is played at a table that begins from its position; the rules decide everything.
"""

from __future__ import annotations

import sys
from fnmatch import fnmatchcase
from importlib import resources
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from sabika.engine.game import Game
from sabika.locales import ENGLISH, spoken

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class SceneStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One decision of a scene: which moves solve it, and which others are legal but miss the idea.

    Both are patterns of notation, `lay 4 *`. The first slip that fits a move explains it; the last one fits all.
    """

    moves: list[str]
    slips: list[str]
    find: bool = False  # nothing points at the solution before something else was tried

    def solved_by(self, move: str) -> bool:
        """Is this the idea?"""
        return any(fnmatchcase(move, pattern) for pattern in self.moves)

    def slip(self, move: str) -> int:
        """The number of the sentence that explains why not."""
        return next(n for n, pattern in enumerate(self.slips) if fnmatchcase(move, pattern))


class LessonScene(Struct, frozen=True, forbid_unknown_fields=True):
    """A position that asks the learner, and the few decisions that solve it."""

    id: str
    position: str
    steps: list[SceneStep]


class StepWords(Struct, frozen=True, forbid_unknown_fields=True):
    task: str
    slips: list[str]  # what is said to each slip


class SceneWords(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    steps: list[StepWords]
    done: str


class CoachLine(Struct, frozen=True, forbid_unknown_fields=True):
    """Said once in a first game, when a move of one of these kinds is possible and none of the others is."""

    kinds: list[str]
    text: str
    unless: list[str] = []


class LessonWords(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is said in one language; scenes by their ids."""

    scenes: dict[str, SceneWords]
    coach: list[CoachLine]


def scenes_of(game: Game) -> list[LessonScene]:
    """In the order in which they are learned; empty for a game without lessons."""
    file = lesson_file(game, "scenes")
    return [] if file is None else msgspec.json.decode(file.read_bytes(), type=list[LessonScene])


def lesson_words(game: Game, language: str = ENGLISH) -> LessonWords | None:
    """In this language, or in English; None for a game without lessons."""
    file = lesson_file(game, spoken(language)) or lesson_file(game, ENGLISH)
    return None if file is None else msgspec.json.decode(file.read_bytes(), type=LessonWords)


def lesson_file(game: Game, name: str) -> Traversable | None:
    package = getattr(sys.modules.get(type(game).__module__), "__package__", None)
    file = resources.files(package).joinpath("lessons").joinpath(f"{name}.json") if package else None
    return file if file is not None and file.is_file() else None
