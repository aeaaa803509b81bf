"""Lessons in the browser: scenes on real tables, wrong tries explained, progress kept, and a coached first game."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from sabika.games import GAMES as RULES
from sabika.locales.lessons import LessonWords, lesson_words, scenes_of
from tests.web.conftest import Visitor
from tests.web.pages import sentences
from tests.web.robot import GAMES, ask, asked, confirm, gone_on, move, version
from tests.web.test_accessible import violations

TOUCHES = 60  # at most, until a scene is solved

# A legal move that is not the idea of the first scene.
WRONG = {
    "alhambra": ".display .card:enabled",
    "alhambra_dice": ".columns .mark",
    "alcazaba": ".columns .mark",
    "zatre": ".board .spot:not(.scores)",
}


def words_of(game: str, language: str = "en") -> LessonWords:
    found = lesson_words(RULES[game], language)
    assert found is not None
    return found


def scene_is_there(page: Page, scene: str) -> None:
    page.locator(f".scene [aria-current=step][href$='/{scene}']").wait_for(state="attached")
    assert asked(page)


def follow_the_arrow(page: Page) -> None:
    """Touch what it points at until the scene is solved; a riddle is asked for its arrow."""
    for _ in range(TOUCHES):
        page.locator(".scene.solved, .pointer .ring, .there, .scene > button").first.wait_for()
        if page.locator(".scene.solved").count():
            return
        for button in (".scene > button", ".there"):
            if page.locator(button).count():
                page.locator(button).click()
        touch(page)
    raise AssertionError(page.locator(".scene").inner_text())


def touch(page: Page) -> None:
    """The middle of what the arrow points at, as soon as nothing moves."""
    place = page.evaluate(RESTS)
    if place:
        page.mouse.click(*place)


# Where the ring rests after two frames; null while it is on its way or gone.
RESTS = """() => new Promise((tell) => {
    const at = () => { const box = document.querySelector('.pointer .ring')?.getBoundingClientRect();
        return box ? [box.x + box.width / 2, box.y + box.height / 2] : null; };
    const before = at();
    setTimeout(() => { const now = at(); tell(now && before && String(now) === String(before) ? now : null); }, 60);
})"""


def test_the_address_without_a_game_offers_every_lesson(visit: Visitor) -> None:
    page = visit("/learn", width=390, height=844)
    expect(page.locator("a.game")).to_have_count(len(GAMES))
    assert violations(page) == []
    scenes = scenes_of(RULES["zatre"])
    page.locator('a[href="/learn/zatre"]').click()
    scene_is_there(page, scenes[0].id)
    follow_the_arrow(page)
    expect(page.locator(".scene.solved")).to_be_visible()
    page.goto("/learn")
    solved = sentences("en")["learn.count"].format(n=1, all=len(scenes))
    expect(page.locator('a[href="/learn/zatre"]')).to_contain_text(solved)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_scene_a_wrong_try_and_progress_after_a_reload(game: str, visit: Visitor) -> None:
    page = visit(f"/learn/{game}")
    first, second = (scene.id for scene in scenes_of(RULES[game])[:2])
    words = words_of(game)
    scene_is_there(page, first)
    expect(page.locator(".scene")).to_contain_text(words.scenes[first].steps[0].task)
    expect(page.locator(".pointer .ring")).to_be_visible()

    before = version(page)
    page.locator(WRONG[game]).first.click()
    confirm(page)
    expect(page.locator(".remark")).to_contain_text(words.scenes[first].steps[0].slips[-1])
    assert version(page) == before, "it was not played"

    follow_the_arrow(page)
    expect(page.locator(".scene")).to_contain_text(words.scenes[first].done)
    expect(page.locator(".bar")).to_have_count(0)
    assert violations(page) == []
    page.reload()
    scene_is_there(page, second)
    expect(page.locator(".scene nav li").first).to_have_text("✓")


@pytest.mark.parametrize("game", GAMES)
def test_all_scenes_by_following_the_arrow_and_then_the_first_game(game: str, visit: Visitor) -> None:
    page = visit(f"/learn/{game}", width=390, height=844)
    scenes = scenes_of(RULES[game])
    for scene in scenes:
        scene_is_there(page, scene.id)
        follow_the_arrow(page)
        page.locator(".scene .button.primary").click()
    page.wait_for_url(f"**/learn/{game}/game")
    assert asked(page)
    expect(page.locator(".coach")).to_be_visible()
    page.goto(f"/learn/{game}")  # all is solved: one may look at any of them again
    expect(page.locator("main li")).to_have_count(len(scenes))
    assert violations(page) == []
    page.get_by_role("link", name=words_of(game).scenes[scenes[0].id].title).click()
    scene_is_there(page, scenes[0].id)


REFUSED = {
    "beside a wall": ("alhambra", "walls", ".city svg", (0, 1), 100, "A17c"),
    "a hole": ("alcazaba", "hole", ".city svg", (1, 1), 100, "A17e"),
    "a line of 15": ("zatre", "over", ".board svg", (2, 0), 40, "Z9"),
}


@pytest.mark.parametrize(("game", "scene", "drawing", "cell", "unit", "rule"), REFUSED.values(), ids=REFUSED)
def test_what_the_rules_refuse_they_explain(
    game: str, scene: str, drawing: str, cell: tuple[int, int], unit: int, rule: str, visit: Visitor
) -> None:
    page = visit(f"/learn/{game}/{scene}", locale="de-DE")
    assert asked(page)
    page.locator(".pointer .ring").wait_for()
    page.mouse.click(*page.evaluate(MIDDLE, [drawing, *cell, unit]))
    remark = page.locator(".remark.refused")
    expect(remark).to_contain_text(f"({rule})")
    expect(remark).to_contain_text(sentences("de")["learn.refused"])
    remark.get_by_role("button", name=rule).click()
    expect(page.get_by_role("dialog", name=re.compile(rule))).to_be_visible()


# The middle of a cell on the screen.
MIDDLE = """([drawing, x, y, unit]) => {
    const svg = document.querySelector(drawing);
    const at = new DOMPoint((x + 0.5) * unit, (y + 0.5) * unit).matrixTransform(svg.getScreenCTM());
    return [at.x, at.y];
}"""


def test_a_riddle_shows_its_solution_after_a_try_or_on_demand(visit: Visitor) -> None:
    page = visit("/learn/zatre/two")
    assert asked(page)
    expect(page.locator(".pointer .ring")).to_have_count(0)
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".pointer .ring")).to_be_visible()
    page.goto("/learn/zatre/row")
    assert asked(page)
    expect(page.locator(".pointer .ring")).to_have_count(0)
    page.locator(".board .spot[aria-label*=' 4 ']").first.click()
    confirm(page)
    expect(page.locator(".remark")).to_contain_text("An 11 fills it")
    expect(page.locator(".pointer .ring")).to_be_visible()


def test_a_scene_is_nobody_elses_and_no_game_of_ones_own(visit: Visitor) -> None:
    visit.forgive("status of 403", "status of 401")
    page = visit("/learn/alhambra")
    assert asked(page)
    (table,) = ask(page, "GET", "/tables?list=mine")["tables"]
    assert table["practice"]
    assert table["id"] not in [each["id"] for each in ask(page, "GET", "/tables?list=open")["tables"]]
    assert ask(visit(), "GET", f"/tables/{table['id']}")["code"] in ("no-spectators", "no-person")
    page.goto("/")
    expect(page.locator("article.game").first).to_be_visible()
    expect(page.get_by_role("region", name="Your games")).to_have_count(0)


ONE_IS_OPEN = """async () => (await (await fetch('/api/tables?list=mine')).json()).tables
    .filter((each) => each.status !== 'closed').length === 1"""


def test_a_scene_that_is_left_is_closed(visit: Visitor) -> None:
    page = visit("/learn/zatre")
    assert asked(page)
    page.locator(".scene nav a").nth(2).click()
    scene_is_there(page, "over")
    page.wait_for_function(ONE_IS_OPEN)


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_of_a_first_game_says_a_thing_once(game: str, visit: Visitor) -> None:
    page = visit(f"/learn/{game}/game")
    assert asked(page)
    coach = page.locator(".coach")
    lines = [line.text for line in words_of(game).coach]
    heard: list[str] = []
    rng = Random(1)
    for _ in range(12):
        if not asked(page):
            break
        said = coach.inner_text() if coach.count() else ""
        heard += [line for line in lines if line in said]
        move(page, game, rng)
    assert heard, "it speaks"
    assert len(set(heard)) == len(heard), "and says nothing twice"


def test_the_coach_names_a_better_move_before_one_that_costs_points(visit: Visitor) -> None:
    """In a first game of Zatre: whatever scores nothing costs points where something scores."""
    page = visit("/learn/zatre/game")
    better = page.locator(".coach").get_by_role("button", name="Show me")
    for _ in range(14):
        assert asked(page)
        if page.locator(".board .spot.scores").count() and page.locator(".board .spot:not(.scores)").count():
            page.locator(".board .spot:not(.scores)").first.click()
            page.wait_for_timeout(3000)
            if better.count():
                better.click()
                expect(page.locator(".board .spot.here")).to_have_count(1)
                expect(page.get_by_text("strong player")).to_have_count(0)
                return
        before = version(page)
        page.locator(".board .spot").first.click()
        confirm(page)
        gone_on(page, before)
    pytest.fail("there was never anything better")


def test_a_lesson_is_told_in_the_language_of_the_reader(visit: Visitor) -> None:
    page = visit("/learn/alhambra", locale="hu-HU")
    assert asked(page)
    expect(page.locator(".scene")).to_contain_text(words_of("alhambra", "hu").scenes["take"].steps[0].task)
    opened = ask(page, "GET", "/tables?list=mine")["tables"]
    page.locator("nav select").select_option("es")
    expect(page.locator(".scene")).to_contain_text(words_of("alhambra", "es").scenes["take"].steps[0].task)
    expect(page.locator(".bar")).to_contain_text(re.compile("dinero"))
    assert [each["id"] for each in ask(page, "GET", "/tables?list=mine")["tables"]] == [each["id"] for each in opened]


def test_the_arrow_is_still_where_less_motion_is_asked(visit: Visitor) -> None:
    page = visit("/learn/zatre", reduced_motion="reduce")
    page.locator(".pointer .ring").wait_for()
    assert page.evaluate("document.querySelector('.arrow svg').getAnimations().length") == 0
