"""The building track and the scorings (D26, D34 to D43)."""

from __future__ import annotations

from typing import Any

import pytest

from sabika.engine.state import LUCK, OVER
from sabika.games.alhambra_dice.tracks import advanced, rank_of, space_of, stacks
from sabika.games.parts.majority import place_points
from sabika.games.parts.tiles import TYPES
from tests.games.alhambra_dice.helpers import give, started, told
from tests.games.facts import facts

FACTS = facts("alhambra_dice")
VECTORS = FACTS["test_vectors"]
Steps = list[tuple[int, int]]  # player and points gained


def after(steps: Steps) -> int:
    discs = 0
    for player, gained in steps:
        discs = advanced(discs, player, gained)
    return discs


TRACKS: dict[str, tuple[Steps, list[tuple[int, list[int]]]]] = {
    "a disc enters at the space of its points": ([(0, 2)], [(2, [0])]),
    "each further point moves it one space": ([(0, 2), (0, 1)], [(3, [0])]),
    "an arriving disc lies on top": ([(0, 2), (1, 2), (2, 2)], [(2, [0, 1, 2])]),
    "from below too": ([(0, 3), (1, 2), (1, 1)], [(3, [0, 1])]),
    "only the disc that leaves a stack moves": ([(0, 2), (1, 2), (2, 2), (1, 1)], [(3, [1]), (2, [0, 2])]),
    "the lowest may leave": ([(0, 2), (1, 2), (2, 2), (0, 2)], [(4, [0]), (2, [1, 2])]),
    "jumping over a stack": ([(0, 2), (1, 2), (2, 1), (2, 2)], [(3, [2]), (2, [0, 1])]),
    "space 12 is the end": ([(0, 11), (0, 2)], [(12, [0])]),
    "a disc on 12 keeps its place in the stack": ([(0, 12), (1, 12), (0, 1)], [(12, [0, 1])]),
    "who comes to 12 later lies above": ([(1, 12), (0, 11), (2, 12), (0, 2)], [(12, [1, 2, 0])]),
}


@pytest.mark.parametrize(("steps", "expected"), TRACKS.values(), ids=TRACKS)
def test_discs_move(steps: Steps, expected: list[tuple[int, list[int]]]) -> None:
    """D34, D35, D36, D37, Q10."""
    assert stacks(after(steps)) == expected


@pytest.mark.parametrize("case", VECTORS["track"], ids=lambda case: f"from {case['from']} by {case['gain']}")
def test_track_vectors(case: dict[str, Any]) -> None:
    discs = after([(3, case["from"])] if case["from"] else [])
    assert space_of(advanced(discs, 3, case["gain"]), 3) == case["to"]


def test_ranks() -> None:
    """D39: more points first, on one space the lower disc; D41: off the track there is none."""
    discs = after([(0, 5), (1, 3), (2, 3)])
    assert [rank_of(discs, player) for player in range(4)] == [0, 1, 2, -1]
    assert space_of(discs, 3) == 0


@pytest.mark.parametrize("column", FACTS["columns"], ids=lambda column: column["id"])
def test_points_of_the_places(column: dict[str, Any]) -> None:
    """D40: A pays place 1, B places 1 and 2, C places 1 to 3."""
    building = TYPES.index(column["id"])
    for scoring, letter in enumerate("ABC", start=1):
        points = [place_points(building, scoring, place) for place in range(1, 7)]
        assert points == column[letter] + [0] * (6 - scoring)


def test_the_table_sums_to_300() -> None:
    for scoring, letter in enumerate("ABC", start=1):
        points = [place_points(column, scoring, place) for column in range(6) for place in range(1, 7)]
        assert sum(points) == FACTS["sums"][letter]


@pytest.mark.parametrize("case", VECTORS["scoring_base"], ids=lambda case: f"{case['scoring']} {case['column']}")
def test_scoring_vectors(case: dict[str, Any]) -> None:
    """The worked example: blue on 5, orange under green on 3."""
    state = started(3)
    names = {"blue": 0, "orange": 1, "green": 2}
    column = TYPES.index(case["column"])
    for space, discs in case["track"].items():
        for name in discs:
            state.advance(column, names[name], int(space))
    state.held = "ABC".index(case["scoring"])
    scored = {line.player: line.points for line in state.score_now()}
    assert scored == {names[name]: points for name, points in case["points"].items()}


def test_point_chips_score_at_every_scoring() -> None:
    """D26, D42: the printed number, and the chip stays."""
    state = started(3)
    give(state, 1, "points-1", "points-3", "points-3", "swap")
    for held in (1, 2):
        state.hold_scoring()
        assert list(state.points) == [0, 7 * held, 0]
    line = state.score_now()[0]
    assert (line.source, line.points, line.why) == ("chips", 7, {"ones": 1, "twos": 0, "threes": 2})


def test_every_line_of_a_scoring_can_be_opened() -> None:
    state = started(3)
    state.tell()
    state.advance(5, 2, 4)
    state.advance(5, 0, 4)
    state.advance(0, 1, 1)
    give(state, 0, "points-2")
    state.held = 1
    state.hold_scoring()
    lines = told(state, "scoring")[0]["lines"]
    assert isinstance(lines, list)
    assert [(line.player, line.part, line.source, line.points, line.why) for line in lines] == [
        (1, "second", "pavilion", 8, {"space": 1, "place": 1}),
        (2, "second", "tower", 13, {"space": 4, "place": 1}),
        (0, "second", "tower", 6, {"space": 4, "place": 2}),
        (0, "second", "chips", 2, {"ones": 0, "twos": 1, "threes": 0}),
    ]
    assert list(state.points) == [8, 8, 13]


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_result_is_the_sum_of_its_lines(seats: int) -> None:
    """D43; ties share, and Carlo cannot win (Q11, Q12)."""
    state = started(seats)
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
    assert result.scores == sums == [state.score(player) for player in range(state.players())]
    assert {line.part for line in result.breakdown} == {"first", "second", "third"}
    best = max(result.scores[:seats])
    assert result.winners == [seat for seat in range(seats) if result.scores[seat] == best]
    told_state = started(seats)
    assert told_state.result().reason == "playing"


WINNERS = {
    "most points": ([10, 20, 15], [1]),
    "a tie shares the win": ([20, 20, 15], [0, 1]),
    "all equal": ([7, 7, 7], [0, 1, 2]),
}


@pytest.mark.parametrize(("points", "winners"), WINNERS.values(), ids=WINNERS)
def test_winners(points: list[int], winners: list[int]) -> None:
    """D43, Q11."""
    state = started(3)
    for seat, each in enumerate(points):
        state.points[seat] = each
    assert state.result().winners == winners
