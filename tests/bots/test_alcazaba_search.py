"""How architect and vizier think in Alcazaba: rounds that are played on, and what they tell of cells."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean, stdev

import pytest
from mypy_extensions import i64, u8

from sabika.bots.bot import Budget
from sabika.bots.search_bots import SearchBot
from sabika.bots.worth.alcazaba import WORTH
from sabika.bots.worth.alcazaba_course import Course, markers_left
from sabika.bots.worth.alcazaba_glance import Look
from sabika.bots.worth.alcazaba_thought import Rehearsal, believed
from sabika.bots.worth.base import best_moves
from sabika.engine.state import LUCK, OVER
from sabika.games import ALCAZABA
from sabika.games.alcazaba.codes import CHIP
from sabika.games.alcazaba.facts import LAID
from sabika.games.alcazaba.state import CHOICE, Alcazaba
from sabika.games.parts import building
from sabika.games.parts.dice_position_text import CELL_NUMBER
from sabika.games.parts.rounds import NOWHERE
from sabika.games.parts.space import CELLS, NOBODY
from sabika.games.parts.tiles import NO_TILE, TYPE, TYPES
from sabika.games.parts.turns import ONE, THROW, TURN
from tests.bots.test_worth_alcazaba import random_states
from tests.fuzz import fewer
from tests.games.alcazaba.helpers import thrown

TOWERS = TYPES.index("tower")


def marked(state: Alcazaba, column: int, cell: int) -> Alcazaba:
    """The state after a marker of the turn's seat on a free cell."""
    twin = state.clone()
    twin.space.put(column, cell, twin.turn)
    twin.hand -= ONE[twin.turn]
    twin.end_turn()
    return twin


def last_turns(number: int, seats: int = 2) -> Iterator[Alcazaba]:
    """Turns in which the last marker of a round is placed."""
    for state in random_states(TURN, number, seats):
        state.hand = ONE[state.turn]
        yield state


# A course.


@pytest.mark.parametrize("seats", [2, 3])
def test_a_course_ends_with_the_round(seats: int) -> None:
    for state in random_states(TURN, 3, seats):
        column = next(column for column in range(6) if state.space.reach(column, 12) < CELLS)
        twin = marked(state, column, state.space.reach(column, 12))
        course = Course(WORTH, state.turn)
        course.lead(twin, 1)
        assert twin.actor in (LUCK, OVER)
        assert twin.actor == OVER or twin.round == state.round + 1
        assert course.decisions >= markers_left(state) - 1
        assert course.spent > 0


def test_prizes_are_given_as_builders_take_them() -> None:
    for state in last_turns(6):
        for column in range(6):
            twin = marked(state, column, state.space.reach(column, 11))
            other = twin.clone()
            while other.actor not in (LUCK, OVER):
                other.play(best_moves(other, WORTH)[0])
            assert Course(WORTH, state.turn).lead(twin, 1) == pytest.approx(WORTH.of(other, state.turn))


@pytest.mark.parametrize("seats", [2, 6])
def test_what_prizes_come_to_is_remembered_and_not_mistaken_for_another(seats: int) -> None:
    """But for a trifle: prizes that builders take depend a little on the very cells of markers."""
    remembered = 0
    turns = fewer(8, 2)
    for state in last_turns(turns, seats):
        course = Course(WORTH, state.turn)
        cells = [(column, cell) for column in range(6) for cell in range(CELLS)]
        for column, cell in cells:
            if state.space.owner(column, cell) == NOBODY:
                before = course.spent
                fresh = Course(WORTH, state.turn).lead(marked(state, column, cell), 1)
                assert course.lead(marked(state, column, cell), 1) == pytest.approx(fresh, abs=0.2)
                remembered += course.spent == before
    assert remembered > 12 * turns


def test_equal_numbers_give_equal_courses_and_others_others() -> None:
    for state in random_states(TURN, 4):
        column = next(column for column in range(6) if state.space.reach(column, 12) < CELLS)
        cell = state.space.reach(column, 12)
        leads = [Course(WORTH, state.turn).lead(marked(state, column, cell), number) for number in (1, 1, 2)]
        assert leads[0] == leads[1]
        assert leads[0] != leads[2] or markers_left(state) == 1


