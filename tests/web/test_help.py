"""What helps at the table and after it: hint, undo, refusals with their rule, replay, rematch."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Tour, Visitor
from tests.web.pages import sentences, settle
from tests.web.robot import (
    FIRST,
    FIRST_THROW,
    ME,
    MOST,
    MOST_LOOKS,
    PERSON,
    advance,
    ask,
    asked,
    confirm,
    finish,
    gone_on,
    make_table,
    move,
    pay_with_other_money,
    sit_down,
    version,
)


def test_a_move_taken_back(visit: Visitor) -> None:
    page = visit()
    sit_down(page, make_table(page, "zatre", seed=5))
    assert asked(page)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_have_count(0)
    tiles = page.locator(".hand .tile").count()
    page.locator(".board .spot").first.click()
    before = version(page)
    confirm(page)
    gone_on(page, before)
    expect(page.locator(".hand .tile")).to_have_count(tiles - 1)
    undo.click()
    expect(page.locator(".hand .tile")).to_have_count(tiles)
    expect(page.locator("[role=log]")).to_contain_text("you undo a move")


@pytest.mark.parametrize("game", ["alhambra", "zatre"])
def test_a_hint_can_be_played(game: str, visit: Visitor) -> None:
    page = visit()
    sit_down(page, make_table(page, game, seed=5))
    assert asked(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".advice .button").first).to_contain_text(
        re.compile(r"\d+ % to win, (level|\d+ points? (ahead|behind)) at the end")
    )
    page.get_by_role("button", name="Close the hint").click()
    expect(page.locator(".advice")).to_have_count(0)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator(".advice .button").first.click()
    before = version(page)
    confirm(page)
    gone_on(page, before)


@pytest.mark.parametrize("game", ["alhambra_dice", "alcazaba"])
def test_the_odds_are_shown_until_the_next_throw(game: str, visit: Visitor) -> None:
    page = visit()
    sit_down(page, make_table(page, game, seed=5))
    assert asked(page)
    odds = page.locator(".columns .odds")
    show = page.get_by_role("button", name="Odds")
    show.click()
    expect(odds).to_have_text([re.compile(r"^(<?\d+ %|leads)$")] * 6)
    expect(page.locator(".columns .caption")).to_contain_text("chance to lead")
    show.click()
    expect(odds).to_have_count(0)
    show.click()
    expect(odds).to_have_count(6)
    move(page, game, Random(1), [FIRST_THROW])
    expect(odds).to_have_count(0)


def test_the_sheet_shows_what_the_turn_would_write(visit: Visitor) -> None:
    """Before a tile is laid the column of its line is lit; once it lies there, the entry waits for the turn's end."""
    page = visit()
    sit_down(page, make_table(page, "zatre", seed=5))
    scoring = page.locator(".board .spot.scores")
    for _ in range(MOST):
        assert asked(page)
        if scoring.count() and page.locator(".hand .tile").count() > 1:
            break
        move(page, "zatre", Random(1))
    points = scoring.first.locator("text").text_content() or ""
    scoring.first.click()
    expect(page.locator(".own .more")).to_have_text(points)
    expect(page.locator(".own .lit").first).to_be_visible()
    before = version(page)
    confirm(page)
    gone_on(page, before)
    expect(page.locator(".own .more")).to_have_text(points)
    expect(page.locator(".own .coming").first).to_be_visible()


def test_a_refused_payment_says_why_with_its_rule(visit: Visitor) -> None:
    page = visit()
    sit_down(page, make_table(page, "alhambra", seed=FIRST))
    page.locator(".market .piece.can:enabled").first.click()
    expect(page.locator(".bar .button.primary")).to_have_count(1)
    pay_with_other_money(page)
    expect(page.locator(".note")).to_contain_text("A13")
    expect(page.locator(".bar .button.primary")).to_have_count(0)


def test_a_stale_move_is_refused_and_said_so(visit: Visitor) -> None:
    """Chosen here and played at another device meanwhile: this page has not heard of it yet."""
    page = visit(locale="es-ES")
    page.add_init_script(DEAF)
    table = make_table(page, "alhambra", seed=FIRST)
    sit_down(page, table)
    assert asked(page)
    page.evaluate("window.deaf = true")
    advance(page, table, 1)
    page.locator(".display .card:enabled").last.click()
    confirm(page)
    expect(page.locator(".bar [role=alert]")).to_have_text(sentences("es")["problem.stale"])


# Does not hear what happens at the table, only the answers to what it asks.
DEAF = """
const Plain = WebSocket;
window.WebSocket = class extends Plain {
    set onmessage(hear) {
        super.onmessage = (event) => { if (!window.deaf || !event.data.includes('"steps"')) hear(event); };
    }
};
"""


