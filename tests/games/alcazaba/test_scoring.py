"""Scorings of Alcazaba, and two players with Carlo, who is player 2 (C61 to C70)."""

from __future__ import annotations

from typing import Any, cast

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from sabika.engine.rule import NONE
from sabika.engine.state import LUCK, OVER
from sabika.games.alcazaba import ALCAZABA
from sabika.games.alcazaba.rules import C58
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.parts.majority import standing
from sabika.games.parts.rounds import FIRST
from sabika.games.parts.tiles import BIT, TILE_NUMBER, TYPES
from tests.games.alcazaba.helpers import (
    STACK,
    asked,
    board,
    build,
    evaluated,
    names,
    play,
    reserve,
    settle,
    started,
    told,
)
from tests.games.facts import facts

VECTORS = facts("alhambra_dice")["test_vectors"]
parse = ALCAZABA.parse


@pytest.mark.parametrize(
    "case", VECTORS["scoring_alcazaba"], ids=lambda case: f"{case['scoring']} {case['column']} {len(case['counts'])}"
)
def test_scoring_vectors(case: dict[str, Any]) -> None:
    """C62, C63: ties share the points of their places, rounded down."""
    counts = vec[i64](list(case["counts"].values()))
    column, scoring = TYPES.index(case["column"]), "ABC".index(case["scoring"]) + 1
    points = [standing(counts, player, column, scoring).share for player in range(len(counts))]
    assert points == list(case["points"].values())


def test_only_built_tiles_count() -> None:
    """C62: not those on the reserve, and at least one is needed."""
    state = started(3)
    build(state, 0, "tower-11-S", 0, 1)
    reserve(state, 1, "tower-10-W", "tower-11-N")
    lines = [(line.player, line.source, line.points) for line in state.score_now()]
    assert lines == [(0, "tower", 6), (0, "wall", 1)]


def test_walls_score_for_everyone() -> None:
    """C64: one point a side of the longest outer wall, and the lines tell which sides."""
    state = started(3)
    state.tell()
    build(state, 0, "garden-6-ESW", 0, 1)
    build(state, 1, "tower-8-NES", 1, 0)
    state.hold_scoring()
    lines = told(state, "scoring")[0]["lines"]
    assert isinstance(lines, list)
    walls = {line.player: (line.points, line.why["sides"]) for line in lines if line.source == "wall"}
    assert {player: points for player, (points, _) in walls.items()} == {0: 3, 1: 3}
    assert walls[0][1] == ["0,1,E", "0,1,S", "0,1,W"]
    assert list(state.points) == [5 + 3, 6 + 3, 0]


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_result_is_the_sum_of_its_lines(seats: int) -> None:
    """C65; ties share, and Carlo cannot win."""
    state = cast(Alcazaba, ALCAZABA.start(seats))
    while state.actor != OVER:
        if state.actor == LUCK:
            state.settle(state.luck().total * 2 // 3)
        else:
            moves = state.moves()
            state.play(moves[len(moves) // 3])
    result = state.result()
    sums = [0] * state.players()
    for line in result.breakdown:
        sums[line.player] += line.points
    assert result.scores == sums
    best = max(result.scores[:seats])
    assert result.winners == [seat for seat in range(seats) if result.scores[seat] == best]
    assert result.reason == "five-rounds"


# Two players.


@pytest.mark.parametrize("case", VECTORS["carlo_alcazaba"], ids=lambda case: " ".join(case["bag_draw"]))
def test_his_markers_come_with_the_tiles_from_the_bag(case: dict[str, Any]) -> None:
    """C66, C67, X6: he has five; the column of the k-th tile, row k + 1, right cell."""
    state = cast(Alcazaba, ALCAZABA.start(2))
    settle(state, "seat-1", *STACK)
    for building in case["bag_draw"]:
        settle(state, next(name for name, _ in state.chances() if name.startswith(building)))
    for column in TYPES:
        cells = sorted(case["cells"].get(column, []), reverse=True)
        assert board(state, column) == " ".join(f"{row}-{throws}:2" for row, throws in cells)
    assert (state.in_hand(2), state.luck().kind) == (0, "die")


def test_he_takes_the_lowest_tile() -> None:
    """C68, Q14: laid first of those still there, without a question."""
    tiles = ["garden-12-S", "garden-6-ESW", "garden-10-none"]
    state = evaluated({"garden": "6-3:2 4-1:0 3-3:2"}, tiles, seats=2)
    assert names(state.carlo) == ["garden-12-S"]
    assert asked(state) == (0, ["pick garden-6-ESW", "pick garden-10-none"])
    play(state, "pick garden-10-none", "reserve garden-10-none")
    assert names(state.carlo) == ["garden-6-ESW", "garden-12-S"]


def test_he_takes_the_first_player_chip_only_when_it_is_alone() -> None:
    """Q16, D48: then he names the human who was not first."""
    state = evaluated({"garden": "6-3:2 4-3:2"}, ["garden-12-S"], chip="garden", seats=2)
    assert names(state.carlo) == ["garden-12-S"]
    assert (state.round, state.caliph) == (2, 1)
    assert told(state, "first-player") == [{"player": 2, "seat": 1}]


def test_a_human_may_leave_him_the_tile() -> None:
    state = evaluated({"garden": "6-3:0 4-3:2"}, ["garden-12-S"], chip="garden", seats=2)
    play(state, "pick first-player")
    assert (state.stage, asked(state)) == (FIRST, (0, ["name 1", "name 2"]))
    play(state, "name 1")
    assert names(state.carlo) == ["garden-12-S"]


def test_gifts_to_him() -> None:
    """C69."""
    state = evaluated({"garden": "6-3:0"}, ["garden-12-S"], seats=2)
    assert state.refusal(parse("give garden-12-S")) is NONE
    assert state.refusal(parse("give garden-10-none")) is C58
    play(state, "give garden-12-S")
    assert names(state.carlo) == ["garden-12-S"]
    assert state.round == 2


def test_he_scores_majorities_only() -> None:
    """C70: he takes places and shares ties like a player, without walls, and cannot win (Q12)."""
    state = started(2)
    build(state, 0, "tower-8-NES", 1, 0)
    state.carlo = BIT[TILE_NUMBER["tower-7-NEW"]] | BIT[TILE_NUMBER["garden-6-ESW"]]
    lines = [(line.player, line.source, line.points) for line in state.score_now()]
    assert lines == [(2, "garden", 5), (0, "tower", 3), (2, "tower", 3), (0, "wall", 3)]
    state.hold_scoring()
    assert list(state.points) == [6, 0, 8]
    assert state.result().winners == [0]


def test_he_gets_no_tiles_at_the_start() -> None:
    """Q15."""
    assert started(2).carlo == 0
