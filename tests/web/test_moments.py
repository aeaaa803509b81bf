"""What the engine knows reaches the eyes and ears: scorings, values, pieces that move, sounds, the log."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.web.conftest import Visitor
from tests.web.pages import sentences
from tests.web.robot import BOT, GAMES, advance, ask, make_table, version
from tests.web.test_accessible import violations

STEPS = 4  # moves at once
MOST = 40  # of these
AFTER = 4_000  # ms; pieces that fly are never more than two seconds behind
IN_STEP = "newest => +document.querySelector('main.table')?.dataset.version >= newest"

# Everything that lay over the board, and everything that was played to be heard.
WATCHED = """() => {
    window.flown = 0;
    window.heard = [];
    new MutationObserver((seen) => {
        for (const each of seen) for (const node of each.addedNodes)
            if (each.target.className?.includes?.('overlay') && !node.className?.includes?.('ring')) window.flown += 1;
    }).observe(document, { childList: true, subtree: true });
    const create = AudioContext.prototype.createGain;
    AudioContext.prototype.createGain = function () { window.heard.push(Date.now()); return create.call(this); };
}"""

# A page that nobody has tapped yet; every question that a test asks a page counts as a tap.
UNTOUCHED = "Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } })"


def table_of(visit: Visitor, game: str, **more: Any) -> tuple[Page, Page, str]:
    """A page at a table against two bots, and another of the same person, who moves there."""
    page = visit("/me", **more)
    page.remove_locator_handler(page.locator("dialog.moment"))
    table = make_table(page, game, BOT, BOT, seed=7)
    mover = page.context.new_page()
    mover.goto("/me")
    page.evaluate(WATCHED)
    page.add_init_script(f"({WATCHED})()")
    page.goto(f"/table/{table}")
    page.locator(".place > *").first.wait_for()
    return page, mover, table


def until(page: Page, mover: Page, table: str, selector: str, steps: int = STEPS) -> None:
    """Moves until something is shown; what has lines may be shown a while later, after the pieces that fly."""
    seen = ask(mover, "GET", f"/tables/{table}")["version"]
    for _ in range(MOST * STEPS // steps):
        advance(mover, table, steps)
        whole = ask(mover, "GET", f"/tables/{table}")
        page.wait_for_function(IN_STEP, arg=whole["version"])
        if has_lines(whole, seen):
            with suppress(PlaywrightTimeout):
                page.locator(selector).first.wait_for(timeout=AFTER)
        if page.locator(selector).count():
            return
        seen = whole["version"]
    raise AssertionError(selector)


def has_lines(whole: dict[str, Any], since: int) -> bool:
    """Was anything scored or won since this version?"""
    happened = [
        each for step in whole["recent"] if step["version"] > since for each in step["what"].get("happened", [])
    ]
    return any("points" in line for each in happened for arg in each["args"].values() for line in listed(arg))


def listed(arg: object) -> list[Any]:
    return [each for each in arg if isinstance(each, dict)] if isinstance(arg, list) else []


@pytest.mark.parametrize("game", ["alhambra", "alhambra_dice", "alcazaba"])
def test_a_scoring_opens_over_the_board_and_again_from_the_log(game: str, visit: Visitor) -> None:
    page, mover, table = table_of(visit, game)
    until(page, mover, table, "dialog.moment[open]")
    moment = page.get_by_role("dialog")
    expect(moment.get_by_role("heading")).to_contain_text(re.compile("1st scoring", re.IGNORECASE))
    assert violations(page) == []
    (first, *_), after = totals(page), ask(mover, "GET", f"/tables/{table}")["game"]["points"]
    assert first == after[0]
    page.keyboard.press("Enter")  # the button that goes on has the focus
    expect(moment).to_have_count(0)
    page.locator(".opens").last.click()
    expect(moment.get_by_role("heading")).to_be_visible()
    assert totals(page) == after
    page.keyboard.press("Escape")
    expect(moment).to_have_count(0)
    page.reload()
    page.locator(".opens").last.click()
    expect(moment.get_by_role("heading")).to_contain_text(re.compile("1st scoring", re.IGNORECASE))


# The page does nothing for so many milliseconds, from a moment on.
BUSY = "ms => void setTimeout(() => { for (const end = Date.now() + ms; Date.now() < end; ); }, 100)"


def test_a_page_that_falls_behind_misses_no_scoring(visit: Visitor) -> None:
    """Its messages then come all at once."""
    page, mover, table = table_of(visit, "alhambra_dice")
    since = ask(mover, "GET", f"/tables/{table}")["version"]
    page.evaluate(BUSY, 6_000)
    for _ in range(MOST):
        advance(mover, table, STEPS)
        whole = ask(mover, "GET", f"/tables/{table}")
        if has_lines(whole, since):
            break
    expect(page.get_by_role("dialog").get_by_role("heading")).to_contain_text(re.compile("1st scoring", re.IGNORECASE))


# A transition in a tab that is not in front never ends; it is no shine.
SHINES = "glow => glow.getAnimations().some((each) => each.animationName?.endsWith('shine'))"


def still_there(whole: dict[str, Any]) -> int:
    """How many walls that the last scoring counted are still the longest of their cities; bots may have built since."""
    position = whole["game"]["position"]
    cities = [seat["city"] for seat in position.get("seats") or position["players"]]
    walls = [[",".join(map(str, side)) for side in city["stretch"]] for city in cities]
    happened = [each for step in whole["recent"] for each in step["what"].get("happened", [])]
    lines = [each["args"]["lines"] for each in happened if each["args"].get("lines")][-1]
    counted = [line["why"]["sides"] for line in lines if line["why"].get("sides")]
    return sum(wall in counted for wall in walls if wall)


@pytest.mark.parametrize("game", ["alhambra", "alcazaba"])
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_walls_that_are_scored_are_lit_on_the_cities(game: str, motion: str, visit: Visitor) -> None:
    page, mover, table = table_of(visit, game, reduced_motion=motion)
    walled = 0
    while not walled:  # at the last scoring nobody builds any more
        page.keyboard.press("Escape")
        until(page, mover, table, "dialog.moment[open] td .wall", steps=1)
        walled = still_there(ask(mover, "GET", f"/tables/{table}"))
    light = page.locator(".place .lit .glow")
    expect(light).to_have_count(walled)
    assert light.first.evaluate(SHINES) == (motion == "no-preference")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(light).to_have_count(0)


@pytest.mark.parametrize("game", ["alhambra_dice", "alcazaba"])
def test_the_prizes_of_a_round_are_a_moment(game: str, visit: Visitor) -> None:
    """Also of a round after which nothing is scored: column by column who won what."""
    page, mover, table = table_of(visit, game)
    moment = page.get_by_role("dialog")
    for _ in range(MOST):
        until(page, mover, table, "dialog.moment[open]")
        if re.fullmatch(r"Prizes of round \d", moment.get_by_role("heading").inner_text()):
            break
        page.keyboard.press("Escape")
        expect(moment).to_have_count(0)
    prizes = last_prizes(ask(mover, "GET", f"/tables/{table}"))
    rows = moment.locator("tbody tr")
    expect(rows).to_have_count(len({prize["source"] for prize in prizes}))
    expect(rows.locator(".line")).to_have_count(len(prizes))
    expect(moment.locator("tfoot")).to_have_count(0)  # they give no points yet
    expect(page.locator("dialog.moment[data-settled=true]")).to_be_visible()
    assert violations(page) == []


def last_prizes(whole: dict[str, Any]) -> list[dict[str, Any]]:
    """The prizes of the round that ended last."""
    happened = [each for step in whole["recent"] for each in step["what"].get("happened", [])]
    return [each["args"]["prizes"] for each in happened if each["args"].get("prizes")][-1]  # type: ignore[no-any-return]


def totals(page: Page) -> list[int]:
    """The points that a scoring shows below, once they have climbed."""
    cells = page.locator("dialog.moment[data-settled=true] tfoot td strong")
    expect(cells.first).to_be_visible()
    return [int(text) for text in cells.all_inner_texts()]


def test_a_turn_of_one_player_is_noted_in_passing(visit: Visitor) -> None:
    """It does not lie in anybody's way, and opens on a tap."""
    page, mover, table = table_of(visit, "zatre")
    until(page, mover, table, ".note button")
    page.locator(".opens").last.click()
    expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text("Turn")
    assert violations(page) == []
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_turn_says_why_points_count_twice_and_opens_the_rule(visit: Visitor) -> None:
    page, mover, table = table_of(visit, "zatre")
    advance(mover, table, MOST)
    page.reload()
    page.locator(".opens").last.click()
    moment = page.locator("dialog.moment")
    expect(moment.locator("thead th")).to_have_count(1)  # of whoever wrote
    doubled = moment.get_by_role("row", name="Rows with crosses")
    while not doubled.count():
        moment.get_by_role("button", name=sentences("en")["scoring.before"]).click()
    expect(doubled).to_contain_text(re.compile(r"(count twice|counts twice) \(Z17\)"))
    doubled.get_by_role("button", name="Z17").click()
    rule = page.get_by_role("dialog", name="rule Z17")
    expect(rule).to_contain_text("doubled if the row has a cross")
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(rule).to_have_count(0)
    expect(doubled).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_the_card_tells_what_things_are_worth(game: str, visit: Visitor) -> None:
    page, mover, table = table_of(visit, game, width=390, height=844)
    page.get_by_role("button", name="Values", exact=True).first.click()
    card = page.locator("dialog.values")
    expect(card.get_by_role("table")).to_be_visible()
    expect(card).to_contain_text("one more")
    assert violations(page) == []
    before = card.get_by_role("table").inner_text()
    advance(mover, table, 24)
    expect(card.get_by_role("table")).not_to_have_text(before, use_inner_text=True)


