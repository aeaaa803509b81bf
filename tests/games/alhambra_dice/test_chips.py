"""Chips in a turn: displace, annul, black die (D28 to D30, D32, D33)."""

from __future__ import annotations

from typing import Any

import pytest

from sabika.engine.rule import NONE, Rule
from sabika.engine.state import LUCK
from sabika.games.alhambra_dice import ALHAMBRA_DICE
from sabika.games.alhambra_dice.facts import chip_list
from sabika.games.alhambra_dice.rules import D28, D29, D30
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.parts.dice import dice_name
from sabika.games.parts.rules import D12
from tests.games.alhambra_dice.helpers import MIXED, after_throws, board, chips_of, play, settle, told

parse = ALHAMBRA_DICE.parse
FIVE = "gar3-tow5"


def words(state: AlhambraDice) -> set[str]:
    """The first words of all legal moves."""
    return {ALHAMBRA_DICE.notation(move).split()[0] for move in state.moves()}


# Displace (D28).

DISPLACE = {
    "an opponent on the exact cell": (["displace"], "5-1:1", "displace tower", NONE),
    "without a chip": ([], "5-1:1", "displace tower", D28),
    "a free cell": (["displace"], "", "displace tower", D28),
    "one's own marker on the cell": (["displace"], "5-1:0", "displace tower", D28),
    "own marker on the cell, an opponent where one would slide to": (
        ["displace"],
        "5-1:0 5-2:1",
        "displace tower",
        D28,
    ),
    "a type that does not show": (["displace"], "5-1:1", "displace pavilion", D12),
}


@pytest.mark.parametrize(("chips", "markers", "move", "expected"), DISPLACE.values(), ids=DISPLACE)
def test_may_displace(chips: list[str], markers: str, move: str, expected: Rule) -> None:
    state = after_throws(FIVE, chips=chips, markers={"tower": markers})
    assert state.refusal(parse(move)) is expected
    assert (parse(move) in list(state.moves())) is (expected is NONE)


DISPLACED = {
    "the opponent goes to the next cell": ("5-1:1", "5-1:0 5-2:1"),
    "a run moves one cell each, order unchanged": ("5-1:1 5-2:2 5-3:1", "5-1:0 5-2:1 5-3:2 4-1:1"),
    "one's own marker in the run moves too": ("5-1:1 5-2:0", "5-1:0 5-2:1 5-3:0"),
    "the run ends at a gap": ("5-1:1 5-3:2", "5-1:0 5-2:1 5-3:2"),
}


@pytest.mark.parametrize(("before", "after"), DISPLACED.values(), ids=DISPLACED)
def test_displacing(before: str, after: str) -> None:
    """D28; and the used chip leaves the game (D33)."""
    state = after_throws(FIVE, chips=["displace", "displace"], markers={"tower": before})
    play(state, "displace tower")
    assert board(state, "tower") == after
    assert chips_of(state, 0) == ["displace"], "the chip is given up"
    assert chip_list(state.gone) == [4], "and does not go back to a stack"
    assert state.in_hand(0) == 4
    assert state.turn == 1


def test_a_marker_pushed_behind_the_last_cell_is_out() -> None:
    """D28, D18."""
    state = after_throws("pav7-tow1", chips=["displace"], markers={"tower": "1-1:1 1-2:0 1-3:2"})
    state.tell()
    assert state.preview(parse("displace tower")) == {
        "column": 5,
        "row": 1,
        "throws": 1,
        "order": 21,
        "moved": 3,
        "pushed_off": 1,
    }
    play(state, "displace tower")
    assert board(state, "tower") == "1-1:0 1-2:1 1-3:0"
    assert [state.fallen(player) for player in range(3)] == [0, 0, 1]
    assert told(state, "fell-off") == [{"player": 2, "column": "tower"}]


