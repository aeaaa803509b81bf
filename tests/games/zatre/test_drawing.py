"""How many tiles are drawn (Z7), keeping at will (Z11), and the end (Z18, Z19)."""

from __future__ import annotations

import pytest

from sabika.engine.dealer import chance_named
from sabika.engine.rule import NONE
from sabika.engine.state import LUCK, OVER
from sabika.engine.table import Table
from sabika.games.zatre import ZATRE
from sabika.games.zatre.facts import tiles_in, values_of
from sabika.games.zatre.rules import Z11B, Z11C, Z12C
from sabika.games.zatre.state import Zatre
from sabika.games.zatre.tabletop import LAYING
from tests.games.zatre.helpers import deal, drawing, laying, notations, play, shown

FULL = {(0, 0): 6, (1, 0): 5, (1, 1): 5, (0, 1): 5}  # only 1s and 2s fit
DEAD = {(0, 0): 6, (1, 0): 6, (1, 1): 6, (0, 1): 6}  # nothing fits

DRAWS = {
    "holding none, two": (FULL, [], None, 2),
    "holding one, one": (FULL, [6], None, 1),
    "holding one that fits, one": (FULL, [1], None, 1),
    "holding two, one of which fits, none": (FULL, [6, 2], None, 0),
    "holding two that do not fit, one": (FULL, [6, 3], None, 1),
    "holding four, one of which fits, none": (FULL, [6, 6, 6, 1], None, 0),
    "holding four that do not fit, one": (FULL, [6, 6, 6, 3], None, 1),
    "two from a bag with one: one": (FULL, [], 1, 1),
    "one from a bag with one": (FULL, [6], 1, 1),
    "none fits and one is left: one": (FULL, [6, 6], 1, 1),
}


@pytest.mark.parametrize(("tiles", "held", "bag", "expected"), DRAWS.values(), ids=DRAWS)
def test_drawing(tiles: dict[tuple[int, int], int], held: list[int], bag: int | None, expected: int) -> None:
    state = drawing(tiles, [held, []], **({} if bag is None else {"bag": bag}))
    drawn = 0
    while state.actor == LUCK and state.turn == 0:
        assert state.luck().seen_by == 1
        state.settle(0)
        drawn += 1
    assert drawn == expected


def test_a_tile_that_fits_on_a_light_square_only_fits() -> None:
    """By Z8 and Z9 it does; so none is drawn (Z7), and it must be laid (Z12)."""
    only_light = {(0, 0): 5, (0, 1): 6, (-1, 0): 4, (1, 1): 5, (1, 2): 3}
    state = drawing(only_light, [[6, 6], []])
    assert (state.actor, state.stage) == (0, LAYING)


def test_a_drawn_tile_that_fits_is_laid_with_all_others() -> None:
    """Six sixes fit nowhere; the 1 that is drawn makes room for one of them."""
    state = drawing(FULL, [[6] * 6, []])
    state.settle(chance_named(state, "1"))
    assert state.actor == 0
    play(state, "lay 1 -1,1")
    assert state.actor == 0
    assert {move[:5] for move in notations(state)} == {"lay 6"}


# Keeping at will.


def test_whether_to_draw_is_asked_only_where_there_is_a_choice() -> None:
    assert notations(drawing(FULL, [[6, 2], []], free=True)) == ["draw 0", "draw 1"]
    for held in ([], [2], [6, 6]):
        assert drawing(FULL, [held, []], free=True).actor == LUCK


def test_who_draws_none_must_lay_one() -> None:
    state = drawing(FULL, [[6, 2], []], free=True)
    play(state, "draw 0")
    assert "stop" not in notations(state)
    assert state.refusal(ZATRE.parse("stop")) is Z11C
    play(state, "lay 2 1,2")
    assert state.turn == 0
    assert "stop" in notations(state)


def test_who_draws_one_may_lay_none() -> None:
    state = drawing(FULL, [[6, 2], []], free=True)
    play(state, "draw 1")
    state.settle(chance_named(state, "6"))
    assert "stop" in notations(state)
    play(state, "stop")
    assert values_of(state.hands[0]) == [2, 6, 6]
    assert state.turn == 1


def test_who_draws_because_he_holds_few_may_lay_none() -> None:
    state = drawing(FULL, [[2], []], free=True)
    state.settle(chance_named(state, "1"))
    assert notations(state)[-1] == "stop"


def test_nobody_stops_while_a_light_square_waits() -> None:
    state = laying({(0, 0): 3, (1, 0): 4}, [5, 1], free=True)
    assert state.refusal(ZATRE.parse("stop")) is NONE
    play(state, "lay 5 1,1")
    assert state.refusal(ZATRE.parse("stop")) is Z12C
    assert notations(state) == ["lay 1 1,-1", "lay 1 1,2"]


def test_a_forced_light_tile_may_be_kept_instead() -> None:
    state = laying({(0, 0): 5, (0, 1): 6, (-1, 0): 4, (1, 1): 5, (1, 2): 3}, [6], free=True)
    assert notations(state) == ["lay 6 -1,-1", "lay 6 2,2", "stop"]


