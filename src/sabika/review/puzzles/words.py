"""What is said about a puzzle, in the reader's language: whether a move is the best, which one is, and why."""

from __future__ import annotations

from collections.abc import Sequence

from sabika.engine.registry import find
from sabika.locales import ENGLISH, Reader
from sabika.review.puzzles.puzzle import Puzzle, notable, position_of
from sabika.review.words import REASONS, names_of, said


class PuzzleTeller:
    """Speaks to whoever solves a puzzle; nothing of the solution is said before it is asked for."""

    def __init__(self, game: str, puzzle: Puzzle, language: str = ENGLISH, names: Sequence[str] = ()) -> None:
        self.puzzle = puzzle
        self.language = language
        self.game = find(game)
        self.state = position_of(self.game, puzzle)
        seats = list(names) or [str(seat + 1) for seat in range(puzzle.seats)]
        self.reader = Reader(self.game, names_of(self.game, seats, language), int(self.state.actor), language)

    def say(self, key: str, **args: object) -> str:
        return said(self.language, key, **args)

    def move(self, notation: str) -> str:
        """A move in words."""
        return self.reader.tell(self.game.choice(self.state, int(self.game.parse(notation))))

    def answer(self, move: str) -> list[str]:
        """Whether it is the best move; for a wrong one what it costs, and nothing more."""
        if move in self.puzzle.solutions:
            return [self.say("puzzle.right", what=self.move(move)), *self.told()]
        best, win = self.win(self.puzzle.best), self.puzzle.win(move)
        cost = percent(best - (self.win(self.puzzle.second) if win is None else win))
        known = self.say("puzzle.wrong", what=self.move(move), cost=cost)
        return [known if win is not None else self.say("puzzle.worse", what=self.move(move), cost=cost)]

    def solution(self) -> list[str]:
        """The best move, for somebody who gives it up."""
        return [self.say("puzzle.solution", what=self.move(self.puzzle.best)), *self.told()]

    def told(self) -> list[str]:
        """Why it is the best: against what looks best at first sight, and against the runner-up."""
        puzzle = self.puzzle
        found = [self.say("puzzle.win", win=percent(self.win(puzzle.best)))]
        found.append(self.against("puzzle.plain", puzzle.plain, puzzle.reasons))
        if puzzle.second != puzzle.plain:
            found.append(self.against("puzzle.second", puzzle.second, puzzle.reasons_second))
        if puzzle.also:
            found.append(self.say("puzzle.also", moves="; ".join(map(self.move, puzzle.also))))
        return [*found, self.proof()]

    def against(self, key: str, other: str, reasons: dict[str, float]) -> str:
        """What another move costs, and where the best one gains on it."""
        cost = percent(self.win(self.puzzle.best) - self.win(other))
        line = self.say(key, what=self.move(other), cost=cost)
        parts = [f"{self.say(f'part.{part}')} {points:+.1f}" for part, points in notable(reasons, REASONS)]
        return line if not parts else f"{line} {self.say('puzzle.because', reasons=', '.join(parts))}"

    def proof(self) -> str:
        proof = self.puzzle.proof
        doubt = max(value.doubt for each in proof for value in (each.best, each.second, each.plain))
        playouts = sum(each.playouts for each in proof)
        if doubt < 0.005:
            return self.say("puzzle.exact", seeds=len(proof), playouts=playouts)
        return self.say("puzzle.proof", seeds=len(proof), playouts=playouts, doubt=percent(doubt))

    def win(self, move: str) -> float:
        found = self.puzzle.win(move)
        assert found is not None  # it was proved
        return found


def percent(part: float) -> str:
    return f"{100 * part:.0f} %"
