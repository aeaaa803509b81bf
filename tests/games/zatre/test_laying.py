"""Where a tile may be laid (Z6, Z8 to Z12)."""

from __future__ import annotations

import pytest

from sabika.engine.rule import NONE, Rule
from sabika.engine.state import Refused
from sabika.engine.table import Table
from sabika.games.zatre import ZATRE
from sabika.games.zatre.rules import Z2, Z6, Z7, Z8A, Z8B, Z9, Z11A, Z11B, Z12A, Z12B
from sabika.games.zatre.state import Zatre
from tests.games.zatre.helpers import board_of, deal, laying, notations, play

# x to the east, y to the south; 1,1 and all squares on the two diagonals are light.
PAIR = {(0, 0): 6, (1, 0): 5}
STEPS = {(0, 0): 4, (0, 1): 1, (1, 1): 1, (2, 1): 1, (2, 0): 4}  # with a gap at 1,0
SMALL = {(0, 0): 3, (1, 0): 4}

PLACES = {
    "beside a tile, in its row (Z8)": (PAIR, [1], "lay 1 2,0", NONE),
    "beside a tile, in its column (Z8)": (PAIR, [6], "lay 6 0,1", NONE),
    "a line of 9 or less (Z10)": (SMALL, [1], "lay 1 2,0", NONE),
    "a line of 12 (Z9)": (PAIR, [1], "lay 1 -1,0", NONE),
    "a line of 13 (Z9)": (PAIR, [2], "lay 2 -1,0", Z9),
    "a column of 13 (Z9)": ({(0, 0): 6, (0, 1): 5}, [2], "lay 2 0,2", Z9),
    "a tile that joins two runs to 12 (Z9)": (STEPS, [4], "lay 4 1,0", NONE),
    "a tile that joins two runs to 13 (Z9)": (STEPS, [5], "lay 5 1,0", Z9),
    "a square that touches by a corner only (Z8)": (PAIR, [1], "lay 1 -1,-1", Z8B),
    "a square far from all tiles (Z8)": (PAIR, [1], "lay 1 5,5", Z8B),
    "a square with a tile on it (Z8)": (PAIR, [1], "lay 1 0,0", Z8A),
    "a corner of the grid, where there is no square (Z2)": (PAIR, [1], "lay 1 7,7", Z2),
    "the end of the middle row, where there is no square (Z2)": (PAIR, [1], "lay 1 7,0", Z2),
    "a tile that the player does not hold (Z11)": (PAIR, [1], "lay 2 0,1", Z11A),
    "keeping a tile that fits (Z11)": (PAIR, [1], "stop", Z11B),
    "drawing at will (Z7)": (PAIR, [1], "draw 1", Z7),
    "a light square in a line of 10 (Z12)": (SMALL, [6], "lay 6 1,1", NONE),
    "a light square in a line of 9 (Z12)": (SMALL, [5], "lay 5 1,1", Z12A),
    "a light square in a line of 9 that another tile makes 10 (Z12)": (SMALL, [5, 1], "lay 5 1,1", NONE),
    "a light square in a line of 9 that another tile makes 13 (Z12)": (SMALL, [5, 4], "lay 5 1,1", Z12A),
    "a light square in a line of 5 that two tiles make 10 (Z12)": (SMALL, [1, 2, 3], "lay 1 1,1", NONE),
    "a light square in a line of 5 that two tiles make 9 (Z12)": (SMALL, [1, 2, 2], "lay 1 1,1", Z12A),
    "a light square whose crossing row gets its line (Z12)": (SMALL, [4, 6], "lay 4 1,1", NONE),
}


@pytest.mark.parametrize(("tiles", "held", "move", "expected"), PLACES.values(), ids=PLACES)
def test_laying_on(tiles: dict[tuple[int, int], int], held: list[int], move: str, expected: Rule) -> None:
    state = laying(tiles, held)
    code = ZATRE.parse(move)
    assert state.refusal(code) is expected
    assert (code in list(state.moves())) == (expected is NONE)
    before = ZATRE.text(state)
    if expected is not NONE:
        with pytest.raises(Refused) as refused:
            state.play(code)
        assert refused.value.rule is expected
        assert ZATRE.text(state) == before


