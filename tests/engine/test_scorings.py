"""Scorings are whatever wrote lines, and their lines add up to the points."""

from __future__ import annotations

from random import Random

import pytest

from sabika import Table
from sabika.engine.scorings import lines_of, scorings

SEATS = {"alhambra": 3, "alhambra_dice": 3, "alcazaba": 2, "zatre": 4}


def played(game: str, seed: int = 5) -> Table:
    table, rng = Table.deal(game, seats=SEATS[game], seed=seed), Random(seed)
    while not table.over:
        table.play(rng.choice(table.actions()))
    return table


@pytest.mark.parametrize("game", SEATS)
def test_the_lines_of_all_scorings_add_up_to_the_points(game: str) -> None:
    table = played(game)
    points = [0] * len(table.result.scores)
    for each in (line for event in scorings(table.game, table.events) for line in lines_of(event)):
        if each.player >= 0:
            points[each.player] += each.points
    held = [line for line in table.result.breakdown if line.part == "minus"]  # taken off at the end, in no scoring
    for each in held:
        points[each.player] += each.points
    assert points == table.result.scores


@pytest.mark.parametrize("game", ["alhambra_dice", "alcazaba"])
def test_a_round_ends_with_its_prizes(game: str) -> None:
    table = played(game)
    prizes = [line for event in scorings(table.game, table.events) for line in lines_of(event) if not line.points]
    given = [event for event in table.events if event.kind == "prize"]
    rounds = [line for line in prizes if line.part.startswith("round-")]
    assert [(line.player, line.source) for line in rounds] == [(e.args["player"], e.args["column"]) for e in given]
    assert sorted({line.part for line in rounds}) == [f"round-{number}" for number in range(1, 6)]


@pytest.mark.parametrize("game", SEATS)
def test_a_story_is_told_the_same_from_anywhere(game: str) -> None:
    """Each event keeps its place, and what is told of it does not depend on where one begins."""
    table = played(game)
    whole = table.game.story(table.events)
    assert [event.kind for event in whole] == [event.kind for event in table.events]
    for since in range(0, len(whole), 7):
        later = table.game.story(table.events, since)
        assert [len(lines_of(event)) for event in later] == [len(lines_of(event)) for event in whole[since:]]
