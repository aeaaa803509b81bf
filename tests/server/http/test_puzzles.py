"""Puzzles over HTTP: what they show, what they never show, and numbers that are none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from sabika.engine.beginning import seat_of
from sabika.engine.registry import find
from sabika.engine.rule import NONE
from sabika.games import GAMES
from sabika.review.puzzles.puzzle import position_of, shipped
from tests.server.http.test_app import arrive, problem
from tests.server.server_process import ServerProcess


@pytest.fixture
def browser(plain_server: ServerProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=plain_server.url, headers={"Origin": plain_server.url}) as client:
        yield client


def tried(browser: httpx.Client, game: str, move: str, number: int = 1, **more: str) -> httpx.Response:
    return browser.post(f"/api/puzzles/{game}/{number}/tries", json={"move": move, **more})


@pytest.mark.parametrize("game", GAMES)
def test_the_games_tell_how_many_they_have(browser: httpx.Client, game: str) -> None:
    (found,) = [each for each in browser.get("/api/games").json()["games"] if each["name"] == game]
    listed = browser.get(f"/api/puzzles/{game}").json()
    assert found["puzzles"] == len(listed["puzzles"]) == len(shipped(game))
    assert [each["number"] for each in listed["puzzles"]] == list(range(1, len(shipped(game)) + 1))
    assert set(listed["puzzles"][0]) == {"number", "id", "seats", "stars", "played"}


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_shows_the_position_and_not_its_solution(browser: httpx.Client, game: str) -> None:
    """Nothing in it sets one option apart, and nothing of the proof is there."""
    puzzle = shipped(game)[0]
    whole = browser.get(f"/api/puzzles/{game}/1")
    view = whole.json()
    assert set(view) == {"card", "of", "game"}
    assert view["game"]["seat"] == view["game"]["asked"] == seat_of(puzzle.sight)
    moves = [option["move"] for option in view["game"]["options"]]
    assert set(puzzle.solutions) <= set(moves)
    assert {frozenset(option) for option in view["game"]["options"]} == {frozenset({"move", "action", "preview"})}
    for word in ("best", "proof", "reasons", "solution", "second", "plain"):
        assert f'"{word}' not in whole.text


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_try_does_not_give_it_away(browser: httpx.Client, game: str) -> None:
    puzzle = shipped(game)[0]
    answer = tried(browser, game, puzzle.plain).json()
    assert (answer["right"], answer["move"], len(answer["lines"])) == (False, None, 1)
    answer = tried(browser, game, puzzle.best, language="de").json()
    assert (answer["right"], answer["move"]) == (True, puzzle.best)
    assert "beste" in answer["lines"][0]
    shown = browser.post(f"/api/puzzles/{game}/1/solution", json={}).json()
    assert (shown["right"], shown["move"]) == (False, puzzle.best)


ADDRESSES = {
    "no such game": ("/api/puzzles/chess", "no-game"),
    "a puzzle of no such game": ("/api/puzzles/chess/1", "no-game"),
    "number nought": ("/api/puzzles/zatre/0", "no-puzzle"),
    "a number too large": ("/api/puzzles/zatre/9999", "no-puzzle"),
    "a number as long as a line": (f"/api/puzzles/zatre/{'9' * 400}", "no-puzzle"),
    "a negative number": ("/api/puzzles/zatre/-1", "no-puzzle"),
    "no number": ("/api/puzzles/zatre/one", "no-puzzle"),
    "digits of another script": ("/api/puzzles/zatre/%D9%A1", "no-puzzle"),
    "a way out of the folder": ("/api/puzzles/..%2f..%2fetc", "no-page"),
    "half a number": ("/api/puzzles/zatre/1.5", "no-puzzle"),
}


@pytest.mark.parametrize(("path", "code"), ADDRESSES.values(), ids=ADDRESSES)
def test_an_address_of_no_puzzle(browser: httpx.Client, path: str, code: str) -> None:
    assert problem(browser.get(path)) == code


TRIES: dict[str, tuple[dict[str, Any], str]] = {
    "no move": ({}, "unreadable"),
    "an empty move": ({"move": ""}, "unreadable"),
    "not the notation of a move": ({"move": "fly"}, "no-move"),
    "a long one": ({"move": "x" * 401}, "unreadable"),
    "a language that nobody speaks here": ({"move": "lay 1 0,0", "language": "xx"}, "unreadable"),
    "something more": ({"move": "lay 1 0,0", "proof": True}, "unreadable"),
}


@pytest.mark.parametrize(("body", "code"), TRIES.values(), ids=TRIES)
def test_a_try_that_is_none(browser: httpx.Client, body: dict[str, Any], code: str) -> None:
    assert problem(browser.post("/api/puzzles/zatre/1/tries", json=body)) == code


def test_a_move_that_the_rules_refuse(browser: httpx.Client) -> None:
    """It says by which rule, in the reader's language, and nothing of the solution."""
    rules = find("zatre")
    state = position_of(rules, shipped("zatre")[0])
    lays = [f"lay {value} {x},0" for value in range(1, 7) for x in range(-6, 7)]
    refused = next(move for move in lays if state.refusal(rules.parse(move)) is not NONE)
    answer = tried(browser, "zatre", refused, language="it")
    assert problem(answer) == "refused"
    assert answer.json()["rule"].startswith("Z")


# Playing on.


def plan(game: str, number: int = 1, **more: Any) -> dict[str, Any]:
    puzzle = shipped(game)[0]
    mine = seat_of(puzzle.sight)
    seats = [{"type": "me"} if seat == mine else {"type": "bot", "bot": "novice"} for seat in range(puzzle.seats)]
    return {"game": game, "seats": seats, "puzzle": number, "practice": True, "ready": True, **more}


@pytest.mark.parametrize("game", GAMES)
def test_a_table_begins_from_a_puzzle(browser: httpx.Client, game: str) -> None:
    made = arrive(browser).post("/api/tables", json=plan(game))
    assert made.status_code == 201
    whole = browser.get(f"/api/tables/{made.json()['id']}").json()
    view = browser.get(f"/api/puzzles/{game}/1").json()
    assert whole["table"]["begins"]["seat"] in (None, view["game"]["seat"])
    assert whole["game"]["position"] == view["game"]["position"]
    assert whole["game"]["options"] == view["game"]["options"]


def test_a_table_from_a_puzzle_that_cannot_be(browser: httpx.Client) -> None:
    arrive(browser)
    sight = shipped("zatre")[0].sight
    wrong = {
        "no-puzzle": plan("zatre", 9999),
        "unreadable": plan("zatre", 0),
        "bad-position": plan("zatre", position=sight),
        "bad-seats": plan("zatre") | {"seats": [{"type": "me"}]},
    }
    for code, body in wrong.items():
        assert problem(browser.post("/api/tables", json=body)) == code
    forked = plan("zatre", fork={"table": "aaaaaaaaaaaa", "step": 1, "seat": 0})
    assert problem(browser.post("/api/tables", json=forked)) in ("no-table", "bad-position")
    assert problem(browser.post("/api/tables", json=plan("zatre", position=sight) | {"puzzle": None})) == "bad-position"
    assert json.loads(browser.get("/api/tables?list=mine").text)["tables"] == []
