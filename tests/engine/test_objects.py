"""States, sights, tables, records and what they give can be pickled, copied, compared and printed."""

from __future__ import annotations

import copy
import pickle
from typing import Any
from xml.etree import ElementTree

import pytest

from sabika import FastDealer, Refused, Rng, Table, Unreadable
from sabika.engine.game import Game
from sabika.engine.record import Record
from sabika.engine.registry import GAMES
from sabika.engine.rule import E4, NONE
from sabika.engine.state import Event, Line, Result
from sabika.engine.table import Table as EngineTable
from tests.contract.setups import POSITIONS, Setup, every_setup, share
from tests.contract.walks import glimpses

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def again(thing: Any) -> Any:
    """The thing after a journey to another process."""
    return pickle.loads(pickle.dumps(thing))


def played(game: Game, moves: int = 12) -> Table:
    table = Table.deal(game, 3, seed=5)
    rng = Rng(1)
    for _ in range(moves):
        if not table.over:
            options = table.moves()
            table.play(options[rng.below(len(options))])
    return table


@every_setup
def test_a_state_comes_back_from_a_pickle_wherever_the_game_is(setup: Setup) -> None:
    for state, _ in glimpses(setup, "pickle", share(POSITIONS // 8, setup)):
        twin = again(state)
        assert twin is not state
        assert twin == state
        assert setup.game.text(twin) == setup.game.text(state)
        assert list(twin.moves()) == list(state.moves())
        for seat in range(state.seats):
            sight = setup.game.sight(state, seat)
            assert again(sight) == sight
            assert again(sight).text() == sight.text()


@every_game
def test_equal_positions_are_equal_states_whatever_they_tell(game: Game) -> None:
    table = played(game)
    twin = copy.deepcopy(table.state)
    assert twin == table.state == copy.copy(table.state)
    assert twin.chronicle is None
    twin.play(twin.moves()[0]) if twin.actor >= 0 else twin.settle(0)
    assert twin != table.state
    assert table.state != "something else"
    with pytest.raises(TypeError, match="changes"):
        hash(table.state)


@every_game
def test_a_table_goes_on_after_a_pickle_with_the_same_luck(game: Game) -> None:
    table = played(game)
    for twin in (again(table), copy.deepcopy(table)):
        assert twin == table
        assert twin.record == table.record
        while not twin.over:
            twin.play(twin.moves()[0])
        assert twin != table
    first, second = again(table), again(table)
    while not first.over:
        first.play(first.moves()[-1])
        second.play(second.moves()[-1])
    assert first.record.text == second.record.text


def test_a_table_that_began_in_the_middle_says_that_it_cannot_be_pickled() -> None:
    table = played(GAMES["zatre"])
    middle = EngineTable.go_on(table.record, table.position, FastDealer(1), table.drawn, [])
    with pytest.raises(ValueError, match="elsewhere"):
        pickle.dumps(middle)


@every_game
def test_a_record_keeps_who_saw_what(game: Game) -> None:
    record = played(game).record
    for twin in (again(record), copy.deepcopy(record)):
        assert twin == record
        assert [twin.seen_by(seat).text for seat in (None, 0, 1, 2)] == [
            record.seen_by(seat).text for seat in (None, 0, 1, 2)
        ]


@every_game
def test_results_lines_and_events_come_back(game: Game) -> None:
    table = played(game, 10_000)
    assert again(table.result) == table.result
    assert again(table.events) == table.events
    assert again(table.result).breakdown == table.result.breakdown


def test_a_refusal_comes_back_with_its_rule_itself() -> None:
    table = Table.deal("alhambra", 2, seed=1)
    with pytest.raises(Refused) as caught:
        table.play("place tower-9-NE 0,-1")
    twin = again(caught.value)
    assert twin == caught.value
    assert twin.rule is caught.value.rule
    assert str(twin) == str(caught.value)
    assert copy.deepcopy(caught.value.rule) is caught.value.rule
    assert again(NONE) is NONE
    assert again(E4) is E4


def test_a_generator_goes_on_where_it_was() -> None:
    rng = Rng(7)
    rng.next()
    twin = again(rng)
    assert twin == rng
    assert [twin.next() for _ in range(9)] == [rng.next() for _ in range(9)]
    rng.next()
    assert twin != rng


def test_what_they_say_of_themselves() -> None:
    table = Table.deal("zatre", ["ana", "ben"], seed=3)
    first = table.record.seats[table.actor]
    assert repr(table) == f"<table of zatre: ana, ben; {len(table.record.steps)} steps, {first} is asked>"
    assert repr(table.state) == f"<zatre, 2 seats, seat {table.actor + 1} is asked>"
    assert repr(table.sight) == f"<what seat {table.actor + 1} knows in zatre>"
    assert repr(table.record) == f"<record of zatre: ana, ben; {len(table.record.steps)} steps, playing>"
    assert repr(Line(0, "first", "tower", 3, {})) == "Line(0, 'first', 'tower', 3, {})"
    assert repr(Event("end", {"reason": "done"})) == "Event('end', {'reason': 'done'})"
    assert repr(Refused(E4, 5)) == "Refused(Rule('E4'), 5)"
    assert Result([1], [0], "", []) != Result([2], [0], "", [])


def test_a_pickle_of_nonsense_is_unreadable() -> None:
    from sabika.engine.state import load_state

    with pytest.raises(Unreadable):
        load_state("zatre", "zatre seats=2 nonsense")


@every_game
def test_a_notebook_shows_what_a_spectator_or_the_seat_is_shown(game: Game) -> None:
    table = played(game)
    for thing in (table, table.state, table.sight):
        root = ElementTree.fromstring(thing._repr_svg_())
        assert root.tag.endswith("svg")
    assert table._repr_svg_() == table.state._repr_svg_()
    twin = table.sight.imagine(Rng(9))
    assert game.sight(twin, table.actor)._repr_svg_() == table.sight._repr_svg_()


@every_game
def test_a_notebook_shows_the_last_position_of_a_record(game: Game) -> None:
    playing, over = played(game), played(game, moves=10_000)
    assert over.over
    for table in (playing, over):
        assert table.record._repr_svg_() == table._repr_svg_()
        assert again(table.record)._repr_svg_() == table._repr_svg_()


@every_game
def test_a_notebook_shows_a_record_up_to_its_first_hidden_luck(game: Game) -> None:
    table = played(game)
    record = table.record.seen_by(None)
    hidden = next((n for n, step in enumerate(record.steps) if str(step).startswith("luck") and "?" in str(step)), None)
    assert (hidden is not None) == (game.name == "zatre")
    assert record._repr_svg_() == Table.replay(table.record.text, hidden)._repr_svg_()


def test_a_notebook_shows_no_picture_of_a_record_that_cannot_be_played() -> None:
    table = Table.deal("zatre", ["ana", "ben"], seed=3)
    private = Table.from_position(table.sight.text(), ["ana", "ben"], seed=4).record
    assert private._repr_svg_() is None  # what was imagined follows from the seed, which is not known yet
    table.record.steps = table.record.steps[1:]
    assert table.record._repr_svg_() is None
    assert Record("nonsense", 1, {}, ["ana", "ben"])._repr_svg_() is None
