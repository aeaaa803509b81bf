"""The page of Zatre against the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sabika.games.zatre import ZATRE
from sabika.games.zatre.facts import ROWS
from sabika.games.zatre.position_text import KEYS

PAGE = Path(__file__).parents[3].joinpath("docs/zatre.md").read_text(encoding="utf-8")
MOVES = re.findall(r"^\| `([a-z]+[^`]*)` \| .* \| `(\{[^`]+\})` \|$", PAGE, re.MULTILINE)


def test_every_rule_is_on_the_page_once() -> None:
    numbers = [int(number) for number in re.findall(r"^- \*\*Z(\d+)\*\*", PAGE, re.MULTILINE)]
    assert numbers == list(range(1, 24))


def test_every_rule_that_refuses_is_named() -> None:
    refusing = [rule.label for rule in ZATRE.refusals]
    assert [name for name in refusing if not re.search(rf"\b{name}\b", PAGE)] == []


def test_the_board_is_that_of_the_program() -> None:
    picture = PAGE.split("```text\n")[2].split("\n```")[0].split("\n")
    assert [row.ljust(15) for row in picture] == [row.replace("#", " ") for row in ROWS]


@pytest.mark.parametrize(("written", "json"), MOVES, ids=[written for written, _ in MOVES])
def test_the_two_forms_of_a_move_are_one(written: str, json: str) -> None:
    assert ZATRE.to_json(ZATRE.parse(written)).decode() == json


def test_every_kind_of_move_is_in_the_table() -> None:
    assert {written.split()[0] for written, _ in MOVES} == {"lay", "draw", "stop"}


def test_every_field_of_a_position_is_explained() -> None:
    table = PAGE.split("| field | what it says |")[1].split("\n\n")[0]
    assert [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])] == KEYS


def test_every_option_is_in_the_table() -> None:
    for option in ZATRE.options:
        assert f"| `{option.name}` | {', '.join(f'`{choice}`' for choice in option.choices)} |" in PAGE


def test_every_ruling_has_its_reason() -> None:
    """A rule marked [R] has a row in the table of rulings."""
    marked = set(re.findall(r"^- \*\*(Z\d+)\*\*(?:(?!^- ).)*\[R", PAGE, re.MULTILINE | re.DOTALL))
    listed = {name for row in re.findall(r"^\| (Z[^|]+) \|", PAGE, re.MULTILINE) for name in row.strip().split(", ")}
    assert marked <= listed
    assert len(marked) > 10
