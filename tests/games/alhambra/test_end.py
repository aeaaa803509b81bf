"""The end: sold out or stalled, the last tiles, the third scoring, who wins (A25 to A28, A32)."""

from __future__ import annotations

from typing import Unpack

import pytest

from sabika.engine.state import OVER
from sabika.engine.table import Table
from sabika.games.alhambra.tabletop import ACT, LAST
from tests.games.alhambra.tables import Setting, alhambra, market, play, position, seated
from tests.games.parts.cities import built, tiles

FULL = "garden-9-E tower-9-NE chambers-9-S arcades-9-none"


def sold_out(money: list[str], seats: int = 3, **more: Unpack[Setting]) -> Table:
    """The first seat takes g1 after it bought the pavilion of square 2 exactly; nobody can fill the market."""
    first, *others = money
    setting: Setting = {
        "market": "garden-9-E pavilion-2-NEW chambers-9-S arcades-9-none",
        "display": "g1 g1 y1 o1",
        "hands": [f"{first} g2", *others],
        "bag": "",
        "held": 2,
    }
    state = position(seats, **(setting | more))
    table = seated(state)
    play(table, "buy pavilion-2-NEW g2", "take g1", "reserve pavilion-2-NEW")
    return table


# A25: the market cannot be filled.

ENDINGS = {
    "one tile for one gap: the game goes on": ("tower-9-NE", "playing"),
    "no tile for one gap: the game ends": ("", "sold-out"),
}


@pytest.mark.parametrize(("bag", "expected"), ENDINGS.values(), ids=ENDINGS)
def test_the_end_of_the_tiles(bag: str, expected: str) -> None:
    """A25: a bag that is just empty with four tiles out does not end it."""
    table = sold_out(["", "", ""], bag=bag)
    assert table.result.reason == expected
    assert table.over == (expected != "playing")


def test_the_round_is_not_completed() -> None:
    """A25: seats 2 and 3 have no more turn."""
    table = sold_out(["", "", ""])
    assert (table.over, table.actor) == (True, OVER)


def test_the_market_is_filled_as_far_as_possible_lowest_square_first() -> None:
    """A25, A26: and a newly filled tile is among the last ones."""
    state = position(market=FULL, hands=["y9 g9 b9", "y1", ""], bag="tower-13-E", held=2)
    table = seated(state)
    play(table, "buy chambers-9-S b9", "buy garden-9-E y9", "buy tower-9-NE g9", "take o9")
    play(table, "reserve chambers-9-S", "reserve garden-9-E", "reserve tower-9-NE")
    assert market(state) == "- - - -"
    assert [(line.source, line.player) for line in table.result.breakdown if line.part == "last-tiles"] == [
        ("tower-13-E", 1),
        ("arcades-9-none", 0),
    ]


# A26: the last tiles.

AWARDS = {
    "strictly most of its square's currency": (["y5", "y6", "y4"], 1),
    "checked case: 9+1 against 10, tied, it stays": (["y9 y1", "y4 y6", ""], None),
    "checked case: 10 against 9 and 9": (["y4 y6", "y9", "y9"], 0),
    "a tie behind the first does not matter": (["y1", "y3", "y1"], 1),
    "a tie that a third beats": (["y5", "y5", "y6"], 2),
    "a tie with the leader found last": (["y6", "y5", "y6"], None),
    "nobody has any": (["b9", "o9", ""], None),
    "the sum counts, not the number of cards": (["y1 y1 y2", "y5", ""], 1),
    "other currencies do not count": (["y1 b9 o9", "y2", ""], 1),
}


@pytest.mark.parametrize(("hands", "winner"), AWARDS.values(), ids=AWARDS)
def test_who_gets_a_last_tile(hands: list[str], winner: int | None) -> None:
    """A26 and checked case 2: here the garden of the yellow square."""
    table = sold_out(hands)
    line = next(line for line in table.result.breakdown if line.source == "garden-9-E")
    assert line.player == (-1 if winner is None else winner)
    if winner is None:
        assert market(alhambra(table)).split()[0] == "garden-9-E"
    else:
        assert tiles(alhambra(table).prizes[winner] | alhambra(table).waiting).count("garden-9-E") == 1


def test_each_square_is_awarded_by_its_own_currency() -> None:
    """A26."""
    table = sold_out(["y9", "b9", "o9"])
    found = [(line.source, line.player, line.why["currency"], line.why["sums"]) for line in table.result.breakdown]
    assert found == [
        ("garden-9-E", 0, "yellow", [9, 0, 0]),
        ("chambers-9-S", 1, "blue", [0, 9, 0]),
        ("arcades-9-none", 2, "orange", [0, 0, 9]),
    ]


def test_money_taken_in_the_last_turn_counts() -> None:
    """A26: g1 was taken, and a tile filled from the bag lies on the green square."""
    state = position(
        market="garden-9-E pavilion-2-NEW - -", display="g1 g1 y1 o1", hands=["g2"], bag="tower-13-E", held=2
    )
    table = seated(state)
    play(table, "buy pavilion-2-NEW g2", "take g1", "reserve pavilion-2-NEW")
    assert tiles(state.waiting) == "tower-13-E"