def test_placing_without_displacing_stays_possible() -> None:
    state = after_throws(FIVE, chips=["displace"], markers={"tower": "5-1:1"})
    play(state, "mark tower")
    assert board(state, "tower") == "5-1:1 5-2:0"
    assert chips_of(state, 0) == ["displace"]


# Annul (D29).


def test_annulling_the_first_throw_throws_all_again() -> None:
    state = after_throws(MIXED, chips=["annul"])
    state.play(parse("annul"))
    assert (state.actor, state.throws, state.luck().total) == (LUCK, 0, 6**8)
    settle(state, FIVE)
    play(state, "mark tower")
    assert board(state, "tower") == "5-1:0", "it was a first throw"
    assert chip_list(state.gone) == [5]


def test_annulling_a_later_throw_restores_dice_and_count() -> None:
    state = after_throws(FIVE, "pav3", chips=["annul"])
    play(state, "annul")
    assert (state.actor, state.throws, dice_name(state.dice)) == (0, 1, FIVE)
    play(state, "mark tower")
    assert board(state, "tower") == "5-1:0", "placed by the earlier result"


def test_after_annulling_other_dice_may_be_kept() -> None:
    """Q3, option `annul` = free."""
    state = after_throws(FIVE, "pav3", chips=["annul"])
    play(state, "annul")
    assert state.refusal(parse("keep gar3")) is NONE
    assert state.refusal(parse("keep none")) is NONE


def test_option_same_dice() -> None:
    """Q3, option `annul` = same: the same dice, or placing."""
    state = after_throws(FIVE, chips=["annul"], options={"annul": "same"})
    play(state, "keep tow5", "annul")
    keeps = [ALHAMBRA_DICE.notation(move) for move in state.moves() if parse("keep none") & 15 == move & 15]
    assert keeps == ["keep tow5"]
    assert state.refusal(parse("keep gar3")) is D29
    assert state.refusal(parse("mark garden")) is NONE
    state.play(parse("keep tow5"))
    settle(state, "tow3")
    assert (state.throws, dice_name(state.dice)) == (2, "tow8")
    assert state.refusal(parse("keep none")) is NONE, "from the next throw on any dice may be kept"


def test_option_same_dice_for_a_first_throw() -> None:
    state = after_throws(FIVE, chips=["annul"], options={"annul": "same"})
    state.play(parse("annul"))
    settle(state, MIXED)
    assert state.refusal(parse("keep pav1")) is NONE


def test_several_annul_chips_in_one_turn() -> None:
    """D29 names no limit."""
    state = after_throws(FIVE, "pav3", chips=["annul", "annul", "annul"])
    play(state, "annul", "keep tow5", "annul", "keep tow5")
    assert (state.throws, chips_of(state, 0)) == (2, ["annul"])
    play(state, "annul")
    assert chips_of(state, 0) == []


def test_only_the_latest_throw_can_be_annulled() -> None:
    """Q4: one before it no longer, even if the later one was annulled."""
    state = after_throws(FIVE, "pav3", chips=["annul", "annul"])
    play(state, "annul")
    assert state.refusal(parse("annul")) is D29
    assert "annul" not in words(state)


ANNUL = {
    "just after the throw": (["annul"], [], NONE),
    "without a chip": ([], [], D29),
    "after the black die was set": (["annul", "black-die"], ["black tower"], D29),
}


@pytest.mark.parametrize(("chips", "moves", "expected"), ANNUL.values(), ids=ANNUL)
def test_may_annul(chips: list[str], moves: list[str], expected: Rule) -> None:
    """D29, Q4, Q6."""
    state = after_throws(FIVE, chips=chips)
    play(state, *moves)
    assert state.refusal(parse("annul")) is expected


def test_a_third_throw_can_be_annulled() -> None:
    state = after_throws(FIVE, "pav3", "pav3", chips=["annul"])
    play(state, "annul")
    assert state.throws == 2
    assert "keep" in words(state)


# Black die (D30, D32).


