"""Several people: in two browsers, at one screen, and one who only watches."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Visitor
from tests.web.robot import (
    BOT,
    ME,
    MOST,
    MOST_LOOKS,
    ask,
    asked,
    board_is_there,
    hands_in,
    in_step,
    make_table,
    move,
    press,
    sit_down,
    version,
)

ATTACKS = [
    "<script>window.broken = 1</script>",
    "<img src=x onerror='window.broken = 1'>",
    '"><svg/onload=window.broken=1>',
    "<iframe srcdoc='<script>parent.broken=1</script>'></iframe>",
    "javascript:window.broken=1",
    "{window.broken=1}{@html '<b>x</b>'}",
    "${window.broken=1}",
    "&lt;script&gt;window.broken=1&lt;/script&gt;",
    "<style>*{display:none}</style>",
    "</li></ol></section><h1>Sabika</h1>",
    "<a href='https://example.org' ping='https://example.org'>win</a>",
]

LONG = "Good luck, and may the better one of us win in the end"
PASSES = 4  # of the screen from one to the other


def invite(page: Page, game: str) -> str:
    """Set a table for two friends on the first page; the link to send."""
    article = page.locator("article", has=page.get_by_role("heading", name=game, exact=True))
    article.get_by_role("button", name="With friends").click()
    return invite_from(page, article)


def invite_from(page: Page, article: Locator) -> str:
    """The table for two that is being set there; the link to send."""
    article.get_by_role("combobox", name="Opponents").select_option("1")
    article.get_by_role("button", name="Make a table and invite friends").click()
    page.wait_for_url("**/table/*")
    return page.get_by_label("Link for your friends").input_value()


def test_who_is_gone_is_waited_for_as_long_as_the_clock_says(visit: Visitor) -> None:
    ana = visit()
    article = ana.locator("article").last
    article.get_by_role("button", name="With friends").click()
    article.get_by_role("combobox", name="Time per move").select_option("2 minutes")
    eva = visit(invite_from(ana, article))
    eva.get_by_label("Name").fill("Eva")
    eva.get_by_role("button", name="Sit here").click()
    ready(ana)
    ready(eva)
    mover = whoever_is_asked(ana, eva)
    assert mover is not None
    other = eva if mover is ana else ana
    expect(other.get_by_role("timer")).to_have_text(re.compile("^[012]:"))
    expect(other.locator(".head .turn")).to_have_text(re.compile("is thinking$"))
    mover.goto("/")
    expect(other.locator(".head .turn")).to_have_text(re.compile("is away$"))
    mover.go_back()
    expect(other.locator(".head .turn")).to_have_text(re.compile("is thinking$"))


def ready(page: Page) -> None:
    page.get_by_role("button", name="I am ready").click()


def seen(page: Page) -> list[str]:
    """What everybody at a table sees alike: the points and, on the board, the tiles."""
    board_is_there(page)
    points = page.locator("aside table td").all_inner_texts()
    return [*points, str(page.locator(".board svg > g > g:not(.spot, [pointer-events])").count())]


def test_two_people_who_reload_every_turn(visit: Visitor) -> None:
    ana = visit()
    link = invite(ana, "Zatre")
    eva = visit(link)
    eva.get_by_label("Name").fill("Eva <b>bold</b>")
    eva.get_by_role("button", name="Sit here").click()
    expect(ana.locator(".gathering")).to_contain_text("Eva")
    ready(ana)
    ana.reload()  # what was promised is opened all the same
    expect(ana.get_by_role("button", name="Not ready yet")).to_be_visible()
    ready(eva)
    for page in (ana, eva):
        page.locator("[data-status=playing]").wait_for()
    assert ask(ana, "GET", f"/tables/{link.rpartition('/')[2]}")["table"]["luck"]["commitment"]

    rng = Random(2)
    turns = 0
    while True:
        mover = whoever_is_asked(ana, eva)
        if mover is None:
            break
        page = mover
        page.reload()
        assert asked(page)
        while page.locator("[data-asks=true]").count():
            move(page, "zatre", rng)
            in_step(ana, eva)
        turns += 1
        assert seen(ana) == seen(eva)
    assert turns > 5
    assert ana.locator(".outcome table").inner_text() == eva.locator(".outcome table").inner_text()


def test_everybody_reads_that_a_hint_was_asked_for(visit: Visitor) -> None:
    ana = visit()
    eva = visit(invite(ana, "Zatre"))
    eva.get_by_label("Name").fill("Eva")
    eva.get_by_role("button", name="Sit here").click()
    ready(ana)
    ready(eva)
    mover = whoever_is_asked(ana, eva)
    assert mover is not None
    for _ in range(2):  # once for each position
        mover.get_by_role("button", name="Hint", exact=True).click()
        expect(mover.locator(".advice .button").first).to_be_visible()
        mover.get_by_role("button", name="Close the hint").click()
    expect(mover.locator("[role=log]").get_by_text("you ask for a hint")).to_have_count(1)
    other = eva if mover is ana else ana
    expect(other.locator("[role=log]").get_by_text("asks for a hint")).to_have_count(1)
    move(mover, "zatre", Random(1))  # and the game goes on
    expect(mover.get_by_role("button", name="Undo")).to_be_visible()


def whoever_is_asked(*pages: Page) -> Page | None:
    """None: the game is over."""
    for _ in range(MOST_LOOKS):
        for page in pages:
            if page.locator("[data-asks=true]").count():
                return page
        if all(page.locator("[data-status=over]").count() for page in pages):
            return None
        pages[0].wait_for_timeout(20)
    raise AssertionError("nobody is asked")


def test_talk_stays_text(visit: Visitor) -> None:
    ana = visit()
    table = make_table(ana, "zatre")
    sit_down(ana, table)
    watcher = visit(f"/table/{table}")
    for text in ATTACKS:
        ana.get_by_label("Say something").fill(text)
        ana.get_by_role("button", name="Send").click()
        for page in (ana, watcher):
            expect(page.locator("li.said").last).to_contain_text(text)
    ana.get_by_label("Say something").fill("\u202ebackwards\u2066")  # signs that turn the writing around are left out
    ana.get_by_role("button", name="Send").click()
    expect(watcher.locator("li.said").last).to_have_text("Ana: backwards")
    watcher.reload()
    expect(watcher.locator("li.said")).to_have_count(len(ATTACKS) + 1)
    for page in (ana, watcher):
        assert page.evaluate("window.broken") is None
        assert page.locator("li.said > *:not(svg, span), li.said span > *:not(strong)").count() == 0


def test_on_a_phone_what_is_said_stands_in_the_bar(visit: Visitor) -> None:
    ana = visit(width=360, height=740, touch=True, is_mobile=True)
    eva = visit(invite(ana, "Zatre"))
    eva.get_by_label("Name").fill("Eva")
    eva.get_by_role("button", name="Sit here").click()
    ready(ana)
    ready(eva)
    board_is_there(eva)
    eva.get_by_label("Say something").fill(LONG)
    eva.get_by_role("button", name="Send").click()
    speech = ana.locator(".bar").get_by_role("button", name=f"Eva: {LONG}")
    speech.wait_for()
    ana.set_viewport_size({"width": 667, "height": 375})  # on its side there is room for all of it
    assert speech.evaluate("(each) => each.scrollWidth <= each.clientWidth")
    ana.set_viewport_size({"width": 360, "height": 740})
    speech.tap()
    expect(ana.locator("li.said")).to_be_in_viewport()
    expect(ana.locator(".bar")).not_to_contain_text(LONG)
    expect(eva.locator(".bar")).not_to_contain_text(LONG)


def test_whoever_is_writing_when_the_game_starts_goes_on_writing(visit: Visitor) -> None:
    ana = visit()
    eva = visit(invite(ana, "Zatre"))
    eva.get_by_label("Name").fill("Eva")
    eva.get_by_role("button", name="Sit here").click()
    ready(eva)
    eva.get_by_label("Say something").press_sequentially("Good ")
    ready(ana)
    board_is_there(eva)  # the talk stands beside the board now
    eva.keyboard.type("luck")
    expect(eva.get_by_label("Say something")).to_have_value("Good luck")
    eva.keyboard.press("Enter")
    expect(ana.locator("li.said")).to_have_text("Eva: Good luck")


def test_the_maker_silences_and_removes(visit: Visitor) -> None:
    ana = visit()
    eva = visit(invite(ana, "Zatre"))
    eva.get_by_label("Name").fill("Eva")
    eva.get_by_role("button", name="Sit here").click()
    ready(ana)
    ready(eva)
    ana.get_by_text("More", exact=True).click()
    expect(eva.get_by_role("button", name=re.compile("^(Mute|Remove)"))).to_have_count(0)
    ana.get_by_role("button", name="Mute Eva").click()
    expect(eva.locator("[role=log]")).to_contain_text("you are muted")
    ana.get_by_role("button", name="Let Eva chat again").click()
    expect(eva.locator("[role=log]")).to_contain_text("you may chat again")
    ana.on("dialog", lambda dialog: dialog.accept())
    ana.get_by_role("button", name="Remove Eva").click()
    expect(ana.locator("[role=log]")).to_contain_text("Eva has been removed")
    expect(ana.get_by_role("button", name=re.compile("^Remove"))).to_have_count(0)
    assert asked(ana)  # a bot plays on


def test_the_maker_gives_a_seat_to_a_bot_of_any_level(visit: Visitor) -> None:
    ana = visit()
    eva = visit(invite(ana, "Zatre"))
    ana.get_by_role("button", name="Give to a bot").click()
    level = ana.get_by_role("combobox", name="Level of builder")
    expect(level).to_have_value("builder")
    expect(level.locator("option")).to_have_text(["novice", "apprentice", "builder", "architect", "vizier"])
    level.select_option("novice")
    expect(eva.locator(".gathering li").nth(1)).to_contain_text("novice")
    expect(eva.locator(".gathering select")).to_have_count(0)
    ready(ana)
    assert asked(ana)
    expect(ana.get_by_role("region", name="Players", exact=True)).to_contain_text("novice")


def test_a_name_stays_text(visit: Visitor) -> None:
    page = visit("/me")
    page.get_by_label("Name").fill("<img src=x onerror=window.broken=1>")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".me")).to_contain_text("onerror")
    sit_down(page, make_table(page, "alhambra"))
    expect(page.locator("aside")).to_contain_text("onerror")
    assert page.evaluate("window.broken") is None


@pytest.mark.parametrize("game", ["alhambra", "zatre"])
def test_who_watches_sees_no_hand_and_has_no_move(game: str, visit: Visitor) -> None:
    ana = visit()
    table = make_table(ana, game)
    heard: list[dict[str, Any]] = []

    watcher = visit()
    watcher.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(json.loads(text))))
    sit_down(watcher, table)
    sit_down(ana, table)
    for _ in range(6):
        assert asked(ana)
        move(ana, game, Random(1))
    assert asked(ana)  # the bot has moved: the version stays
    in_step(ana, watcher)

    board_is_there(watcher)
    expect(watcher.locator("[data-asks=true], .spot, .bar .button:not(.tool), #say")).to_have_count(0)
    mute = ":not(.rival):not(.lens button):not([aria-label='What happened'] button)"  # to look with, not to play
    expect(watcher.locator(f".place button:enabled{mute}")).to_have_count(0)
    expect(watcher.locator(".hold")).to_have_attribute("aria-label", re.compile("^Ana: "))
    expect(watcher.locator(".hold")).to_contain_text("face down" if game == "zatre" else "card")
    heard_all(watcher, heard)
    games = [message["game"] for message in heard if message.get("game")]
    assert len(games) > 3
    assert all(shown["options"] is None and shown["seat"] is None for shown in games)
    # The first three tiles of Zatre are open to all (Z23); what was drawn later is not.
    for shown in games if game == "alhambra" else games[-1:]:
        assert all(hand is None or hand["type"] == "closed" for hand in hands_in(shown["position"]))


def heard_all(page: Page, heard: list[dict[str, Any]]) -> None:
    """The browser tells of its lines apart from its pages: what a page shows may be heard of later."""
    for _ in range(MOST_LOOKS):
        if any(str(message.get("version")) == version(page) for message in heard):
            return
        page.wait_for_timeout(20)
    raise AssertionError("a page shows what nobody told it")


@pytest.mark.parametrize("game", ["alhambra", "zatre"])
def test_at_one_screen_hands_are_covered_between_turns(game: str, visit: Visitor) -> None:
    page = visit()
    table = make_table(page, game, {**ME, "name": "Eva"}, BOT)
    sit_down(page, table)
    rng = Random(3)
    passed: list[str] = []
    for _ in range(MOST):  # how long a turn is depends on what is drawn
        if len(passed) == PASSES:
            break
        page.locator("[data-asks=true], .uncover").first.wait_for()
        cover = page.locator(".uncover")
        if cover.count():
            for hidden in (".hand", ".place", ".moments", "details ul"):
                assert page.locator(hidden).count() == 0, "what the other holds is not covered"
            passed.append(cover.inner_text())
            press(cover)
            no_step_back_shows_the_other(page)
        move(page, game, rng)
    assert len(passed) == PASSES
    assert set(passed) == {"I am Ana", "I am Eva"}
    assert all(one != other for one, other in pairwise(passed))


def no_step_back_shows_the_other(page: Page) -> None:
    """Stepping back through the moments shows only one's own hand: its size is that of one's own turn."""
    mine = page.locator(".hold").get_attribute("data-seat")
    back = page.get_by_role("button", name="a step back")
    while back.count() and back.is_enabled():
        back.click()
        assert page.locator(".hold").get_attribute("data-seat") == mine
    now = page.get_by_role("button", name="Now", exact=True)
    if now.count():
        now.click()


def test_open_tables_can_be_joined_from_the_first_page(visit: Visitor) -> None:
    ana = visit()
    article = ana.locator("article", has=ana.get_by_role("heading", name="Alcazaba", exact=True))
    article.get_by_role("button", name="With friends").click()
    article.get_by_role("combobox", name="Opponents").select_option("1")
    article.get_by_label("Anyone may join").check()
    article.get_by_role("button", name="Make a table and invite friends").click()
    ana.wait_for_url("**/table/*")
    eva = visit()
    eva.get_by_role("region", name="Open tables").get_by_role("link", name="Alcazaba").first.click()
    eva.get_by_role("button", name="Sit here").click()
    expect(ana.locator("[role=log]")).to_contain_text("sits down")
    ready(ana)
    ready(eva)
    for page in (ana, eva):
        page.locator("[data-status=playing]").wait_for()
    waits = ana if whoever_is_asked(ana, eva) is eva else eva
    leave_and_come_back(waits)


def test_a_friend_comes_by_a_code_or_by_the_link(visit: Visitor) -> None:
    ana = visit()
    link = invite(ana, "Zatre")
    code = ana.locator(".gathering .code").inner_text()
    eva = visit()
    for typed in (code.upper(), link):
        eva.get_by_label("Code or link").fill(typed)
        eva.get_by_role("button", name="Join").click()
        eva.wait_for_url(link)
        expect(eva.get_by_role("button", name="Sit here")).to_be_visible()
        eva.go_back()
    eva.get_by_label("Code or link").fill("k3m9-pq2r-stuv")
    eva.get_by_role("button", name="Join").click()
    expect(eva.get_by_role("alert")).to_have_text("There is no table with this code.")


def leave_and_come_back(page: Page) -> None:
    """While the other is asked: a bot holds the seat, and gives it back."""
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Leave, and let a bot play for me").click()
    page.get_by_role("button", name="I am back").click()
    expect(page.locator("[role=log]")).to_contain_text("you are back")
