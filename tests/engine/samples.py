"""Records to read, to break and to forge."""

from __future__ import annotations

from functools import cache

from sabika.engine.dealer import FastDealer
from sabika.engine.rng import Rng
from sabika.engine.table import Table
from tests.recorded.make import HERE


@cache
def finished() -> str:
    """A whole game of three with a sealed seed; a short one, recorded in version 1."""
    return HERE.joinpath("alhambra-3-stalled.txt").read_text(encoding="utf-8")


@cache
def begun() -> str:
    """The first twelve moves of a game of two, without its seed."""
    return early(Table.deal("alhambra", ["ana", "béla"], seed=3)).record.text


@cache
def unsealed() -> str:
    """The same with luck that nobody can check."""
    return early(Table.deal("alhambra", 2, dealer=FastDealer(3))).record.text


def early(table: Table) -> Table:
    rng = Rng(5)
    for n in range(12):
        moves = table.moves()
        table.play(int(moves[rng.below(len(moves))]), by="builder" if n % 4 == 3 else "")
    return table


def with_line(text: str, number: int, line: str) -> str:
    """The text with one line changed; counted from 1."""
    lines = text.splitlines()
    lines[number - 1] = line
    return "\n".join(lines) + "\n"


def line_of(text: str, step: int) -> int:
    """The line of a step, both counted from 1."""
    return text.splitlines().index("") + 1 + step
