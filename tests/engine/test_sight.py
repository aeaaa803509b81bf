"""What a seat may know."""

from __future__ import annotations

from sabika.engine.table import Table


def test_a_seat_that_is_not_asked_has_no_moves() -> None:
    table = Table.deal("alhambra", seats=3, seed=1)
    for seat in range(3):
        sight = table.game.sight(table.state, seat)
        assert list(sight.moves()) == (list(table.moves()) if seat == table.actor else [])
