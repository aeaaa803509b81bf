"""What a turn scores (Z13 to Z17), and the turns that the rulebook tells of."""

from __future__ import annotations

from typing import cast

import pytest

from sabika.engine.state import OVER
from sabika.games.zatre import ZATRE
from sabika.games.zatre.view import ShownHand
from tests.games.zatre.box import FACTS
from tests.games.zatre.helpers import deal, laying, play, shown

Tiles = dict[tuple[int, int], int]
ROW = {(0, 0): 5, (1, 0): 5}

TURNS: dict[str, tuple[Tiles, list[str], list[int], int]] = {
    "a 10 is worth 1": ({(0, 0): 5}, ["lay 5 1,0"], [1, 0, 0], 0),
    "an 11 is worth 2": ({(0, 0): 5}, ["lay 6 1,0"], [0, 2, 0], 0),
    "a 12 is worth 4": ({(0, 0): 6}, ["lay 6 1,0"], [0, 0, 4], 0),
    "a 9 is worth nothing": ({(0, 0): 5}, ["lay 4 1,0"], [0, 0, 0], 0),
    "a line that lies there already does not count": (ROW, ["lay 3 0,1"], [0, 0, 0], 0),
    "a line that is lengthened counts again": (ROW, ["lay 2 2,0"], [0, 0, 4], 0),
    "a line of two tiles of the turn counts once": ({(0, 0): 4}, ["lay 3 1,0", "lay 3 2,0"], [1, 0, 0], 0),
    "a line lengthened in the turn counts as it ends": ({(0, 0): 5}, ["lay 5 1,0", "lay 2 2,0"], [0, 0, 4], 0),
    "one tile may make a row and a column": ({(0, 0): 5, (0, 1): 1, (1, 1): 5}, ["lay 5 1,0"], [2, 0, 0], 0),
    "two lines of 12 share a box": ({(0, 0): 6}, ["lay 6 1,0", "lay 6 0,1"], [0, 0, 8], 0),
    "a light square in a line earns a cross": ({(0, 0): 1, (1, 0): 5}, ["lay 5 1,1"], [1, 0, 0], 1),
    "a light square served by the second tile earns a cross": (
        {(0, 0): 3, (1, 0): 4},
        ["lay 5 1,1", "lay 1 1,2"],
        [1, 0, 0],
        1,
    ),
    "two light squares earn two crosses": (
        {(0, 0): 2, (-1, 0): 4, (1, 0): 5},
        ["lay 5 1,1", "lay 6 -1,1"],
        [2, 0, 0],
        2,
    ),
    "a cross is for the square, not for each line": (
        {(0, 0): 1, (1, 0): 5, (0, 1): 5},
        ["lay 5 1,1"],
        [2, 0, 0],
        1,
    ),
}


@pytest.mark.parametrize(("tiles", "moves", "boxes", "crosses"), TURNS.values(), ids=TURNS)
def test_a_turn(tiles: Tiles, moves: list[str], boxes: list[int], crosses: int) -> None:
    state = laying(tiles, [int(move[4]) for move in moves])
    play(state, *moves)
    sheet = state.sheets[0]
    assert [sheet.box(0, column) for column in range(3)] == boxes
    assert sheet.crosses == crosses


FIRST_TURNS = {
    "a 10 through the red square crosses it": ("6155", "lay 5 0,0|lay 5 1,0|lay 6 0,-1", 1),
    "a 10 that does not pass the red square crosses it": ("5115", "lay 1 0,0|lay 5 1,0|lay 5 1,1", 2),
    "no line of 10, no cross": ("4132", "lay 4 0,0|lay 3 1,0|lay 2 2,0", 0),
}


@pytest.mark.parametrize(("draws", "moves", "crosses"), FIRST_TURNS.values(), ids=FIRST_TURNS)
def test_the_red_square(draws: str, moves: str, crosses: int) -> None:
    table = deal(2, draws)
    for move in moves.split("|"):
        table.play(move)
    assert sum(row.cross for row in shown(table.state).sheets[0].rows) == crosses


def test_the_red_square_counts_in_the_first_turn_only() -> None:
    state = laying({(0, 0): 5}, [5])
    play(state, "lay 5 1,0")
    assert state.sheets[0].crosses == 0


# The turns of the rulebook.

BOOK = FACTS["rulebook_turns"]


def moves_of(turn: dict[str, list[list[int]]]) -> list[str]:
    """Rows and columns are counted from 0 there, and the red square is 7, 7."""
    return [f"lay {value} {column - 7},{row - 7}" for row, column, value in turn["placement_example"]]


