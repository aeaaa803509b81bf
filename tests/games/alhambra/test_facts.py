"""The box: players, tiles, money and squares (A1 to A5), against a second copy of the facts."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sabika.games import ALHAMBRA
from sabika.games.alhambra import facts
from sabika.games.alhambra.state import new_alhambra
from sabika.games.parts.majority import place_points
from sabika.games.parts.tiles import (
    BASE_TILES,
    EXTRA_TOWER,
    FIRST_TOWER,
    FOUNTAIN,
    NAMES,
    PRICE,
    SIDES,
    TYPE,
    TYPES,
    WALLS,
    nth_tile,
    tile_list,
    tiles_in,
)

BOX: dict[str, Any] = json.loads(Path(__file__).parents[2].joinpath("facts/alhambra.json").read_text(encoding="utf-8"))
NUMBERS = range(BASE_TILES)


def walls_of(tile: int) -> str:
    return "".join(side for bit, side in enumerate(SIDES) if WALLS[tile] >> bit & 1)


def as_in_the_box(tile: int) -> dict[str, object]:
    return {"type": TYPES[TYPE[tile]], "price": PRICE[tile], "walls": walls_of(tile)}


# A1: players.


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_player_has_a_fountain_an_empty_reserve_and_no_points(seats: int) -> None:
    """A1."""
    state = new_alhambra(seats, 0, False)
    assert [city.built() for city in state.cities] == [[(FOUNTAIN, 0, 0)]] * seats
    assert [city.reserve for city in state.cities] == [0] * seats
    assert [state.score(seat) for seat in range(seats)] == [0] * seats


def test_the_fountain_has_no_walls() -> None:
    """A1."""
    assert walls_of(FOUNTAIN) == ""


@pytest.mark.parametrize("seats", [1, 7])
def test_neither_alone_nor_seven(seats: int) -> None:
    """A1."""
    with pytest.raises(ValueError, match="for 2 to 6 seats"):
        ALHAMBRA.start(seats)


def test_players_of_the_box() -> None:
    assert [ALHAMBRA.fewest, ALHAMBRA.most] == BOX["players"]


# A2: tiles.


def test_all_tiles_are_those_of_the_box() -> None:
    """A2: and in its order."""
    assert [as_in_the_box(tile) for tile in NUMBERS] == BOX["tiles"]


def test_tiles_are_named_by_type_price_and_walls() -> None:
    assert list(NAMES[:54]) == [f"{t['type']}-{t['price']}-{t['walls'] or 'none'}" for t in BOX["tiles"]]


def test_types_come_in_the_order_of_their_points() -> None:
    assert list(TYPES) == list(BOX["types"])


@pytest.mark.parametrize("building", range(6), ids=TYPES)
def test_number_and_prices_of_a_type(building: int) -> None:
    """A2."""
    prices = [PRICE[tile] for tile in NUMBERS if TYPE[tile] == building]
    box = BOX["types"][TYPES[building]]
    assert (len(prices), [min(prices), max(prices)]) == (box["count"], box["price_range"])


def checksums(tiles: range) -> dict[str, object]:
    return {
        "by number of walls": [sum(len(walls_of(tile)) == walls for tile in tiles) for walls in range(5)],
        "walls by side": [sum(side in walls_of(tile) for tile in tiles) for side in "NESW"],
        "prices": sum(PRICE[tile] for tile in tiles),
        "different": len({(TYPE[tile], PRICE[tile], WALLS[tile]) for tile in tiles}),
    }


def test_checksums_of_the_tiles() -> None:
    """A2."""
    assert checksums(NUMBERS) == {
        "by number of walls": [10, 16, 20, 8, 0],
        "walls by side": [20, 20, 20, 20],
        "prices": 421,
        "different": 54,
    }


def test_checksums_with_the_extra_tower() -> None:
    """A5: our assumption of its price and walls."""
    assert checksums(range(55)) == {
        "by number of walls": [10, 16, 21, 8, 0],
        "walls by side": [20, 20, 21, 21],
        "prices": 430,
        "different": 55,
    }
    assert as_in_the_box(EXTRA_TOWER) == {key: BOX["extra_tower"][key] for key in ("type", "price", "walls")}


def test_the_base_towers_are_the_eleven_before_the_extra_one() -> None:
    """A5: one of these leaves."""
    assert [tile for tile in NUMBERS if TYPES[TYPE[tile]] == "tower"] == list(range(FIRST_TOWER, EXTRA_TOWER))


# A3: money.

MONEY = {"two players": (2, 72, 2), "three players": (3, 108, 3), "six players": (6, 108, 3)}


@pytest.mark.parametrize(("seats", "total", "copies"), MONEY.values(), ids=MONEY)
def test_money(seats: int, total: int, copies: int) -> None:
    """A3: with two players one copy of each card is left out."""
    bank = new_alhambra(seats, 0, False).bank
    assert bank.left == bank.pile.size() == total
    assert Counter(facts.CARD_NAMES[card] for card in bank.pile.cards()) == {
        f"{colour[0]}{value}": copies for colour in BOX["money"]["currencies"] for value in BOX["money"]["values"]
    }
    assert bank.pile.total() == copies * 4 * 45


def test_money_of_the_box() -> None:
    """A3, A12."""
    box = BOX["money"]
    assert list(facts.CURRENCIES) == box["currencies"]
    assert list(facts.COINS) == box["coins"]
    assert facts.VALUES == max(box["values"]) == len(box["values"])
    assert (box["copies"], box["copies_two_players"]) == (facts.COPIES, facts.COPIES - 1)
    assert (box["total"], box["total_two_players"]) == (108, 72)
    assert box["take_several_up_to"] == facts.SMALL_MONEY


# A4: the market.


def test_squares_and_their_currencies() -> None:
    """A4."""
    assert list(facts.CURRENCIES) == BOX["market"]["currencies"]
    assert facts.SQUARES == BOX["market"]["squares"] == BOX["money"]["display"]
    view = ALHAMBRA.view(ALHAMBRA.start(2), None)
    assert [square.currency for square in view.market] == ["yellow", "green", "blue", "orange"]


def test_other_numbers_of_the_box() -> None:
    """A7, A10, A29, A32."""
    assert BOX["start_money"]["at_least"] == facts.START_MONEY
    assert BOX["piles"]["number"] == facts.PILES
    assert list(BOX["dirk"].values()) == [facts.DIRK_TILES] * 2
    assert BOX["idle_turns_per_seat"] == facts.IDLE_TURNS


@pytest.mark.parametrize("scoring", [1, 2, 3])
@pytest.mark.parametrize("building", range(6), ids=TYPES)
def test_points_of_the_box(building: int, scoring: int) -> None:
    """A22: places beyond the table pay nothing."""
    paid = [place_points(building, scoring, place) for place in range(1, 7)]
    listed = BOX["types"][TYPES[building]][("first", "second", "third")[scoring - 1]]
    assert paid == listed + [0] * (6 - len(listed))


# Masks of tiles.

MASKS = {
    "no tile": [],
    "the first tile": [0],
    "the last tile of the box": [53],
    "the extra tower": [54],
    "both sides of bit 31": [30, 31, 32, 33],
    "all tiles": list(range(55)),
    "every third tile": list(range(0, 55, 3)),
}


@pytest.mark.parametrize("tiles", MASKS.values(), ids=MASKS)
def test_masks_hold_tiles(tiles: list[int]) -> None:
    mask = sum(2**tile for tile in tiles)
    assert tiles_in(mask) == len(tiles)
    assert tile_list(mask) == tiles
    assert [nth_tile(mask, n) for n in range(len(tiles))] == tiles
