"""Dirk's tiles are told (A29)."""

from __future__ import annotations

from sabika import Table
from sabika.games.alhambra.view import AlhambraView


def gifts(seats: int) -> list[object]:
    table = Table.deal("alhambra", seats, seed=3)
    return [event.args["tile"] for event in table.events if event.kind == "gift"]


def test_at_a_table_of_two_each_of_dirks_first_six_tiles_is_told() -> None:
    view = Table.deal("alhambra", 2, seed=3).view(None)
    assert isinstance(view, AlhambraView)
    assert view.dirk is not None
    assert len(gifts(2)) == 6
    assert sorted(map(str, gifts(2))) == sorted(view.dirk.tiles)


def test_nobody_else_has_a_dirk() -> None:
    assert gifts(3) == []