def test_whose_turn_it_is_stands_in_title_and_icon(visit: Visitor) -> None:
    page = visit()
    table = make_table(page, "alcazaba", seed=5)
    sit_down(page, table)
    assert asked(page)
    expect(page).to_have_title(re.compile("^●.*Your turn"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/icon-turn.svg")
    watcher = visit(f"/table/{table}")
    watcher.locator(".place > *").first.wait_for()
    expect(watcher).to_have_title("Sabika")
    expect(watcher.locator("link[rel=icon]")).to_have_attribute("href", "/icon.svg")


def test_resigning_and_another_game(visit: Visitor) -> None:
    page = visit()
    sit_down(page, make_table(page, "alcazaba"))
    assert asked(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Resign").click()
    page.locator("[data-status=over]").wait_for(state="attached")
    expect(page.get_by_role("region", name="Players", exact=True)).to_contain_text("resigned")
    expect(page.locator(".outcome h2")).not_to_contain_text("Ana")
    former = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/table/" in url and url != former)
    assert asked(page)


def test_two_people_play_again_by_one_click_each(visit: Visitor) -> None:
    ana, eva = visit(), visit()
    table = make_table(ana, "zatre", PERSON, stand_in="novice")
    sit_down(ana, table)
    sit_down(eva, table)
    eva.get_by_label("Name").fill("Eva")
    eva.get_by_role("button", name="Sit here").click()
    eva.get_by_role("button", name="I am ready").click()
    eva.locator("[data-status=playing]").wait_for()
    resign(ana, table, 0)
    resign(eva, table, 1)
    ana.get_by_role("button", name="Play again").click()
    eva.get_by_role("button", name="Next game").click()
    for page in (ana, eva):
        page.locator("[data-status=playing]").wait_for()
        expect(page.get_by_role("region", name="Players", exact=True)).to_contain_text("Eva")
        assert table not in page.url


def test_people_at_one_screen_play_again_there(visit: Visitor) -> None:
    page = visit()
    table = make_table(page, "zatre", {**ME, "name": "Eva"}, stand_in="novice")
    sit_down(page, table)
    resign(page, table, 0)
    resign(page, table, 1)
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".uncover")).to_have_text(re.compile("I am (Ana|Eva)"))
    assert table not in page.url


def test_one_of_two_at_one_screen_resigns(visit: Visitor) -> None:
    page = visit()
    sit_down(page, make_table(page, "alcazaba", {**ME, "name": "Eva"}))
    assert asked(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("region", name="Players", exact=True).locator("tr", has_text="resigned")).to_have_count(1)
    assert asked(page)
    expect(page.get_by_role("button", name="Resign")).to_be_visible()


def test_whoever_wins_reads_so_and_sees_other_stars_than_whoever_loses(visit: Visitor) -> None:
    ana, eva = visit(), visit()
    table = make_table(ana, "zatre", PERSON, stand_in="novice")
    ask(eva, "POST", "/people", {"name": "Eva"})
    for kind in ("sit", "ready"):
        command = {"type": kind, "id": kind, "version": ask(eva, "GET", f"/tables/{table}")["version"]}
        assert ask(eva, "POST", f"/tables/{table}/commands", command)["type"] == "done"
    resign(eva, table, 1)  # so she cannot win
    advance(ana, table, MOST_LOOKS)
    for page, headline, lamps in ((ana, "You win!", 0), (eva, "Ana wins", 1)):
        sit_down(page, table)
        expect(page.locator(".outcome h2")).to_have_text(headline)
        expect(page.locator(".outcome .stars")).to_have_count(1)
        expect(page.locator(".outcome .lamps")).to_have_count(lamps)


def resign(page: Page, table: str, seat: int) -> None:
    whole = ask(page, "GET", f"/tables/{table}")
    command = {"type": "resign", "id": f"resign-{seat}", "version": whole["version"], "seat": seat}
    assert ask(page, "POST", f"/tables/{table}/commands", command)["type"] == "done"


def test_steps_back_show_what_happened(visit: Visitor) -> None:
    page = visit()
    sit_down(page, make_table(page, "zatre", seed=5))
    for _ in range(4):
        assert asked(page)
        move(page, "zatre", Random(1))
    assert asked(page)  # until then the bots lay tiles
    tiles = page.locator(".board svg > g > g:not(.spot, [pointer-events])")
    now = tiles.count()
    while tiles.count() == now:  # back over what was drawn, until a tile is not yet laid
        page.get_by_role("button", name="a step back").click()
        expect(page.locator("[data-asks=true]")).to_have_count(0)
    assert tiles.count() < now
    page.get_by_role("button", name="Now", exact=True).click()
    expect(tiles).to_have_count(now)


@pytest.mark.parametrize("game", ["alhambra", "zatre"])
def test_a_replay(game: str, visit: Visitor) -> None:
    page = visit()
    table = make_table(page, game)
    finish(page, table)
    page.goto(f"/table/{table}/replay")
    settle(page)
    slider = page.get_by_role("slider")
    told = ask(page, "GET", f"/tables/{table}/replay")
    stops, last = told["decisions"], len(told["decisions"]) - 1  # a step of the slider is a decision
    assert 20 < last < told["steps"]
    assert slider.get_attribute("max") == str(last)
    slider.fill("20")
    page.wait_for_url(f"**/replay/{stops[20]}")  # a link names the step of the record
    expect(page.locator(".control .line")).to_contain_text(f"20/{last}")
    line = page.locator(".control .line").text_content() or ""
    page.get_by_role("button", name="a step forward").click()
    page.wait_for_url(f"**/replay/{stops[21]}")
    expect(page.locator(".control .line")).to_contain_text(f"21/{last}")
    page.get_by_role("button", name="a step back").click()
    expect(page.locator(".control .line")).to_have_text(line)
    assert "luck" not in line, "a step is told in words"

    other = visit(f"/table/{table}/replay/{stops[20]}")  # the link to a step, for anybody
    expect(other.locator(".control .line")).to_have_text(line)

    plot = page.get_by_role("region", name="The score over time").get_by_role("img")
    box = plot.bounding_box()
    assert box is not None
    plot.click(position={"x": box["width"] - 12, "y": box["height"] / 2})
    expect(slider).to_have_value(re.compile(rf"{last}|{last - 1}|{last - 2}"))
    page.get_by_role("button", name="to the end").click()
    scores = ask(page, "GET", f"/tables/{table}")["table"]["result"]["scores"]
    for player, score in enumerate(scores):  # the last frames may still be on their way
        expect(page.locator("section li strong").nth(player)).to_have_text(str(score))

    page.get_by_role("button", name="Check every draw").click()
    expect(page.locator(".good[role=status]")).to_contain_text("draws and")
    with page.expect_download() as download:
        page.get_by_role("link", name="record").click()
    assert download.value.suggested_filename == f"{table}.sabika"


def test_in_a_replay_ones_own_hand_lies_open(visit: Visitor) -> None:
    page = visit()
    table = make_table(page, "alhambra", seed=FIRST)
    finish(page, table)
    page.goto(f"/table/{table}/replay")
    settle(page)
    page.get_by_role("button", name="to the beginning").click()
    expect(page.locator(".hold .hand .card").first).to_be_visible()
    page.get_by_label("View as").select_option("a spectator")
    expect(page.locator(".hold .hand")).to_contain_text("face down")
    page.get_by_label("View as").select_option("novice")
    expect(page.locator(".hold .hand .card").first).to_be_visible()


TURN = 3  # tiles at most that one turn of Zatre has laid by then


def test_after_a_jump_only_what_came_last_is_framed(visit: Visitor) -> None:
    page = visit()
    table = make_table(page, "zatre", seed=5)
    finish(page, table)
    page.goto(f"/table/{table}/replay")
    settle(page)
    fresh = page.locator(".board rect[stroke='var(--lamp)']")
    for step in ("12", "30", "3", "25"):
        page.get_by_role("slider").fill(step)
        expect(page.locator(".control .line")).to_contain_text(f"{step}/")
        expect(fresh.first).to_be_visible()
        assert fresh.count() <= TURN, "what one turn has laid"


def test_one_moves_to_another_device_by_a_code(visit: Visitor) -> None:
    page = visit("/me")
    page.get_by_label("Name").fill("Ana")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".me")).to_have_text("Ana")
    page.get_by_role("button", name="Show a code").click()
    code = page.locator(".code").inner_text()
    other = visit("/me")
    other.get_by_label("Code from your other device").fill(code)
    other.get_by_role("button", name="Use this code").click()
    expect(other.locator(".me")).to_have_text("Ana")


def test_what_one_was_playing_is_on_the_first_page(visit: Visitor, tour: Tour) -> None:
    page = visit(storage_state=tour.person)
    mine = page.get_by_role("region", name="Your games")
    expect(mine.get_by_role("link")).to_have_count(4)
    mine.get_by_role("button", name="Show all").click()
    expect(mine.get_by_role("link").nth(4)).to_be_visible()
    expect(page.get_by_role("region", name="Finished games")).to_contain_text("★")
    mine.get_by_role("link").first.click()
    page.wait_for_url("**/table/*")


def test_friends_come_with_a_link(visit: Visitor) -> None:
    page = visit()
    sit_down(page, make_table(page, "alhambra", PERSON))
    link = page.get_by_label("Link for your friends")
    assert link.input_value() == page.url
    page.get_by_role("button", name="Copy").click()  # marked or copied, and never an error
    assert page.evaluate("getSelection().toString()") in ("", page.url)
