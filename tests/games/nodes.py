"""Counting the ways a position can go on: the rule nobody thought of changes a number."""

from __future__ import annotations

from pathlib import Path

from sabika.engine.game import Game
from sabika.engine.state import LUCK, OVER, State

POSITIONS = Path(__file__).parents[1] / "positions"


def positions_of(game: str) -> dict[str, tuple[list[int], str]]:
    """Fixed positions by what they show, with their node counts: `tests/positions/<game>.txt`."""
    lines = (POSITIONS / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    found = {}
    for sentence, counts, text in zip(lines[0::3], lines[1::3], lines[2::3], strict=True):
        found[sentence.removeprefix("# ")] = ([int(count) for count in counts.split()], text)
    return found


def nodes(state: State, depth: int) -> int:
    """Positions after so many decisions; luck always takes its middle chance."""
    while state.actor == LUCK:
        state.settle(state.luck_total() // 2)
    if depth == 0 or state.actor == OVER:
        return 1
    total = 0
    for move in state.moves():
        twin = state.clone()
        twin.play(move)
        total += nodes(twin, depth - 1)
    return total


def counts_of(game: Game, text: str, depth: int) -> list[int]:
    """Nodes after 1, 2 .. decisions."""
    return [nodes(game.load(text), each) for each in range(1, depth + 1)]
