"""Pairs (Z22)."""

from __future__ import annotations

import pytest

from sabika.engine.dealer import chance_named
from sabika.engine.rule import NONE
from sabika.engine.state import LUCK, OVER
from sabika.games.zatre import ZATRE
from sabika.games.zatre.facts import tiles_in
from sabika.games.zatre.rules import Z11C, Z12A
from sabika.games.zatre.state import Zatre
from sabika.games.zatre.view import ClosedHand, ShownHand
from tests.games.zatre.helpers import deal, drawing, laying, play, shown

ORDERS = {
    "seat 1 starts": (4, "6111", [0, 1, 2, 3]),
    "seat 2 starts: before its partner": (4, "1611", [1, 0, 2, 3]),
    "seat 3 starts": (4, "1161", [2, 3, 0, 1]),
    "seat 4 starts: the other pair keeps its order": (4, "1116", [3, 2, 0, 1]),
    "seat 5 of six": (6, "111161", [4, 5, 0, 1, 2, 3]),
    "seat 4 of six": (6, "111611", [3, 2, 4, 5, 0, 1]),
}


@pytest.mark.parametrize(("seats", "draws", "expected"), ORDERS.values(), ids=ORDERS)
def test_the_order_of_play(seats: int, draws: str, expected: list[int]) -> None:
    """Twice round the table."""
    table = deal(seats, draws + "1" * 2, teams="yes")
    order: list[int] = []
    while len(order) < 2 * seats:
        if not order or order[-1] != table.actor:
            order.append(table.actor)
        table.play(table.state.default())
    assert order == expected * 2


def test_both_draw_before_the_first_lays() -> None:
    """The starter has three tiles, his partner two; both of the next pair two."""
    table = deal(4, "6111" + "55" + "34" + "2211", teams="yes")
    sizes = [seat.hand.size for seat in shown(table.state).seats]
    assert (table.actor, sizes) == (0, [3, 2, 0, 0])
    for move in ("lay 6 0,0", "lay 5 1,0", "lay 5 0,1"):
        table.play(move)
    assert table.actor == 1
    assert [seat.hand.size for seat in shown(table.state).seats] == [0, 2, 0, 0]
    for move in ("lay 4 0,-1", "lay 3 -1,-1"):
        if table.refusal(move) is NONE:
            table.play(move)
    while table.actor == 1:
        table.play(table.state.default())
    assert table.actor == 2
    assert [seat.hand.size for seat in shown(table.state).seats[2:]] == [2, 2]


def test_both_draw_by_the_board_as_it_stands() -> None:
    """The second partner draws none because his 2 fits, whatever the first will do."""
    tiles = {(0, 0): 6, (1, 0): 5, (1, 1): 5, (0, 1): 5}
    state = drawing(tiles, [[6, 1], [6, 2], [], []], teams=True)
    assert (state.actor, state.turn) == (0, 0)
    assert tiles_in(state.hands[1]) == 2


def test_a_partner_whose_tiles_no_longer_fit_keeps_them() -> None:
    """Three places were left for a 6; the first partner takes one and the other two are gone with it."""
    tiles = {(0, 0): 6, (1, 0): 6, (0, 1): 6}
    state = drawing(tiles, [[6, 6], [6, 6], [], []], teams=True)
    assert state.actor == 0
    play(state, "lay 6 1,1")
    assert state.turn == 2
    assert [tiles_in(hand) for hand in state.hands] == [1, 2, 0, 0]


def test_one_sheet_for_two() -> None:
    state = laying({(0, 0): 6}, [6], others=[[5], [], []], teams=True)
    play(state, "lay 6 1,0")
    assert state.actor == 1
    play(state, "lay 5 0,1")
    assert len(state.sheets) == 2
    assert [state.sheets[0].box(0, column) for column in range(3)] == [0, 2, 4]
    assert state.result().scores == [6, 6, 0, 0]
    assert [state.side(seat) for seat in range(4)] == [0, 0, 1, 1]


def test_each_turn_is_scored_by_itself() -> None:
    """Two 12s of two partners are two boxes, not one with 8."""
    state = laying({(0, 0): 6}, [6], others=[[6], [], []], teams=True)
    play(state, "lay 6 1,0", "lay 6 0,1")
    assert [state.sheets[0].box(row, 2) for row in range(2)] == [4, 4]


