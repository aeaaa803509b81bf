"""`values` and `odds`: within the width of any screen, and what the engine says."""

from __future__ import annotations

from random import Random

import pytest

from sabika import Table, bots
from sabika.bots.dice.odds import TurnOdds
from sabika.terminal.screen import block_width
from sabika.terminal.values import odds_lines, value_lines

NAMES = ["you", "Maximiliana", "builder", "novice", "architect", "vizier"]


def middle(game: str, seats: int) -> Table:
    table, rng = Table.deal(game, seats=seats, seed=3), Random(1)
    for _ in range(40):
        table.play(rng.choice(table.actions()))
    return table


@pytest.mark.parametrize("width", [60, 80, 160])
@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("game", ["alhambra", "alhambra_dice", "alcazaba", "zatre"])
def test_values_keep_to_the_width(game: str, seats: int, width: int) -> None:
    table = middle(game, seats)
    values = table.game.values(table.state, 0)
    assert values is not None
    lines = value_lines(values, NAMES[:seats], width)
    assert block_width(lines) <= width
    for row, text in zip(values.rows, lines[1:], strict=False):
        assert text.plain.lower().startswith(row.source)
        numbers = text.plain[len(row.source) :].split()
        assert [str(count) for count in row.counts] == numbers[-len(row.counts) - after(row.more, row.left) :][:seats]


def after(more: list[int], left: int | None) -> int:
    """How many numbers stand behind the counts."""
    return len(more) + (left is not None)


def test_odds_fall_with_the_number_of_dice() -> None:
    table = Table.deal("alhambra_dice", seats=3, seed=3)
    odds = bots.odds("alhambra_dice", table.state)
    assert odds is not None
    head, *rows = odds_lines(odds)
    assert head.plain.split() == [*(f"{many}+" for many in range(1, 9)), "lead"]
    assert len(rows) == 6
    first = [float(each.lstrip("<")) for each in rows[0].plain.split()[1:-2:2]]
    assert first == sorted(first, reverse=True)


def test_odds_say_who_leads() -> None:
    odds = TurnOdds([[1.0] * 24] * 6, [None, 0.0, 0.004, 0.5, 1.0, 0.25])
    assert [row.plain[-6:].strip() for row in odds_lines(odds)] == [
        "lead",
        "leads",
        "0 %",
        "<1 %",
        "50 %",
        "100 %",
        "25 %",
    ]
