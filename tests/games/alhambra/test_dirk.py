"""Two players and Dirk (A29, A30)."""

from __future__ import annotations

import pytest

from sabika.games.alhambra.state import Alhambra
from sabika.games.parts.tiles import NAMES, tiles_in
from tests.games.alhambra.tables import alhambra, dealt, play, position, seated
from tests.games.parts.cities import tiles

FULL = "garden-9-E tower-9-NE chambers-9-S arcades-9-none"
REST = [name for name in NAMES[:54] if name not in FULL.split()]


def scored(seats: int, held: int, bag: int, *, bought: int = 0) -> Alhambra:
    """After a turn with a scoring; `bought` tiles had to be filled first."""
    squares = FULL.split()
    market = " ".join(["-"] * bought + squares[bought:])
    state = position(seats, market=market, bag=" ".join(REST[:bag]), held=held, scoring_next=True)
    play(seated(state, luck="scoring"), "take y9")
    return state


GIFTS = {
    "six after the first scoring": (0, 30, 0, 6),
    "fewer when the bag holds fewer": (0, 4, 0, 4),
    "none when the bag is empty": (0, 0, 0, 0),
    "just six": (0, 6, 0, 6),
    "a third of the bag after the second scoring": (1, 30, 0, 10),
    "rounded down": (1, 29, 0, 9),
    "two tiles have no third": (1, 2, 0, 0),
    "counted after the market is filled": (1, 32, 2, 10),
    "six counted after the market is filled": (0, 7, 3, 4),
}


@pytest.mark.parametrize(("held", "bag", "bought", "expected"), GIFTS.values(), ids=GIFTS)
def test_dirks_tiles_after_a_scoring(held: int, bag: int, bought: int, expected: int) -> None:
    """A29."""
    state = scored(2, held, bag, bought=bought)
    assert tiles_in(state.dirk) == expected
    assert tiles_in(state.bag) == bag - bought - expected


def test_without_dirk_nothing_leaves_the_bag_after_a_scoring() -> None:
    """A29: he is there with two players only."""
    state = scored(3, 0, 30)
    assert (state.dirk, tiles_in(state.bag), state.players()) == (0, 30, 3)


def test_dirk_gets_nothing_without_a_scoring() -> None:
    """A29."""
    state = position(2, dirk="tower-8-NES")
    play(seated(state), "take y9", "take g9")
    assert tiles(state.dirk) == "tower-8-NES"


def test_dirks_gift_tiles_are_his() -> None:
    """A16, A30: they count for him in the next scoring."""
    state = position(2, market="garden-9-E - - -", hands=["y9"], scoring_next=True)
    table = seated(state, luck="scoring")
    play(table, "buy garden-9-E y9", "take y9", "give garden-9-E")
    assert [state.score(player) for player in range(3)] == [0, 0, 5]


def test_dirk_has_no_turn() -> None:
    """A30."""
    table = dealt(2, "")
    seen = set()
    for _ in range(20):
        seen.add(table.actor)
        table.play(table.state.default())
    assert seen == {0, 1}


def test_dirk_is_shown_with_his_total_and_cannot_win() -> None:
    """A30: even with most points."""
    table = dealt(2, "")
    state = alhambra(table)
    state.points[0], state.points[1], state.points[2] = 3, 5, 90
    assert table.result.scores == [3, 5, 90]
    assert table.result.winners == [1]


def test_dirk_takes_places_like_a_player() -> None:
    """A30: second scoring, towers: Dirk two, the second seat one."""
    state = position(2, dirk="tower-8-NES tower-7-NEW", cities=["", "tower-11-none@1,0"], held=1, scoring_next=True)
    play(seated(state, luck="scoring"), "take y9")
    assert [state.score(player) for player in range(3)] == [0, 6, 13]
