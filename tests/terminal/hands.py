"""People made of code: they answer the prompt, and the tests read their screen."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable

from rich.console import Console

from sabika import Table, bots
from sabika.engine.rng import Rng
from sabika.terminal import face
from sabika.terminal.play import play
from sabika.terminal.prompt import Prompt
from sabika.terminal.sitting import Sitting


class Answers(Prompt):
    """Answers from a function or a list; the input ends with the list."""

    def __init__(self, console: Console, answers: Iterable[str] | Callable[[], str], *, interactive: bool) -> None:
        self.console = console
        self.interactive = interactive
        self._waiting = []
        self._next = answers if callable(answers) else iter(answers).__next__

    def ask(self, question: str) -> str:
        if self._waiting:
            return self._waiting.pop()
        try:
            answer = self._next()
        except StopIteration:
            raise EOFError from None
        self.console.print(f"{question}{answer}")
        return answer


def sit(
    table: Table,
    answers: Iterable[str] | Callable[[], str],
    *,
    width: int = 80,
    height: int = 24,
    interactive: bool = False,
    file: str | None = None,
) -> Sitting:
    """A sitting of people and of bots where the names are theirs."""
    console = Console(file=io.StringIO(), width=width, height=height, highlight=False, markup=False, emoji=False)
    prompt = Answers(console, answers, interactive=interactive)
    players = {
        seat: bots.find("novice")(seat) for seat, name in enumerate(table.record.seats) if name.startswith("novice")
    }
    return Sitting(table, face(table.game.name), players, console, prompt, file)


def screen(sitting: Sitting) -> str:
    """All that was shown."""
    assert isinstance(sitting.console.file, io.StringIO)
    return sitting.console.file.getvalue()


def played(
    table: Table, answers: Iterable[str] | Callable[[], str], width: int = 80, *, interactive: bool = False
) -> tuple[int, str]:
    """The exit code and the screen of a whole sitting."""
    sitting = sit(table, answers, width=width, interactive=interactive)
    return play(sitting), screen(sitting)


def random_game(table: Table, seed: int, decisions: int) -> Table:
    """The table after so many random decisions, or at its end."""
    rng = Rng(seed)
    for _ in range(decisions):
        if table.over:
            break
        moves = table.moves()
        table.play(moves[rng.below(len(moves))])
    return table
