"""Puzzles in the browser: solved, failed, shown, kept, and played on from."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sabika.games import GAMES
from sabika.review.puzzles.puzzle import Puzzle, shipped
from tests.web.conftest import Visitor
from tests.web.pages import sentences, settle
from tests.web.robot import asked, press
from tests.web.test_accessible import violations
from tests.web.test_languages import HEARD, LOCALES, UNFILLED, UNSAID
from tests.web.test_screens import sideways

TRY, AGAIN, NEXT = "Try this move", "Try again", "Next puzzle"


def simple() -> int:
    """The number of a puzzle of Zatre in which one tile is laid on one of a few squares."""
    fits = [n for n, each in enumerate(shipped("zatre"), start=1) if len(held(each)) == 1]
    return fits[0]


def held(puzzle: Puzzle) -> str:
    """The tiles of the seat that moves."""
    hands = puzzle.sight.partition("hands=")[2].split(" ")[0].split("/")
    return next(each for each in hands if each != "-")


def opened(visit: Visitor, number: int, **more: Any) -> Page:
    page = visit(f"/puzzles/zatre/{number}", **more)
    settle(page)
    page.locator(".board .spot").first.wait_for()
    return page


def spot(page: Page, move: str) -> Any:
    """Where a move of the only tile is made, by the order in which options and squares come."""
    cells = page.locator(".board .spot")
    for n in range(cells.count()):
        press(cells.nth(n))
        if proposed(page) == move:
            return cells.nth(n)
    raise AssertionError(move)


def proposed(page: Page) -> str:
    return str(page.locator("main.puzzle").get_attribute("data-proposed"))


def try_move(page: Page, move: str) -> None:
    spot(page, move)
    page.get_by_role("button", name=TRY).click()
    page.locator(".said").wait_for()


def test_a_wrong_move_then_the_right_one(visit: Visitor) -> None:
    """The wrong one tells what it costs and no more; the right one is explained, and stays solved after a reload."""
    number = simple()
    puzzle = shipped("zatre")[number - 1]
    page = opened(visit, number)
    answers: list[str] = []
    page.on("response", lambda answer: answers.append(answer.url) if "/solution" in answer.url else None)
    expect(page.get_by_role("button", name="Show the best move")).to_have_count(0)
    try_move(page, puzzle.plain)
    expect(page.locator(".said")).to_contain_text("not the best")
    expect(page.locator("main.puzzle")).to_have_attribute("data-solved", "false")
    assert answers == []
    try_move(page, puzzle.best)
    expect(page.locator(".said")).to_contain_text("that is the best move")
    expect(page.locator(".said")).to_contain_text("At first sight")
    expect(page.locator("main.puzzle")).to_have_attribute("data-solved", "true")
    page.reload()
    settle(page)
    expect(page.locator("header.head")).to_contain_text("solved")
    page.goto("/puzzles/zatre")
    settle(page)
    expect(page.locator("a.done")).to_have_count(1)
    expect(page.get_by_text(f"1 of {len(shipped('zatre'))} solved")).to_be_visible()


def test_the_solution_is_shown_to_whoever_gives_up_and_is_not_solved(visit: Visitor) -> None:
    number = simple()
    puzzle = shipped("zatre")[number - 1]
    page = opened(visit, number, width=390, height=844, touch=True)
    try_move(page, puzzle.plain)
    page.get_by_role("button", name="Show the best move").click()
    expect(page.locator(".said")).to_contain_text("The best move")
    assert proposed(page) == puzzle.best
    expect(page.locator("header.head")).not_to_contain_text("solved")
    page.get_by_role("button", name=AGAIN).click()
    expect(page.locator(".said")).to_have_count(0)


@pytest.mark.parametrize(("language", "scheme"), {"de": "dark", "hu": "light"}.items())
def test_what_is_said_is_accessible_and_fits(language: str, scheme: str, visit: Visitor) -> None:
    """After a wrong move, with the solution, in a list and where there is no puzzle; on a small phone."""
    number = simple()
    puzzle = shipped("zatre")[number - 1]
    more = {"locale": LOCALES[language], "color_scheme": scheme, "reduced_motion": "reduce"}
    page = opened(visit, number, width=320, height=640, touch=True, **more)
    known = sentences(language)
    spot(page, puzzle.plain)
    page.get_by_role("button", name=known["puzzles.try"]).click()
    page.locator(".said").wait_for()
    assert violations(page) == sideways(page) == []
    page.get_by_role("button", name=known["puzzles.show"]).click()
    page.get_by_role("button", name=known["puzzles.play-on"]).wait_for()
    assert violations(page) == sideways(page) == []
    for path in ("/puzzles", "/puzzles/zatre", "/puzzles/zatre/9999"):
        page.goto(path)
        settle(page)
        text = page.locator("body").inner_text() + page.evaluate(HEARD)
        assert UNFILLED.findall(text) == UNSAID.findall(text) == []
        assert violations(page) == sideways(page) == []


def test_one_plays_on_from_a_puzzle(visit: Visitor) -> None:
    """At a table for practice, from the same position."""
    number = simple()
    puzzle = shipped("zatre")[number - 1]
    page = opened(visit, number)
    try_move(page, puzzle.best)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/table/*")
    assert asked(page)
    spots = page.locator(".board .spot").count()
    assert spots > 0


def test_the_next_one_and_the_list(visit: Visitor) -> None:
    page = opened(visit, 1)
    page.get_by_role("link", name=NEXT).click()
    page.wait_for_url("**/puzzles/zatre/2")
    settle(page)
    expect(page.locator("h1")).to_contain_text("Puzzle 2 of")
    page.locator("h1 a").click()
    page.wait_for_url("**/puzzles/zatre")
    settle(page)
    expect(page.locator("ol > li")).to_have_count(len(shipped("zatre")))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_puzzles_on_its_own_board(game: str, visit: Visitor) -> None:
    """From the first page to the board of a puzzle, which asks for a move."""
    page = visit("/")
    page.locator(f"a[href='/puzzles/{game}']").click()
    settle(page)
    page.locator(f"a[href='/puzzles/{game}/1']").click()
    settle(page)
    page.locator(".place > *").first.wait_for()
    expect(page.locator(".bar")).to_contain_text("Find the best move.")
    expect(page.locator("header.head")).to_contain_text(f"Puzzle 1 of {len(shipped(game))}")
