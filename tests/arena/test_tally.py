"""Counting: whose win it is, at tables of two, of three, in teams, and when somebody failed."""

from __future__ import annotations

import pytest

from sabika.arena.match import Fault, Played, Thinking
from sabika.arena.plan import Plan
from sabika.arena.pool import Inline
from sabika.arena.run import Run, in_order, note, run
from sabika.arena.stats import Sprt
from sabika.arena.tally import compared, margin_of, results_of, share_of, tally
from sabika.bots import Factory, find
from sabika.cli.arena import as_text


def any_bot(spec: str) -> Factory:
    return find("random")


def plan(bots: str, seats: int, game: str = "alhambra", **options: str) -> Plan:
    return Plan(game, tuple(bots), 1, seats, options=options, finder=any_bot)


def game(number: int, seating: str, scores: list[int], shares: list[float], fault: Fault | None = None) -> Played:
    thinking = [Thinking() for _ in seating]
    return Played(number, 0, tuple(seating), shares, scores, fault=fault, thinking=thinking)


def test_at_a_table_of_three_everyone_is_compared_with_everyone() -> None:
    table = plan("abc", 3)
    played = game(0, "abc", [50, 70, 60], [0.0, 1.0, 0.0])
    assert results_of(table, [played]) == {(0, 1): 0.0, (0, 2): 0.0, (1, 2): 1.0}
    assert margin_of(table, "a", played) == [50 - 65]
    assert [share_of(table, bot, played) for bot in "abc"] == [0.0, 1.0, 0.0]


def test_a_winner_by_a_tie_break_is_ahead_of_who_has_as_many_points() -> None:
    played = game(0, "ab", [50, 50], [0.0, 1.0])
    assert compared(plan("ab", 2), "a", "b", played) == [0.0]


def test_equal_losers_and_shared_wins_are_level() -> None:
    assert compared(plan("abc", 3), "a", "b", game(0, "abc", [50, 50, 90], [0, 0, 1.0])) == [0.5]
    assert compared(plan("ab", 2), "a", "b", game(0, "ab", [50, 50], [0.5, 0.5])) == [0.5]


def test_one_among_three_is_compared_with_each() -> None:
    table = plan("abbb", 4)
    played = game(0, "abbb", [60, 70, 50, 40], [0.0, 1.0, 0.0, 0.0])
    assert compared(table, "a", "b", played) == [0.0, 1.0, 1.0]
    assert tally(table, [played]).standing("a").fair == 0.25
    assert tally(table, [played]).standing("b").fair == 0.75


def test_a_team_is_one_side() -> None:
    table = plan("ab", 4, "zatre", teams="yes")
    played = game(0, "aabb", [200, 200, 300, 300], [0.0, 1.0])
    assert compared(table, "a", "b", played) == [0.0]
    assert margin_of(table, "b", played) == [100.0]
    assert share_of(table, "b", played) == 1.0


def test_who_fails_is_behind_all_and_the_others_are_not_compared() -> None:
    table = plan("abc", 3)
    failed = game(0, "abc", [], [0.5, 0.0, 0.5], Fault("b", 1, "crashes", "x"))
    assert results_of(table, [failed]) == {(0, 1): 1.0, (1, 2): 0.0}
    assert margin_of(table, "a", failed) == []
    found = tally(table, [failed])
    assert found.standing("b").faults == 1
    assert found.standing("a").rate.value == 0.5
    assert [fault.bot for fault in found.faults] == ["b"]


def test_void_games_count_for_nothing_and_are_counted() -> None:
    table = plan("ab", 2)
    void = game(0, "ab", [], [])
    found = tally(table, [void, game(1, "ba", [10, 20], [0.0, 1.0])])
    assert (found.games, found.void) == (1, 1)
    assert found.standing("a").wins == 1
    nothing = tally(table, [void])
    assert (nothing.games, nothing.void, nothing.anchor) == (0, 1, "")


def test_of_a_run_that_was_stopped_at_once_nothing_is_told() -> None:
    nothing = Run(Plan("zatre", ("random", "novice"), 1), interrupted=True)
    assert as_text(nothing, tally(nothing.plan, nothing.games)) == "No deal was finished."


def test_seats_are_counted_whoever_sits_there() -> None:
    table = plan("ab", 2)
    found = tally(table, [game(0, "ab", [30, 20], [1.0, 0.0]), game(1, "ba", [40, 20], [1.0, 0.0])])
    assert [seat.rate.value for seat in found.seat_wins] == [1.0, 0.0]
    assert [seat.points for seat in found.seat_wins] == [35, 20]
    assert [each.rate.value for each in found.standings] == [0.5, 0.5]


def test_deals_come_in_order_whatever_the_order_of_games() -> None:
    table = Plan("alhambra", ("a", "b"), 3, finder=any_bot)
    games = [game(number, "ab", [1, 0], [1.0, 0.0]) for number in (5, 2, 0, 3, 1, 4)]
    deals = list(in_order(table, iter(games), lambda played: None))
    assert [[played.number for played in deal] for deal in deals] == [[0, 1], [2, 3], [4, 5]]


def test_a_test_is_told_what_the_first_took_of_a_deal() -> None:
    table, test = plan("ab", 2), Sprt(0, 50)
    won, lost = game(0, "ab", [9, 1], [1.0, 0.0]), game(1, "ba", [9, 1], [1.0, 0.0])
    note(table, test, [won, lost])
    note(table, test, [won, game(1, "ba", [], [])])
    note(table, test, [game(0, "ab", [], []), game(1, "ba", [], [])])
    assert test.results == {0.5: 1, 1.0: 1}


@pytest.mark.parametrize("bots", ["ab", "abc", "abcd"])
def test_margins_and_wins_add_up(bots: str) -> None:
    table = Plan("zatre", tuple(bots), 2, finder=any_bot)
    found = tally(table, run(table, Inline()).games)
    assert sum(each.wins for each in found.standings) == pytest.approx(found.games)
    assert sum(each.margin.value for each in found.standings) == pytest.approx(0)
