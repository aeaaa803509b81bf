"""The games in the terminal.

`play.py` runs a table at the prompt and knows no game. What it needs of a game is a `Face`: a file
`terminal/faces/<name of the game>.py` with one object `FACE`, found by that name. A face draws views, puts the legal
moves in order and words, and itemises scores. It decides no rule: it asks the `Table`. `faces/plain.py` is the face of
every game that has none of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from rich.console import RenderableType

from sabika.engine.record import LuckStep
from sabika.engine.state import Event, Line
from sabika.engine.table import Table

FACES = "sabika.terminal.faces"

Cell = tuple[int, int]  # x to the east, y to the south, as in notation
Spots = Mapping[Cell, str]  # what to write on the cells of a board: the numbers of the choices there


@dataclass(frozen=True)
class Scene:
    """A table and who looks at it, on which screen."""

    table: Table
    viewer: int | None  # the seat that looks; None: a spectator
    names: Sequence[str]  # of all players, the ghost last; "you" is addressed
    width: int = 80  # what is drawn keeps within this
    height: int = 24  # longer output is shown page by page, so a large screen may show more
    ascii: bool = False  # only ASCII can be shown


@dataclass(frozen=True)
class Choice:
    """One entry of a menu: a move, or a further question."""

    text: str  # a few words, shown after its number
    move: int | None = None  # None: it opens `inner`
    inner: tuple[Choice, ...] = ()
    cell: Cell | None = None  # where on the board its number is written


@dataclass(frozen=True)
class Group:
    """Choices of one kind; numbers continue from the previous group."""

    title: str
    choices: Sequence[Choice]


class Face(Protocol):
    """A game's part of the terminal."""

    @property
    def notation(self) -> Sequence[tuple[str, str]]:
        """How moves are written, each with its meaning: `help` shows them."""

    def draw(self, scene: Scene, spots: Spots) -> RenderableType:
        """The whole table as the viewer sees it, from `table.view(viewer)`; spots mark the actor's board."""

    def look(self, scene: Scene, player: int) -> RenderableType:
        """Everything one player has, drawn large."""

    def menu(self, scene: Scene) -> Sequence[Group]:
        """Every move of `table.moves()` exactly once, in groups; long lists are behind a second question."""

    def told(self, scene: Scene, move: int) -> str:
        """A move in words, for the log, just before it is made; public information only."""

    def luck(self, scene: Scene, step: LuckStep) -> str:
        """Luck in words, for the log, or "" if not worth telling; public information only."""

    def event(self, scene: Scene, event: Event) -> RenderableType | None:
        """An event: a sentence for the log, something to read at leisure (a scoring), or nothing."""

    def scores(self, scene: Scene, lines: Sequence[Line]) -> RenderableType:
        """Lines of a score, at least one, itemised: what counted, for whom, and why."""


def face(game: str) -> Face:
    """The face of a game; the plain one if it has none."""
    own = find_spec(f"{FACES}.{game}") and getattr(import_module(f"{FACES}.{game}"), "FACE", None)
    return cast(Face, own or import_module(f"{FACES}.plain").FACE)


def moves_in(choices: Sequence[Choice]) -> list[int]:
    """Every move that can be reached from these choices."""
    found: list[int] = []
    for choice in choices:
        found += moves_in(choice.inner) if choice.move is None else [choice.move]
    return found
