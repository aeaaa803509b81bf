"""Puzzles at the prompt: the position as a seat saw it, a move, and whether it is the best."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console

from sabika.engine.beginning import seat_of
from sabika.engine.table import Table
from sabika.locales import YOU
from sabika.review.puzzles.puzzle import LEVELS, Puzzle
from sabika.review.puzzles.words import PuzzleTeller
from sabika.terminal import Face
from sabika.terminal.commands import Leave
from sabika.terminal.play import ask
from sabika.terminal.prompt import Prompt
from sabika.terminal.record_files import reason, write
from sabika.terminal.screen import QUIET, STRONG, line, words
from sabika.terminal.sitting import Sitting

RIVAL: Final = "builder"
LARGEST: Final = 1_000_000  # bytes of a file of solved puzzles

PlayOn = Callable[[Table], int]


class Next(Exception):
    """The person wants another puzzle."""


class Shown(Exception):
    """The person wants to see the solution."""


class Solved:
    """The solved puzzles, in a small file; a failing disk does not stop the puzzles."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.games: dict[str, list[str]] = {}
        try:
            if file.stat().st_size <= LARGEST:
                self.games = msgspec.json.decode(file.read_bytes(), type=dict[str, list[str]])
        except (OSError, msgspec.MsgspecError, UnicodeError):
            pass  # missing, or not our file: start a new one

    def has(self, game: str, puzzle: Puzzle) -> bool:
        return puzzle.id in self.games.get(game, [])

    def add(self, game: str, puzzle: Puzzle) -> str:
        """Save a solved puzzle; returns why that failed, or nothing."""
        if self.has(game, puzzle):
            return ""
        self.games.setdefault(game, []).append(puzzle.id)
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            write(self.file, msgspec.json.encode(self.games).decode())
        except OSError as error:
            return f"Your progress is not saved: {self.file} cannot be written: {reason(error)}."
        return ""


class Quiz:
    """The puzzles of a game, one after the other."""

    def __init__(
        self, game: str, puzzles: Sequence[Puzzle], face: Face, console: Console, prompt: Prompt, solved: Solved
    ) -> None:
        self.game = game
        self.puzzles = puzzles
        self.face = face
        self.console = console
        self.prompt = prompt
        self.solved = solved

    def first(self) -> int:
        """The number of the first unsolved puzzle, from 1; if all are solved, of the first."""
        return next((n for n, each in enumerate(self.puzzles, start=1) if not self.solved.has(self.game, each)), 1)

    def run(self, number: int, play_on: PlayOn) -> int:
        """From this number on, until the person leaves; the exit code."""
        try:
            while number <= len(self.puzzles):
                table = self.solve(number)
                if table is not None:
                    return play_on(table)
                number += 1
            self.console.print(f"That was the last of {len(self.puzzles)} puzzles; you have solved {self.count()}.")
        except Leave as leave:
            return leave.code
        except EOFError:
            self.console.print("")
        except KeyboardInterrupt:
            self.console.print("")
            return 130
        return 0

    def count(self) -> int:
        return sum(self.solved.has(self.game, each) for each in self.puzzles)

    def solve(self, number: int) -> Table | None:
        """One puzzle; the table, if the person wants to play on from there."""
        puzzle = self.puzzles[number - 1]
        sitting = sitting_at(puzzle, self.face, self.console, self.prompt, number)
        self.introduce(sitting, puzzle, number)
        teller = PuzzleTeller(self.game, puzzle, names=sitting.table.record.seats)
        try:
            self.find(sitting, puzzle, teller)
        except Shown:
            tell(sitting, teller.solution())
        except Next:
            return None
        return self.after(sitting)

    def introduce(self, sitting: Sitting, puzzle: Puzzle, number: int) -> None:
        star, empty = ("*", ".") if self.console.options.ascii_only else ("★", "☆")
        stars = star * puzzle.stars + empty * (len(LEVELS) - puzzle.stars)
        title = f"{sitting.table.game.title}: puzzle {number} of {len(self.puzzles)}"
        known = " (solved before)" if self.solved.has(self.game, puzzle) else ""
        sitting.say(line((title, STRONG), f"  {stars}{known}"))
        sitting.say(
            words(
                f"Find the best move. `solution` shows it, `next` skips, `quit` leaves. {self.count()} solved.", QUIET
            )
        )

    def find(self, sitting: Sitting, puzzle: Puzzle, teller: PuzzleTeller) -> None:
        """Ask until the best move is found."""
        seat = sitting.table.actor
        while True:
            move = sitting.table.game.notation(ask(sitting, seat))
            if move in puzzle.solutions:
                trouble = self.solved.add(self.game, puzzle)
                tell(sitting, teller.answer(move))
                if trouble:
                    sitting.complain(trouble)
                return
            tell(sitting, [*teller.answer(move), "Try again; `solution` shows the best move."])
            self.prompt.pause("Enter to look again ")

    def after(self, sitting: Sitting) -> Table | None:
        """Ask: another puzzle, or play on from here?"""
        while True:
            answer = self.prompt.ask("Enter for the next puzzle, `play` to play on from here, `quit`: ").lower()
            if answer in ("", "next"):
                return None
            if answer == "play":
                return sitting.table
            if answer in ("quit", "exit", "q"):
                raise Leave(0)


def sitting_at(puzzle: Puzzle, face: Face, console: Console, prompt: Prompt, number: int) -> Sitting:
    """The table of a puzzle; hidden things are imagined."""
    seat = seat_of(puzzle.sight)
    rivals = iter(range(1, puzzle.seats))
    names = [YOU if each == seat else f"{RIVAL} {next(rivals)}" for each in range(puzzle.seats)]
    others = [each for each in range(puzzle.seats) if each != seat]
    table = Table.from_position(puzzle.sight, names, seed=number, bots=others)
    more = {"solution": show_solution, "next": go_on, "skip": go_on, "hint": no_hint, "quit": leave, "exit": leave}
    sitting = Sitting(table, face, {}, console, prompt, more=more | {"q": leave, "undo": no_undo})
    sitting.kept, sitting.at_screen = True, seat
    return sitting


def tell(sitting: Sitting, lines: Sequence[str]) -> None:
    sitting.say("")
    for each in lines:
        sitting.say(each)


def show_solution(sitting: Sitting, _: str) -> None:
    raise Shown


def go_on(sitting: Sitting, _: str) -> None:
    raise Next


def no_hint(sitting: Sitting, _: str) -> None:
    sitting.complain("A hint would be the solution; `solution` shows it.")


def no_undo(sitting: Sitting, _: str) -> None:
    sitting.complain("There is nothing to undo.")


def leave(sitting: Sitting, _: str) -> None:
    raise Leave(0)


def solved_file(folder: str | os.PathLike[str]) -> Path:
    """The file of solved puzzles, in the person's data folder."""
    return Path(folder) / "puzzles_solved.json"
