"""The recorded games of Zatre are of all kinds; that they replay is tested with those of the other games."""

from __future__ import annotations

import json

from sabika.engine.record import LuckStep, MoveStep, read
from sabika.games.zatre import ZATRE
from tests.recorded.make import HERE

PATHS = sorted(HERE.glob("zatre-*.txt"))


def test_the_recorded_games_are_of_all_kinds() -> None:
    """With teams and without, both ends, every kind of move and every tile."""
    records = [read(path.read_text(encoding="utf-8")) for path in PATHS]
    ends = [json.loads(path.with_suffix(".json").read_text(encoding="utf-8")) for path in PATHS]
    for option in ZATRE.options:
        assert {record.options[option.name] for record in records} == set(option.choices)
    assert {end["reason"] for end in ends} == {"last-tile", "dead-board"}
    steps = [step for record in records for step in record.steps]
    moves = {step.notation for step in steps if isinstance(step, MoveStep)}
    assert {move.split()[0] for move in moves} == {"lay", "draw", "stop"}
    assert {"draw 0", "draw 1"} < moves
    assert {step.outcome for step in steps if isinstance(step, LuckStep)} == set("123456")
