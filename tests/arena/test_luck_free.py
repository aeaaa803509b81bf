"""Duels without luck: the luck is the review's, it is taken from the right bot, and equal bots come out equal."""

from __future__ import annotations

import struct
from dataclasses import replace

import pytest

from sabika.arena.luck_free import compared, luck_of, take_luck, text, whole_deals
from sabika.arena.match import Match, Played, Watch
from sabika.arena.plan import Plan
from sabika.arena.pool import Inline
from sabika.arena.run import run
from sabika.engine.registry import GAMES
from sabika.review.account import account_of
from sabika.review.luck import lead_of
from tests.arena import odd_bots
from tests.test_cli import sabika


@pytest.mark.parametrize("game", GAMES)
def test_the_luck_of_a_game_is_the_one_of_its_review(game: str) -> None:
    match = Match(Plan(game, ("random",), 1, seed=3), 0, Watch())
    match.played()
    luck = account_of(match.table.record.text).luck()
    assert luck_of(match.table) == pytest.approx(lead_of(luck))


def game(number: int, scores: list[int], luck: float) -> Played:
    return Played(number, number // 2, ("a", "b"), [], scores, extracted=struct.pack("<d", luck))


def test_in_the_second_game_of_a_deal_the_first_bot_sits_in_the_other_seat() -> None:
    plan = Plan("zatre", ("novice", "random"), 2)
    games = [game(0, [30, 10], 5.0), game(1, [30, 10], 5.0), game(2, [1, 2], 0.0), game(3, [1, 2], -1.0)]
    assert whole_deals(plan, games) == [[(20.0, 5.0), (-20.0, -5.0)], [(-1.0, 0.0), (1.0, 1.0)]]
    assert whole_deals(plan, [*games[:3], replace(games[3], extracted=b"")]) == [[(20.0, 5.0), (-20.0, -5.0)]]


def test_less_spread_makes_a_narrower_interval() -> None:
    deals = [[(10.0 + luck, luck), (12.0 - luck, -luck)] for luck in (30.0, -20.0, 5.0)]
    assert compared(deals)[1] == "  without luck +11.0 (+11.0 to +11.0), spread 1.1"
    assert compared(deals)[0].startswith("  margin +11.0 (+11.0 to +11.0), spread 2")
    assert compared(deals[:1]) == ["  it takes at least two deals to tell a spread"]


def test_a_deal_in_which_a_bot_failed_is_left_out() -> None:
    plan = Plan("zatre", ("crashes", "random"), 2, finder=odd_bots.find, extract=take_luck)
    done = run(plan, Inline())
    assert text(plan, done.games).splitlines() == [
        "crashes against random, points a game:",
        "  it takes at least two deals to tell a spread",
    ]


@pytest.mark.process
def test_equal_bots_are_equal_and_the_command_says_so() -> None:
    result = sabika("duel", "zatre", "novice", "novice", "--games", "4", "--jobs", "2", "--luck-free")
    assert result.exit_code == 0, result.stderr
    assert "zatre, 2 seats: 4 games in 2 deals, seed 0" in result.stdout
    assert "novice against novice, points a game:\n  margin +0.0 (+0.0 to +0.0), spread" in result.stdout
    assert "  without luck +0.0 (+0.0 to +0.0), spread" in result.stdout


@pytest.mark.parametrize("words", [("novice", "random", "builder"), ("novice", "random", "--seats", "3")], ids=" ".join)
def test_luck_is_taken_out_of_duels_of_two_only(words: tuple[str, ...]) -> None:
    result = sabika("duel", "zatre", *words, "--luck-free")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--luck-free is for two bots at a table of two" in result.stderr
