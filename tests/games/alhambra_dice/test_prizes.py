"""The evaluation of a round: prizes, swaps, the first player (D19 to D27, D31)."""

from __future__ import annotations

import pytest

from sabika.engine.rule import NONE, Rule
from sabika.games.alhambra_dice import ALHAMBRA_DICE
from sabika.games.alhambra_dice.rules import D20, D27
from sabika.games.parts.rounds import FIRST
from sabika.games.parts.rules import D31
from tests.games.alhambra_dice.helpers import asked, chips_of, evaluated, field, play, told, track

parse = ALHAMBRA_DICE.parse
BOTH = ["prize points", "prize chip"]


def test_columns_from_left_to_right() -> None:
    """D19."""
    state = evaluated({"tower": "8-1:0 7-1:1", "pavilion": "3-1:1 2-3:2", "arcades": "4-1:2 4-2:0"})
    order = []
    while state.round == 1:
        if state.stage == FIRST:
            play(state, "name 1")
        else:
            order.append((state.column, state.actor))
            play(state, "prize points")
    assert order == [(0, 1), (2, 2), (5, 0)]
    assert [prize["column"] for prize in told(state, "prize")] == [
        *["pavilion"] * 2,
        *["arcades"] * 2,
        *["tower"] * 2,
    ]


FIRST_CHOICE = {
    "two points": ("prize points", {2: [0], 1: [1]}, [], ["points-2"]),
    "a point and the chip": ("prize chip", {2: [1], 1: [0]}, ["points-2"], []),
}


@pytest.mark.parametrize(("move", "discs", "mine", "theirs"), FIRST_CHOICE.values(), ids=FIRST_CHOICE)
def test_the_best_chooses_and_the_second_gets_the_other(
    move: str, discs: dict[int, list[int]], mine: list[str], theirs: list[str]
) -> None:
    """D20, D23: the second prize is no decision."""
    state = evaluated({"garden": "5-3:0 4-1:1 3-1:2", "tower": "2-2:2 1-1:0"})
    assert asked(state) == (0, BOTH)
    play(state, move)
    assert track(state, "garden") == discs
    assert (chips_of(state, 0), chips_of(state, 1)) == (mine, theirs)
    assert asked(state)[0] == 2, "on to the towers"


def test_the_chip_of_the_column_is_won() -> None:
    """D20b: the chip of its bonus field."""
    state = evaluated({"seraglio": "5-3:0 4-1:1"}, bonus={"seraglio": "displace"})
    play(state, "prize chip")
    assert chips_of(state, 0) == ["displace"]
    assert field(state, "seraglio") is None


def test_one_player_owns_both() -> None:
    """D21: both prizes; without a swap chip the order changes nothing and is not asked."""
    state = evaluated({"garden": "5-3:0 4-1:0", "tower": "2-2:1 1-1:0"}, bonus={"garden": "annul"})
    assert track(state, "garden") == {3: [0]}
    assert chips_of(state, 0) == ["annul"]
    assert asked(state) == (1, BOTH), "on to the towers"


def test_one_player_owns_both_and_a_swap_chip_lies_there() -> None:
    """D21, Q8, Q9: the chip first, then it can be used on the two points."""
    state = evaluated({"garden": "5-3:0 4-1:0", "tower": "2-2:1 1-1:0"}, bonus={"garden": "swap"})
    assert asked(state) == (0, BOTH)
    play(state, "prize chip")
    assert state.refusal(parse("prize chip")) is D20
    play(state, "prize points swap seraglio")
    assert (track(state, "garden"), track(state, "seraglio")) == ({2: [0]}, {1: [0]})
    assert chips_of(state, 0) == []


def test_a_single_marker() -> None:
    """D22: one prize of choice; the other is not given."""
    state = evaluated({"garden": "1-3:2", "tower": "2-2:1 1-1:0"})
    assert asked(state) == (2, BOTH)
    play(state, "prize chip")
    assert track(state, "garden") == {1: [2]}
    assert asked(state)[0] == 1


def test_no_marker() -> None:
    """D22, D24: nothing is given, and the chip leaves the game."""
    state = evaluated({"tower": "2-2:1 1-1:0"})
    play(state, "prize points", "name 1")
    assert told(state, "prize")[0]["column"] == "tower"
    assert [track(state, column) for column in ("pavilion", "garden")] == [{}, {}]


def test_points_are_marked_at_once() -> None:
    """D20, D34, D35: first two points for the best; the second stands below."""
    state = evaluated({"tower": "2-2:1 1-1:0"})
    play(state, "prize points")
    assert track(state, "tower") == {2: [1], 1: [0]}


WRONG = {
    "another kind of move": ("mark tower", D20),
    "keeping dice": ("keep none", D20),
    "naming a first player": ("name 1", D31),
    "a swap without a chip": ("prize points swap tower", D27),
}