@pytest.mark.parametrize("kept", [3, 4, 5, 6])
def test_the_turns_of_the_rulebook(kept: int) -> None:
    """Andrea 6 5 5, Beate 5 and a tile that she keeps, Andrea 1 2, Beate draws another of the kept kind."""
    table = deal(2, f"6155{'5' + str(kept)}12{kept}")
    boxes = [(1, 2, 0), (1, 2, 0), (1, 2, 8)]  # of the first row, after the turn
    crosses = [2, 0, 3]
    for number, turn in enumerate(BOOK[:3]):
        seat = table.actor
        assert seat == number % 2
        for move in moves_of(turn):
            table.play(move, seat)
        rows = shown(table.state).sheets[seat].rows
        assert rows[0].boxes == boxes[number]
        assert sum(row.cross for row in rows) == crosses[number]
    assert table.actor == 1
    assert shown(table.state, 1).seats[1].hand == ShownHand(2, [kept, kept])
    while table.actor == 1:
        quiet = [move for move in table.moves() if table.state.preview(move)["points"] == 0]
        table.play(quiet[0])
    assert table.result.scores[1] == 3


@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_lines_of_a_turn_of_the_rulebook(number: int) -> None:
    table = deal(2, "61555412")
    for turn in BOOK[:number]:
        for move in moves_of(turn):
            table.play(move)
    told = len(table.events)
    for move in moves_of(BOOK[number]):
        table.play(move)
    event = next(event for event in table.events[told:] if event.kind == "turn")
    sums = sorted(int(str(line).split("= ")[1]) for line in cast(list[str], event.args["lines"]))
    assert sums == BOOK[number]["lines"]
    assert event.args["crosses"] == BOOK[number]["crosses"]


def test_case_two_of_the_rules() -> None:
    """6 on red, 5 beside it, 5 at the corner on light: an 11, a 10 and two crosses."""
    table = deal(2, "6155")
    for move in ("lay 6 0,0", "lay 5 1,0", "lay 5 1,1"):
        table.play(move)
    assert table.position.split("sheets=")[1].split(" ")[0] == "2;1;2;-/0;-;-;-"


# What is told about a turn.


def test_a_preview_tells_sums_crosses_and_points() -> None:
    state = laying({(0, 0): 3, (1, 0): 4, (0, 1): 2}, [6, 5, 1])
    assert state.preview(ZATRE.parse("lay 6 1,1")) == {"across": 8, "down": 10, "crosses": 1, "points": 2}
    assert state.preview(ZATRE.parse("lay 5 2,0")) == {"across": 12, "down": 0, "crosses": 0, "points": 4}
    assert state.preview(ZATRE.parse("lay 1 0,2")) == {"across": 0, "down": 6, "crosses": 0, "points": 0}
    assert state.preview(ZATRE.parse("lay 6 5,5")) == {}


def test_a_preview_counts_the_cross_of_a_square_that_waited() -> None:
    state = laying({(0, 0): 3, (1, 0): 4}, [5, 1])
    play(state, "lay 5 1,1")
    assert state.preview(ZATRE.parse("lay 1 1,2")) == {"across": 0, "down": 10, "crosses": 1, "points": 2}


def test_the_score_as_it_stands_in_a_turn() -> None:
    state = laying({(0, 0): 5, (0, 1): 1}, [5, 2])
    play(state, "lay 5 1,0")
    now = state.score_now()
    assert [(line.player, line.source, line.points) for line in now] == [(0, "row-1", 1)]
    assert state.result().scores == [0, 0]


# The end.


def last_turn(held: list[int], others: list[int]) -> tuple[list[int], list[int], str]:
    """Seat 1 lays a 5 as his last tile but those he keeps; nothing is left to draw."""
    state = laying({(0, 0): 6, (1, 0): 5, (1, 1): 5}, [5, *held], others=[others], bag=0)
    play(state, "lay 5 0,1")
    assert state.actor == OVER
    result = state.result()
    return result.scores, result.winners, result.reason


def test_tiles_still_held_are_taken_off() -> None:
    """The 5 made a 10 and an 11: 3 points, less 4 pips that are kept; the rival has 6 pips and no points (Z20)."""
    assert last_turn([4], [6]) == ([-1, -6], [0], "last-tile")


def test_ties_share() -> None:
    assert last_turn([6], [3]) == ([-3, -3], [0, 1], "last-tile")


def test_every_point_has_its_line() -> None:
    state = laying({(0, 0): 6, (1, 0): 5, (1, 1): 5}, [5, 4], others=[[6, 6]], bag=0)
    play(state, "lay 5 0,1")
    lines = [(line.player, line.part, line.source, line.points) for line in state.result().breakdown]
    assert lines == [(0, "sheet", "row-1", 3), (0, "minus", "held", -4), (1, "minus", "held", -12)]
    assert state.result().breakdown[2].why == {"seat": 1, "tiles": [6, 6]}
