"""Who starts, and with what (Z1, Z5)."""

from __future__ import annotations

import pytest

from sabika.engine.dealer import chance_named
from sabika.engine.state import EVERYBODY, LUCK, State
from sabika.games.zatre import ZATRE
from sabika.games.zatre.facts import tiles_in, values_of
from sabika.games.zatre.state import Zatre
from sabika.games.zatre.tabletop import OPENING
from sabika.games.zatre.view import ShownHand
from tests.games.zatre.helpers import deal, shown

STARTERS = {
    "the highest tile starts": (3, "264", 1, 6),
    "the first seat may have it": (2, "61", 0, 6),
    "the last seat may have it": (4, "1235", 3, 5),
    "those tied draw again": (3, "616" + "23", 2, 6),
    "only those tied draw again": (4, "5551" + "641", 0, 6),
    "they draw until one is highest": (2, "33" + "44" + "55" + "12", 1, 5),
    "the starter keeps the highest tile he ever drew": (2, "66" + "21", 0, 6),
    "that may be the last one": (2, "22" + "45", 1, 5),
    "a third may drop out on the way": (3, "444" + "221" + "13", 1, 4),
}


@pytest.mark.parametrize(("seats", "draws", "starter", "tile"), STARTERS.values(), ids=STARTERS)
def test_the_start(seats: int, draws: str, starter: int, tile: int) -> None:
    table = deal(seats, draws + "11")
    assert table.actor == starter
    assert shown(table.state).starter == starter
    assert shown(table.state).seats[starter].hand == ShownHand(3, sorted([tile, 1, 1]))
    assert shown(table.state).bag_size == 118


def test_all_other_tiles_go_back() -> None:
    state = deal(4, "5551" + "641" + "22").state
    assert isinstance(state, Zatre)
    assert sorted([*values_of(state.bag), 6, 2, 2]) == sorted([1] * 21 + [2, 3, 4, 5, 6] * 20)


def draw(state: State, tiles: str) -> None:
    for tile in tiles:
        state.settle(chance_named(state, tile))


def test_no_tile_goes_back_before_the_starter_is_known() -> None:
    state = ZATRE.start(3)
    for drawn in range(10):
        assert state.luck().total == 121 - drawn
        draw(state, "3")


def nearly_empty() -> Zatre:
    """Two seats that have drawn nearly all tiles, a 6 each among them, draw again; then one tile is left for both."""
    aside = "1" * 18 + "2" * 20 + "3" * 20 + "4" * 20 + "5" * 20 + "6" * 20
    text = ZATRE.text(ZATRE.start(2))
    return ZATRE.load(text.replace("opening=00;00;12;-", f"opening=66;00;12;{aside}"))


def test_all_go_back_when_the_bag_is_too_small_for_another_round() -> None:
    state = nearly_empty()
    assert tiles_in(state.bag) == 3
    draw(state, "11")
    assert tiles_in(state.bag) == 121
    assert (state.stage, state.turn) == (OPENING, 0)


def test_the_highest_tile_is_one_drawn_since_then() -> None:
    state = nearly_empty()
    draw(state, "11" + "32")
    assert values_of(state.hands[0]) == [3]


def test_with_enough_tiles_none_goes_back() -> None:
    state = nearly_empty()
    draw(state, "1")
    assert tiles_in(state.bag) == 2


def test_the_draws_are_open() -> None:
    state = ZATRE.start(3)
    for tile in "26411":
        assert state.luck().seen_by == EVERYBODY
        draw(state, tile)
    assert state.actor == 1
    for viewer in (None, 0, 1, 2):
        assert shown(state, viewer).seats[1].hand == ShownHand(3, [1, 1, 6])


def test_the_round_is_shown() -> None:
    state = ZATRE.start(3)
    draw(state, "44")
    assert [seat.drawn for seat in shown(state).seats] == [4, 4, 0]
    assert shown(state).turn == 2
    assert shown(state).starter is None
    draw(state, "3")
    assert [seat.drawn for seat in shown(state).seats] == [0, 0, 0]
    assert shown(state).turn == 0


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 seats"):
        ZATRE.start(seats)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_teams_need_four_or_six_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="teams need 4 or 6 seats"):
        ZATRE.start(seats, {"teams": True})


def test_luck_is_asked_first() -> None:
    assert ZATRE.start(2).actor == LUCK