@pytest.mark.parametrize("game", GAMES)
def test_pieces_fly_over_a_board_that_is_the_newest_already(game: str, visit: Visitor) -> None:
    page, mover, table = table_of(visit, game)
    for _ in range(MOST):
        advance(mover, table, 1)
        newest = ask(mover, "GET", f"/tables/{table}")["version"]
        page.wait_for_function(IN_STEP, arg=newest)
        if page.evaluate("window.flown"):
            break
    assert page.evaluate("window.flown") > 0
    page.wait_for_function("() => document.querySelectorAll('.overlay > *').length === 0")  # and land
    assert version(page)


def test_prizes_fly_to_the_tracks_of_the_dice_game(visit: Visitor) -> None:
    page, mover, table = table_of(visit, "alhambra_dice")
    page.evaluate(DISCS)
    for _ in range(MOST * STEPS):
        advance(mover, table, 1)
        page.wait_for_function(IN_STEP, arg=ask(mover, "GET", f"/tables/{table}")["version"])
        page.locator("dialog.moment").evaluate_all("(open) => open.forEach((each) => each.close())")
        if page.evaluate("window.discs"):
            return
    raise AssertionError("no disc came")


# How many discs flew over the board.
DISCS = """() => {
    window.discs = 0;
    new MutationObserver((seen) => {
        for (const each of seen) for (const node of each.addedNodes) if (node.querySelector('.disc')) window.discs += 1;
    }).observe(document.querySelector('.overlay'), { childList: true });
}"""


