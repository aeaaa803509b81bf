"""`values` and `odds`: within the width of any screen, and what the engine says."""

from __future__ import annotations

import re
from random import Random

import pytest

from sabika import Table, bots
from sabika.bots.dice.odds import TurnOdds
from sabika.games.parts.tiles import TYPES
from sabika.terminal.screen import block_width
from sabika.terminal.values import odds_lines, value_lines
from tests.examples.pig import PigGame
from tests.examples.registered import registered
from tests.terminal.hands import played

WIDTH = 80
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


def test_players_of_one_name_keep_their_numbers() -> None:
    values = Table.deal("alhambra", seats=3, seed=3).game.values(middle("alhambra", 3).state, 0)
    assert values is not None
    head = value_lines(values, ["you", "novice 1", "novice 2"], WIDTH)[0].plain
    assert head.split()[3:6] == ["you", "novic~1", "novic~2"]


def test_odds_say_what_they_are() -> None:
    _, text = played(Table.deal("alhambra_dice", ["you", "novice"], seed=3), ["odds"])
    assert "3+: the chance of three or more such dice" in text


def after(more: list[int], left: int | None) -> int:
    """How many numbers stand behind the counts."""
    return len(more) + (left is not None)


def test_odds_fall_with_the_number_of_dice() -> None:
    table = Table.deal("alhambra_dice", seats=3, seed=3)
    odds = bots.odds("alhambra_dice", table.state)
    assert odds is not None
    head, *rows = odds_lines(odds, bots.odds_columns("alhambra_dice"), WIDTH)[: len(TYPES) + 1]
    assert head.plain.split() == [*(f"{many}+" for many in range(1, 9)), "lead"]
    assert [row.plain.split()[0] for row in rows] == [name.capitalize() for name in TYPES]
    first = [float(each.lstrip("<")) for each in rows[0].plain.split()[1:-2:2]]
    assert first == sorted(first, reverse=True)


def test_odds_say_who_leads() -> None:
    odds = TurnOdds([[1.0] * 24] * 6, [None, 0.0, 0.004, 0.5, 1.0, 0.25])
    assert [row.plain[-6:].strip() for row in odds_lines(odds, "abcdef", WIDTH)[:7]] == [
        "lead",
        "leads",
        "0 %",
        "<1 %",
        "50 %",
        "100 %",
        "25 %",
    ]


HAVE = {
    "dice and a table of values": ("alhambra_dice", {"values", "odds"}),
    "dice in another game": ("alcazaba", {"values", "odds"}),
    "no dice": ("zatre", {"values"}),
    "neither": ("pig", set[str]()),
}


@pytest.mark.parametrize(("name", "words"), HAVE.values(), ids=HAVE)
def test_help_lists_odds_and_values_where_there_are_some(name: str, words: set[str]) -> None:
    with registered(PigGame()):
        _, text = played(Table.deal(name, ["you", "novice"], seed=3), ["help", "odds", "values"])
    listed = set(re.findall(r"(?:^| {2,})(values|odds) {2,}", text, re.MULTILINE))
    assert listed == words
    assert ("This game has no table of odds." in text) == ("odds" not in words)
    assert ("This game has no table of values." in text) == ("values" not in words)
