"""Puzzles: positions in which one move is clearly best."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sabika.server.protocol.base import Language, Move, Wire
from sabika.server.protocol.views import Game

PuzzleNumber = Annotated[int, Meta(ge=1, le=10_000)]


class PuzzleCard(Wire, frozen=True):
    """A puzzle in a list."""

    number: int  # from 1, the easiest first
    id: str  # stays the same if its number changes; solved puzzles are stored by it
    seats: int
    stars: int  # how hard it is, 1 to 5
    played: float  # how much of the game has been played, 0 to 1


class PuzzleList(Wire, frozen=True):
    """GET /api/puzzles/GAME: all puzzles of a game."""

    game: str
    puzzles: list[PuzzleCard]


class PuzzleView(Wire, frozen=True):
    """GET /api/puzzles/GAME/N: the position as the seat to move sees it. The solution is not in it."""

    card: PuzzleCard
    of: int  # so many puzzles the game has
    game: Game


class TryPuzzle(Wire, frozen=True):
    """POST /api/puzzles/GAME/N/tries: is this move the best?"""

    move: Move
    language: Language = "en"


class ShowPuzzle(Wire, frozen=True):
    """POST /api/puzzles/GAME/N/solution: show it."""

    language: Language = "en"


class PuzzleAnswer(Wire, frozen=True):
    """Whether a move is the best, and why; of a wrong one only its cost."""

    right: bool
    move: str | None  # the best move; None: it is still to be found
    lines: list[str]  # for people, in their language


class WhichPuzzle(Wire, frozen=True):
    """Of GET /api/puzzles/GAME/N."""

    words: bool = False  # also in words, for a game without a board in the client
