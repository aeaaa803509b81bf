"""Luck of Alhambra: chances, outcomes and settling agree; a scoring card lies in every place equally (A10)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from sabika.engine.playout import random_move
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER
from sabika.games import ALHAMBRA
from sabika.games.alhambra.bank import SCORING, Bank
from sabika.games.alhambra.facts import NO_CARD
from sabika.games.alhambra.purse import new_purse
from sabika.games.alhambra.state import Alhambra
from sabika.games.alhambra.tabletop import ACT, GHOST, GIFTS, MONEY, OPENING, TILES
from tests.games.alhambra.tables import display, market, play, position, seated
from tests.games.parts.cities import tiles


def expanded(state: Alhambra) -> list[str]:
    """The name of every chance, from the weights."""
    return [name for name, weight in state.chances() for _ in range(weight)]


@pytest.mark.parametrize(("seats", "extra_tower"), [(2, "replaces"), (3, "off"), (6, "added")])
def test_chances_and_outcomes_agree_throughout_a_game(seats: int, extra_tower: str) -> None:
    """Cumulative weights in a fixed order: the k-th name of the expanded list is the k-th outcome."""
    state = ALHAMBRA.start(seats, {"extra_tower": extra_tower})
    assert isinstance(state, Alhambra)
    rng = Rng(seats)
    asked: set[int] = set()
    while state.actor != OVER:
        if state.actor != LUCK:
            state.play(random_move(state, rng))
            continue
        asked.add(state.stage)
        names = expanded(state)
        assert len(names) == state.luck_total() == state.luck().total
        assert [state.outcome(k) for k in range(len(names))] == names
        state.settle(rng.below(len(names)))
    assert asked >= {OPENING, MONEY, TILES} | ({GHOST, GIFTS} if seats == 2 else set())


def test_settling_does_what_the_outcome_says() -> None:
    """Tiles come to the market, cards to the display."""
    for k in range(8):
        start = position(
            market="- garden-9-E tower-9-NE tower-9-ES", bag="pavilion-2-NEW tower-13-E", display="- y1 y2 y3"
        )
        start.stage, start.actor = TILES, LUCK
        name = start.outcome(k % 2)
        start.settle(k % 2)
        assert market(start).split()[0] == name
        start = position(display="- y1 y2 y3")
        start.stage, start.actor = MONEY, LUCK
        name = start.outcome(11 * k)
        start.settle(11 * k)
        assert display(start).split()[0] == name


def test_dirk_gets_the_tile_that_was_named() -> None:
    state = position(2, bag="pavilion-2-NEW tower-13-E garden-12-S")
    state.stage, state.actor, state.gifts = GIFTS, LUCK, 1
    name = state.outcome(1)
    state.settle(1)
    assert tiles(state.dirk) == name


@pytest.mark.parametrize("beyond", [0, 1, 2**40])
def test_there_is_no_chance_beyond_the_total(beyond: int) -> None:
    state = position(display="- y1 y2 y3")
    state.stage, state.actor = MONEY, LUCK
    before = ALHAMBRA.text(state)
    for k in (-1 - beyond, state.luck_total() + beyond):
        with pytest.raises(ValueError, match="no such chance"):
            state.settle(k)
        with pytest.raises(ValueError, match="no such chance"):
            state.outcome(k)
    assert ALHAMBRA.text(state) == before


def test_no_luck_is_asked_while_a_seat_decides() -> None:
    state = position()
    assert (state.stage, state.luck_total(), state.luck().total, state.chances()) == (ACT, 0, 0, [])
    with pytest.raises(ValueError, match="no such chance"):
        state.settle(0)


# A10: where the scoring cards lie.


def bank_with(start: int, left: int, hidden: int) -> Bank:
    """A bank after `start - left` cards; which cards these were does not matter here."""
    pile = new_purse()
    for card in range(left):
        pile.add(card % 36)
    return Bank(vec[u8]([u8(NO_CARD)] * 4), pile, left, new_purse(), hidden, start)


def chance_of_scoring(bank: Bank) -> Fraction:
    weights = dict(bank.weights())
    assert sum(weights.values()) == bank.chances()
    return Fraction(weights.get(SCORING, 0), bank.chances())


def places_of_scoring_cards(start: int) -> dict[tuple[int, ...], Fraction]:
    """The exact chance that the scoring cards come after so and so many money cards, from the weights alone."""
    found: dict[tuple[int, ...], Fraction] = {}
    ways: dict[tuple[tuple[int, ...], int], Fraction] = {((), 0): Fraction(1)}  # scoring cards, money cards so far
    while ways:
        (came, drawn), chance = ways.popitem()
        if len(came) == 2:
            found[came] = chance
            continue
        comes = chance_of_scoring(bank_with(start, start - drawn, 2 - len(came)))
        if comes > 0:
            ways[(*came, drawn), drawn] = chance * comes
        if comes < 1:
            ways[came, drawn + 1] = chance * (1 - comes)
    return found


@pytest.mark.parametrize("start", [46, 50, 52, 54, 59, 94])
def test_every_place_of_its_pile_is_equally_likely_for_a_scoring_card(start: int) -> None:
    """A10: the first in pile 2, the second in pile 4, independent of each other."""
    sizes = [start // 5 + (pile < start % 5) for pile in range(5)]
    first = range(sizes[0], sizes[0] + sizes[1] + 1)
    second = range(sum(sizes[:3]), sum(sizes[:4]) + 1)
    assert places_of_scoring_cards(start) == dict.fromkeys(
        product(first, second), Fraction(1, len(first) * len(second))
    )


def test_with_two_places_left_the_scoring_card_has_one_half() -> None:
    """A10: one over the places left, whatever the cards."""
    bank = bank_with(50, 31, 2)
    assert (bank.places(), chance_of_scoring(bank)) == (2, Fraction(1, 2))


def test_among_money_cards_every_card_is_as_likely_as_another() -> None:
    """A10: three of a kind come three times as often as one, scoring card or not."""
    bank = bank_with(50, 35, 2)
    weights = dict(bank.weights())
    scoring = weights.pop(SCORING)
    assert Fraction(scoring, bank.chances()) == Fraction(1, bank.places())
    assert {weight // bank.pile.has(card) for card, weight in weights.items()} == {bank.places() - 1}


def test_after_a_scoring_card_the_next_draw_is_of_the_same_cards() -> None:
    """A20."""
    state = position(scoring_next=True, display="y9 g9 b9 o9")
    table = seated(state, luck="scoring")
    play(table, "take y9")
    steps = [str(step) for step in table.record.steps if str(step).startswith("luck")]
    assert [step.split()[-1] for step in steps] == ["scoring", "y1"]
    places = state.bank.pile_size(2) + 1
    left = state.bank.left + 1
    assert f"of {left * places} ->" in steps[0]
    assert f"of {left} ->" in steps[1]