# Somebody taps the page as soon as something flies; how much flies right after that.
TAPPED = """() => new Promise((done) => {
    const overlay = document.querySelector('.overlay');
    new MutationObserver(() => {
        if (!overlay.childElementCount) return;
        document.querySelector('main').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        done(overlay.childElementCount);
    }).observe(overlay, { childList: true });
})"""


def test_ones_own_tap_ends_what_flies(visit: Visitor) -> None:
    page, mover, table = table_of(visit, "alhambra")
    page.evaluate(f"() => {{ window.tapped = ({TAPPED})().then((left) => (window.left = left)); }}")
    for _ in range(MOST):
        advance(mover, table, 1)
        page.wait_for_function(IN_STEP, arg=ask(mover, "GET", f"/tables/{table}")["version"])
        if page.evaluate("window.left") is not None:
            break
    assert page.evaluate("window.left") == 0


def test_nothing_flies_where_less_motion_is_asked(visit: Visitor) -> None:
    page, mover, table = table_of(visit, "alhambra", reduced_motion="reduce")
    advance(mover, table, 12)
    newest = ask(mover, "GET", f"/tables/{table}")["version"]
    page.wait_for_function("newest => +document.querySelector('main.table').dataset.version >= newest", arg=newest)
    assert page.evaluate("window.flown") == 0


