"""Two players and Carlo, who is player 2 (D44 to D49)."""

from __future__ import annotations

from typing import Any

import pytest

from sabika.engine.rule import NONE
from sabika.games.alhambra_dice import ALHAMBRA_DICE
from sabika.games.alhambra_dice.facts import chip_list
from sabika.games.parts.rules import D31
from sabika.games.parts.tiles import TYPES
from tests.games.alhambra_dice.helpers import (
    after_throws,
    asked,
    board,
    chips_of,
    evaluated,
    play,
    settle,
    started,
    told,
    track,
)
from tests.games.facts import facts

VECTORS = facts("alhambra_dice")["test_vectors"]["carlo_base"]


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["die"])
def test_his_markers(case: dict[str, Any]) -> None:
    """D45: one column further right for each marker; after the tower comes the pavilion."""
    state = started(2, carlo=case["die"])
    cells = {column: f"{row}-{throws}:2" for column, (row, throws) in case["cells"].items()}
    assert {column: board(state, column) for column in TYPES} == cells | {case["empty"]: ""}
    assert [state.in_hand(player) for player in range(3)] == [5, 5, 0]


def test_his_die_comes_after_the_chips() -> None:
    """D45, Q19; every round anew."""
    state = started(2)
    assert state.stage == started(2).stage
    fresh = ALHAMBRA_DICE.start(2)
    kinds = []
    while fresh.actor < 0 and fresh.luck().kind != "dice":
        kinds.append(fresh.luck().kind)
        fresh.settle(0)
    assert kinds == ["lot", "die", *["chips"] * 5, "carlo"]


def test_he_takes_no_turns() -> None:
    """D44."""
    state = started(2)
    order = []
    for _ in range(10):
        settle(state, "pav8")
        order.append(state.actor)
        play_one = state.default()
        state.play(play_one)
    assert order == [0, 1] * 5


def test_best_he_takes_two_points() -> None:
    """D46: the second gets the point and the chip."""
    state = evaluated({"garden": "6-3:2 4-1:1", "tower": "2-2:1 1-1:0"}, seats=2, bonus={"garden": "annul"})
    assert track(state, "garden") == {2: [2], 1: [1]}
    assert chips_of(state, 1) == ["annul"]
    assert asked(state)[0] == 1


def test_second_he_gets_what_is_left() -> None:
    """D46."""
    state = evaluated({"garden": "6-3:0 4-1:2"}, seats=2)
    play(state, "prize chip")
    assert track(state, "garden") == {2: [2], 1: [0]}


def test_alone_he_takes_two_points_and_no_chip() -> None:
    """D22, D46."""
    state = evaluated({"garden": "2-3:2", "tower": "2-2:1 1-1:0"}, seats=2, bonus={"garden": "points-3"})
    assert track(state, "garden") == {2: [2]}
    assert chips_of(state, 2) == []


CHIPS = {
    "he keeps point chips": ("points-3", ["points-3"], []),
    "any other leaves the game": ("black-die", [], [6]),
    "a swap chip too": ("swap", [], [3]),
}


@pytest.mark.parametrize(("chip", "kept", "gone"), CHIPS.values(), ids=CHIPS)
def test_chips_he_gets(chip: str, kept: list[str], gone: list[int]) -> None:
    """D47."""
    state = evaluated({"garden": "6-3:0 4-1:2", "tower": "1-1:0"}, seats=2, bonus={"garden": chip})
    play(state, "prize points")
    assert chips_of(state, 2) == kept
    assert chip_list(state.gone) == gone


@pytest.mark.parametrize("first", [0, 1])
def test_he_names_the_other_human(first: int) -> None:
    """D48: who was not first player in the round just played."""
    state = evaluated({"tower": "6-3:0 4-1:2"}, seats=2)
    state.caliph = first
    play(state, "prize points")
    assert state.caliph == 1 - first
    assert told(state, "first-player") == [{"player": 2, "seat": 1 - first}]


def test_he_counts_in_the_ranking() -> None:
    """D49: he scores discs and point chips, and takes points away; he cannot win (Q12)."""
    state = started(2)
    state.advance(5, 2, 3)
    state.advance(5, 0, 2)
    state.hold_scoring()
    assert list(state.points) == [0, 0, 6]
    assert state.result().winners == [0, 1]


def test_his_marker_can_be_displaced() -> None:
    """D49: it counts as an opponent's."""
    state = after_throws("arc3-tow5", seats=2, chips=["displace"], markers={"tower": "5-1:2"})
    assert state.refusal(ALHAMBRA_DICE.parse("displace tower")) is NONE
    play(state, "displace tower")
    assert board(state, "tower") == "5-1:0 5-2:2"


def test_nobody_can_name_him() -> None:
    """D31: a human player."""
    state = evaluated({"tower": "6-3:0 4-1:2"}, seats=2)
    play(state, "prize chip")
    assert asked(state) == (0, ["name 1", "name 2"])
    assert state.refusal(ALHAMBRA_DICE.parse("name 3")) is D31
