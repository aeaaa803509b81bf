"""What may be taken back follows from what is known, wherever the table was in the meantime."""

from __future__ import annotations

import pytest

from sabika.engine.record import MoveStep
from sabika.engine.rng import Rng
from sabika.engine.rule import E1
from sabika.engine.state import Refused
from sabika.engine.table import Table


def with_moves_to_take_back() -> Table:
    """A game somewhere in its middle; the seat that moved last has drawn no luck with its last two moves."""
    table, rng = Table.deal("alhambra", seats=2, seed=5), Rng(5)
    while all(table.undoable(seat) < 2 for seat in (0, 1)):
        moves = table.moves()
        table.play(moves[rng.below(len(moves))])
    return table


def test_a_game_that_was_saved_can_be_taken_back_as_before() -> None:
    table = with_moves_to_take_back()
    again = Table.resume(table.saved)
    seat = next(seat for seat in (0, 1) if table.undoable(seat))
    assert [again.undoable(seat) for seat in (0, 1)] == [table.undoable(seat) for seat in (0, 1)]
    while table.undoable(seat):
        table.undo(seat)
        again.undo(seat)
        assert again.saved == table.saved
        assert again.position == table.position


def test_what_another_seat_has_taken_back_stands_in_nobodys_way() -> None:
    """The record does not know of it, and a game that was saved goes by its record."""
    table, (first, second) = two_seats_without_luck()
    assert (table.undoable(first), table.undoable(second)) == (0, 1)
    table.undo(second)
    assert table.undoable(first) == Table.resume(table.saved).undoable(first) > 0


def two_seats_without_luck() -> tuple[Table, list[int]]:
    """A game in which two seats have moved one after the other, and no luck was drawn between or after."""
    for seed in range(50):
        table, rng = Table.deal("alhambra", seats=2, seed=seed), Rng(seed)
        while not table.over:
            moves = table.moves()
            table.play(moves[rng.below(len(moves))])
            movers = [step.seat for step in table.record.steps[-2:] if isinstance(step, MoveStep)]
            if len(set(movers)) == 2 and table.actor >= 0:
                return table, movers
    raise AssertionError("every turn draws luck")


def ended_without_luck() -> Table:
    """A game whose last step is a move: somebody placed the last tile he had won (A26)."""
    for seed in range(50):
        table = Table.deal("alhambra", seats=2, seed=seed)
        while not table.over:
            table.play(table.moves()[-1])
        if isinstance(table.record.steps[-1], MoveStep):
            return table
    raise AssertionError("all games end with luck")


def test_the_last_move_is_not_taken_back() -> None:
    """The end reveals the seed: whoever could go back would know what any other move draws."""
    table = ended_without_luck()
    for seat in (0, 1):
        assert table.undoable(seat) == 0
        with pytest.raises(Refused) as refused:
            table.undo(seat)
        assert refused.value.rule is E1
