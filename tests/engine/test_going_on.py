"""A table that goes on from a position and a few counters is the table that was left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sabika.engine.dealer import SealedDealer, seed_bytes
from sabika.engine.registry import GAMES
from sabika.engine.rng import Rng
from sabika.engine.table import Table


def dealt(name: str) -> Table:
    return Table.deal(name, seats=3, dealer=SealedDealer("g", [bytes(16)] * 3, seed_bytes(5)))


def left_and_taken_up(table: Table) -> Table:
    """The table again, from what `firm` and the counters tell."""
    firm = table.firm
    dealer = SealedDealer("g", [bytes(16)] * 3, seed_bytes(5))
    dealer.drawn.update(table.drawn)
    again = Table.go_on(replace(table.record), table.game.text(firm.state), dealer, table.drawn, firm.events)
    for step in firm.moves:
        again.play(step.notation, by=step.by)
    return again


@pytest.mark.parametrize("name", [name for name in GAMES if GAMES[name].__module__.startswith("sabika.games")])
def test_going_on_from_anywhere(name: str) -> None:
    table, rng = dealt(name), Rng(3)
    while not table.over:
        again = left_and_taken_up(table)
        assert again.position == table.position
        assert again.drawn == table.drawn
        assert [again.undoable(seat) for seat in range(3)] == [table.undoable(seat) for seat in range(3)]
        moves = table.moves()
        move = moves[rng.below(len(moves))]
        for each in (table, again):
            each.play(move)
        assert again.position == table.position
        assert str(again.record.steps[-1]) == str(table.record.steps[-1])
    over = left_and_taken_up(table)
    assert over.over
    assert over.result.scores == table.result.scores
    assert [vars_of(line) for line in over.result.breakdown] == [vars_of(line) for line in table.result.breakdown]


def vars_of(line: object) -> tuple[object, ...]:
    return tuple(getattr(line, name) for name in ("player", "part", "source", "points", "why"))
