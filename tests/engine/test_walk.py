"""Walking through a record step by step."""

from __future__ import annotations

import pytest

from sabika import Table, Unreadable
from sabika.engine.record import LuckStep, MoveStep
from sabika.engine.state import EVERYBODY


def played(moves: int) -> Table:
    table = Table.deal("alhambra", 3, seed=2)
    for _ in range(moves):
        table.play(table.moves()[0])
    return table


def test_every_step_comes_with_the_table_before_it() -> None:
    table = played(12)
    text = table.record.text
    positions = [(before.position, str(step)) for before, step in Table.walk(text)]
    assert [step for _, step in positions] == [str(step) for step in table.record.steps]
    for n in (0, 1, 30, len(positions) - 1):
        assert positions[n][0] == Table.replay(text, n).position


def test_a_move_can_be_asked_about_before_it_is_made() -> None:
    for before, step in Table.walk(played(5).record.text):
        if isinstance(step, MoveStep):
            assert before.actor == step.seat
            assert before.why(step.notation) == ""


def test_a_step_that_is_off_is_named_when_it_is_reached() -> None:
    text = played(3).record.text.replace("1: ", "1: take y1 y2 y3 #", 1)
    with pytest.raises(Unreadable, match="step"):
        list(Table.walk(text))


def test_luck_that_was_hidden_is_marked_so() -> None:
    """A record does not say who saw what; the rules do."""
    table = Table.deal("zatre", 2, seed=2)
    for _ in range(6):
        table.play(table.moves()[0])
    seen = [step.seen_by for step in table.record.steps if isinstance(step, LuckStep)]
    assert set(seen) > {EVERYBODY}
    assert [step.seen_by for _, step in Table.walk(table.record.text) if isinstance(step, LuckStep)] == seen
