"""What things are worth, against games played on."""

from __future__ import annotations

from random import Random

import pytest

from sabika import Table
from sabika.engine.values import ValueTable
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.alhambra_dice.tracks import advanced
from sabika.games.parts.ledger import new_ledger
from sabika.games.parts.tiles import NAMES, TYPES

SEATS = {"alhambra": 2, "alhambra_dice": 3, "alcazaba": 3, "zatre": 4}


def middle(game: str, moves: int = 60) -> Table:
    table, rng = Table.deal(game, seats=SEATS[game], seed=11), Random(2)
    for _ in range(moves):
        table.play(rng.choice(table.actions()))
    return table


def values(table: Table, seat: int | None = 0) -> ValueTable:
    found = table.game.values(table.state, seat)
    assert found is not None
    return found


@pytest.mark.parametrize("game", SEATS)
def test_everybody_is_counted_and_nobody_gains_who_does_not_ask(game: str) -> None:
    table = middle(game)
    players = table.state.players()
    assert all(len(row.counts) == players for row in values(table).rows)
    assert any(row.more for row in values(table).rows)
    assert not any(row.more for row in values(table, None).rows)


@pytest.mark.parametrize("game", SEATS)
def test_nothing_is_to_come_after_the_end(game: str) -> None:
    table, rng = Table.deal(game, seats=SEATS[game], seed=4), Random(4)
    while not table.over:
        table.play(rng.choice(table.actions()))
    found = values(table)
    assert found.scoring == 0
    assert not any(row.more for row in found.rows)


def test_places_pay_what_the_box_says() -> None:
    rows = {row.source: row.worth for row in values(middle("alhambra")).rows}
    assert rows["pavilion"] == [[1], [8, 1], [16, 8, 1]]
    assert rows["tower"] == [[6], [13, 6], [21, 13, 6]]


@pytest.mark.parametrize("game", ["alhambra", "alcazaba"])
def test_counts_and_what_is_left_make_all_the_tiles(game: str) -> None:
    """Those on the table are in somebody's city, with the ghost, or lie where everybody sees them."""
    table = middle(game)
    census = table.game.census(table.state)
    for row in values(table).rows[:6]:
        box = sum(count for name, count in census.items() if name in NAMES and name.startswith(row.source))
        assert row.left is not None
        assert 0 <= row.left <= box - sum(row.counts)


@pytest.mark.parametrize("game", ["alhambra", "alcazaba"])
def test_one_more_building_is_what_the_scoring_would_give(game: str) -> None:
    table = middle(game)
    found = values(table, 1)
    now = table.state.gains_now()
    for building, row in enumerate(found.rows[:6]):
        ledger = new_ledger(len(now))
        for player in range(len(now)):
            for other in range(6):
                ledger.enter(found.scoring, player, other, found.rows[other].counts[player])
            ledger.enter(found.scoring, player, 6, found.rows[6].counts[player])
        assert [ledger.points(found.scoring, player) for player in range(len(now))] == now
        ledger.enter(found.scoring, 1, building, row.counts[1] + 1)
        assert [ledger.points(found.scoring, player) - now[player] for player in range(len(now))] == row.more


def test_one_more_point_on_a_track_is_what_the_scoring_would_give() -> None:
    table = middle("alhambra_dice")
    found = values(table, 2)
    state = table.state
    assert isinstance(state, AlhambraDice)
    now = state.gains_now()
    for column, row in enumerate(found.rows[: len(TYPES)]):
        ahead = state.clone()
        assert isinstance(ahead, AlhambraDice)
        ahead.tracks[column] = advanced(ahead.tracks[column], 2, 1)
        assert [new - old for old, new in zip(now, ahead.gains_now(), strict=True)] == row.more


def test_the_next_line_of_a_sheet_counts_its_bonus() -> None:
    """Row by row: what a further 12 adds is known before it is written."""
    table, rng = Table.deal("zatre", seats=2, seed=9), Random(9)
    checked = 0
    while not table.over:
        seat, heard = table.actor, len(table.events)
        before = values(table, seat)
        table.play(rng.choice(table.actions()))
        for event in table.events[heard:]:
            lines = event.args.get("scored")
            if event.kind == "turn" and isinstance(lines, list) and event.args["seat"] == seat and len(lines) == 1:
                (line,) = lines
                row = next(row for row in before.rows if row.source == line.source)
                if line.why["count"] == 1:
                    assert row.more[seat] == line.points
                    checked += 1
    assert checked
