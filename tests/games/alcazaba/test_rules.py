"""Rounds, restructuring and prizes of Alcazaba (C50 to C60)."""

from __future__ import annotations

from typing import cast

import pytest

from sabika.engine.rule import NONE, Rule
from sabika.engine.state import LUCK, OVER
from sabika.games.alcazaba import ALCAZABA
from sabika.games.alcazaba.rules import C55, C57, C58, C69
from sabika.games.alcazaba.state import CHOICE, SITE, Alcazaba
from sabika.games.parts.rounds import FIRST
from sabika.games.parts.rules import A17A, A17B, A17C, A18, D10, D12, D31
from tests.games.alcazaba.helpers import (
    FROM_BAG,
    MIXED,
    STACK,
    asked,
    board,
    build,
    built,
    evaluated,
    laid,
    names,
    play,
    reserve,
    settle,
    started,
    thrown,
    told,
)
from tests.games.facts import facts

FACTS = facts("alhambra_dice")
SEATS = range(2, 7)
parse = ALCAZABA.parse


# Set-up (C50 to C53).


@pytest.mark.parametrize("seats", SEATS)
def test_each_player_has_a_fountain_markers_and_no_points(seats: int) -> None:
    """C50."""
    state = cast(Alcazaba, ALCAZABA.start(seats))
    markers = FACTS["players"]["markers_per_player"][str(seats)]
    assert [state.in_hand(player) for player in range(state.players())] == [markers] * state.players()
    assert [city.size() for city in state.cities] == [0] * seats
    assert list(state.points) == [0] * state.players()


def test_the_first_player_is_drawn_by_lot() -> None:
    """C50, as D4."""
    state = ALCAZABA.start(4)
    assert [name for name, _ in state.chances()] == ["seat-1", "seat-2", "seat-3", "seat-4"]


def test_a_stack_then_the_bag_then_the_die() -> None:
    """C53, Q19: one tile of each type, five more, then the column of the first-player chip."""
    state = cast(Alcazaba, ALCAZABA.start(3))
    settle(state, "seat-1")
    kinds = []
    for outcome in (*STACK, *FROM_BAG, "arcades"):
        kinds.append(state.luck().kind)
        settle(state, outcome)
    assert kinds == ["stack"] * 6 + ["bag"] * 5 + ["die"]
    assert laid(state) == [*STACK, *FROM_BAG]
    assert (state.luck().kind, state.luck().total) == ("dice", 6**8)


def test_a_stack_never_holds_the_extra_tower() -> None:
    """C51."""
    state = cast(Alcazaba, ALCAZABA.start(3))
    settle(state, "seat-1", *STACK[:5])
    towers = [name for name, _ in state.chances()]
    assert len(towers) == 11
    assert "tower-9-SW" not in towers
    settle(state, STACK[5])
    assert "tower-9-SW" in dict(state.chances())


