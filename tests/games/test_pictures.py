"""Pictures of the table: SVG that any viewer reads, with nothing in it that the view does not show."""

from __future__ import annotations

from xml.etree import ElementTree

import msgspec
import pytest

from sabika.engine.game import Game
from sabika.engine.svg import below, beside, framed, listed, words
from sabika.engine.table import Table
from tests.recorded.make import HERE

NAMES = ["alhambra-2", "alhambra-3", "alhambra_dice-2", "alhambra_dice-4", "alcazaba-2", "alcazaba-5", "zatre-4-teams"]


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("name", NAMES)
def test_a_table_is_drawn_at_any_step_for_anybody(name: str) -> None:
    text = HERE.joinpath(f"{name}.txt").read_text(encoding="utf-8")
    for step in (0, 1, 40, 170, None):
        table = Table.replay(text, step)
        for seat in (0, None):
            svg = table.game.picture(table.view(seat))
            assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
            assert "http" not in svg.replace("http://www.w3.org/2000/svg", ""), "it needs no network"


def test_a_hand_that_is_hidden_is_not_drawn() -> None:
    table = Table.replay(HERE.joinpath("alhambra-3.txt").read_text(encoding="utf-8"), 60)
    mine, theirs = (texts(table.game.picture(table.view(seat))) for seat in (0, None))
    assert sum("▮" in each for each in mine) == 2
    assert sum("▮" in each for each in theirs) == 3


def test_a_game_without_a_picture_is_told_in_words() -> None:
    class Plain(msgspec.Struct):
        points: list[int]
        word: str

    found = texts(Game().picture(Plain([3, 4], "<b>&")))
    assert found == ["points: 3, 4", "word: <b>&"]
    assert texts(listed([]).svg) == ["-"]


def test_pieces_are_laid_side_by_side_and_one_below_the_other() -> None:
    piece = words("Ana")
    assert beside([piece, piece], 10).width == 2 * piece.width + 10
    assert below([piece, piece], 10).height == 2 * piece.height + 10
    assert framed(piece).width > piece.width
    assert beside([]).width == 0
