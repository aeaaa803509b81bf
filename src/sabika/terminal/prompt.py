"""Asking a person: at a keyboard, or from a file of answers."""

from __future__ import annotations

import contextlib
import sys

from rich.console import Console

CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # home, clear the screen, clear the scrollback


class Prompt:
    """Questions and answers. Without a keyboard it never waits; answers are printed beside their questions."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.interactive = sys.stdin.isatty() and console.is_terminal
        self._waiting: list[str] = []  # answers given before their question
        if self.interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - makes `input` an editor with a history

    def ask(self, question: str) -> str:
        """Read a line, without spaces at its ends; EOFError at the end of input."""
        if self._waiting:
            return self._waiting.pop()
        if self.interactive:
            return input(question).strip()
        self.console.print(question, end="")
        answer = sys.stdin.readline()
        if not answer:
            raise EOFError
        answer = answer.strip()
        self.console.print(answer)
        return answer

    def put_back(self, answer: str) -> None:
        """Use this as the answer to the next question."""
        self._waiting.append(answer)

    def pause(self, question: str) -> None:
        """Wait until the person has read; an answer typed here counts for the next question."""
        if self.interactive:
            answer = self.ask(question)
            if answer:
                self.put_back(answer)

    def cover(self, question: str) -> None:
        """Clear the screen and wait for the next person; nothing typed before this counts."""
        self._waiting.clear()
        if self.interactive:
            self.console.file.write("\n" * self.console.height if self.console.is_dumb_terminal else CLEAR)
            self.console.file.flush()
        self.ask(question)
