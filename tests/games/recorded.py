"""Replaying the recorded games of the tests."""

from __future__ import annotations

import hashlib
from pathlib import Path

from sabika.engine.record import read
from sabika.engine.table import Table
from sabika.engine.verify import verify

RECORDED = Path(__file__).parents[1] / "recorded"


def text_of(name: str) -> str:
    return (RECORDED / f"{name}.txt").read_text(encoding="utf-8")


def names_of(game: str) -> set[str]:
    """The recorded games of one game."""
    return {file.stem for file in RECORDED.glob(f"{game}-*.txt")}


def scores_of(name: str) -> list[int]:
    """Replay a whole record, verify it, and tell the scores."""
    text = text_of(name)
    table = Table.replay(text)
    assert table.over
    assert table.record.text == text
    assert verify(text).luck == "sealed"
    return table.result.scores


def fingerprint(name: str) -> str:
    """Of the positions after every step."""
    text = text_of(name)
    table = Table.replay(text, step=0)
    digest = hashlib.sha256(table.state.text().encode())
    for n, step in enumerate(read(text).steps, start=1):
        table._repeat(step, n)
        digest.update(table.state.text().encode())
    return digest.hexdigest()[:16]


def moves_of(game: str) -> set[str]:
    """Every move of the recorded games of one game, in notation."""
    seats = {f"{seat}: " for seat in range(1, 7)}
    lines = [line for name in names_of(game) for line in text_of(name).splitlines()]
    return {line[3:] for line in lines if line[:3] in seats}
