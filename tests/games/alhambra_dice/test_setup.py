"""Before the dice: markers, discs, chips, first player (D1 to D7)."""

from __future__ import annotations

from typing import cast

import pytest

from sabika.engine.state import LUCK, OVER
from sabika.games.alhambra_dice import ALHAMBRA_DICE
from sabika.games.alhambra_dice.facts import DARK, LIGHT, chip_list
from sabika.games.alhambra_dice.state import AlhambraDice
from tests.games.alhambra_dice.helpers import CHIPS, field, play, settle, started, told
from tests.games.facts import facts

FACTS = facts("alhambra_dice")
SEATS = range(2, 7)


def fresh(seats: int) -> AlhambraDice:
    return cast(AlhambraDice, ALHAMBRA_DICE.start(seats))


@pytest.mark.parametrize("seats", SEATS)
def test_markers_discs_and_score_discs(seats: int) -> None:
    """D1, D2: markers by the number of players; discs off the board; scores at 0."""
    state = fresh(seats)
    markers = FACTS["players"]["markers_per_player"][str(seats)]
    assert [state.in_hand(seat) for seat in range(seats)] == [markers] * seats
    assert list(state.tracks) == [0] * 6
    assert list(state.points) == [0] * state.players()


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_players(seats: int) -> None:
    """D1."""
    with pytest.raises(ValueError, match="2 to 6 seats"):
        fresh(seats)


def test_the_chips_of_the_box() -> None:
    """D3 and the assumed values: 26 chips, of which six, all with points, are dark."""
    chips = FACTS["chips"]
    light, dark = chip_list(LIGHT), chip_list(DARK)
    assert (len(light), len(dark)) == (20, 6)
    for kinds, values in ((light, "light"), (dark, "dark"), (light + dark, "all")):
        counted = {str(kind + 1): kinds.count(kind) for kind in range(3)}
        assert counted == chips["assumed_values"][values]
    rest = [sum(kind < 3 for kind in light + dark), *((light + dark).count(kind) for kind in range(3, 7))]
    assert rest == list(chips["counts"].values())


@pytest.mark.parametrize("seats", SEATS)
def test_the_first_player_is_drawn_by_lot(seats: int) -> None:
    """D4: any human player, never Carlo."""
    state = fresh(seats)
    assert state.luck().kind == "lot"
    assert state.chances() == [(f"seat-{seat + 1}", 1) for seat in range(seats)]
    settle(state, f"seat-{seats}")
    assert state.caliph == seats - 1


def test_the_first_player_chip_then_five_chips_from_the_left() -> None:
    """D6: one die gives its column; the five chips go on the free fields from left to right."""
    state = fresh(3)
    settle(state, "seat-1")
    assert (state.luck().kind, state.luck().total) == ("die", 6)
    settle(state, "arcades", "swap", "annul", "points-3", "black-die", "displace")
    laid = [field(state, column["id"]) for column in FACTS["columns"]]
    assert laid == ["swap", "annul", "first-player", "points-3", "black-die", "displace"]
    assert (state.luck().kind, state.luck().total) == ("dice", 6**8)


def test_chips_are_drawn_one_at_a_time_from_what_is_left() -> None:
    """D3: any of the 20 light chips, never a dark one; equal chips together."""
    state = fresh(3)
    settle(state, "seat-1", "pavilion")
    names = ["points-1", "points-2", "points-3", "swap", "displace", "annul", "black-die"]
    assert state.chances() == list(zip(names, [4, 3, 3, 2, 2, 3, 3], strict=True))
    settle(state, "swap", "swap")
    assert state.luck().total == 18
    assert "swap" not in dict(state.chances())


def test_the_last_round_has_no_first_player_chip_and_six_dark_chips() -> None:
    """D7."""
    state = in_round(5)
    assert state.chances() == [("points-1", 2), ("points-2", 2), ("points-3", 2)]
    for left in range(6, 0, -1):
        assert state.luck().total == left
        settle(state, state.chances()[0][0])
    assert [field(state, column["id"]) for column in FACTS["columns"]] == [
        "points-1",
        "points-1",
        "points-2",
        "points-2",
        "points-3",
        "points-3",
    ]
    assert state.chip < 0


def in_round(number: int, seats: int = 3) -> AlhambraDice:
    """The first luck of a round; every turn of the rounds before was played by default."""
    state = fresh(seats)
    state.tell()
    while state.round < number:
        if state.actor == LUCK:
            state.settle(0)
        else:
            state.play(state.default())
    return state


def test_five_rounds_and_three_scorings() -> None:
    """D5, D25: A after round 1, B after round 3, C after round 5; then it is over."""
    state = in_round(5)
    while state.actor != OVER:
        if state.actor == LUCK:
            state.settle(0)
        else:
            state.play(state.default())
    course = [
        event.args.get("round", event.args.get("scoring"))
        for event in state.chronicle or []
        if event.kind in ("round", "scoring", "end")
    ]
    assert course == [1, 1, 2, 3, 2, 4, 5, 3, None]
    assert state.result().reason == "five-rounds"


@pytest.mark.parametrize("seats", SEATS)
def test_a_game_has_so_many_turns(seats: int) -> None:
    """D8: every marker of every player once a round; the throws of defaults are one a turn."""
    state = fresh(seats)
    throws = 0
    while state.actor != OVER:
        if state.actor == LUCK:
            throws += state.luck().kind == "dice"
            state.settle(0)
        else:
            state.play(state.default())
    assert throws == FACTS["players"]["human_turns_per_game"][str(seats)]


def test_chips_not_won_leave_the_game() -> None:
    """D24: all markers at the pavilions, so five columns give nothing."""
    state = started()
    state.tell()
    settle(state, "pav8")
    while state.round == 1:
        play(state, "mark pavilion" if state.throws else "prize points")
    assert chip_names(state.gone) == list(CHIPS[1:])
    assert [state.in_hand(seat) for seat in range(3)] == [5, 5, 5]
    assert told(state, "round")[0]["round"] == 2


def chip_names(chips: int) -> list[str]:
    return [f"points-{kind + 1}" if kind < 3 else str(kind) for kind in chip_list(chips)]