def test_the_black_die_counts_in_this_turn() -> None:
    """D30, D32: one more symbol, whatever is thrown later, and never thrown itself."""
    state = after_throws(FIVE, chips=["black-die"])
    assert state.preview(parse("black tower")) == {"symbols": 6}
    play(state, "black tower")
    assert [state.symbols(building) for building in range(6)] == [0, 0, 0, 0, 3, 6]
    state.play(parse("keep tow5"))
    assert state.luck().total == 6**3
    settle(state, "pav3")
    assert state.symbols(5) == 6
    play(state, "mark tower")
    assert board(state, "tower") == "6-2:0"
    assert chip_list(state.gone) == [6]
    settle_next = state.black
    assert settle_next == -1, "the next turn begins without it"


def test_the_black_die_alone_shows_its_type() -> None:
    """D12."""
    state = after_throws(FIVE, chips=["black-die"])
    assert state.refusal(parse("mark arcades")) is D12
    play(state, "black arcades", "mark arcades")
    assert board(state, "arcades") == "1-1:0"


def test_nine_of_a_kind() -> None:
    """D14: eight white dice and the black one in the third throw stand on 8-1."""
    state = after_throws("tow8", "tow1", "tow1", chips=["black-die"], options={"black_die": "any-throw"})
    play(state, "black tower", "mark tower")
    assert board(state, "tower") == "8-1:0"


BLACK: dict[str, tuple[list[str], list[str], dict[str, Any], Rule]] = {
    "after the first throw": (["black-die"], [FIVE], {}, NONE),
    "without a chip": ([], [FIVE], {}, D30),
    "after the second throw": (["black-die"], [FIVE, "pav3"], {}, D30),
    "after the second throw, where any throw will do": (
        ["black-die"],
        [FIVE, "pav3"],
        {"black_die": "any-throw"},
        NONE,
    ),
    "after the third throw, where any throw will do": (
        ["black-die"],
        [FIVE, "pav3", "pav3"],
        {"black_die": "any-throw"},
        NONE,
    ),
}


@pytest.mark.parametrize(("chips", "throws", "options", "expected"), BLACK.values(), ids=BLACK)
def test_when_the_black_die_may_be_set(
    chips: list[str], throws: list[str], options: dict[str, Any], expected: Rule
) -> None:
    """D30, Q5."""
    state = after_throws(*throws, chips=chips, options=options)
    assert state.refusal(parse("black tower")) is expected
    assert ("black" in words(state)) is (expected is NONE)


def test_one_black_die_a_turn() -> None:
    """D30: at most one such chip per turn, and its symbol is fixed."""
    state = after_throws(FIVE, chips=["black-die", "black-die"])
    play(state, "black tower")
    assert state.refusal(parse("black garden")) is D30
    assert chips_of(state, 0) == ["black-die"]


def test_an_annulled_later_throw_leaves_the_black_die_set() -> None:
    """Q6."""
    state = after_throws(FIVE, chips=["black-die", "annul"])
    play(state, "black tower", "keep tow5", "annul")
    assert (state.throws, state.symbols(5)) == (1, 6)


def test_after_an_annulled_second_throw_one_is_back_after_the_first() -> None:
    """Q3, Q5: the second throw never happened, so the black die may still be set."""
    state = after_throws(FIVE, "pav3", chips=["black-die", "annul"])
    assert state.refusal(parse("black tower")) is D30
    play(state, "annul")
    assert state.refusal(parse("black tower")) is NONE


def test_displacing_with_the_count_of_the_black_die() -> None:
    state = after_throws(FIVE, chips=["black-die", "displace"], markers={"tower": "6-1:2"})
    assert state.refusal(parse("displace tower")) is D28
    play(state, "black tower", "displace tower")
    assert board(state, "tower") == "6-1:0 6-2:2"


def test_chips_of_others_are_of_no_use() -> None:
    state = after_throws(FIVE)
    for player in (1, 2):
        state.chips[player] = 0x1111111
    assert words(state) == {"mark", "keep"}