@pytest.mark.parametrize(("move", "expected"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_done_instead_of_taking_a_prize(move: str, expected: Rule) -> None:
    """Q13: a prize is taken."""
    state = evaluated({"garden": "5-3:0 4-1:1"})
    assert state.refusal(parse(move)) is expected


# Swap (D27, D38).

SWAPS = {
    "one point of two": (1, "prize points swap pavilion", {"garden": 1, "pavilion": 1}),
    "the one point of the chip prize": (1, "prize chip swap tower", {"tower": 1}),
    "both points, to two columns": (2, "prize points swap tower pavilion", {"tower": 1, "pavilion": 1}),
    "both points, to one column": (2, "prize points swap arcades arcades", {"arcades": 2}),
    "no point": (1, "prize points", {"garden": 2}),
}


@pytest.mark.parametrize(("chips", "move", "gained"), SWAPS.values(), ids=SWAPS)
def test_swapped_points_move_the_other_disc_at_once(chips: int, move: str, gained: dict[str, int]) -> None:
    """D27, D38, Q9: columns already evaluated and those to come alike."""
    state = evaluated({"garden": "5-3:0 4-1:1"}, chips={0: ["swap"] * chips})
    play(state, move)
    for column in ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower"):
        spaces = [space for space, players in track(state, column).items() if 0 in players]
        assert spaces == ([gained[column]] if column in gained else [])
    assert chips_of(state, 0).count("swap") == chips - move.count("swap") * len(move.partition("swap ")[2].split())


REFUSED_SWAPS = {
    "to the same column": (2, "prize points swap garden"),
    "two points with one chip": (1, "prize points swap tower arcades"),
    "two points of the chip prize, which has one": (2, "prize chip swap tower arcades"),
    "with no chip": (0, "prize points swap tower"),
}


@pytest.mark.parametrize(("chips", "move"), REFUSED_SWAPS.values(), ids=REFUSED_SWAPS)
def test_refused_swaps(chips: int, move: str) -> None:
    state = evaluated({"garden": "5-3:0 4-1:1"}, chips={0: ["swap"] * chips})
    assert state.refusal(parse(move)) is D27


def test_the_swap_chip_is_not_for_the_point_it_comes_with() -> None:
    """D27; an older chip may be used on that point."""
    markers = {"garden": "5-3:0 4-1:1", "tower": "5-3:0 4-1:1"}
    without = evaluated(markers, bonus={"garden": "swap"})
    assert without.refusal(parse("prize chip swap tower")) is D27
    play(without, "prize chip")
    assert asked(without)[1] == [
        *[
            "prize points",
            *(f"prize points swap {c}" for c in ("pavilion", "seraglio", "arcades", "chambers", "garden")),
        ],
        *["prize chip", *(f"prize chip swap {c}" for c in ("pavilion", "seraglio", "arcades", "chambers", "garden"))],
    ], "on later points of the same evaluation it may be used (Q9)"
    older = evaluated(markers, bonus={"garden": "swap"}, chips={0: ["swap"]})
    play(older, "prize chip swap tower")
    assert chips_of(older, 0) == ["swap"], "the new one"


def test_the_second_prize_is_asked_of_a_swap_chip_owner() -> None:
    state = evaluated({"garden": "5-3:0 4-1:1"}, chips={1: ["swap"]})
    play(state, "prize points")
    actor, moves = asked(state)
    assert actor == 1
    assert moves == ["prize chip", *(f"prize chip swap {c}" for c in SWAP_COLUMNS)]


SWAP_COLUMNS = ("pavilion", "seraglio", "arcades", "chambers", "tower")


def test_two_swap_chips_give_every_pair_of_columns_once() -> None:
    state = evaluated({"garden": "5-3:0 4-1:1"}, chips={0: ["swap", "swap"]})
    _, moves = asked(state)
    assert len(moves) == len(set(moves)) == (1 + 5 + 15) + (1 + 5)


# The first-player chip (D31).


def test_its_receiver_names_at_once() -> None:
    state = evaluated({"tower": "2-2:1 1-1:0"})
    play(state, "prize chip")
    assert (state.stage, asked(state)) == (FIRST, (1, ["name 1", "name 2", "name 3"]))
    assert chips_of(state, 1) == [], "it is not kept"
    assert ALHAMBRA_DICE.notation(state.default()) == "name 2"
    play(state, "name 3")
    assert (state.caliph, state.round) == (2, 2)
    assert told(state, "first-player") == [{"player": 1, "seat": 2}]


def test_as_second_prize_too() -> None:
    state = evaluated({"tower": "2-2:1 1-1:0"})
    play(state, "prize points")
    assert (state.stage, state.actor) == (FIRST, 0)
    play(state, "name 1")
    assert state.caliph == 0


def test_naming_comes_before_the_next_prize() -> None:
    state = evaluated({"garden": "2-2:1 1-1:0", "tower": "5-1:2"}, bonus={"garden": "first-player", "tower": "annul"})
    play(state, "prize chip")
    assert (state.stage, state.actor) == (FIRST, 1)
    assert track(state, "garden") == {1: [1]}, "the second prize comes after"
    play(state, "name 2")
    assert track(state, "garden") == {2: [0], 1: [1]}
    assert asked(state)[0] == 2


def test_if_nobody_receives_it_the_first_player_stays() -> None:
    state = evaluated({"garden": "2-2:1 1-1:0"})
    play(state, "prize points")
    assert (state.caliph, state.round) == (0, 2)


NAMES = {
    "a seat that is not there": ("name 4", D31),
    "another kind of move": ("mark tower", D31),
    "another prize": ("prize points", D31),
    "any seat": ("name 1", NONE),
}


@pytest.mark.parametrize(("move", "expected"), NAMES.values(), ids=NAMES)
def test_naming(move: str, expected: Rule) -> None:
    state = evaluated({"tower": "2-2:1 1-1:0"})
    play(state, "prize chip")
    assert state.refusal(parse(move)) is expected


def test_the_preview_tells_where_the_disc_comes_to_stand() -> None:
    state = evaluated({"tower": "2-2:1 1-1:0"})
    assert state.preview(parse("prize points")) == {"space": 2, "place": 1}
    assert state.preview(parse("prize chip")) == {"space": 1, "place": 1}
