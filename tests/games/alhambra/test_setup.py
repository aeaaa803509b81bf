"""Before the first turn: the extra tower, the market, start money, who starts, the display, the piles (A5 to A10)."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from sabika.engine.table import Table
from sabika.games.alhambra.bank import Bank
from sabika.games.alhambra.facts import NO_CARD
from sabika.games.alhambra.purse import new_purse
from sabika.games.alhambra.tabletop import ACT
from sabika.games.parts.tiles import NAMES, tile_list, tiles_in
from tests.games.alhambra.tables import alhambra, cards, dealt, display, market
from tests.games.alhambra.test_facts import BOX
from tests.games.parts.cities import tiles

OPENING = "tower-9-NE garden-8-NE chambers-7-NE arcades-6-NE"
GHOST = "pavilion-2-NEW pavilion-3-SW pavilion-4-ES pavilion-5-NW pavilion-6-N pavilion-7-E"
THREE_HANDS = "y9 y9 y2  g9 g9 g3  b9 b9 b1 b1"
SHOWN = "o1 o2 o3 o4"


# A5: the extra tower.


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("choice", ["off", "added", "replaces"])
def test_tiles_in_the_bag_after_set_up(choice: str, seats: int) -> None:
    """A5 and checked case 3."""
    state = alhambra(dealt(seats, "", extra_tower=choice))
    assert tiles_in(state.bag) == BOX["bag_after_set_up"][choice]["two" if seats == 2 else "more"]


def all_tiles(table: Table) -> set[str]:
    state = alhambra(table)
    return {NAMES[tile] for mask in (state.bag, state.dirk) for tile in tile_list(mask)} | set(market(state).split())


def test_without_the_extra_tower() -> None:
    """A5: off is the default."""
    assert all_tiles(dealt(3, "")) == set(NAMES[:54])


def test_the_extra_tower_added() -> None:
    """A5."""
    assert all_tiles(dealt(3, "", extra_tower="added")) == {*NAMES[:54], "tower-9-SW"}


@pytest.mark.parametrize("leaver", NAMES[43:54])
def test_the_extra_tower_replaces_any_other(leaver: str) -> None:
    """A5: drawn by lot, and shown to all."""
    table = dealt(3, leaver, extra_tower="replaces")
    assert all_tiles(table) == {*NAMES[:54], "tower-9-SW"} - {leaver}
    assert tiles(alhambra(table).gone) == leaver
    assert table.view(None).gone == leaver  # type: ignore[attr-defined]


# A6: the market.


def test_four_tiles_come_to_squares_one_to_four() -> None:
    """A6."""
    assert market(alhambra(dealt(3, OPENING))) == OPENING


# A7, A8: start money and who starts. Hands are written seat by seat as they are dealt.

HANDS = {
    "dealing to a seat stops at twenty": (
        "y9 y9 y2  g9 g9 g1 g1  b9 b9 b1 b1",
        ["y2 y9 y9", "g1 g1 g9 g9", "b1 b1 b9 b9"],
    ),
    "dealing to a seat goes on below twenty": (
        "y9 y9 y1 y9  g9 g9 g3  b9 b9 b3",
        ["y1 y9 y9 y9", "g3 g9 g9", "b3 b9 b9"],
    ),
    "twenty-eight is the most": ("y9 y9 y1 g9  b9 b9 b2  o9 o9 o2", ["y1 y9 y9 g9", "b2 b9 b9", "o2 o9 o9"]),
}


@pytest.mark.parametrize(("dealing", "hands"), HANDS.values(), ids=HANDS)
def test_start_money(dealing: str, hands: list[str]) -> None:
    """A7: one card at a time until a player holds twenty or more."""
    state = alhambra(dealt(3, f"{OPENING} {dealing}"))
    assert [cards(hand) for hand in state.hands] == hands


def test_hands_are_told_while_they_lie_open() -> None:
    """A7."""
    told = [event.args for event in dealt(3, f"{OPENING} {THREE_HANDS}").events if event.kind == "dealt"]
    assert told == [
        {"seat": 0, "cards": ["y2", "y9", "y9"], "sum": 20},
        {"seat": 1, "cards": ["g3", "g9", "g9"], "sum": 21},
        {"seat": 2, "cards": ["b1", "b1", "b9", "b9"], "sum": 20},
    ]


STARTERS = {
    "fewest cards starts": ("y9 y9 y1 y1  g9 g9 g3  b9 b9 b1 b1", "", 1),
    "fewest cards starts though another has less money": ("y9 y9 y1 y1  g9 g9 g9  b9 b9 b1 b1", "", 1),
    "equal cards: the lowest total": ("y9 y9 y4  g9 g9 g3  b9 b9 b2", "", 2),
    "equal cards and totals: the lot, which may fall on the first": ("y9 y9 y2  g9 g9 g2  b9 b9 b3", "seat-1", 0),
    "equal cards and totals: the lot, which may fall on the second": ("y9 y9 y2  g9 g9 g2  b9 b9 b3", "seat-2", 1),
    "all three equal": ("y9 y9 y2  g9 g9 g2  b9 b9 b2", "seat-3", 2),
}


@pytest.mark.parametrize(("dealing", "lot", "starter"), STARTERS.values(), ids=STARTERS)
def test_who_starts(dealing: str, lot: str, starter: int) -> None:
    """A8."""
    table = dealt(3, f"{OPENING} {dealing} {lot} {SHOWN}")
    assert (table.actor, alhambra(table).turn, alhambra(table).stage) == (starter, starter, ACT)
    assert ("luck lot/1" in table.record.text) == bool(lot)


REASONS = {
    "fewer cards than anybody else": ("y9 y9 y1 y1  g9 g9 g3  b9 b9 b1 b1", [{"seat": 1, "reason": "fewest-cards"}]),
    "as few as another, and less money": ("y9 y9 y4  g9 g9 g3  b9 b9 b1 b1", [{"seat": 1, "reason": "lowest-sum"}]),
    "the lot speaks for itself": ("y9 y9 y2  g9 g9 g2  b9 b9 b3 seat-1", []),
}


@pytest.mark.parametrize(("dealing", "told"), REASONS.values(), ids=REASONS)
def test_why_somebody_starts(dealing: str, told: list[dict[str, object]]) -> None:
    """A8."""
    table = dealt(3, f"{OPENING} {dealing} {SHOWN}")
    assert [event.args for event in table.events if event.kind == "starter"] == told


def test_the_lot_is_drawn_among_those_tied_only() -> None:
    """A8."""
    table = dealt(3, f"{OPENING} y9 y9 y2  g9 g9 g3  b9 b9 b2 seat-3")
    assert "luck lot/1: 1 of 2 -> seat-3" in table.record.text


# A9: the display.


def test_four_cards_are_shown() -> None:
    """A9: after the hands are dealt."""
    state = alhambra(dealt(3, f"{OPENING} {THREE_HANDS} {SHOWN}"))
    assert display(state) == SHOWN
    assert state.bank.left == 108 - 10 - 4


# A10: the piles.

PILES = {
    "five equal piles": (50, [10, 10, 10, 10, 10]),
    "one over: the first gets it": (51, [11, 10, 10, 10, 10]),
    "four over: all but the last get one": (54, [11, 11, 11, 11, 10]),
}


def bank_of(start: int, left: int, hidden: int) -> Bank:
    """A bank whose pile had `start` cards, of which `left` are still there."""
    pile = new_purse()
    for card in range(left):
        pile.add(card % 36)
    return Bank(vec[u8]([u8(NO_CARD)] * 4), pile, left, new_purse(), hidden, start)


@pytest.mark.parametrize(("start", "sizes"), PILES.values(), ids=PILES)
def test_sizes_of_the_piles(start: int, sizes: list[int]) -> None:
    """A10."""
    bank = bank_of(start, start, 2)
    assert [bank.pile_size(number) for number in range(1, 6)] == sizes


PLACES = {
    "not in the first pile": (52, 52, 2, 0),
    "not at the last card of the first pile": (52, 42, 2, 0),
    "every place of the second pile, and one more than it has cards": (52, 41, 2, 12),
    "the last place of the second pile": (52, 30, 2, 1),
    "the second card is not in the third pile": (52, 20 + 1, 1, 0),
    "every place of the fourth pile": (52, 20, 1, 11),
    "the last place of the fourth pile": (52, 10, 1, 1),
    "no scoring card is left": (52, 5, 0, 0),
}


@pytest.mark.parametrize(("start", "left", "hidden", "places"), PLACES.values(), ids=PLACES)
def test_where_a_scoring_card_may_lie(start: int, left: int, hidden: int, places: int) -> None:
    """A10: with 52 cards the piles have 11, 11, 10, 10, 10."""
    assert bank_of(start, left, hidden).places() == places


def test_both_scoring_cards_are_in_the_pile_when_the_first_turn_begins() -> None:
    """A10."""
    bank = alhambra(dealt(3, f"{OPENING} {THREE_HANDS} {SHOWN}")).bank
    assert (bank.hidden, bank.start, bank.left, bank.places()) == (2, 94, 94, 0)


def test_before_the_piles_are_made_no_scoring_card_can_come_up() -> None:
    """A7, A9, A10."""
    table = dealt(3, f"{OPENING} {THREE_HANDS} {SHOWN}")
    assert "scoring" not in table.record.text


# A29: Dirk's first tiles.


def test_dirk_gets_six_open_tiles_at_the_start() -> None:
    """A29: after the market is laid out."""
    table = dealt(2, f"{OPENING} {GHOST}")
    assert tiles(alhambra(table).dirk) == GHOST
    assert tiles_in(alhambra(table).bag) == 44
    assert alhambra(dealt(3, "")).dirk == 0
