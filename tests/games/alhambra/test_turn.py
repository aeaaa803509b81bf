"""A turn: one action of three, exact payment, and where the bought tiles go (A11 to A16)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sabika.engine.rule import NONE, Rule
from sabika.engine.table import Table
from sabika.games import ALHAMBRA
from sabika.games.alhambra.rules import A12, A13, A16
from sabika.games.alhambra.tabletop import ACT, SITE
from sabika.games.parts.rules import A17C, A18
from sabika.games.parts.tiles import NAMES, tiles_in
from tests.games.alhambra.tables import alhambra, cards, display, market, play, position, seated
from tests.games.parts.cities import built, tiles


def offered(moves: Iterable[int]) -> set[str]:
    return {ALHAMBRA.notation(move) for move in moves}


# A11: exactly one action.

ACTIONS = {
    "taking money is an action": "take y9",
    "buying is an action": "buy pavilion-2-NEW y3",
    "building from the reserve is an action": "add arcades-9-none 1,0",
    "removing is an action": "remove garden-10-none",
    "swapping is an action": "swap arcades-9-none garden-10-none",
}


@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
def test_one_action_then_the_next_player(action: str) -> None:
    """A11, A8: play is clockwise."""
    state = position(
        market="pavilion-2-NEW - - -", hands=["y3"], cities=["garden-10-none@0,1"], reserves=["arcades-9-none"], turn=0
    )
    table = seated(state)
    play(table, action)
    if alhambra(table).stage == SITE:
        play(table, "reserve pavilion-2-NEW")
    assert (table.actor, alhambra(table).stage) == (1, ACT)


def test_after_the_last_seat_the_first_one_plays() -> None:
    """A8."""
    assert play(seated(position(4, turn=3)), "take y9").actor == 0


def test_there_is_no_pass() -> None:
    """A11: all that is offered is taking, buying and redesigning."""
    state = position(hands=["y9"], cities=["garden-10-none@0,1"], reserves=["arcades-9-none"])
    assert {move.split()[0] for move in offered(state.moves())} == {"take", "add", "remove", "swap"}


def test_a_player_who_can_do_nothing_is_skipped() -> None:
    """A11: no card to take, none to buy with, nothing built and nothing on the reserve."""
    market = "pavilion-2-NEW garden-11-none chambers-11-none arcades-10-none"
    table = seated(position(market=market, display="y9 - - -", hands=["", "", "y9"], pile="", held=2))
    play(table, "take y9")
    assert table.actor == 2
    assert [(event.kind, event.args) for event in table.events] == [("skipped", {"seat": 1})]


def test_a_player_who_can_still_redesign_is_not_skipped() -> None:
    """A11."""
    state = position(display="y9 - - -", cities=["", "garden-10-none@0,1"], pile="", held=2)
    assert play(seated(state), "take y9").actor == 1
    assert offered(state.moves()) == {"remove garden-10-none"}


def test_nothing_to_do_after_an_exact_payment_the_tile_is_placed() -> None:
    """A11, A16: the further action is skipped, not the placing."""
    state = position(display="- - - -", hands=["y2"], market="pavilion-2-NEW - - -", pile="", held=2)
    table = seated(state)
    play(table, "buy pavilion-2-NEW y2")
    assert (table.actor, state.stage) == (0, SITE)
    assert [(event.kind, event.args) for event in table.events] == [("skipped", {"seat": 0})]


# A12: taking money.

SMALL = "y1 g2 b2 o4"
TAKES = {
    "any one card": (SMALL, "take o4", NONE),
    "a nine alone": ("y9 g9 b9 o9", "take g9", NONE),
    "two that make five": (SMALL, "take y1 o4", NONE),
    "three of three currencies that make five": (SMALL, "take y1 g2 b2", NONE),
    "four ones": ("y1 y1 g1 o1", "take y1 y1 g1 o1", NONE),
    "two of one currency": ("b2 b3 o9 o8", "take b2 b3", NONE),
    "two that make six": (SMALL, "take g2 o4", A12),
    "a five with a one": ("y5 g1 b9 o9", "take y5 g1", A12),
    "all four though they make nine": (SMALL, "take y1 g2 b2 o4", A12),
    "a card that is not there": (SMALL, "take y2", A12),
    "one card twice": (SMALL, "take y1 y1", A12),
}


@pytest.mark.parametrize(("shown", "move", "expected"), TAKES.values(), ids=TAKES)
def test_taking_money(shown: str, move: str, expected: Rule) -> None:
    """A12."""
    state = position(display=shown)
    code = ALHAMBRA.parse(move)
    assert state.refusal(code) is expected
    assert (move in offered(state.moves())) == (expected is NONE)


def test_every_way_to_take_money_is_offered_once() -> None:
    """A12."""
    moves = [ALHAMBRA.notation(move) for move in position(display="y1 y1 g2 o9").moves()]
    assert sorted(moves) == ["take g2", "take o9", "take y1", "take y1 g2", "take y1 y1", "take y1 y1 g2"]


def test_money_taken_goes_from_the_display_to_the_hand() -> None:
    """A12."""
    state = play(seated(position(display=SMALL, hands=["o9"]), luck="b9 b9 b9"), "take y1 g2 b2")
    assert cards(state.hands[0]) == "y1 g2 b2 o9"
    assert display(state) == "b9 b9 b9 o4"


# A13: buying.

BUYS = {
    "exactly the price in one card": ("y9", "buy garden-9-E y9", NONE),
    "exactly the price in several cards": ("y1 y3 y5", "buy garden-9-E y1 y3 y5", NONE),
    "the same card twice": ("y4 y4 y1", "buy garden-9-E y1 y4 y4", NONE),
    "more than the price": ("y5 y6", "buy garden-9-E y5 y6", NONE),
    "more than the price with a superfluous card": ("y9 y1", "buy garden-9-E y1 y9", NONE),
    "less than the price": ("y8 y1", "buy garden-9-E y8", A13),
    "money of another currency": ("g9", "buy garden-9-E g9", A13),
    "a card one does not hold": ("y8", "buy garden-9-E y9", A13),
    "a card twice that one holds once": ("y5 y4", "buy garden-9-E y5 y5", A13),
    "a tile that is in the bag": ("y9", "buy tower-9-NE y9", A13),
    "a tile of the own reserve": ("y9", "buy tower-9-ES y9", A13),
    "the tile of another square with this square's money": ("y9", "buy tower-8-NES y9", A13),
    "the second square takes green money": ("g8", "buy tower-8-NES g8", NONE),
    "the third square takes blue money": ("b7", "buy garden-7-NSW b7", NONE),
    "the fourth square takes orange money": ("o6", "buy garden-6-ESW o6", NONE),
}


@pytest.mark.parametrize(("hand", "move", "expected"), BUYS.values(), ids=BUYS)
def test_buying(hand: str, move: str, expected: Rule) -> None:
    """A13, A4."""
    state = position(
        market="garden-9-E tower-8-NES garden-7-NSW garden-6-ESW", hands=[hand], reserves=["tower-9-ES"], display=SMALL
    )
    code = ALHAMBRA.parse(move)
    assert state.refusal(code) is expected
    assert (move in offered(state.moves()) or state.redundant(code)) == (expected is NONE)


def test_no_change_is_given_and_paid_cards_are_spent() -> None:
    """A13."""
    state = play(seated(position(market="garden-9-E - - -", hands=["y5 y6 b1"], spent="o1")), "buy garden-9-E y5 y6")
    assert cards(state.hands[0]) == "b1"
    assert cards(state.bank.spent) == "y5 y6 o1"
    assert (tiles(state.waiting), market(state)) == ("garden-9-E", "- - - -")


PAYMENTS = {
    "every payment without a superfluous card": ("y1 y2 y3 y9", 5, "y9, y2 y3"),
    "equal cards are one choice": ("y3 y3 y3", 5, "y3 y3"),
    "a card that is not needed is left out of the list": ("y4 y5 y6", 6, "y6, y4 y5"),
    "overpaying because nothing smaller is there": ("y8", 2, "y8"),
    "too little money": ("y1 y2", 4, ""),
}


@pytest.mark.parametrize(("hand", "price", "expected"), PAYMENTS.values(), ids=PAYMENTS)
def test_payments_that_are_offered(hand: str, price: int, expected: str) -> None:
    """A13: a payment with a superfluous card is accepted, and not listed."""
    tile = {2: "pavilion-2-NEW", 4: "pavilion-4-ES", 5: "pavilion-5-NW", 6: "pavilion-6-N"}[price]
    state = position(market=f"{tile} - - -", hands=[hand])
    listed = {move.removeprefix(f"buy {tile} ") for move in offered(state.moves()) if move.startswith("buy")}
    assert listed == set(filter(None, expected.split(", ")))


# A14: paid exactly, another action.

AFTER_BUYING = {
    "paid exactly: another action": ("y9", "buy garden-9-E y9", ACT),
    "paid exactly with three cards: another action": ("y2 y3 y4", "buy garden-9-E y2 y3 y4", ACT),
    "overpaid by one: the tile is placed": ("y5 y5", "buy garden-9-E y5 y5", SITE),
    "overpaid on purpose though exact money was there": ("y9 y1", "buy garden-9-E y1 y9", SITE),
}


@pytest.mark.parametrize(("hand", "move", "stage"), AFTER_BUYING.values(), ids=AFTER_BUYING)
def test_after_buying(hand: str, move: str, stage: int) -> None:
    """A14."""
    state = play(seated(position(market="garden-9-E - - -", hands=[hand])), move)
    assert (state.actor, state.stage) == (0, stage)


FURTHER = {
    "a further action may take money": "take b9",
    "a further action may buy": "buy tower-8-NES g8",
    "a further action may redesign": "remove garden-10-none",
}


@pytest.mark.parametrize("move", FURTHER.values(), ids=FURTHER)
def test_a_further_action_is_of_any_kind(move: str) -> None:
    """A14."""
    state = position(market="garden-9-E tower-8-NES - -", hands=["y9 g8"], cities=["garden-10-none@0,1"])
    table = seated(state)
    play(table, "buy garden-9-E y9")
    assert move in offered(table.moves())
    play(table, move)


EARLY = {
    "not in the city": "place garden-9-E 0,1",
    "not on the reserve": "reserve garden-9-E",
    "not as a gift": "give garden-9-E",
}


@pytest.mark.parametrize("move", EARLY.values(), ids=EARLY)
def test_a_tile_paid_exactly_waits_until_the_further_action_is_done(move: str) -> None:
    """A14, A16: the further action is compulsory, and tiles are placed after the last one."""
    table = seated(position(2, market="garden-9-E tower-8-NES - -", hands=["y9"]))
    play(table, "buy garden-9-E y9")
    assert table.refusal(move) is A16
    assert move not in offered(table.moves())


def test_a_tile_bought_in_this_turn_is_no_reserve_tile() -> None:
    """A16, A18."""
    state = play(seated(position(market="garden-9-E - - -", hands=["y9"])), "buy garden-9-E y9")
    assert state.refusal(ALHAMBRA.parse("add garden-9-E 0,1")) is A18


# A15: nothing is refilled before the turn ends.


def test_five_actions_in_a_turn() -> None:
    """A15 and checked case 4: four exact purchases, then money; squares 1, 2, 3, 4 are refilled afterwards."""
    state = position(
        market="garden-9-E tower-8-NES garden-7-NSW garden-6-ESW", hands=["y9 g8 b7 o6"], display="y1 g1 b1 o1"
    )
    table = seated(state, luck="y9 tower-9-NE tower-9-NW tower-9-ES tower-10-W")
    play(table, "buy garden-6-ESW o6", "buy tower-8-NES g8", "buy garden-9-E y9", "buy garden-7-NSW b7")
    assert (market(state), display(state), table.actor) == ("- - - -", "y1 g1 b1 o1", 0)
    assert {move.split()[0] for move in offered(table.moves())} == {"take"}
    play(table, "take b1")
    assert display(state) == "y1 g1 - o1"
    play(table, "reserve garden-6-ESW", "reserve tower-8-NES", "reserve garden-9-E", "reserve garden-7-NSW")
    assert display(state) == "y1 g1 y9 o1"
    assert market(state) == "tower-9-NE tower-9-NW tower-9-ES tower-10-W"
    assert table.actor == 1


# A16: placing what was bought.


def two_bought(seats: int = 3) -> Table:
    """A table where the first seat has two tiles to place and other tiles on its reserve."""
    state = position(seats, market="garden-9-E tower-9-NE - -", hands=["y9 g9"], reserves=["garden-10-none"])
    table = seated(state)
    play(table, "buy garden-9-E y9", "buy tower-9-NE g9", "take y9")
    return table


IN_THE_CITY = {
    "place garden-9-E 0,-1",
    "place garden-9-E 1,0",
    "place garden-9-E 0,1",
    "place tower-9-NE 0,-1",
    "place tower-9-NE 1,0",
}
ON_THE_RESERVE = {"reserve garden-9-E", "reserve tower-9-NE"}
TO_DIRK = {"give garden-9-E", "give tower-9-NE"}
PLACES = {
    "in the Alhambra or on the reserve": (3, IN_THE_CITY | ON_THE_RESERVE),
    "with two players to Dirk as well": (2, IN_THE_CITY | ON_THE_RESERVE | TO_DIRK),
}


@pytest.mark.parametrize(("seats", "expected"), PLACES.values(), ids=PLACES)
def test_bought_tiles_may_go(seats: int, expected: set[str]) -> None:
    """A16: any of them first."""
    assert offered(two_bought(seats).moves()) == expected


ORDERS = {
    "both in the city": ("place tower-9-NE 0,-1", "place garden-9-E 0,1"),
    "the other one first": ("place garden-9-E 0,1", "place tower-9-NE 0,-1"),
    "one in the city, one on the reserve": ("reserve tower-9-NE", "place garden-9-E 0,1"),
    "one as a gift, one on the reserve": ("give tower-9-NE", "reserve garden-9-E"),
    "both as gifts": ("give tower-9-NE", "give garden-9-E"),
}


@pytest.mark.parametrize(("first", "second"), ORDERS.values(), ids=ORDERS)
def test_tiles_are_placed_one_by_one(first: str, second: str) -> None:
    """A16: the turn ends with the last of them."""
    table = two_bought(seats=2)
    state = play(table, first)
    assert (table.actor, state.stage) == (0, SITE)
    assert tiles(state.waiting) == second.split()[1]
    state = play(table, second)
    assert (table.actor, state.stage, state.waiting) == (1, ACT, 0)
    homes = {"place": built(state.cities[0]), "reserve": tiles(state.cities[0].reserve), "give": tiles(state.dirk)}
    for move in (first, second):
        word, tile, *cell = move.split()
        assert "@".join([tile, *cell]) in homes[word].split()


NOT_NOW = {
    "money is not taken while tiles wait": ("take g9", A16),
    "nothing is bought while tiles wait": ("buy garden-11-none y9", A16),
    "the reserve stays untouched while tiles wait": ("add garden-10-none 1,0", A16),
    "a tile that was not bought is not placed": ("place garden-10-none 1,0", A16),
    "nothing is given to Dirk at a table of three": ("give garden-9-E", A16),
    "a bought tile stands where a tile may stand": ("place tower-9-NE 0,1", A17C),
}


@pytest.mark.parametrize(("move", "expected"), NOT_NOW.values(), ids=NOT_NOW)
def test_while_tiles_wait(move: str, expected: Rule) -> None:
    """A16, A17."""
    assert two_bought().refusal(move) is expected


def test_the_reserve_has_no_limit() -> None:
    """A16."""
    many = " ".join(name for name in NAMES[:54] if name.split("-")[0] in ("pavilion", "seraglio", "tower"))
    state = play(seated(position(market="garden-9-E - - -", hands=["y9 y1"], reserves=[many])), "buy garden-9-E y1 y9")
    play(seated(state), "reserve garden-9-E")
    assert tiles_in(state.cities[0].reserve) == 26


def test_tiles_are_placed_after_a_redesign_too() -> None:
    """A16: and may use the room that it made."""
    state = position(market="garden-9-E - - -", hands=["y9"], cities=["garden-10-none@0,1"])
    table = seated(state)
    play(table, "buy garden-9-E y9", "remove garden-10-none", "place garden-9-E 0,1")
    assert (built(state.cities[0]), tiles(state.cities[0].reserve)) == ("garden-9-E@0,1", "garden-10-none")
    assert table.actor == 1
