"""The review of a game in the browser: read, stepped through, a slip tried again, played on from, and of any record."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from sabika import Table
from tests.review.games import record
from tests.server.live.test_reviews import BAD
from tests.web.conftest import Visitor
from tests.web.pages import settle
from tests.web.robot import BOT, GAMES, advance, ask, make_table, press
from tests.web.test_accessible import violations
from tests.web.test_languages import LOCALES
from tests.web.test_screens import sideways

PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True}


def review_at(page: Page, path: str) -> None:
    page.goto(path)
    settle(page)
    board(page).locator("> *").first.wait_for()


def board(page: Page) -> Locator:
    return page.locator(".moment .place")


def finished(page: Page, game: str) -> str:
    """A game with slips in it, played to its end."""
    table = make_table(page, game, BOT, seed=7)
    advance(page, table, 500)
    return table


def until_complete(page: Page) -> None:
    expect(page.locator("progress")).to_have_count(0, timeout=120_000)


def take(page: Page) -> dict[str, Any]:
    """Take the move that is chosen; what is answered."""
    with page.expect_response(re.compile("/verdict")) as answer:
        page.locator(".bar .button.primary").click()
    found: dict[str, Any] = answer.value.json()
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_reviewed_with_one_click_and_a_slip_tried_again(game: str, visit: Visitor) -> None:
    page = visit()
    table = finished(page, game)
    page.goto(f"/table/{table}")
    page.locator(".outcome").get_by_role("link", name="Review").click()
    page.wait_for_url(f"**/table/{table}/review")
    settle(page)
    expect(page.get_by_role("heading", name="Costliest decisions")).to_be_visible()
    until_complete(page)
    slip = page.locator(".slips .to").first
    slip.click()
    step = page.url.rpartition("/")[2]
    assert step.isdigit()
    expect(page.locator(".told")).to_contain_text(f"Step {step} of")
    expect(page.locator(".told .better")).to_contain_text("Better: ")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".bar")).to_contain_text("Find a move on the board")
    expect(page.get_by_role("button", name="Take this move")).to_be_disabled()
    # The better move is as good as the best; any other that the board offers is told what it costs.
    best = ask(page, "GET", f"/tables/{table}/review?deep=true")["review"]["entries"][int(step) - 1]
    judged = ask(page, "GET", f"/tables/{table}/review/verdict?step={int(step) - 1}&move={best['best']}")
    assert judged["good"], judged
    choose(page, game)
    found = take(page)
    told = "As good as the best" if found["good"] else "It costs"
    expect(page.locator(".verdict")).to_contain_text(told)
    page.get_by_role("button", name="Show the better move").click()
    expect(page.locator(".verdict")).to_have_count(0)


def choose(page: Page, game: str) -> None:
    """Anything that the board offers."""
    offers = {
        "alhambra": ".display .card:enabled, .city .spot, .hold .tray .button",
        "alhambra_dice": ".columns .mark, .turn .chips .button",
        "alcazaba": ".columns .mark, .city .spot, .left div.tray button.piece",
        "zatre": ".board .spot, .hold .button",
    }
    press(board(page).locator(offers[game]).first)
    expect(page.get_by_role("button", name="Take this move")).to_be_enabled()


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_move_and_verdict_are_in_sight_while_one_tries_again(game: str, visit: Visitor) -> None:
    """Nobody scrolls up: what is chosen, the buttons and the verdict are below the board, and stay there."""
    page = visit("/review", **PHONE)
    settle(page)
    text = record(game, 3, 3, "novice")
    page.locator("input[type=file]").set_input_files(
        {"name": "evening.sabika", "mimeType": "text/plain", "buffer": text.encode()}
    )
    board(page).locator("> *").first.wait_for()
    page.get_by_role("button", name="Try again").click()
    bar = page.locator(".bar")
    expect(bar).to_be_in_viewport(ratio=1)
    expect(board(page)).to_be_in_viewport()
    choose(page, game)
    expect(bar).to_be_in_viewport(ratio=1)
    expect(bar.locator(".text")).not_to_have_text("Find a move on the board.")
    take(page)
    expect(bar.locator(".verdict")).to_be_visible()
    expect(bar).to_be_in_viewport(ratio=1)
    page.evaluate("scrollBy(0, -60)")
    expect(bar).to_be_in_viewport(ratio=1)
    assert sideways(page) == []


def test_by_keys_the_board_has_the_focus_while_one_tries_again(visit: Visitor) -> None:
    page = visit()
    review_at(page, f"/table/{finished(page, 'zatre')}/review")
    page.get_by_role("button", name="Try again").press("Enter")
    expect(board(page)).to_be_focused()
    choose(page, "zatre")
    page.get_by_role("button", name="Take this move").press("Enter")
    expect(page.locator(".bar .said")).to_be_focused()


def test_one_steps_by_keys_and_a_link_leads_to_a_step(visit: Visitor) -> None:
    first = visit()
    table = finished(first, "zatre")
    review_at(first, f"/table/{table}/review/30")
    expect(first.locator(".told")).to_contain_text("Step 30 of")
    first.keyboard.press("ArrowRight")
    first.wait_for_url(re.compile(r"/review/3[1-9]$"))
    there = first.url
    expect(first.locator(".told")).to_contain_text(f"Step {there.rpartition('/')[2]} of")
    first.keyboard.press("ArrowLeft")
    first.keyboard.press("ArrowLeft")
    first.wait_for_url(re.compile(r"/review/[12]\d$"))
    other = visit(there.removeprefix(visit.url), **PHONE)  # somebody else, who may look on
    settle(other)
    expect(other.locator(".told")).to_contain_text(f"Step {there.rpartition('/')[2]} of")
    other.locator("svg.curve").click()
    expect(other.locator(".told")).not_to_contain_text(f"Step {there.rpartition('/')[2]} of")


def test_a_decision_is_played_on_from_against_bots_of_a_chosen_strength(visit: Visitor) -> None:
    page = visit(**PHONE)
    table = finished(page, "alhambra_dice")
    review_at(page, f"/table/{table}/review")
    step = int(re.findall(r"Step (\d+) of", page.locator(".told").inner_text())[0])
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_label("Level of the bots").select_option("novice")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(lambda url: "/review" not in url and table not in url)
    page.locator("main.table[data-status=playing]").wait_for()
    made = ask(page, "GET", f"/tables/{page.url.rpartition('/')[2]}")["table"]
    assert (made["begins"]["source"], made["begins"]["step"]) == (table, step - 1)
    assert sorted(seat["bot"] or "me" for seat in made["seats"]) == ["me", "novice"]


def test_any_record_is_reviewed_where_it_is_chosen(visit: Visitor) -> None:
    page = visit("/review")
    settle(page)
    chosen = page.locator("input[type=file]")
    text = record("alcazaba", 3, 3, "novice").replace("seat 2", "Zoë")
    chosen.set_input_files({"name": "evening.sabika", "mimeType": "text/plain", "buffer": text.encode()})
    expect(page.get_by_role("heading", name="Review: Alcazaba")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Zoë").first).to_be_visible()
    board(page).locator("> *").first.wait_for()
    visit.forgive("status of 422")
    bad = BAD["an illegal move"][0].encode()
    chosen.set_input_files({"name": "letter.txt", "mimeType": "text/plain", "buffer": bad})
    expect(page.get_by_role("alert")).to_contain_text("not the record of a finished game")
    chosen.set_input_files({"name": "long.txt", "mimeType": "text/plain", "buffer": b"x" * 262_145})
    expect(page.get_by_role("alert")).to_contain_text("256 KiB")


def test_of_a_game_that_goes_on_from_another_its_review_says_so_and_tells_bots_apart(visit: Visitor) -> None:
    page = visit("/review")
    settle(page)
    begun = Table.deal("zatre", 3, seed=7)
    for _ in range(5):
        begun.play(begun.state.default())
    fork = Table.from_position(begun.sight.text(), ["Ana", "builder", "builder"], origin="seed-7 step 20")
    while not fork.over:
        fork.play(fork.state.default())
    page.locator("input[type=file]").set_input_files(
        {"name": "fork.sabika", "mimeType": "text/plain", "buffer": fork.record.text.encode()}
    )
    expect(page.locator(".head")).to_contain_text("This game goes on from seed-7 (step 20)")
    expect(page.get_by_role("columnheader", name="builder 2").first).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_record_from_anywhere_is_played_on(game: str, visit: Visitor) -> None:
    page = visit("/review", **PHONE)
    settle(page)
    text = record(game, 2, 3, "novice").replace("seat 2", "Zoë")
    page.locator("input[type=file]").set_input_files(
        {"name": "evening.sabika", "mimeType": "text/plain", "buffer": text.encode()}
    )
    board(page).locator("> *").first.wait_for()
    step = int(re.findall(r"Step (\d+) of", page.locator(".told").inner_text())[0])
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(lambda url: "/table/" in url)
    page.locator("main.table[data-status=playing]").wait_for()
    made = ask(page, "GET", f"/tables/{page.url.rpartition('/')[2]}")["table"]
    assert (made["begins"]["source"], made["begins"]["step"]) == ("seed-3", step - 1)


CUT = """() => [...document.querySelectorAll('.accounts th, .accounts td')].filter((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    const [inner, outer] = [text, cell.closest('section')].map((each) => each.getBoundingClientRect());
    const over = (box) => inner.left < box.right - 1 && inner.right > box.left + 1
        && inner.top < box.bottom - 1 && inner.bottom > box.top + 1;
    const others = [...cell.parentElement.children].filter((each) => each !== cell);
    const hidden = others.some((each) => over(each.getBoundingClientRect()));
    return inner.width && (hidden || inner.left < outer.left || inner.right > outer.right);
}).map((cell) => cell.textContent)"""


@pytest.mark.parametrize(
    ("game", "seats", "language"), [("alhambra", 6, "hu"), ("zatre", 3, "de"), ("alcazaba", 2, "es")]
)
def test_the_account_of_all_sides_is_seen_on_a_phone(game: str, seats: int, language: str, visit: Visitor) -> None:
    """Whole, without a scroll sideways, and the side that one has chosen first."""
    page = visit("/review", **PHONE, locale=LOCALES[language])
    settle(page)
    text = record(game, seats, 3, "novice")
    for seat in range(seats):
        text = text.replace(f"seat {seat + 1}", f"Maximiliana {seat + 1}", 1)
    page.locator("input[type=file]").set_input_files(
        {"name": "evening.sabika", "mimeType": "text/plain", "buffer": text.encode()}
    )
    board(page).locator("> *").first.wait_for()
    assert page.evaluate(CUT) == sideways(page) == []
    heads = page.locator(".accounts section").first.locator("th[scope=col]")
    assert heads.count() >= seats
    expect(heads.first).to_have_text("Maximiliana 1")
    page.locator(".for select").select_option(str(seats))
    for table in page.locator(".accounts section").all():
        expect(table.locator("th[scope=col]").first).to_have_text(f"Maximiliana {seats}")
    assert page.evaluate(CUT) == violations(page) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    assert page.evaluate(CUT) == []


DROP = """(text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'evening.sabika', {type: 'text/plain'}));
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
}"""


def test_a_record_can_be_dropped_on_the_page(visit: Visitor) -> None:
    page = visit("/review", locale="de")
    settle(page)
    page.evaluate(DROP, record("zatre", 2, 3, "novice"))
    expect(page.get_by_role("heading", name="Teuerste Entscheidungen")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_review_is_accessible_while_one_tries_again(scheme: str, visit: Visitor) -> None:
    page = visit(color_scheme=scheme, reduced_motion="reduce")
    review_at(page, f"/table/{finished(page, 'zatre')}/review")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Try again").click()
    choose(page, "zatre")
    page.get_by_role("button", name="Take this move").click()
    page.locator(".verdict").wait_for()
    assert violations(page) == []
