"""Whole recorded games: for every number of seats, teams and every option, with exact results.

Each was played once, by chance and here and there by the move for the absent, and stays as it is for ever.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from sabika.engine.record import LuckStep, MoveStep, read
from sabika.engine.table import Table
from sabika.engine.verify import verify
from sabika.games.zatre import ZATRE

RECORDED = Path(__file__).parents[2] / "recorded"

NAMES = sorted(path.stem for path in RECORDED.glob("zatre-*.txt"))


def text_of(name: str) -> str:
    return RECORDED.joinpath(f"{name}.txt").read_text(encoding="utf-8")


def end_of(name: str) -> dict[str, Any]:
    """How it ended, down to a digest of all positions: compiled and uncompiled runs must both give it."""
    end: dict[str, Any] = json.loads(RECORDED.joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return end


def digest(text: str) -> str:
    """Of the positions before the first step and after every one."""
    record = read(text)
    state = ZATRE.start(len(record.seats), record.options)
    found = hashlib.sha256(state.text().encode() + b"\n")
    for step in record.steps:
        if isinstance(step, MoveStep):
            state.play(ZATRE.parse(step.notation))
        else:
            state.settle(step.k)
        found.update(state.text().encode() + b"\n")
    return found.hexdigest()


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_game_comes_out_as_it_did(name: str) -> None:
    text, end = text_of(name), end_of(name)
    table = Table.replay(text)
    result = table.result
    assert [result.scores, result.winners, result.reason] == [end["scores"], end["winners"], end["reason"]]
    assert table.state.text() == end["position"]
    assert table.record.text == text
    assert (verify(text).luck, verify(text).scores) == ("sealed", end["scores"])


@pytest.mark.parametrize("name", NAMES)
def test_every_position_on_the_way(name: str) -> None:
    assert digest(text_of(name)) == end_of(name)["positions"]


def test_the_recorded_games_are_of_all_kinds() -> None:
    records = [read(text_of(name)) for name in NAMES]
    assert {len(record.seats) for record in records} == {2, 3, 4, 5, 6}
    for option in ZATRE.options:
        assert {record.options[option.name] for record in records} == set(option.choices)
    assert {end_of(name)["reason"] for name in NAMES} == {"last-tile", "dead-board"}
    steps = [step for record in records for step in record.steps]
    moves = {step.notation for step in steps if isinstance(step, MoveStep)}
    assert {move.split()[0] for move in moves} == {"lay", "draw", "stop"}
    assert {"draw 0", "draw 1"} < moves
    assert {step.outcome for step in steps if isinstance(step, LuckStep)} == set("123456")


# Results of some of them, to be seen at a glance.
SCORES = {
    "zatre-2": [232, 177],
    "zatre-3-dead-board": [-111, -135, -127],
    "zatre-4-teams": [188, 188, 155, 155],
    "zatre-6": [40, 68, 75, 56, 78, 50],
}


@pytest.mark.parametrize("name", SCORES)
def test_scores(name: str) -> None:
    assert end_of(name)["scores"] == read(text_of(name)).scores == SCORES[name]
