"""How architect and vizier think in Alcazaba: rounds that are played on at a glance, and what they tell of cells."""

from __future__ import annotations

from random import Random

import pytest
from mypy_extensions import i64, u8

from sabika.bots.worth.alcazaba import WORTH
from sabika.bots.worth.alcazaba_course import Course, markers_left
from sabika.bots.worth.alcazaba_glance import Aims, Look
from sabika.bots.worth.alcazaba_thought import Rehearsal
from sabika.games.alcazaba.codes import CHIP
from sabika.games.alcazaba.facts import LAID
from sabika.games.alcazaba.state import CHOICE
from sabika.games.parts import building
from sabika.games.parts.dice import KEEP
from sabika.games.parts.position import CELL_NUMBER
from sabika.games.parts.rounds import NOWHERE
from sabika.games.parts.space import CELLS, NOBODY
from sabika.games.parts.tiles import NO_TILE, TYPE, TYPES
from sabika.games.parts.turns import MARK, MARKERS, TURN
from tests.bots.test_worth_alcazaba import random_states
from tests.games.alcazaba.helpers import thrown

TOWERS = TYPES.index("tower")
STRONG, WEAK = (TOWERS * CELLS + CELL_NUMBER[cell] for cell in ("5-3", "4-3"))

# A course.


@pytest.mark.parametrize("seats", [2, 3])
def test_in_a_course_all_markers_are_placed_and_nothing_is_evaluated(seats: int) -> None:
    for state in random_states(TURN, 3, seats):
        Course(WORTH, state, 1).place_markers()
        assert state.stage == TURN
        assert markers_left(state) == 1  # the last one stands, or has no cell left, and the turn is not over
        standing = sum(len(state.space.markers(column)) for column in range(6))
        elsewhere = sum(state.fallen(player) + state.rests(player) for player in range(state.players()))
        assert standing + elsewhere >= MARKERS[seats] * state.players() - 1


def test_equal_luck_gives_equal_courses_and_other_luck_others() -> None:
    for state in random_states(TURN, 4):
        ends = []
        for luck in (1, 1, 2):
            course = Course(WORTH, state.clone(), luck)
            course.place_markers()
            assert course.decisions > 0
            ends.append((course.state.text(), course.decisions))
        assert ends[0] == ends[1]
        assert ends[0] != ends[2] or markers_left(state) == 1


def test_the_luck_of_a_turn_does_not_depend_on_the_turns_before() -> None:
    """Whether one throws once or three times, the next seat begins with the same dice."""
    begins = []
    for throws in (1, 3):
        state = thrown("pav4-tow4", seats=2)
        course = Course(WORTH, state, 5)
        while state.throws < throws:
            state.play(next(move for move in state.moves() if building.kind_of(move) == KEEP))
            course.settle()
        state.play(state.best_mark())
        course.settle()
        begins.append(int(state.dice))
    assert begins[0] == begins[1]


def test_a_turn_planned_at_once_is_the_turn_planned_throw_by_throw() -> None:
    for state in random_states(TURN, 12):
        aims = Aims(state, WORTH.outlook_of(state))
        while state.stage == TURN:
            move = aims.move()
            assert move == WORTH.guide(state)
            if building.kind_of(move) == MARK:
                break
            state.play(move)
            state.settle(Random(1).randrange(state.luck_total()))


def test_at_a_glance_a_prize_is_worth_what_its_best_place_is_worth() -> None:
    for state in random_states(CHOICE, 12):
        moves = state.moves()
        for move, value in zip(moves, Look(state, WORTH.weights).values(moves), strict=True):
            if building.tile_of(move) == CHIP:
                continue
            twin = state.clone()
            twin.play(move)
            look = Look(state, WORTH.weights)
            places = [place for place in twin.moves() if building.kind_of(place) != building.GIVE]
            assert value == pytest.approx(max(look.placed(twin.won, place) for place in places))


# Rehearsals.


def test_a_rehearsal_looks_at_the_table_without_the_marker_that_is_tried() -> None:
    state = thrown("pav4-tow4", seats=2)
    rehearsal = Rehearsal(WORTH, state, 1)
    rehearsal.rehearse(TOWERS, CELL_NUMBER["4-1"], 1)
    seen = rehearsal.outlook.state.space
    assert sum(len(seen.markers(column)) for column in range(6)) == 14  # five of each seat and of Carlo, less ours
    assert state.space.owner(TOWERS, CELL_NUMBER["4-1"]) == NOBODY
    assert rehearsal.decisions > 9


def test_rehearsals_tell_a_strong_cell_from_a_weak_one() -> None:
    rehearsal = Rehearsal(WORTH, thrown("pav4-tow4", seats=2), 1)
    for _ in range(120):
        rehearsal.playout()
    assert rehearsal.tried[STRONG] > 3
    assert rehearsal.sums[STRONG] / rehearsal.tried[STRONG] > rehearsal.sums[WEAK] / rehearsal.tried[WEAK]


def test_columns_where_nothing_lies_are_not_rehearsed() -> None:
    state = thrown("pav4-tow4", seats=2)
    state.chip = TOWERS - 1
    for place in range(LAID):
        if TYPE[i64(state.laid[place])] != TOWERS - 1:
            state.laid[place] = u8(NO_TILE)
    assert list(Rehearsal(WORTH, state, 1).columns) == [TOWERS - 1]
    for place in range(LAID):
        state.laid[place] = u8(NO_TILE)
    state.chip = NOWHERE
    assert Rehearsal(WORTH, state, 1).done
