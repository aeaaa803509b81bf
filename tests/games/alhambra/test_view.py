"""What is open and what is hidden (A31)."""

from __future__ import annotations

from typing import Unpack

import pytest

from sabika.games import ALHAMBRA
from sabika.games.alhambra.state import Alhambra, new_alhambra
from sabika.games.alhambra.view import AlhambraView, view_of
from tests.games.alhambra.tables import Setting, play, position, seated

SETTING: Setting = {
    "market": "garden-9-E tower-9-NE chambers-9-S arcades-9-none",
    "display": "y1 g2 b3 o4",
    "hands": ["y9 y8", "b1", "g2 g3 g4"],
    "cities": ["tower-9-ES@1,0"],
    "reserves": ["", "tower-7-NEW"],
    "spent": "o9 o8",
}


def shown(viewer: int | None, **more: Unpack[Setting]) -> AlhambraView:
    return view_of(position(3, **(SETTING | more)), viewer)


HANDS = {
    "the first seat sees its own hand": (0, False, [["y8", "y9"], None, None]),
    "the third seat sees its own hand": (2, False, [None, None, ["g2", "g3", "g4"]]),
    "a spectator sees none": (None, False, [None, None, None]),
    "with open money everybody sees all": (None, True, [["y8", "y9"], ["b1"], ["g2", "g3", "g4"]]),
}


@pytest.mark.parametrize(("viewer", "open_money", "hands"), HANDS.values(), ids=HANDS)
def test_hands(viewer: int | None, open_money: bool, hands: object) -> None:
    """A31: of a hidden hand only the size is shown."""
    view = shown(viewer, open_money=open_money)
    assert [seat.hand for seat in view.seats] == hands
    assert [seat.hand_size for seat in view.seats] == [2, 1, 3]


def test_what_lies_on_the_table_is_open() -> None:
    """A31."""
    view = shown(None)
    assert [(square.currency, square.tile, square.price) for square in view.market] == [
        ("yellow", "garden-9-E", 9),
        ("green", "tower-9-NE", 9),
        ("blue", "chambers-9-S", 9),
        ("orange", "arcades-9-none", 9),
    ]
    assert view.display == ["y1", "g2", "b3", "o4"]
    assert view.spent == ["o8", "o9"]
    assert [placed.tile for placed in view.seats[0].city.tiles] == ["fountain-0-none", "tower-9-ES"]
    assert (view.seats[0].city.wall, view.seats[0].city.stretch) == (2, [(1, 0, "E"), (1, 0, "S")])
    assert view.seats[1].city.reserve == ["tower-7-NEW"]
    assert view.bag_size == 54 - 4 - 2
    assert view.pile_size == 108 - 4 - 6 - 2 + 2  # the scoring cards lie in it


def test_tiles_bought_and_not_yet_placed_are_open() -> None:
    """A31."""
    state = position(3, **SETTING)
    table = seated(state)
    play(table, "buy garden-9-E y8 y9")
    assert view_of(state, None).waiting == ["garden-9-E"]


def test_start_hands_are_open_while_they_are_dealt_and_hidden_afterwards() -> None:
    """A7, A31."""
    state = new_alhambra(3, 0, False)
    while state.hands[1].size() == 0:
        state.settle(0)
    assert view_of(state, None).seats[0].hand is not None
    while state.bank.start == 0:
        state.settle(0)
    assert view_of(state, None).seats[0].hand is None


def test_hands_are_shown_at_the_end() -> None:
    """A26."""
    state = position(3, **(SETTING | {"idle": 149}))
    play(seated(state), "take o4")
    assert [seat.hand for seat in view_of(state, None).seats] == [["y8", "y9", "o4"], ["b1"], ["g2", "g3", "g4"]]


def test_dirks_tiles_are_open() -> None:
    """A31."""
    view = view_of(position(2, dirk="tower-8-NES"), None)
    assert view.dirk is not None
    assert view.dirk.tiles == ["tower-8-NES"]
    assert view_of(position(3), None).dirk is None


def same_looks() -> tuple[Alhambra, Alhambra]:
    """Two positions that differ in the second seat's hand and thus in the pile."""
    one, two = (position(3, **(SETTING | {"hands": ["y9", other, "g2"]})) for other in ("b1 b2", "o1 o2"))
    return one, two


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_two_positions_that_differ_in_a_hidden_hand_look_the_same(viewer: int | None) -> None:
    """A31."""
    one, two = same_looks()
    assert view_of(one, viewer) == view_of(two, viewer)
    assert view_of(one, 1) != view_of(two, 1)


def test_a_perfect_memory_knows_the_hands() -> None:
    """A31: every card taken was open, so the sight of a seat has them."""
    one, two = same_looks()
    assert ALHAMBRA.sight(one, 0).text() != ALHAMBRA.sight(two, 0).text()
    assert ALHAMBRA.load_sight(ALHAMBRA.sight(one, 0).text()).text() == ALHAMBRA.sight(one, 0).text()
