"""After a turn: display, market, scoring, Dirk, and the next player (A19 to A21)."""

from __future__ import annotations

import pytest

from sabika.engine.record import LuckStep
from sabika.engine.table import Table
from sabika.games.alhambra.tabletop import ACT
from tests.games.alhambra.tables import cards, display, market, play, position, seated
from tests.games.parts.cities import tiles


def drawn(table: Table) -> list[str]:
    """What luck brought, in its order."""
    return [step.outcome for step in table.record.steps if isinstance(step, LuckStep)]


# A19: the order of things.


def test_first_the_display_then_the_market_lowest_square_first() -> None:
    """A19: squares 2 and 4 were bought."""
    state = position(market="garden-9-E tower-9-NE pavilion-2-NEW garden-8-NE", display="y1 g1 b1 o1", hands=["g9 o8"])
    table = seated(state, luck="y5 y6 tower-7-NEW tower-8-NES")
    play(table, "buy garden-8-NE o8", "buy tower-9-NE g9", "take g1 o1", "reserve garden-8-NE", "reserve tower-9-NE")
    assert drawn(table) == ["y5", "y6", "tower-7-NEW", "tower-8-NES"]
    assert display(state) == "y1 y5 b1 y6"
    assert market(state) == "garden-9-E tower-7-NEW pavilion-2-NEW tower-8-NES"
    assert (table.actor, state.stage) == (1, ACT)


def test_a_turn_that_took_nothing_draws_nothing() -> None:
    """A19."""
    table = seated(position(reserves=["garden-10-none"]))
    play(table, "add garden-10-none 1,0")
    assert (drawn(table), table.actor) == ([], 1)


def test_a_scoring_comes_after_the_market_is_filled_and_before_dirk_gets_his_tiles() -> None:
    """A19, A29: the tile bought counts, Dirk's new tiles do not."""
    state = position(2, market="pavilion-8-none - - -", hands=["y8"], dirk="tower-9-NE", scoring_next=True)
    table = seated(state, luck="scoring")
    play(table, "buy pavilion-8-none y8", "take y9", "place pavilion-8-none 1,0")
    kinds = [step.kind for step in table.record.steps if isinstance(step, LuckStep)]
    assert kinds == ["money"] * 2 + ["tiles"] * 4 + ["tiles"] * 6
    assert (
        tiles(state.dirk)
        == "pavilion-6-N pavilion-7-E seraglio-3-ESW seraglio-4-NE seraglio-5-SW seraglio-6-ES tower-9-NE"
    )
    assert [state.score(player) for player in range(3)] == [1, 0, 6]
    assert (table.actor, state.held) == (1, 1)


def test_a_scoring_that_is_due_is_held_before_the_game_ends() -> None:
    """A19, A25."""
    state = position(market="tower-9-NE - - -", hands=["y9"], bag="", scoring_next=True)
    table = seated(state, luck="scoring y1")
    play(table, "buy tower-9-NE y9", "take y9", "place tower-9-NE 1,0")
    assert [line.part for line in table.result.breakdown if line.source == "tower"] == ["first", "third"]
    assert table.result.scores == [6 + 2 + 21 + 2, 0, 0]


# A20: a scoring card.


def test_a_scoring_card_is_replaced_by_the_next_card() -> None:
    """A20: it never lies in the display."""
    state = position(display="y1 g1 b1 o1", scoring_next=True)
    table = seated(state, luck="scoring b9 o9")
    play(table, "take y1 g1")
    assert drawn(table) == ["scoring", "b9", "o9"]
    assert display(state) == "b9 o9 b1 o1"
    assert (state.held, state.bank.hidden) == (1, 1)


def test_a_scoring_card_between_two_cards() -> None:
    """A20."""
    state = position(display="y1 g1 b1 o1", scoring_next=True)
    table = seated(state, luck="b9 scoring o9")
    play(table, "take y1 g1")
    assert display(state) == "b9 o9 b1 o1"
    assert [event.kind for event in table.events] == ["scoring"]


def test_a_scoring_card_after_the_last_gap_waits_for_the_next_turn() -> None:
    """A20: only cards that are needed are drawn."""
    state = position(display="y1 g1 b1 o1", scoring_next=True)
    play(seated(state, luck="b9 o9"), "take y1 g1")
    assert (state.held, state.bank.hidden) == (0, 2)


# A21: the pile is empty.


def test_spent_cards_become_the_pile_when_a_card_is_needed() -> None:
    """A21."""
    state = position(display="y9 g1 b1 o1", spent="o9 o8", pile="", held=2)
    table = seated(state, luck="o8")
    assert state.bank.left == 0
    play(table, "take y9")
    assert (display(state), cards(state.bank.pile), cards(state.bank.spent)) == ("o8 g1 b1 o1", "o9", "")
    assert [(event.kind, event.args) for event in table.events] == [("reshuffled", {"cards": 2})]


def test_the_pile_may_run_out_in_the_middle_of_filling() -> None:
    """A21."""
    state = position(display="y1 g1 b1 o1", spent="o9", pile="b5", held=2)
    table = seated(state)
    play(table, "take y1 g1 b1")
    assert (drawn(table), display(state)) == (["b5", "o9"], "b5 o9 - o1")


def test_a_pile_that_is_just_empty_is_not_shuffled_yet() -> None:
    """A21: only when a card must be drawn."""
    state = position(display="y9 g1 b1 o1", spent="o9", pile="b5", held=2)
    play(seated(state), "take y9")
    assert (state.bank.left, cards(state.bank.spent)) == (0, "o9")


def test_cards_paid_in_this_turn_are_shuffled_too() -> None:
    """A21."""
    state = position(market="tower-9-NE - - -", display="y1 g1 b1 o1", hands=["y9"], pile="", held=2)
    table = seated(state)
    play(table, "buy tower-9-NE y9", "take g1", "reserve tower-9-NE")
    assert display(state) == "y1 y9 b1 o1"


SHORT = {
    "both empty: the display stays short": ("", "y1 - b1 o1"),
    "one spent card for two gaps": ("o9", "y1 o9 b1 o1"),
}


@pytest.mark.parametrize(("spent", "shown"), SHORT.values(), ids=SHORT)
def test_a_short_display(spent: str, shown: str) -> None:
    """A21."""
    state = position(display="y1 g1 b1 o1", spent=spent, pile="", held=2)
    assert display(play(seated(state), "take g1")) == shown


def test_a_short_display_is_filled_at_the_end_of_a_later_turn() -> None:
    """A21."""
    state = position(
        market="tower-9-NE tower-11-N tower-11-S tower-12-none",
        display="y1 g1 - -",
        hands=["", "y5 y6"],
        pile="",
        held=2,
    )
    table = seated(state)
    play(table, "take g1")
    assert display(state) == "y1 - - -"
    play(table, "buy tower-9-NE y5 y6", "reserve tower-9-NE")
    assert display(state) == "y1 y5 y6 -"


def test_no_scoring_card_comes_back_with_the_spent_cards() -> None:
    """A20, A21: it was set aside."""
    state = position(display="y9 g1 b1 o1", spent="o9 o8 o7", pile="", held=2)
    play(seated(state, luck="o7"), "take y9")
    assert (state.bank.places(), cards(state.bank.pile)) == (0, "o8 o9")