# How long everything took that began to move, by name, in seconds.
MOVED = """() => {
    window.moved = {};
    document.addEventListener('animationstart', ({ animationName, target, pseudoElement }) => {
        const { animationDuration } = getComputedStyle(target, pseudoElement || null);
        const name = animationName.split('-').at(-1); // one that is over when it is heard of lasts no time
        window.moved[name] = Math.max(window.moved[name] ?? 0, ...animationDuration.split(',').map(parseFloat));
    }, true);
}"""


@pytest.mark.parametrize("motion", ["quickly", "not at all"])
def test_who_wants_no_motion_sees_none(motion: str, visit: Visitor) -> None:
    """Neither dice that roll nor points that rise: what less motion stops, the setting stops too."""
    page, mover, table = table_of(visit, "alhambra_dice")
    page.goto("/me")
    page.get_by_label("How pieces move").select_option(label=motion)
    page.add_init_script(f"({MOVED})()")
    page.goto(f"/table/{table}")
    page.locator(".place > *").first.wait_for()
    least = 0 if motion == "not at all" else 0.001
    for _ in range(MOST):
        if page.evaluate("least => ['roll', 'rise'].every((name) => window.moved[name] >= least)", least):
            break
        advance(mover, table, STEPS)
        page.wait_for_function(IN_STEP, arg=ask(mover, "GET", f"/tables/{table}")["version"])
        page.wait_for_timeout(50)  # a frame is drawn
    moved = page.evaluate("window.moved")
    assert min(moved["roll"], moved["rise"]) >= least, moved
    assert motion != "not at all" or max(moved.values()) < 0.001, moved


def test_sounds_are_one_tap_away_and_off_before(visit: Visitor) -> None:
    page, mover, table = table_of(visit, "alhambra")
    advance(mover, table, 2)
    assert page.evaluate("window.heard.length") == 0
    button = page.get_by_role("button", name="Sounds")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    page.wait_for_function("() => window.heard.length > 0")
    before = page.evaluate("window.heard.length")
    advance(mover, table, 2)
    page.wait_for_function("before => window.heard.length > before", arg=before)
    page.add_init_script(UNTOUCHED)
    page.reload()
    expect(page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "true")
    advance(mover, table, 2)  # before the first tap the page stays silent, and the browser has nothing to warn about
    page.wait_for_function(IN_STEP, arg=ask(mover, "GET", f"/tables/{table}")["version"])
    assert page.evaluate("window.heard.length") == 0


def test_the_log_can_be_read_by_seat_and_points_at_the_board(visit: Visitor) -> None:
    page, mover, table = table_of(visit, "alhambra", width=1440, height=900)
    until(page, mover, table, ".log li[data-edge='0'] >> text=you build")
    entries = page.locator(".log li")
    everything = entries.count()
    page.get_by_role("button", name="only novice 1").click()
    expect(page.locator(".log li[data-edge='0']")).to_have_count(0)
    assert 0 < entries.count() < everything
    page.get_by_role("button", name="only novice 1").click()
    page.locator(".log li >> text=you build").last.hover()
    expect(page.locator(".overlay .ring")).to_have_count(1)