def test_the_luck_of_a_turn_is_nothing_in_the_mean() -> None:
    state = marked(thrown("pav4-tow4", seats=2), TOWERS, CELL_NUMBER["4-1"])
    assert state.stage == THROW
    lucks = [Course(WORTH, 0).play_turn(state.clone(), number) for number in range(300)]
    assert abs(mean(lucks)) < 3 * stdev(lucks) / 300**0.5
    assert stdev(lucks) > 1.0


def test_what_falls_off_has_nothing_to_do_with_the_column() -> None:
    state = thrown("pav4-tow4", seats=2)
    state.space.put(TOWERS, CELLS - 1, 1)
    rehearsal = Rehearsal(WORTH, state, 1)
    rehearsal.learn(TOWERS, 11, rehearsal.expected[TOWERS * CELLS + 11] + 50.0)
    rehearsal.learn(0, 11, rehearsal.expected[11])
    learned, expected = list(rehearsal.learned()), list(rehearsal.expected)
    assert learned[TOWERS * CELLS + CELLS - 1] == expected[TOWERS * CELLS + CELLS - 1]
    assert learned[TOWERS * CELLS + CELLS - 2] > expected[TOWERS * CELLS + CELLS - 2]


# Rehearsals.


def test_of_the_last_marker_rehearsals_tell_exactly_what_cells_are_worth_against_each_other() -> None:
    for state in last_turns(6):
        rehearsal = Rehearsal(WORTH, state, 1)
        while not rehearsal.done:
            rehearsal.playout()
        learned = rehearsal.learned()
        found = []
        for column in rehearsal.columns:
            for cell in range(CELLS):
                place = state.space.reach(column, cell)  # a cell that is taken sends it further (D16)
                if place < CELLS:
                    lead = Course(WORTH, state.turn).lead(marked(state, column, place), 1)
                    found.append(learned[column * CELLS + cell] - lead)
        assert found == pytest.approx([found[0]] * len(found), abs=0.2)


def test_what_holds_for_all_columns_changes_nothing() -> None:
    rehearsal = Rehearsal(WORTH, thrown("pav4-tow4", seats=2), 1)
    for column in rehearsal.columns:
        rehearsal.learn(column, 11, rehearsal.expected[column * CELLS + 11] - 3.0)
    assert list(rehearsal.learned()) == pytest.approx(list(rehearsal.expected))


def test_a_rehearsal_tells_of_cells_as_far_as_the_next_marker() -> None:
    state = thrown("pav4-tow4", seats=2)
    state.space.clear()
    state.space.put(TOWERS, CELL_NUMBER["5-3"], 1)
    rehearsal = Rehearsal(WORTH, state, 1)
    cell = CELL_NUMBER["4-1"]
    rehearsal.learn(TOWERS, cell, rehearsal.expected[TOWERS * CELLS + cell] + 5.0)
    tried = [rehearsal.tried[TOWERS * CELLS + other] for other in range(CELLS)]
    assert tried[cell] == 1.0 > tried[cell + 1] > tried[cell + 2] > 0.0
    assert tried[: CELL_NUMBER["5-3"] + 1] == [0.0] * (CELL_NUMBER["5-3"] + 1)
    assert sum(rehearsal.tried) == pytest.approx(sum(tried))


def test_what_was_seen_often_is_believed() -> None:
    assert believed(0.0, 4.0) == 0.0
    assert believed(4.0, 4.0) == 0.5
    assert believed(1.0, 0.0) == 1.0


def test_rehearsals_leave_the_table_as_it_is() -> None:
    for state in random_states(TURN, 3):
        before = ALCAZABA.text(state)
        rehearsal = Rehearsal(WORTH, state, 1)
        for _ in range(6):
            rehearsal.playout()
        assert ALCAZABA.text(state) == before
        assert rehearsal.decisions > 0


def test_a_rehearsal_is_paid_for_as_many_playouts() -> None:
    sight = ALCAZABA.sight(thrown("pav4-tow4", seats=2), 0)
    bot = SearchBot(1, Budget(playouts=400))
    bot.choose(sight)
    assert 5 <= bot.playouts <= 16  # nine turns and the prizes are some 50 each
    assert bot.depth > 15


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


# Prizes.


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
