"""The report: one file, with everything in it and nothing from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from sabika.arena.html_report import command, page
from sabika.arena.match import play, voided
from sabika.arena.plan import Plan
from sabika.arena.plots import density, means_of, source_order
from sabika.arena.pool import Inline
from sabika.arena.run import run
from sabika.arena.stats import Sprt
from sabika.arena.tally import tally
from sabika.bots import Factory
from sabika.engine.registry import GAMES
from tests.arena import odd_bots

VOID = {"meta", "path", "rect", "use", "br"}


class Outline(HTMLParser):
    """Which tags are open at the end, and all text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.titles: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None: ...

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.open and self.open[-1] == "h2":
            self.titles.append(data)


def random_for_c(spec: str) -> Factory:
    return odd_bots.find("random" if spec == "c" else spec)


def report(plan: Plan, test: Sprt | None = None) -> str:
    games = run(plan, Inline()).games
    return page(plan, games, tally(plan, games), test)


@pytest.mark.parametrize("game", GAMES)
def test_a_report_is_whole_and_needs_nothing_from_elsewhere(game: str) -> None:
    text = report(Plan(game, ("random", "novice", "c"), 2, finder=random_for_c))
    outline = Outline()
    outline.feed(text)
    assert outline.open == []
    wanted = ["Standings", "Ratings", "Against each other", "Scores", "Where points came from", "Seats", "Thinking"]
    assert outline.titles == wanted
    assert text.count("<svg") == 6  # the ornament and five pictures
    assert not re.findall(r"(?:src|href)=[\"'](?!#)[^\"']*", text)
    assert set(re.findall(r"https?://[^\"' )<]*", text)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert f"sabika arena {game} --bots random,novice,c" in outline.text


def test_a_bot_with_itself_a_fault_and_a_test_have_their_report_too() -> None:
    alone = Outline()
    alone.feed(report(Plan("zatre", ("random",), 2, 3)))
    assert "Ratings" not in alone.titles
    failed = report(Plan("zatre", ("crashes", "random"), 2, finder=odd_bots.find), Sprt(0, 50))
    assert "crashes crashed and lost 4 games by it" in failed
    assert "Test of 0 against 50 Elo" in failed
    assert "Scores" not in failed  # no game came to its end


def test_the_command_of_a_report_plays_void_games_again_too() -> None:
    plan = Plan("zatre", ("random", "novice"), 2)
    games = [play(plan, 0), play(plan, 1), voided(plan, 2, "too long"), voided(plan, 3, "too long")]
    assert command(plan, tally(plan, games)).endswith(" --games 4 --seed 0")


def test_names_of_bots_cannot_write_into_the_page() -> None:
    plan = Plan("zatre", ("<script>alert(1)</script>", "b&b"), 1, finder=lambda spec: odd_bots.find("random"))
    text = report(plan)
    assert "<script" not in text
    assert "b&amp;b" in text


def test_the_means_of_the_sources_add_up_to_the_points() -> None:
    plan = Plan("alhambra", ("random", "novice"), 3)
    games = run(plan, Inline()).games
    for standing in tally(plan, games).standings:
        assert sum(means_of(standing.bot, games).values()) == pytest.approx(standing.points)


def test_a_curve_of_scores_covers_one() -> None:
    import numpy as np

    line = np.linspace(-100, 300, 4001)
    assert float(density([10, 50, 90, 120], line).sum() * 0.1) == pytest.approx(1, abs=0.01)


def test_sources_are_in_the_order_people_count() -> None:
    names = ["row-10", "wall", "row-2", "pavilion", "held"]
    assert sorted(names, key=source_order) == ["pavilion", "wall", "held", "row-2", "row-10"]
