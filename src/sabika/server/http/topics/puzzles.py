"""Puzzles over HTTP: lists, positions, tries and solutions. Nothing of them is kept here."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from sabika.server.http.routes import JSON, ApiAnswer, ApiCall, ApiRoute
from sabika.server.protocol.problems import Code, ProblemError
from sabika.server.protocol.puzzles import PuzzleAnswer, PuzzleList, PuzzleView, ShowPuzzle, TryPuzzle, WhichPuzzle
from sabika.server.table.views.puzzles import answer, puzzle_list, puzzle_view, solution

PUZZLE: Final = "/api/puzzles/{game}/{number}"
NONE: Final[tuple[Code, ...]] = ("no-game", "no-puzzle")
LONGEST: Final = 5  # digits of a number


async def listed(call: ApiCall) -> ApiAnswer:
    return puzzle_list(game_in(call))


async def look(call: ApiCall) -> ApiAnswer:
    return Response(puzzle_view(*puzzle_in(call), call.query.words), media_type=JSON)


async def tried(call: ApiCall) -> ApiAnswer:
    return answer(*puzzle_in(call), call.body.move, call.body.language)


async def shown(call: ApiCall) -> ApiAnswer:
    return solution(*puzzle_in(call), call.body.language)


def game_in(call: ApiCall) -> str:
    return str(call.request.path_params["game"])


def puzzle_in(call: ApiCall) -> tuple[str, int]:
    """The game and the number in an address."""
    number = str(call.request.path_params["number"])
    if not (number.isascii() and number.isdecimal() and len(number) <= LONGEST):
        raise ProblemError("no-puzzle", "A puzzle has a number, from 1.")
    return game_in(call), int(number)


def puzzle_routes() -> list[ApiRoute]:
    return [
        ApiRoute("GET", "/api/puzzles/{game}", "The puzzles of a game", listed, None, PuzzleList, codes=("no-game",)),
        ApiRoute("GET", PUZZLE, "A puzzle", look, None, PuzzleView, query=WhichPuzzle, codes=NONE),
        ApiRoute(
            "POST",
            f"{PUZZLE}/tries",
            "Try a move",
            tried,
            TryPuzzle,
            PuzzleAnswer,
            codes=(*NONE, "no-move", "refused"),
        ),
        ApiRoute("POST", f"{PUZZLE}/solution", "See the best move", shown, ShowPuzzle, PuzzleAnswer, codes=NONE),
    ]
