"""A turn: throws, keeping, and placing a marker (D8 to D18)."""

from __future__ import annotations

import pytest

from sabika.engine.rule import E2, E4, NONE, Rule
from sabika.engine.state import LUCK, Refused
from sabika.games.alhambra_dice import ALHAMBRA_DICE
from sabika.games.alhambra_dice.rules import D19
from sabika.games.parts.dice import KEEP
from sabika.games.parts.rules import D9, D10, D12, D31
from tests.games.alhambra_dice.helpers import MIXED, after_throws, board, play, settle, started, told

parse = ALHAMBRA_DICE.parse


def test_clockwise_from_the_caliph_one_marker_a_turn() -> None:
    """D8."""
    state = started()
    state.caliph = 2
    state.begin_turns()
    order = []
    for _ in range(15):
        settle(state, MIXED)
        order.append(state.actor)
        state.play(state.default())
    assert order == [2, 0, 1] * 5
    assert state.stage != started().stage, "then the evaluation begins"


def test_the_first_throw_is_no_decision() -> None:
    """D9, X1: all eight white dice, at once."""
    state = started()
    assert state.actor == LUCK
    assert state.luck().total == 6**8
    settle(state, "tow8")
    assert (state.actor, state.throws) == (0, 1)


KEEPS = {
    "some of what was thrown": ("keep pav2-arc1", NONE),
    "nothing: all eight are thrown again": ("keep none", NONE),
    "symbols that do not match": ("keep pav1-ser1-arc1", NONE),
    "all but one": ("keep pav2-ser2-arc2-cha1", NONE),
    "all eight: at least one die is thrown": (f"keep {MIXED}", D10),
    "more than were thrown": ("keep pav3", D10),
    "a type that was not thrown": ("keep tow1", D10),
}


@pytest.mark.parametrize(("move", "expected"), KEEPS.values(), ids=KEEPS)
def test_keeping_after_the_first_throw(move: str, expected: Rule) -> None:
    """D10, Q1."""
    state = after_throws(MIXED)
    assert state.refusal(parse(move)) is expected
    assert (parse(move) in list(state.moves())) is (expected is NONE)


def test_dice_kept_earlier_may_be_thrown_again() -> None:
    """D10."""
    state = after_throws(MIXED)
    play(state, "keep pav2-ser2")
    assert state.throws == 2
    assert state.refusal(parse("keep none")) is NONE
    play(state, "keep none")
    assert state.dice == 8, "eight dice were thrown"


def test_equal_choices_are_one_move() -> None:
    """Two of three equal dice can be kept in one way only."""
    state = after_throws("pav3-tow5")
    keeps = [move for move in state.moves() if move & 15 == KEEP]
    assert len(keeps) == len(set(keeps)) == 4 * 6 - 1


def test_at_most_three_throws() -> None:
    """D9."""
    state = after_throws(MIXED, "tow3", "tow3")
    assert state.throws == 3
    assert state.refusal(parse("keep tow3")) is D9
    assert all(ALHAMBRA_DICE.notation(move).startswith("mark ") for move in state.moves())


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_one_may_stop_after_any_throw(throws: int) -> None:
    """D11, D13: the cell tells the throws."""
    state = after_throws("tow8", *["tow1"] * (throws - 1))
    play(state, "mark tower")
    assert board(state, "tower") == f"8-{throws}:0"


NAMED = {
    "a type that shows": ("mark pavilion", NONE),
    "a type that shows once": ("mark garden", NONE),
    "a type that does not show": ("mark tower", D12),
}


@pytest.mark.parametrize(("move", "expected"), NAMED.values(), ids=NAMED)
def test_naming_a_type(move: str, expected: Rule) -> None:
    """D12, Q2."""
    assert after_throws(MIXED).refusal(parse(move)) is expected