SENTENCES = {
    "There is no square on 7,7 (Z2).": (PAIR, [1], "lay 1 7,7"),
    "There is a tile on 0,0 already (Z8a).": (PAIR, [1], "lay 1 0,0"),
    "No tile lies beside -1,-1 (Z8b).": (PAIR, [1], "lay 1 -1,-1"),
    "A 2 on -1,0 would make 13; no line may exceed 12 (Z9).": (PAIR, [2], "lay 2 -1,0"),
    "You do not hold a 2 (Z11a).": (PAIR, [1], "lay 2 0,1"),
    "As long as one of your tiles fits, you must lay it (Z11b).": (PAIR, [1], "stop"),
    "The rules decide how many tiles you draw; you have no choice (Z7).": (PAIR, [1], "draw 0"),
    "1,1 is a light square: a 5 there would not be in a line of 10, 11 or 12, and it fits on a dark square (Z12a).": (
        SMALL,
        [5],
        "lay 5 1,1",
    ),
}


@pytest.mark.parametrize(("sentence", "case"), SENTENCES.items(), ids=SENTENCES)
def test_a_refusal_says_why(sentence: str, case: tuple[dict[tuple[int, int], int], list[int], str]) -> None:
    tiles, held, move = case
    table = Table.deal("zatre", 2)
    table.state = laying(tiles, held)
    assert table.why(move) == sentence


# Light squares that wait for their line.


def waiting() -> Zatre:
    """A 5 was laid on the light square 1,1, in a column of 9; a 1 is left."""
    state = laying(SMALL, [5, 1])
    play(state, "lay 5 1,1")
    return state


def test_only_what_makes_the_line_may_follow() -> None:
    assert notations(waiting()) == ["lay 1 1,-1", "lay 1 1,2"]


def test_anything_else_is_refused() -> None:
    state = waiting()
    for move in ("lay 1 2,0", "lay 1 -1,0", "lay 1 0,1", "lay 1 2,1"):
        assert state.refusal(ZATRE.parse(move)) is Z12B
    table = Table.deal("zatre", 2)
    table.state = state
    assert table.why("lay 1 2,0") == (
        "The light square 1,1 needs a line of 10, 11 or 12 this turn; after a 1 on 2,0 your other tiles could not "
        "make one (Z12b)."
    )


def test_a_dark_square_is_refused_too_if_it_spoils_the_line() -> None:
    """After the 1 on 2,0 the 3 alone cannot bring 1,1 to 10; laid at an end of the column, it can wait for the 3."""
    state = laying(SMALL, [2, 1, 3])
    play(state, "lay 2 1,1")
    assert state.refusal(ZATRE.parse("lay 1 2,0")) is Z12B
    assert state.refusal(ZATRE.parse("lay 1 1,2")) is NONE


def test_other_tiles_may_be_laid_first_if_the_line_can_still_be_made() -> None:
    state = laying(SMALL, [5, 1, 6])
    play(state, "lay 5 1,1")
    assert state.refusal(ZATRE.parse("lay 6 0,-1")) is NONE
    play(state, "lay 6 0,-1")
    assert notations(state) == ["lay 1 1,-1", "lay 1 1,2"]


def test_row_and_column_may_serve_a_light_square() -> None:
    state = laying({(0, 0): 1, (0, 1): 1, (0, 2): 1, (1, 2): 1}, [4, 6])
    play(state, "lay 6 2,2")
    assert set(notations(state)) == {"lay 4 -1,2", "lay 4 3,2", "lay 4 2,1", "lay 4 2,3"}


def test_one_line_may_serve_two_light_squares() -> None:
    """Both ends of the row, -2,2 and 2,2, are light; the second tile serves itself and the first."""
    state = laying({(0, 0): 1, (0, 1): 1, (0, 2): 2, (-1, 2): 2, (1, 2): 2}, [2, 2])
    play(state, "lay 2 -2,2")
    assert state.board.owing() != 0
    play(state, "lay 2 2,2")
    assert state.sheets[0].crosses == 2


# The exception: a tile that fits on no dark square.

ONLY_LIGHT = {(0, 0): 5, (0, 1): 6, (-1, 0): 4, (1, 1): 5, (1, 2): 3}  # a 6 fits on -1,-1 and 2,2, both light