def played_out(seats: int) -> tuple[Alcazaba, list[str]]:
    """A game of defaults, and the kinds of luck it asked for."""
    state = cast(Alcazaba, ALCAZABA.start(seats))
    state.tell()
    kinds = []
    while state.actor != OVER:
        if state.actor == LUCK:
            kinds.append(state.luck().kind)
            state.settle(state.luck().total // 2)
        else:
            state.play(state.default())
    return state, kinds


def test_five_rounds_and_every_tile_once() -> None:
    """C52, C53: 30 from stacks, 25 from the bag, no first-player chip in round 5."""
    state, kinds = played_out(4)
    assert (kinds.count("stack"), kinds.count("bag"), kinds.count("die")) == (30, 25, 4)
    assert state.unseen == 0
    course = [
        event.args.get("round", event.args.get("scoring"))
        for event in state.chronicle or []
        if event.kind in ("round", "scoring", "end")
    ]
    assert course == [1, 1, 2, 3, 2, 4, 5, 3, None]


@pytest.mark.parametrize("seats", SEATS)
def test_a_game_has_so_many_turns(seats: int) -> None:
    """C54, as D8."""
    _, kinds = played_out(seats)
    assert kinds.count("dice") == FACTS["players"]["human_turns_per_game"][str(seats)]


# Turns (C54).

TURNS = {
    "keeping some dice": ("keep pav2", NONE),
    "keeping dice that were not thrown": ("keep tow1", D10),
    "naming a type that shows": ("mark garden", NONE),
    "naming a type that does not show": ("mark tower", D12),
    "naming a first player": ("name 1", D31),
    "picking a tile": ("pick tower-11-none", C57),
    "placing a tile": ("place tower-11-none 0,1", C57),
    "restructuring without tiles": ("remove tower-11-none", A18),
}


@pytest.mark.parametrize(("move", "expected"), TURNS.values(), ids=TURNS)
def test_a_turn_is_one_of_the_dice_game(move: str, expected: Rule) -> None:
    state = thrown(MIXED)
    assert state.refusal(parse(move)) is expected


def test_a_marker_slides_down() -> None:
    """C54, as D16."""
    state = started()
    settle(state, "gar3-tow5")
    state.play(parse("mark tower"))
    settle(state, "gar3-tow5")
    assert state.preview(parse("mark tower")) == {"column": 5, "row": 5, "throws": 2, "order": 10}
    state.play(parse("mark tower"))
    assert board(state, "tower") == "5-1:0 5-2:1"


# Restructuring (C55, C56).


def with_tiles(*throws: str) -> Alcazaba:
    """Seat 0 has a garden south of its fountain and two tiles on the reserve."""
    state = thrown(*throws)
    build(state, 0, "garden-6-ESW", 0, 1)
    reserve(state, 0, "arcades-10-none", "chambers-5-NSW")
    return state


RESTRUCTURING = {
    "building a reserve tile": ("add arcades-10-none 1,0", NONE),
    "moving a tile to the reserve": ("remove garden-6-ESW", NONE),
    "swapping, where the walls fit": ("swap arcades-10-none garden-6-ESW", NONE),
    "swapping, where they do not": ("swap chambers-5-NSW garden-6-ESW", A17C),
    "a tile that is not on the reserve": ("add tower-13-E 1,0", A18),
    "a cell that is taken": ("add arcades-10-none 0,1", A17A),
    "a cell that touches nothing": ("add arcades-10-none 3,3", A17B),
    "a wall against an open side": ("add chambers-5-NSW -1,1", A17C),
}


@pytest.mark.parametrize("throws", [1, 2])
@pytest.mark.parametrize(("move", "expected"), RESTRUCTURING.values(), ids=RESTRUCTURING)
def test_after_the_first_or_second_throw(move: str, expected: Rule, throws: int) -> None:
    """C55, C56: exactly what Alhambra's redesign allows (A18)."""
    state = with_tiles(MIXED, *["pav1"] * (throws - 1))
    assert state.refusal(parse(move)) is expected
    assert (parse(move) in list(state.moves())) is (expected is NONE)


def test_not_after_the_third_throw() -> None:
    """C55."""
    state = with_tiles(MIXED, "pav1", "pav1")
    assert state.refusal(parse("remove garden-6-ESW")) is C55
    assert all(ALCAZABA.notation(move).startswith("mark") for move in state.moves())


def test_nothing_to_restructure() -> None:
    """Q17: without a legal action the marker is placed."""
    state = thrown(MIXED)
    assert {ALCAZABA.notation(move).split()[0] for move in state.moves()} == {"mark", "keep"}


def test_the_marker_rests_on_the_reserve_board() -> None:
    """C55: one action, and the turn is over."""
    state = with_tiles(MIXED)
    play(state, "add arcades-10-none 1,0")
    assert built(state, 0) == ["garden-6-ESW", "arcades-10-none"]
    assert (state.in_hand(0), state.rests(0), state.turn) == (4, 1, 1)
    assert all(not board(state, column["id"]) for column in FACTS["columns"])


def test_resting_markers_come_back_after_the_round() -> None:
    """C60."""
    state = with_tiles(MIXED)
    play(state, "remove garden-6-ESW")
    while state.round == 1:
        if state.actor == LUCK:
            state.settle(0)
        else:
            state.play(state.default())
    assert (state.in_hand(0), state.rests(0)) == (5, 0)


# Prizes (C57 to C60).

GARDENS = ["garden-10-none", "garden-11-none"]


def test_the_best_marker_picks_first() -> None:
    """C57."""
    state = evaluated({"garden": "5-3:1 4-1:0"}, GARDENS)
    assert asked(state) == (1, ["pick garden-10-none", "pick garden-11-none"])
    play(state, "pick garden-11-none")
    assert (state.stage, state.actor) == (SITE, 1)
    assert board(state, "garden") == "4-1:0", "the marker is taken back"
    assert state.in_hand(1) == 1


def test_then_the_best_of_the_others() -> None:
    """C57: with one thing left there is nothing to choose."""
    state = evaluated({"garden": "5-3:1 4-1:0 3-1:2"}, GARDENS)
    play(state, "pick garden-11-none", "reserve garden-11-none")
    assert (state.stage, state.actor, state.won) == (SITE, 0, 40)
    play(state, "place garden-10-none 0,1")
    assert built(state, 0) == ["garden-10-none"]
    assert (state.round, names(state.cities[1].reserve)) == (2, ["garden-11-none"]), "the third gets nothing"


def test_it_may_be_the_same_player() -> None:
    """C57."""
    state = evaluated({"garden": "5-3:1 4-1:1"}, GARDENS)
    play(state, "pick garden-11-none", "reserve garden-11-none", "reserve garden-10-none")
    assert names(state.cities[1].reserve) == GARDENS


def test_columns_from_left_to_right() -> None:
    """C57."""
    tiles = ["tower-11-none", "pavilion-8-none", "garden-10-none"]
    state = evaluated({"tower": "8-1:0", "garden": "1-1:1", "pavilion": "2-2:2"}, tiles)
    order = []
    while state.round == 1:
        order.append((state.column, state.actor))
        play(state, f"reserve {ALCAZABA.notation(state.default()).split()[1]}")
    assert order == [(0, 2), (4, 1), (5, 0)]


SITES = {
    "in the city": ("place garden-10-none 0,1", NONE),
    "on the reserve": ("reserve garden-10-none", NONE),
    "where it may not stand": ("place garden-10-none 5,5", A17B),
    "on the fountain": ("place garden-10-none 0,0", A17A),
    "another tile": ("place tower-11-none 0,1", C58),
    "another tile on the reserve": ("reserve tower-11-none", C58),
    "picking on": ("pick garden-11-none", C58),
    "throwing": ("keep none", C58),
    "to Carlo, who is not here": ("give garden-10-none", C69),
    "naming": ("name 1", D31),
}


@pytest.mark.parametrize(("move", "expected"), SITES.values(), ids=SITES)
def test_a_won_tile_is_placed_at_once(move: str, expected: Rule) -> None:
    """C58, X4; in the city by Alhambra's building rules (C61)."""
    state = evaluated({"garden": "5-3:1 4-1:0 3-1:2"}, GARDENS)
    play(state, "pick garden-10-none")
    assert state.refusal(parse(move)) is expected
    assert (parse(move) in list(state.moves())) is (expected is NONE)


PICKS = {
    "a tile of the column": ("pick garden-10-none", NONE),
    "a tile of another column": ("pick tower-11-none", C57),
    "a tile that was not laid out": ("pick garden-12-S", C57),
    "the first-player chip, which lies elsewhere": ("pick first-player", C57),
    "placing before picking": ("place garden-10-none 0,1", C57),
    "marking": ("mark garden", C57),
    "restructuring": ("remove garden-10-none", C57),
}


@pytest.mark.parametrize(("move", "expected"), PICKS.values(), ids=PICKS)
def test_picking(move: str, expected: Rule) -> None:
    """C57, Q13."""
    state = evaluated({"garden": "5-3:1 4-1:0"}, [*GARDENS, "tower-11-none"], chip="tower")
    assert state.stage == CHOICE
    assert state.refusal(parse(move)) is expected
    assert (parse(move) in list(state.moves())) is (expected is NONE)


def test_the_first_player_chip_is_a_prize() -> None:
    """C57, C59: instead of a tile; its taker names at once."""
    state = evaluated({"garden": "5-3:1 4-1:0"}, GARDENS, chip="garden")
    assert asked(state)[1] == [*(f"pick {tile}" for tile in GARDENS), "pick first-player"]
    play(state, "pick first-player")
    assert (state.stage, state.actor) == (FIRST, 1)
    assert state.refusal(parse("reserve garden-10-none")) is D31
    play(state, "name 3")
    assert state.caliph == 2
    assert asked(state) == (0, [f"pick {tile}" for tile in GARDENS])
    assert told(state, "first-player") == [{"player": 1, "seat": 2}]


def test_the_chip_alone_is_taken() -> None:
    """C57: it is all there is in the column."""
    state = evaluated({"garden": "5-3:1"}, [], chip="garden")
    assert (state.stage, state.actor) == (FIRST, 1)


def test_if_nobody_takes_the_chip_the_first_player_stays() -> None:
    """C59."""
    state = evaluated({"garden": "5-3:1"}, ["garden-10-none"], chip="tower")
    play(state, "reserve garden-10-none")
    assert (state.round, state.caliph, state.chip) == (2, 0, -1)


def test_tiles_left_are_set_aside() -> None:
    """C60: out of the game, face up."""
    state = evaluated({"garden": "5-3:1"}, [*GARDENS, "tower-11-none"])
    play(state, "pick garden-10-none", "reserve garden-10-none")
    assert names(state.aside) == ["garden-11-none", "tower-11-none"]
    assert laid(state) == []


def test_a_column_without_tiles_gives_nothing() -> None:
    state = evaluated({"garden": "5-3:1", "tower": "3-1:2"}, ["tower-11-none"])
    assert (state.column, state.actor) == (5, 2)


def test_previews() -> None:
    state = evaluated({"garden": "5-3:1 4-1:0"}, GARDENS)
    assert state.preview(parse("pick garden-10-none")) == {"sites": 4}
    play(state, "pick garden-10-none")
    assert state.preview(parse("place garden-10-none 0,1")) == {"wall": 0, "wall_after": 0}
    state = with_tiles(MIXED)
    assert state.preview(parse("remove garden-6-ESW")) == {"wall": 3, "wall_after": 0}
    assert state.preview(parse("mark garden")) == {"column": 4, "row": 1, "throws": 1, "order": 21}


def test_the_chronicle_tells_of_prizes() -> None:
    state = evaluated({"garden": "5-3:1 4-1:0"}, GARDENS)
    play(state, "pick garden-11-none", "reserve garden-11-none", "reserve garden-10-none")
    assert told(state, "prize") == [
        {"player": 1, "column": "garden", "prize": "garden-11-none"},
        {"player": 0, "column": "garden", "prize": "garden-10-none"},
    ]