PLACED = {
    "the column of the type, the row of its number, the cell of the throws": ("gar3-tow5", "", "tower", "5-1:0"),
    "a cell taken by an opponent": ("gar3-tow5", "5-1:1", "tower", "5-1:1 5-2:0"),
    "a cell taken by oneself": ("gar3-tow5", "5-1:0", "tower", "5-1:0 5-2:0"),
    "several cells taken": ("gar3-tow5", "5-1:1 5-2:0 5-3:2", "tower", "5-1:1 5-2:0 5-3:2 4-1:0"),
    "a gap in the run": ("gar3-tow5", "5-1:1 5-3:2", "tower", "5-1:1 5-2:0 5-3:2"),
    "better cells do not matter": ("gar3-tow5", "8-1:1 6-3:2", "tower", "8-1:1 6-3:2 5-1:0"),
    "several markers of one player in a column": ("gar3-tow5", "7-1:0 3-3:0", "tower", "7-1:0 5-1:0 3-3:0"),
    "behind the last cell": ("pav7-tow1", "1-1:1 1-2:0 1-3:2", "tower", "1-1:1 1-2:0 1-3:2"),
}


@pytest.mark.parametrize(("thrown", "before", "column", "after"), PLACED.values(), ids=PLACED)
def test_placing(thrown: str, before: str, column: str, after: str) -> None:
    """D13, D16, D17, D18."""
    state = after_throws(thrown, markers={column: before})
    play(state, f"mark {column}")
    assert board(state, column) == after


def test_a_marker_that_falls_off_is_used_and_out() -> None:
    """D18: it wins nothing and comes back after the round."""
    state = after_throws("pav7-tow1", markers={"tower": "1-1:1 1-2:1 1-3:2"})
    state.tell()
    assert state.preview(parse("mark tower")) == {"column": 5, "falls": 1}
    play(state, "mark tower")
    assert (state.in_hand(0), state.fallen(0)) == (4, 1)
    assert told(state, "fell-off") == [{"player": 0, "column": "tower"}]


def test_the_preview_tells_the_cell_reached() -> None:
    state = after_throws("gar3-tow5", markers={"tower": "5-1:1 5-2:1 5-3:2"})
    assert state.preview(parse("mark tower")) == {"column": 5, "row": 4, "throws": 1, "order": 12}
    assert state.preview(parse("mark garden")) == {"column": 4, "row": 3, "throws": 1, "order": 15}
    assert state.preview(parse("keep tow5")) == {"thrown": 3}
    assert state.preview(parse("mark arcades")) == {}, "nothing is told of a refused move"


def test_the_default_is_the_best_cell_within_reach() -> None:
    state = after_throws("gar4-tow4", markers={"garden": "4-1:1", "tower": "4-1:1 4-2:2"})
    assert ALHAMBRA_DICE.notation(state.default()) == "mark garden"


OTHER = {
    "a prize during the turns": ("prize points", D19),
    "naming during the turns": ("name 2", D31),
}


@pytest.mark.parametrize(("move", "expected"), OTHER.values(), ids=OTHER)
def test_moves_of_another_time(move: str, expected: Rule) -> None:
    state = after_throws(MIXED)
    before = ALHAMBRA_DICE.text(state)
    with pytest.raises(Refused) as refused:
        state.play(parse(move))
    assert refused.value.rule is expected
    assert ALHAMBRA_DICE.text(state) == before


NO_MOVES = {
    "zero": 0,
    "a negative number": -1,
    "an unknown kind": 15,
    "nine dice kept": KEEP | 9 << 4,
    "a seventh type": 2 | 6 << 4,
    "rest in the upper bits": 2 | 1 << 7,
    "annul with an argument": 12 | 1 << 4,
    "swaps in rising order": 13 | 1 << 5 | 2 << 8,
    "a negative prize": -3,
}


@pytest.mark.parametrize("code", NO_MOVES.values(), ids=NO_MOVES)
def test_numbers_that_are_no_moves(code: int) -> None:
    """E4."""
    assert after_throws(MIXED).refusal(code) is E4


def test_no_move_while_luck_is_drawn() -> None:
    """E2, and E1 is in the contract of all games."""
    assert started().refusal(parse("mark tower")) is E2
