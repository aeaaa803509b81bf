"""Zatre on a screen: squares told apart without colour, tiles that others must not see, sheets row by row."""

from __future__ import annotations

import io

from rich.console import Console, RenderableType

from sabika.engine.dealer import ScriptedDealer
from sabika.engine.table import Table
from sabika.terminal import Scene
from sabika.terminal.faces.zatre import FACE
from sabika.terminal.screen import numbered, spots_of

NAMES = ("you", "ana")


def plain(thing: RenderableType) -> list[str]:
    """What a screen without colours shows."""
    console = Console(file=io.StringIO(), width=80, color_system=None, highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        console.print(thing)
    return capture.get().splitlines()


def table_after(draws: str, *moves: str) -> Table:
    table = Table.deal("zatre", NAMES, dealer=ScriptedDealer(draws))
    for move in moves:
        table.play(move)
    return table


def opened() -> Table:
    """The starter has laid 6 and 5 of his three tiles."""
    return table_after("6155", "lay 6 0,0", "lay 5 1,0")


def test_dark_light_red_and_no_square_have_signs_of_their_own() -> None:
    rows = plain(FACE.draw(Scene(table_after("6155"), 0, NAMES), {}))
    assert rows[8][:48].rstrip() == " 0     .  .  .  .  .  .  @  .  .  .  .  .  ."
    assert rows[9][:48].rstrip() == " 1  +  .  .  .  .  .  +  .  +  .  .  .  .  .  +"


def test_tiles_of_this_turn_and_numbers_of_choices_are_told_apart() -> None:
    scene = Scene(opened(), 0, NAMES)
    rows = plain(FACE.draw(scene, spots_of(numbered(FACE.menu(scene)))))
    assert "[6][5]" in rows[8]
    assert " 1)" in rows[7]


def test_the_menu_tells_what_a_tile_would_make() -> None:
    scene = Scene(opened(), 0, NAMES)
    (group,) = FACE.menu(scene)
    assert group.title == "Lay the 5"
    assert [choice.text for choice in group.choices] == [
        "0,-1 (11)",
        "1,-1 (10 x2)",
        "0,1 (11)",
        "1,1 (10 x2)",
    ]


def test_a_rival_s_tiles_are_face_down() -> None:
    table = table_after("6155" + "34", "lay 6 0,0", "lay 5 1,0", "lay 5 0,1")
    assert any("ana" in row and "2 face down" in row for row in plain(FACE.draw(Scene(table, 0, NAMES), {})))
    assert any("ana" in row and "3 4" in row for row in plain(FACE.draw(Scene(table, 1, NAMES), {})))


def test_the_sheet_row_by_row() -> None:
    table = table_after("6155" + "34", "lay 6 0,0", "lay 5 1,0", "lay 5 1,1")
    rows = plain(FACE.look(Scene(table, 0, NAMES), 0))
    assert rows[-4:] == [
        "row x2 10 11 12 bonus total",
        "  1  x  1  2  .   (3)     6",
        "  2  x  .  .  .   (3)     0",
        "sum                       6",
    ]


def test_a_score_is_opened() -> None:
    table = table_after("6155" + "34", "lay 6 0,0", "lay 5 1,0", "lay 5 1,1")
    rows = plain(FACE.scores(Scene(table, 0, NAMES), table.result.breakdown))
    assert rows[0] == "you"
    assert rows[1].split() == "row 1 (1 + 2) x 2 6".split()


def test_a_turn_is_told() -> None:
    table = table_after("6155" + "34", "lay 6 0,0", "lay 5 1,0", "lay 5 1,1")
    scene = Scene(table, None, NAMES)
    told = [FACE.event(scene, event) for event in table.events]
    assert told == [
        "you have drawn the highest tile, a 6, and start (Z5)",
        "you made 0,0 to 1,0 = 11; 1,0 to 1,1 = 10 and 2 x2: 6 points, including 3 for rows with crosses, which count "
        "twice (Z17)",
    ]
