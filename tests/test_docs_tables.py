"""Tables of the docs against the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sabika.games import ALHAMBRA
from sabika.games.alhambra.codes import BUY, TAKE
from sabika.games.alhambra.position_text import KEYS
from sabika.games.parts.building import ADD, GIVE, PLACE, REMOVE, RESERVE, SWAP, kind_of
from sabika.games.parts.majority import place_points
from sabika.games.parts.tiles import NAMES, TYPES

DOCS = Path(__file__).parents[1] / "docs"
ALHAMBRA_PAGE = (DOCS / "alhambra.md").read_text(encoding="utf-8")
RECORDS_PAGE = (DOCS / "records.md").read_text(encoding="utf-8")
MOVES = re.findall(r"^\| .* \| `([a-z]+ [^`]+)` \| `(\{[^`]+\})` \| A", RECORDS_PAGE, re.MULTILINE)


@pytest.mark.parametrize(("written", "json"), MOVES, ids=[written.split()[0] for written, _ in MOVES])
def test_the_two_forms_of_a_move_are_one(written: str, json: str) -> None:
    code = ALHAMBRA.parse(written)
    assert ALHAMBRA.from_json(json) == code
    assert ALHAMBRA.to_json(code).decode() == json
    assert ALHAMBRA.notation(code) == written


def test_every_kind_of_move_is_in_the_table() -> None:
    kinds = {kind_of(ALHAMBRA.parse(written)) for written, _ in MOVES}
    assert kinds == {TAKE, BUY, ADD, REMOVE, SWAP, PLACE, RESERVE, GIVE}


def test_every_field_of_a_position_is_explained() -> None:
    table = RECORDS_PAGE.split("| field | what it says |")[1].split("\n\n")[0]
    explained = [name for row in table.splitlines()[2:] for name in re.findall(r"`([a-z_:0-9]+)`", row.split("|")[1])]
    assert explained == ["alhambra:1", *KEYS]


def test_every_rule_is_on_the_page_once() -> None:
    numbers = [int(number) for number in re.findall(r"^- \*\*A(\d+)\*\*", ALHAMBRA_PAGE, re.MULTILINE)]
    assert sorted(numbers) == list(range(1, 33))


def test_the_tiles_are_those_of_the_program() -> None:
    rows = re.findall(r"^\| (\w+) \| (\d.*) \| (\d+) \|$", ALHAMBRA_PAGE.split("## The tiles")[1], re.MULTILINE)
    tiles = [f"{kind}-{tile.replace(' ', '-')}" for kind, row, _ in rows for tile in row.split(", ")]
    assert tiles == NAMES[:54]
    assert [len(row.split(", ")) for _, row, _ in rows] == [int(number) for _, _, number in rows]


def test_the_points_are_those_of_the_program() -> None:
    for kind, name in enumerate(TYPES):
        scorings = [
            ", ".join(str(int(place_points(kind, scoring, place))) for place in range(1, scoring + 1))
            for scoring in (1, 2, 3)
        ]
        assert f"| {name} | {' | '.join(scorings)} |" in ALHAMBRA_PAGE
