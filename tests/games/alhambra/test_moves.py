"""Moves: those listed are those of the rules by definition, and all forms of a move agree."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations, product

import msgspec
import pytest

from sabika.engine.game import Unreadable
from sabika.engine.playout import random_move
from sabika.engine.rng import Rng
from sabika.engine.rule import E4, NONE
from sabika.engine.state import LUCK, OVER
from sabika.games import ALHAMBRA
from sabika.games.alhambra.facts import CARD_NAMES, NO_CARD
from sabika.games.alhambra.moves import BuyBuilding, TakeMoney
from sabika.games.alhambra.state import Alhambra
from sabika.games.alhambra.tabletop import ACT
from sabika.games.parts.city_moves import (
    AddBuilding,
    GiveBuilding,
    PlaceBuilding,
    RemoveBuilding,
    ReserveBuilding,
    SwapBuilding,
)
from sabika.games.parts.tiles import NAMES, NO_TILE
from tests.games.alhambra.tables import position

# Taking and buying by definition.


def value(card: str) -> int:
    return int(card[1])


def price(tile: str) -> int:
    return int(tile.split("-")[1])


def takes(shown: list[str]) -> set[str]:
    """A12: any one card, or several that sum to at most five."""
    choices = chain.from_iterable(combinations(sorted(shown, key=CARD_NAMES.index), n) for n in (1, 2, 3, 4))
    return {
        f"take {' '.join(choice)}" for choice in choices if len(choice) == 1 or sum(value(card) for card in choice) <= 5
    }


def all_payments(hand: list[str], letter: str, cost: int) -> set[tuple[str, ...]]:
    """A13: all cards of the currency in every number that the hand has."""
    held = Counter(card for card in hand if card[0] == letter)
    numbers = product(*(range(count + 1) for count in held.values()))
    payments = (tuple(Counter(dict(zip(held, number, strict=True))).elements()) for number in numbers)
    return {payment for payment in payments if sum(map(value, payment)) >= cost}


def superfluous(payment: tuple[str, ...], cost: int) -> bool:
    return any(sum(map(value, payment)) - value(card) >= cost for card in payment)


def some_positions(seats: int, every: int) -> list[Alhambra]:
    state = ALHAMBRA.start(seats)
    assert isinstance(state, Alhambra)
    rng, found, made = Rng(seats), [], 0
    while state.actor != OVER:
        if state.actor == LUCK:
            state.settle(rng.below(state.luck_total()))
            continue
        made += 1
        if made % every == 0:
            found.append(state.clone())
        state.play(random_move(state, rng))
    return found


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_taking_and_buying_are_listed_exactly(seats: int) -> None:
    """A12, A13: redesigns are compared with an oracle of their own."""
    for state in some_positions(seats, every=4):
        if state.stage != ACT:
            continue
        listed = [ALHAMBRA.notation(move) for move in state.moves()]
        assert len(set(listed)) == len(listed)
        shown = [CARD_NAMES[card] for card in state.bank.display if card != NO_CARD]
        assert {move for move in listed if move.startswith("take")} == takes(shown)
        hand = [CARD_NAMES[card] for card in state.hands[state.actor].cards()]
        if len(hand) > 14:
            continue
        bought = set()
        for letter, tile in zip("ygbo", state.market, strict=True):
            name = "" if tile == NO_TILE else NAMES[tile]
            for payment in all_payments(hand, letter, price(name)) if name else ():
                move = f"buy {name} {' '.join(payment)}"
                code = ALHAMBRA.parse(move)
                assert state.refusal(code) is NONE
                assert state.redundant(code) == superfluous(payment, price(name))
                if not superfluous(payment, price(name)):
                    bought.add(move)
        assert {move for move in listed if move.startswith("buy")} == bought


# The forms of a move.

FORMS = {
    "taking money": ("take y1 g2", TakeMoney(("y1", "g2")), b'{"type":"take","cards":["y1","g2"]}'),
    "buying": (
        "buy tower-9-NE b4 b5",
        BuyBuilding("tower-9-NE", ("b4", "b5")),
        b'{"type":"buy","tile":"tower-9-NE","payment":["b4","b5"]}',
    ),
    "adding": (
        "add tower-9-NE 1,-2",
        AddBuilding("tower-9-NE", (1, -2)),
        b'{"type":"add","tile":"tower-9-NE","cell":[1,-2]}',
    ),
    "removing": ("remove tower-9-NE", RemoveBuilding("tower-9-NE"), b'{"type":"remove","tile":"tower-9-NE"}'),
    "swapping": (
        "swap tower-9-NE garden-8-NE",
        SwapBuilding("tower-9-NE", "garden-8-NE"),
        b'{"type":"swap","tile":"tower-9-NE","leaver":"garden-8-NE"}',
    ),
    "placing": (
        "place tower-9-NE -63,63",
        PlaceBuilding("tower-9-NE", (-63, 63)),
        b'{"type":"place","tile":"tower-9-NE","cell":[-63,63]}',
    ),
    "reserving": ("reserve tower-9-NE", ReserveBuilding("tower-9-NE"), b'{"type":"reserve","tile":"tower-9-NE"}'),
    "giving": ("give tower-9-SW", GiveBuilding("tower-9-SW"), b'{"type":"give","tile":"tower-9-SW"}'),
}


@pytest.mark.parametrize(("notation", "action", "json"), FORMS.values(), ids=FORMS)
def test_a_move_in_all_its_forms(notation: str, action: object, json: bytes) -> None:
    code = ALHAMBRA.parse(notation)
    assert ALHAMBRA.notation(code) == notation
    assert ALHAMBRA.action(code) == action
    assert ALHAMBRA.move(ALHAMBRA.action(code)) == code
    assert ALHAMBRA.to_json(code) == json
    assert ALHAMBRA.from_json(json) == code


@pytest.mark.parametrize("seats", [2, 5])
def test_every_move_of_a_game_in_all_its_forms(seats: int) -> None:
    for state in some_positions(seats, every=10):
        for move in state.moves():
            assert ALHAMBRA.parse(ALHAMBRA.notation(move)) == move
            assert ALHAMBRA.from_json(ALHAMBRA.to_json(move)) == move
            assert ALHAMBRA.from_json(msgspec.json.encode(ALHAMBRA.action(move))) == move


def test_the_order_of_cards_does_not_matter() -> None:
    assert ALHAMBRA.parse("take g2 y1") == ALHAMBRA.parse("take y1 g2")
    assert ALHAMBRA.parse("buy tower-9-NE b5 b4") == ALHAMBRA.parse("buy tower-9-NE b4 b5")


NO_MOVES = {
    "nothing": ("", "is not a move; moves begin with take, buy"),
    "another word": ("pass", "'pass' is not a move"),
    "taking nothing": ("take", "'take' is written take CARD"),
    "taking five cards": ("take y1 y1 y1 g1 g1", "the display has four cards"),
    "a card that does not exist": ("take y10", "there is no money card 'y10'"),
    "buying with nothing": ("buy tower-9-NE", "'buy' is written buy TILE CARD"),
    "two currencies": ("buy tower-9-NE b4 o5", "cards of one currency"),
    "four of a card": ("buy tower-9-NE b4 b4 b4 b4", "at most three of each"),
    "a tile that does not exist": ("buy tower-10-NE b4", "there is no tile 'tower-10-NE'"),
    "the fountain": ("remove fountain-0-none", r"the fountain never moves \(A18\)"),
    "a cell too far away": ("place tower-9-NE 64,0", "no city reaches 64,0"),
    "a cell much too far away": ("place tower-9-NE 1000,0", "'1000,0' is no cell"),
    "a cell in other digits": ("place tower-9-NE 1_0,0", "'1_0,0' is no cell"),
    "a cell with a negative zero": ("place tower-9-NE -0,1", "'-0,1' is no cell"),
    "a cell with a leading zero": ("place tower-9-NE 01,1", "'01,1' is no cell"),
    "half a cell": ("place tower-9-NE 1", "'1' is no cell"),
    "a word too many": ("reserve tower-9-NE 1,0", "'reserve' is written reserve TILE"),
    "a word too few": ("swap tower-9-NE", "'swap' is written swap RESERVE-TILE CITY-TILE"),
}


@pytest.mark.parametrize(("text", "message"), NO_MOVES.values(), ids=NO_MOVES)
def test_a_text_that_is_no_move(text: str, message: str) -> None:
    with pytest.raises(Unreadable, match=message):
        ALHAMBRA.parse(text)


NO_ACTIONS = {
    "no JSON": b"take y1",
    "no action": b"[]",
    "another type": b'{"type":"pass"}',
    "a field too many": b'{"type":"reserve","tile":"tower-9-NE","for":"free"}',
    "a field too few": b'{"type":"reserve"}',
    "a tile that does not exist": b'{"type":"reserve","tile":"tower"}',
    "a cell that is none": b'{"type":"place","tile":"tower-9-NE","cell":[1]}',
    "a number that is none": b'{"type":"place","tile":"tower-9-NE","cell":[1.5,0]}',
    "a very large number": b'{"type":"place","tile":"tower-9-NE","cell":[%s,0]}' % (b"9" * 5000),
    "a large number": b'{"type":"place","tile":"tower-9-NE","cell":[9223372036854775807,0]}',
    "bytes that are no text": b'{"type":"reserve","tile":"\xff\xfe"}',
    "very deep": b"[" * 100_000,
    "deep in an action": b'{"type":"take","cards":' + b"[" * 100_000,
}


@pytest.mark.parametrize("json", NO_ACTIONS.values(), ids=NO_ACTIONS)
def test_a_json_that_is_no_action(json: bytes) -> None:
    with pytest.raises(Unreadable):
        ALHAMBRA.from_json(json)


CODES = {
    "nought": 0,
    "no kind": 15,
    "below nought": -1,
    "cards out of order": 1 | (3 << 4) | (9 << 10),
    "a gap between cards": 1 | (9 << 10),
    "a card that does not exist": 1 | (60 << 4),
    "bits beyond a payment": 2 | (2**31),
    "a tile that does not exist": 7 | (60 << 4),
    "bits beyond a tile": 7 | (2**20),
    "bits beyond a cell": 3 | (2**40),
    "a leaver that does not exist": 5 | (60 << 10),
    "the largest number": 2**63 - 1,
    "the lowest number": -(2**63),
}


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_a_number_that_is_no_move(code: int) -> None:
    """E4."""
    assert position().refusal(code) is E4


def test_what_a_move_would_do() -> None:
    state = position(
        market="tower-9-NE - - -", hands=["y9 y5 y6"], cities=["garden-10-none@1,0"], reserves=["tower-8-NES"]
    )
    assert state.preview(ALHAMBRA.parse("buy tower-9-NE y5 y6")) == {"price": 9, "paid": 11}
    assert state.preview(ALHAMBRA.parse("add tower-8-NES 2,0")) == {"wall": 0, "wall_after": 3}
    assert state.preview(ALHAMBRA.parse("take y9")) == {}
    assert state.preview(ALHAMBRA.parse("add tower-8-NES 5,5")) == {}


DEFAULTS = {
    "the highest card": ("y1 g7 b3 o2", "take g7"),
    "equal cards: the last currency": ("y7 g7 b7 o2", "take b7"),
}


@pytest.mark.parametrize(("shown", "move"), DEFAULTS.values(), ids=DEFAULTS)
def test_the_move_made_for_the_absent(shown: str, move: str) -> None:
    assert ALHAMBRA.notation(position(display=shown).default()) == move


def test_without_cards_to_take_the_absent_do_the_first_thing_possible() -> None:
    state = position(display="- - - -", hands=["y9"], market="tower-9-NE - - -", pile="", held=2)
    assert state.default() == state.moves()[0] == ALHAMBRA.parse("buy tower-9-NE y9")
