"""The puzzles that come with a game, by number."""

from __future__ import annotations

from collections.abc import Sequence

from sabika.review.puzzles.puzzle import Puzzle, shipped
from sabika.server.protocol.problems import ProblemError


def puzzles_of(game: str) -> Sequence[Puzzle]:
    """Those of a game; it may have none."""
    try:
        return shipped(game)
    except ValueError as problem:
        raise ProblemError("no-game", str(problem)) from None


def puzzle_of(game: str, number: int) -> Puzzle:
    puzzles = puzzles_of(game)
    if not 1 <= number <= len(puzzles):
        raise ProblemError("no-puzzle", f"There are {len(puzzles)} puzzles of this game, and none with this number.")
    return puzzles[number - 1]