def test_winners_place_in_turn_order_after_the_last_mover() -> None:
    """A26: each one all of his."""
    table = sold_out(["y9", "b9", "o9"])
    assert (table.actor, alhambra(table).stage) == (1, LAST)
    play(table, "reserve chambers-9-S")
    assert table.actor == 2
    play(table, "place arcades-9-none 1,0")
    assert table.actor == 0
    play(table, "place garden-9-E 0,1")
    assert table.over
    assert [built(city) for city in alhambra(table).cities] == ["garden-9-E@0,1", "", "arcades-9-none@1,0"]


def test_a_winner_places_all_of_his_in_any_order() -> None:
    """A26."""
    table = sold_out(["y9 b9 o9", "", ""])
    assert tiles(alhambra(table).waiting) == "arcades-9-none chambers-9-S garden-9-E"
    play(table, "reserve garden-9-E", "place chambers-9-S 1,0")
    assert table.actor == 0
    play(table, "place arcades-9-none 0,1")
    assert table.over


def test_last_tiles_go_in_the_alhambra_or_on_the_reserve_only() -> None:
    """A26: no gift, no redesign, also with two players."""
    table = sold_out(["y9", ""], seats=2, cities=["garden-10-none@1,0"], reserves=["garden-11-none"])
    words = {table.game.notation(move).split()[0] for move in table.moves()}
    assert words == {"place", "reserve"}


def test_nobody_wins_a_tile_and_the_game_is_over_at_once() -> None:
    """A26, A27."""
    assert sold_out(["", "", ""]).over


# A27: the third scoring, always.


def test_the_last_tiles_count_in_the_third_scoring() -> None:
    """A26, A27: a garden alone pays 20, its wall 1."""
    table = sold_out(["y9", "", ""])
    play(table, "place garden-9-E 1,0")
    assert table.result.scores == [21, 0, 0]


@pytest.mark.parametrize("held", [0, 1, 2])
def test_a_scoring_whose_card_never_came_up_is_not_held(held: int) -> None:
    """A27."""
    state = position(
        market="garden-9-E - - -", hands=["y9"], cities=["tower-11-none@1,0"], bag="", held=held, display="g1 g2 g3 g4"
    )
    table = seated(state)
    play(table, "buy garden-9-E y9", "take g1", "place garden-9-E 0,1")
    assert table.over
    assert table.result.scores == [20 + 21 + 1, 0, 0]
    assert {line.part for line in table.result.breakdown} == {"third"}


@pytest.mark.parametrize("held", [0, 1, 2])
def test_while_last_tiles_are_placed_the_next_scoring_is_the_third(held: int) -> None:
    """A27: so is what a scoring would give now."""
    market = "garden-9-E pavilion-2-NEW - -"
    state = position(market=market, hands=["y9 g1"], cities=["tower-11-none@1,0"], bag="", held=held)
    play(seated(state), "buy garden-9-E y9", "take y9", "place garden-9-E 0,1")
    assert state.stage == LAST
    assert {line.part for line in state.score_now()} == {"third"}


# A28: who wins.

WINNERS = {
    "most points": ([10, 12, 11], [1]),
    "ties share the win": ([12, 10, 12], [0, 2]),
    "all tied": ([5, 5, 5], [0, 1, 2]),
}


@pytest.mark.parametrize(("points", "winners"), WINNERS.values(), ids=WINNERS)
def test_most_points_wins(points: list[int], winners: list[int]) -> None:
    """A28."""
    table = sold_out(["", "", ""])
    for seat, score in enumerate(points):
        alhambra(table).points[seat] = score
    assert table.result.winners == winners


# A32: nobody buys.

STALLS = {
    "one turn before, another idle turn ends it": (149, "take y9", "stalled"),
    "two turns before, the game goes on": (148, "take y9", "playing"),
    "a purchase starts the count anew": (149, "buy tower-9-NE y9 y1", "playing"),
    "redesigning is no purchase": (149, "remove garden-10-none", "stalled"),
}


@pytest.mark.parametrize(("idle", "move", "expected"), STALLS.values(), ids=STALLS)
def test_fifty_turns_a_seat_without_a_purchase(idle: int, move: str, expected: str) -> None:
    """A32."""
    state = position(
        market="tower-9-NE tower-11-N tower-11-S tower-12-none",
        hands=["y9 y1"],
        cities=["garden-10-none@1,0"],
        idle=idle,
    )
    table = seated(state)
    play(table, move)
    if state.waiting and state.stage != LAST:
        play(table, "reserve tower-9-NE")
    assert table.result.reason == expected
    assert (state.stage == ACT) == (expected == "playing")
    assert state.idle == (0 if "buy" in move else idle + 1)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_count_goes_by_seats(seats: int) -> None:
    """A32."""
    assert seated(position(seats, idle=50 * seats - 2)).result.reason == "playing"
    assert play(seated(position(seats, idle=50 * seats - 2)), "take y9").ending == 0
    assert play(seated(position(seats, idle=50 * seats - 1)), "take y9").ending != 0


def test_a_stalled_game_awards_the_market_and_holds_the_third_scoring() -> None:
    """A32, A26, A27: the first seat has most yellow after it took the nine."""
    state = position(
        market="tower-9-NE tower-11-N tower-11-S tower-12-none", hands=["y1", "y8"], idle=149, display="y9 g9 b9 o9"
    )
    table = seated(state)
    play(table, "take y9")
    assert (table.actor, state.stage, tiles(state.waiting)) == (0, LAST, "tower-9-NE")
    play(table, "place tower-9-NE 1,0")
    assert table.result.scores == [23, 0, 0]
    assert {line.part for line in table.result.breakdown} == {"third", "last-tiles"}
