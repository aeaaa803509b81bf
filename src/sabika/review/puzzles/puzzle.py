"""Puzzles: positions from games of bots in which one move is clearly best, and another one looks best at first sight.

A puzzle is what one seat knew, never more, with its proof: what the best move, the runner-up and the plain choice are
worth by searches with several seeds. Those that are shipped lie beside the rules of their game, in `puzzles.json`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Final

import msgspec

from sabika.engine.game import Game, Unreadable
from sabika.engine.registry import find
from sabika.engine.rng import Rng
from sabika.engine.state import State

SHIPPED: Final = "puzzles.json"
LEVELS: Final = ("novice", "apprentice", "builder", "architect", "vizier")  # who are asked how hard a puzzle is
ANY_WORLD: Final = 0  # seed by which what a seat does not know is imagined, where it only has to be something


class MoveValue(msgspec.Struct, frozen=True):
    """What a search says of a move, for whoever makes it."""

    win: float  # the chance to win
    doubt: float  # by how much that may be off, nineteen times in twenty
    lead: float  # points ahead of the best other side at the end, as far as that is told


class SeedProof(msgspec.Struct, frozen=True):
    """What one search found. Another seed imagines other worlds and draws other luck."""

    seed: int
    playouts: int
    best: MoveValue
    second: MoveValue
    plain: MoveValue


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A position as a seat saw it, the move to be found, and why it is the best."""

    sight: str
    seats: int
    best: str  # in notation, and so all moves below
    also: list[str] = []  # moves that come to the same: the same tiles in another order
    second: str  # the best of all others
    plain: str  # what counts most in a scoring now: what looks best at first sight
    kind: str  # of decision: the word by which the best move begins
    progress: float  # how much of the game has been played, 0 to 1
    proof: list[SeedProof]
    reasons: dict[str, float]  # the judge's parts: what the best move gains on the plain one, in points
    reasons_second: dict[str, float]  # and on the runner-up
    found_by: list[str]  # the levels of bots that find it
    judge: int  # version of judges: `review.account.VERSION`
    deal: int  # seed of the game of bots that it is from
    step: int  # so many decisions were made there before

    @property
    def id(self) -> str:
        """By which people's progress is kept: it stays when others come and go."""
        return f"{self.deal}-{self.step}"

    @property
    def stars(self) -> int:
        """How hard it is, 1 to 5: so many levels of bots miss it."""
        return max(1, len(LEVELS) - len(self.found_by))

    @property
    def solutions(self) -> list[str]:
        return [self.best, *self.also]

    def win(self, move: str) -> float | None:
        """The chance to win after one of the moves that were proved, by all seeds; None: of another one."""
        named = {**dict.fromkeys(self.solutions, "best"), self.second: "second", self.plain: "plain"}
        if move not in named:
            return None
        values = [getattr(each, named[move]).win for each in self.proof]
        return float(sum(values) / len(values))


class Puzzles(msgspec.Struct):
    """The puzzles of a game, and what it took to find them."""

    game: str
    seed: int  # of the search for them
    deals: int = 0  # games of bots that were gone through
    decisions: int = 0  # in those games
    candidates: int = 0  # of them that the quick judge thought worth proving
    refuted: int = 0  # puzzles that a check with another seed threw out
    seconds: float = 0.0  # of processor time
    puzzles: list[Puzzle] = []


@lru_cache(maxsize=64)
def shipped(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, the easiest first; ValueError with one line when there is no such game.

    They lie beside its rules, in whatever package those are.
    """
    package = getattr(sys.modules.get(type(find(game)).__module__), "__package__", None)
    file = resources.files(package).joinpath(SHIPPED) if package else None
    return tuple(read(file.read_bytes()).puzzles) if file is not None and file.is_file() else ()


def read(raw: bytes) -> Puzzles:
    """A file of puzzles; Unreadable if it is not one."""
    try:
        return msgspec.json.decode(raw, type=Puzzles)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Unreadable(f"not a file of puzzles: {error}") from None


def written(found: Puzzles) -> bytes:
    """A file of puzzles, a line for each."""
    head = msgspec.json.encode(msgspec.structs.replace(found, puzzles=[])).removesuffix(b"]}")
    return head + b"\n" + b",\n".join(map(msgspec.json.encode, found.puzzles)) + b"\n]}\n"


def position_of(game: Game, puzzle: Puzzle) -> State:
    """A whole state that agrees with what the seat knew."""
    return game.load_sight(puzzle.sight).imagine(Rng(ANY_WORLD))


def ordered(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The easiest first; of equal ones, those in which there is more to gain."""
    return sorted(puzzles, key=lambda each: (each.stars, -gain(each), each.deal, each.step))


def gain(puzzle: Puzzle) -> float:
    """By how much the best move wins more often than the runner-up."""
    return (puzzle.win(puzzle.best) or 0.0) - (puzzle.win(puzzle.second) or 0.0)


def notable(reasons: Mapping[str, float], most: int) -> list[tuple[str, float]]:
    """What speaks for the best move, the weightiest first."""
    return [(part, points) for part, points in reasons.items() if points > 0][:most]