def test_a_light_square_is_served_by_ones_own_tiles_only() -> None:
    """The partner's 1 would make 10 of the column of 9; it does not help (Z12)."""
    state = laying({(0, 0): 3, (1, 0): 4}, [5], others=[[1], [], []], teams=True)
    assert state.refusal(ZATRE.parse("lay 5 1,1")) is Z12A


def test_what_the_partner_laid_does_not_count_again() -> None:
    state = laying({(0, 0): 6}, [6], others=[[1], [], []], teams=True)
    play(state, "lay 6 1,0", "lay 1 0,1")
    assert state.sheets[0].box(1, 2) == 0


def test_the_red_cross_is_for_the_starter_s_turn() -> None:
    """Its turn has no line; the partner's 10 earns no cross for the red square (Z16)."""
    table = deal(4, "3111" + "12" + "54", teams="yes")
    for move in ("lay 3 0,0", "lay 2 1,0", "lay 1 2,0", "lay 4 -1,0"):
        table.play(move)
    while table.actor == 1:
        table.play(table.state.default())
    assert table.state.sheets[0].box(0, 0) == 1  # type: ignore[attr-defined]
    assert table.state.sheets[0].crosses == 0  # type: ignore[attr-defined]


def last_tiles(bag: int) -> Zatre:
    """Seat 1 begins a pair's turn with so many tiles in the bag."""
    return drawing({(0, 0): 3}, [[], [], [5], [4]], teams=True, bag=bag)


@pytest.mark.parametrize("bag", [1, 2, 3, 4])
def test_the_pair_finishes_both_turns(bag: int) -> None:
    state = last_tiles(bag)
    drawn = 0
    while state.actor == LUCK:
        state.settle(0)
        drawn += 1
    assert drawn == bag
    movers = []
    while state.actor != OVER:
        movers.append(state.actor)
        state.play(state.default())
    assert set(movers) == ({0} if bag < 3 else {0, 1})
    assert state.result().reason == "last-tile"


def test_tiles_of_both_partners_count_against_the_team() -> None:
    state = laying({(0, 0): 6, (1, 0): 6, (0, 1): 6}, [6, 5], others=[[4], [3], []], teams=True, bag=0)
    play(state, "lay 6 1,1")
    assert state.actor == OVER
    assert state.result().scores == [16 - 9, 16 - 9, -3, -3]
    assert state.result().winners == [0, 1]
    minus = [(line.player, line.points) for line in state.result().breakdown if line.part == "minus"]
    assert minus == [(0, -5), (0, -4), (1, -5), (1, -4), (2, -3), (3, -3)]


# Who sees what.


def test_partners_see_each_other_s_tiles() -> None:
    state = laying({(0, 0): 6}, [6], others=[[5, 4], [3], []], teams=True)
    for viewer in (0, 1):
        hands = [seat.hand for seat in shown(state, viewer).seats]
        assert hands == [ShownHand(1, [6]), ShownHand(2, [4, 5]), ClosedHand(1), ClosedHand(0)]


def test_a_draw_is_seen_by_both_partners() -> None:
    state = drawing({(0, 0): 3}, [[], [], [], []], teams=True)
    audiences = []
    while state.actor == LUCK:
        audiences.append(state.luck().seen_by)
        state.settle(chance_named(state, "3"))
    assert audiences == [0b0011] * 4


def test_the_partner_s_draw_in_the_first_turn_is_not_open() -> None:
    table = deal(4, "6111" + "55" + "34", teams="yes")
    spectator = [seat.hand for seat in shown(table.state).seats]
    assert spectator[:2] == [ShownHand(3, [5, 5, 6]), ClosedHand(2)]


def test_each_partner_chooses_whether_to_draw_before_anybody_lays() -> None:
    tiles = {(0, 0): 6, (1, 0): 5, (1, 1): 5, (0, 1): 5}
    state = drawing(tiles, [[6, 1], [6, 2], [], []], teams=True, free=True)
    play(state, "draw 0")
    assert state.actor == 1
    play(state, "draw 0")
    assert state.actor == 0
    assert state.refusal(ZATRE.parse("stop")) is Z11C
    play(state, "lay 1 2,0", "stop")
    assert state.actor == 1
    assert state.refusal(ZATRE.parse("stop")) is Z11C