def test_the_first_turn_is_no_time_to_stop() -> None:
    table = deal(2, "6155", keeping="free")
    assert table.refusal("stop") is Z11B
    assert table.why("stop") == "The first turn of the game is played in full (Z11b)."
    table.play("lay 5 0,0")
    assert table.refusal("stop") is Z11B


SENTENCES = {
    "First say whether you draw a tile, with draw 1 or draw 0 (Z7).": ([], "lay 2 1,2"),
    "Tiles are drawn at the beginning of a turn, before any is laid (Z7).": (["draw 0"], "draw 1"),
    "If you draw none, you must lay at least one tile (Z11c).": (["draw 0"], "stop"),
}


@pytest.mark.parametrize(("sentence", "case"), SENTENCES.items(), ids=SENTENCES)
def test_a_refusal_says_why(sentence: str, case: tuple[list[str], str]) -> None:
    table = Table.deal("zatre", 2, options={"keeping": "free"})
    state = drawing(FULL, [[6, 2], []], free=True)
    play(state, *case[0])
    table.state = state
    assert table.why(case[1]) == sentence


def test_the_choice_to_stop_is_refused_in_words() -> None:
    table = Table.deal("zatre", 2, options={"keeping": "free"})
    state = laying({(0, 0): 3, (1, 0): 4}, [5, 1], free=True)
    play(state, "lay 5 1,1")
    table.state = state
    assert table.why("stop") == ("A light square you used this turn still needs its line of 10, 11 or 12 (Z12c).")


# The end.


def test_who_draws_the_last_tile_finishes_his_turn_and_nobody_else_moves() -> None:
    state = drawing({(0, 0): 3}, [[], [5], [4]], bag=2)
    state.settle(0)
    state.settle(0)
    assert (state.actor, tiles_in(state.bag)) == (0, 0)
    while state.actor != OVER:
        assert state.actor == 0
        state.play(state.default())
    assert state.result().reason == "last-tile"
    assert state.result().scores[1:] == [-5, -4]


def test_nobody_fits_but_the_board_is_not_dead() -> None:
    """Turns go on until a tile is drawn that fits (Z19)."""
    state = drawing(FULL, [[6, 6], [5, 5]])
    for tile in "6543":
        seat = state.turn
        state.settle(chance_named(state, tile))
        assert state.turn == 1 - seat
    state.settle(chance_named(state, "1"))
    assert state.actor == 0


def dead_game(seats: int, **options: str) -> Table:
    """Four sixes in a block in the first two turns."""
    table = deal(seats, "6" + "1" * (seats - 1) + "66" + "61", **options)
    for move in ("lay 6 0,0", "lay 6 1,0", "lay 6 0,1", "lay 6 1,1"):
        table.play(move)
    return table


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_four_sixes_in_a_block_end_the_game(seats: int) -> None:
    """The bag is drawn to its end, two tiles at first, then one a turn; all that is held counts against (Z19)."""
    table = dead_game(seats)
    assert table.over
    assert table.result.reason == "dead-board"
    state = table.state
    assert isinstance(state, Zatre)
    held = [tiles_in(hand) for hand in state.hands]
    assert sum(held) == 117
    assert max(held) - min(held) <= 2
    pips = [sum(values_of(hand)) for hand in state.hands]
    points = [sum(row.total for row in sheet.rows) for sheet in shown(state).sheets]
    assert table.result.scores == [of - minus for of, minus in zip(points, pips, strict=True)]
    assert Table.replay(table.record.text).result.scores == table.result.scores


def test_a_dead_board_ends_free_and_team_games_too() -> None:
    table = deal(4, "6111" + "66" + "61", teams="yes", keeping="free")
    for move in ("lay 6 0,0", "lay 6 1,0", "lay 6 0,1", "lay 6 1,1"):
        table.play(move)
    assert table.over
    assert table.result.reason == "dead-board"
    assert sum(seat.hand.size for seat in shown(table.state).seats) == 117


def test_the_first_three_sixes_and_the_fourth_score() -> None:
    """Two 12s and the red cross; then two 12s and the cross of 1,1 (Z16)."""
    table = dead_game(2)
    assert [[row.total for row in sheet.rows] for sheet in shown(table.state).sheets] == [[16], [16]]


def test_a_game_of_defaults_ends() -> None:
    for options in ({}, {"keeping": "free"}, {"teams": "yes"}, {"teams": "yes", "keeping": "free"}):
        table = Table.deal("zatre", 4, seed=3, options=options)
        while not table.over:
            table.play(table.state.default())
        assert table.result.reason == "last-tile"


def test_the_default_is_the_highest_tile_on_its_first_square() -> None:
    state = laying({(0, 0): 3, (1, 0): 4}, [2, 5])
    assert ZATRE.notation(state.default()) == "lay 5 0,-1"
    assert ZATRE.notation(drawing(FULL, [[6, 2], []], free=True).default()) == "draw 0"
