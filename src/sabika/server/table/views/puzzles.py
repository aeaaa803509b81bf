"""A puzzle as its solver sees it: what its seat knew, and never the solution before it is requested."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
from msgspec import UNSET

from sabika.engine.beginning import seat_of
from sabika.engine.game import Unreadable
from sabika.engine.registry import find
from sabika.engine.rule import NONE
from sabika.engine.table import Table
from sabika.review.puzzles.puzzle import Puzzle
from sabika.review.puzzles.words import PuzzleTeller
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.puzzles import PuzzleAnswer, PuzzleCard, PuzzleList, PuzzleView
from sabika.server.protocol.views import Game as GameView
from sabika.server.table.puzzles import puzzle_of, puzzles_of
from sabika.server.table.views.game_view import options, points
from sabika.server.table.views.words import options_in_words

REMEMBERED: Final = 256  # views: a puzzle never changes


def puzzle_list(game: str) -> PuzzleList:
    return PuzzleList(game, [card(each, n) for n, each in enumerate(puzzles_of(game), start=1)])


def card(puzzle: Puzzle, number: int) -> PuzzleCard:
    return PuzzleCard(number, puzzle.id, puzzle.seats, puzzle.stars, puzzle.progress)


@lru_cache(maxsize=REMEMBERED)
def puzzle_view(game: str, number: int, words: bool) -> bytes:
    """The position with its options, as JSON."""
    puzzle, of = puzzle_of(game, number), len(puzzles_of(game))
    table, seat = table_of(puzzle), seat_of(puzzle.sight)
    view = table.view(seat)
    found = GameView(
        seat=seat,
        position=view,
        points=points(table),
        now=table.state.gains_now(),
        asked=table.actor,
        deadline=None,
        banks=[0] * puzzle.seats,
        options=options_in_words(table) if words else options(table),
        default=None,
        undo=0,
        digest="",
        described=table.game.described(view) if words else UNSET,
    )
    return msgspec.json.encode(PuzzleView(card(puzzle, number), of, found))


def table_of(puzzle: Puzzle) -> Table:
    """A table that agrees with it; the seat's view does not depend on what is imagined."""
    return Table.from_position(puzzle.sight, [f"seat {seat + 1}" for seat in range(puzzle.seats)], seed=0)


def answer(game: str, number: int, move: str, language: str) -> PuzzleAnswer:
    """Is this the best move? ProblemError for one that the rules refuse."""
    puzzle = puzzle_of(game, number)
    table = table_of(puzzle)
    try:
        code = table.code(move)
    except Unreadable as problem:
        raise ProblemError("no-move", str(problem)) from None
    rule = table.refusal(code)
    if rule is not NONE:
        raise ProblemError("refused", table.why(code, language=language), rule.label)
    played = find(game).notation(code)
    right = played in puzzle.solutions
    return PuzzleAnswer(right, played if right else None, PuzzleTeller(game, puzzle, language).answer(played))


def solution(game: str, number: int, language: str) -> PuzzleAnswer:
    puzzle = puzzle_of(game, number)
    return PuzzleAnswer(False, puzzle.best, PuzzleTeller(game, puzzle, language).solution())