def test_a_tile_that_fits_on_no_dark_square_goes_on_a_light_one() -> None:
    """On -1,-1 it makes a 10, on 2,2 only a 9."""
    assert notations(laying(ONLY_LIGHT, [6])) == ["lay 6 -1,-1", "lay 6 2,2"]


def test_a_forced_tile_owes_nothing() -> None:
    state = laying(ONLY_LIGHT, [6, 2])
    play(state, "lay 6 2,2")
    assert state.board.owing() == 0
    assert notations(state) == ["lay 2 -2,0", "lay 2 1,0", "lay 2 3,2", "lay 2 1,3", "lay 2 2,3"]


def test_a_forced_tile_without_a_line_earns_no_cross() -> None:
    state = laying(ONLY_LIGHT, [6])
    play(state, "lay 6 2,2")
    assert state.sheets[0].crosses == 0


def test_a_forced_tile_that_comes_into_a_line_earns_its_cross() -> None:
    state = laying(ONLY_LIGHT, [6, 1])
    play(state, "lay 6 2,2", "lay 1 3,2")
    assert state.sheets[0].crosses == 1
    assert state.sheets[0].box(0, 0) == 1


def test_whether_a_tile_is_forced_is_seen_when_it_is_laid() -> None:
    """The 1 on -2,0 opens a dark square for the 6, which then may no longer go on 2,2 without a line."""
    state = laying(ONLY_LIGHT, [1, 6])
    play(state, "lay 1 -2,0")
    assert state.refusal(ZATRE.parse("lay 6 2,2")) is Z12A
    assert state.refusal(ZATRE.parse("lay 6 -2,1")) is NONE


# The first turn.


def test_the_first_tile_goes_on_the_red_square() -> None:
    table = deal(2, "6155")
    assert [ZATRE.notation(move) for move in table.moves()] == ["lay 6 0,0", "lay 5 0,0"]
    assert table.refusal("lay 5 1,0") is Z6
    assert table.why("lay 5 1,0") == "The first tile of the game goes on the red square, 0,0 (Z6)."


def test_the_three_tiles_are_joined_but_need_not_be_in_one_row() -> None:
    table = deal(2, "6155")
    table.play("lay 6 0,0")
    assert table.refusal("lay 5 1,1") is Z8B
    table.play("lay 5 1,0")
    assert table.refusal("lay 5 1,1") is NONE
    assert table.refusal("lay 5 2,0") is Z9
    table.play("lay 5 0,1")
    assert table.actor == 1


@pytest.mark.parametrize("keeping", ["compulsory", "free"])
@pytest.mark.parametrize("draws", ["6166", "6165", "6155", "6111", "5151", "4143", "3121", "2111", "6164"])
def test_the_first_turn_is_always_played_in_full(draws: str, keeping: str) -> None:
    """Whatever is laid where, all three tiles lie on the board in the end."""
    todo = [deal(2, draws, keeping=keeping).state]
    ends = 0
    while todo:
        state = todo.pop()
        assert isinstance(state, Zatre)
        if state.actor != 0:
            assert len(board_of(state)) == 3
            ends += 1
            continue
        assert "stop" not in notations(state)
        for move in state.moves():
            twin = state.clone()
            twin.play(move)
            todo.append(twin)
    assert ends >= 12


# Compulsory placing.


def test_tile_after_tile_is_asked_for_as_long_as_one_fits() -> None:
    state = laying(SMALL, [1, 2, 3], others=[[]])
    play(state, "lay 1 2,0", "lay 2 0,1")
    assert state.actor == 0
    play(state, "lay 3 0,2")
    assert state.turn == 1


def test_a_choice_may_leave_a_tile_without_a_place() -> None:
    """The second turn of the rulebook."""
    state = laying({(0, 0): 6, (1, 0): 5, (1, 1): 5}, [5, 4])
    play(state, "lay 5 0,1")
    assert state.turn == 1
    assert ZATRE.census(state)["4"] == 20
    assert state.hands[0] & 255 == 1


def test_all_tiles_held_may_be_used() -> None:
    state = laying({(0, 0): 1}, [1, 1, 2, 2, 3])
    play(state, "lay 1 1,0", "lay 1 -1,0", "lay 2 0,1", "lay 2 0,-1", "lay 3 2,0")
    assert len(board_of(state)) == 6
    assert state.turn == 1
