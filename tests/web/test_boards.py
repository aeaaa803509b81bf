"""What the boards show and offer, at tables that were played to just the position in question."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.robot import (
    FIRST,
    ME,
    ask,
    asked,
    confirm,
    finish,
    gone_on,
    make_table,
    of_kind,
    play,
    play_until,
    sit_down,
    version,
)

SECOND = 12  # luck with which somebody is second and has a swap chip
EVA = {**ME, "name": "Eva"}  # at the same screen


def careless(options: list[dict[str, Any]]) -> str | None:
    """Throws all dice three times and takes the worst cell, until a marker would fall off its column."""
    if any("falls" in option["preview"] for option in options):
        return None
    worst = sorted(of_kind(options, "mark"), key=lambda option: -option["preview"]["order"])
    throws = [option for option in of_kind(options, "keep") if not option["action"]["dice"]]
    return str([*throws, *worst, *options][0]["move"])


@pytest.mark.parametrize("game", ["alhambra_dice", "alcazaba"])
def test_a_marker_that_falls_off_can_be_placed_and_is_shown(game: str, visit: Visitor) -> None:
    """Else a player whose every marker would fall off could not go on (D12, D18)."""
    page = visit()
    table = make_table(page, game, EVA, EVA, seed=5)
    options = play_until(page, table, careless)
    sit_down(page, table)
    assert asked(page)
    marks = of_kind(options, "mark")
    expect(page.locator(".columns .mark")).to_have_count(len(marks))
    falling = page.locator(".columns .mark.falls")
    expect(falling).to_have_count(len([option for option in marks if "falls" in option["preview"]]))
    expect(falling.first).to_contain_text("falls off")
    falling.first.click()
    expect(page.locator(".bar .text")).to_contain_text("it falls off")
    before = version(page)
    confirm(page)
    gone_on(page, before)
    expect(page.locator(".place")).to_contain_text("1 fallen off")
    expect(page.locator("[role=log]")).to_contain_text("falls off the")


def builds(options: list[dict[str, Any]]) -> str | None:
    """Buys or wins buildings and places them, until a place would make the wall longer."""
    places = of_kind(options, "place")
    if any(option["preview"]["wall_after"] > option["preview"]["wall"] > 0 for option in places):
        return None
    longest = sorted(places, key=lambda option: -option["preview"]["wall_after"])
    marks = sorted(of_kind(options, "mark"), key=lambda option: option["preview"].get("order", 99))
    return str([*longest, *of_kind(options, "buy"), *marks, *of_kind(options, "pick"), *options][0]["move"])


@pytest.mark.parametrize("game", ["alhambra", "alcazaba"])
def test_a_plot_shows_the_wall_that_it_would_make(game: str, visit: Visitor) -> None:
    page = visit()
    table = make_table(page, game, EVA, EVA, seed=FIRST, options={"open_money": "yes"} if game == "alhambra" else {})
    options = of_kind(play_until(page, table, builds), "place")
    sit_down(page, table)
    asked_by_cover(page)
    tile = options[0]["action"]["tile"]
    expected = {
        "{},{}".format(*option["action"]["cell"]): str(option["preview"]["wall_after"])
        for option in options
        if option["action"]["tile"] == tile
    }
    spots = page.locator(".city .spot")
    expect(spots).to_have_count(len(expected))
    assert page.evaluate(WALLS) == expected
    for spot in spots.all():
        label = spot.get_attribute("aria-label") or ""
        assert label.endswith(spot.locator("text.plain").text_content() or "?"), label


# The number on each plot, by its cell.
WALLS = r"""() => Object.fromEntries([...document.querySelectorAll('.city .spot')].map((spot) => [
    spot.getAttribute('transform').match(/-?\d+/g).map((each) => each / 100).join(','),
    spot.querySelector('.plain').textContent,
]))"""


def asked_by_cover(page: Page) -> None:
    """Several at one screen: whoever is asked uncovers what is theirs."""
    page.locator(".uncover, .place > *").first.wait_for()
    if page.locator(".uncover").count():
        page.locator(".uncover").click()
    assert asked(page)


def pays_exactly(options: list[dict[str, Any]]) -> str | None:
    """Collects money until a building can be paid exactly."""
    if any(option["preview"]["price"] == option["preview"]["paid"] for option in of_kind(options, "buy")):
        return None
    return str([*of_kind(options, "place", "take"), *options][0]["move"])


def test_a_building_paid_exactly_stays_in_sight_until_it_is_placed(visit: Visitor) -> None:
    page = visit()
    table = make_table(page, "alhambra", seed=FIRST)
    bought = play_until(page, table, pays_exactly)
    exact = next(each for each in of_kind(bought, "buy") if each["preview"]["price"] == each["preview"]["paid"])
    play(page, table, exact["move"], ask(page, "GET", f"/tables/{table}")["version"])
    sit_down(page, table)
    assert asked(page)
    kind, price, _ = exact["action"]["tile"].split("-")
    name = f"{kind} {price}"
    waiting = page.get_by_role("group", name="to be placed")
    expect(waiting.get_by_role("img", name=name)).to_be_visible()
    expect(page.locator(".hold .piece.can")).to_have_count(0)  # something else comes first
    while not page.locator(".city .spot, .hold .tray .button").count():  # until the turn's last action
        before = version(page)
        page.locator(".display .card:enabled").first.click()
        confirm(page)
        gone_on(page, before)
        assert asked(page)
    expect(page.locator(".hold .piece.can", has=page.locator("svg")).first).to_have_attribute("aria-label", name)
    expect(waiting).to_have_count(0)


def test_start_hands_and_who_begins_are_told(visit: Visitor) -> None:
    """Hands lie open while they are dealt (A7), and who begins follows from them (A8)."""
    page = visit()
    sit_down(page, make_table(page, "alhambra", seed=FIRST))
    log = page.locator("[role=log]")
    expect(log).to_contain_text("you are dealt")
    expect(log).to_contain_text("novice is dealt")
    expect(log).to_contain_text("in all (A7)")
    expect(log).to_contain_text("(A8)")


def test_the_last_buildings_are_told_and_can_be_opened(visit: Visitor) -> None:
    """Whoever holds the most of a currency gets the tile of its square, and sees why (A26)."""
    page = visit()
    table = make_table(page, "alhambra", seed=FIRST)
    finish(page, table)
    sit_down(page, table)
    expect(page.locator("[role=log]")).to_contain_text(
        re.compile(r"goes to (you|Ana|novice|nobody), .* money: .*\(A26\)")
    )
    page.get_by_text("Last buildings", exact=True).click()
    expect(page.locator(".outcome")).to_contain_text("(A26)")


def is_second(options: list[dict[str, Any]]) -> str | None:
    """Collects chips, until who is second has a swap chip: one prize is left, and where its points count is asked."""
    prizes = of_kind(options, "prize")
    if prizes and len({option["action"]["prize"] for option in prizes}) == 1:
        return None
    chips = [option for option in prizes if option["action"]["prize"] == "chip" and not option["action"]["swaps"]]
    return str([*chips, *of_kind(options, "mark"), *options][0]["move"])


def test_who_is_second_with_a_swap_chip_reads_so(visit: Visitor) -> None:
    page = visit()
    table = make_table(page, "alhambra_dice", EVA, EVA, seed=SECOND)
    play_until(page, table, is_second)
    view = ask(page, "GET", f"/tables/{table}")["game"]["position"]
    sit_down(page, table)
    assert asked(page)
    expect(page.locator(".turn h2")).to_have_text(
        f"You are second in the {view['evaluated']} column: take what is left"
    )


def test_the_number_of_a_rule_opens_the_rule(visit: Visitor) -> None:
    page = visit()
    sit_down(page, make_table(page, "alhambra", seed=FIRST))
    page.locator("[role=log]").get_by_role("button", name="A7").first.click()
    rule = page.get_by_role("dialog")
    expect(rule).to_contain_text("One seat after another is dealt money")
    rule.get_by_role("link", name="The rules").click()
    page.wait_for_url("**/rules/alhambra#A7")
    expect(page.locator("dt#A7")).to_be_in_viewport()
    page.get_by_label("Find a rule").fill("enclosed wall")
    expect(page.get_by_text("No rule matches.")).to_be_visible()
    page.get_by_label("Find a rule").fill("outer wall")
    expect(page.locator("dt")).to_have_text(["A24"])
    page.get_by_label("Find a rule").fill("16, 8, 1")
    expect(page.locator("dd table")).to_contain_text("pavilion")


def test_a_rule_of_another_game_opens_too(visit: Visitor) -> None:
    """Alcazaba builds by Alhambra's rules and throws by those of the Dice Game."""
    page = visit("/rules/alcazaba", locale="de-DE")
    expect(page.get_by_role("heading", level=1)).to_have_text("Alcazaba: die Regeln")
    page.locator("dd").get_by_role("link", name="A17", exact=True).first.click()
    page.wait_for_url("**/rules/alhambra#A17")
    expect(page.locator("dt#A17")).to_be_in_viewport()
    page.get_by_label("Regel suchen").fill("Brunnen")
    expect(page.locator("dt#A1")).to_be_visible()


def test_an_address_that_leads_nowhere_is_a_page(visit: Visitor) -> None:
    page = visit("/nonsense")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here.")
    page.get_by_role("link", name="Home page").click()
    expect(page.locator("article").first).to_be_visible()


def test_whoever_watches_reads_who_is_playing(visit: Visitor) -> None:
    page = visit()
    table = make_table(page, "zatre", seed=5)
    watcher = visit(f"/table/{table}")
    expect(watcher.locator(".bar .text")).to_have_text("Ana and novice are playing")
    sit_down(page, table)
    assert asked(page)
    expect(page.get_by_role("columnheader", name="now")).to_have_count(0)  # nothing waits for a scoring in Zatre


def test_looking_back_it_is_not_ones_turn(visit: Visitor) -> None:
    page = visit()
    sit_down(page, make_table(page, "alcazaba", seed=5))
    assert asked(page)
    throw = page.locator(".tray .row .button").last
    throw.click()
    expect(page.locator(".tray .row .primary")).to_contain_text("Confirm: throw")
    before = version(page)
    page.locator(".tray .row .primary").click()  # there where one throws
    gone_on(page, before)
    page.get_by_role("button", name="a step back").click()
    expect(page.locator(".head .turn")).to_have_text("Looking back")
    expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)


@pytest.mark.parametrize("game", ["alhambra", "zatre"])
def test_a_chosen_hint_is_shown_on_the_board(game: str, visit: Visitor) -> None:
    page = visit(width=1440, height=900)
    sit_down(page, make_table(page, game, seed=FIRST))
    assert asked(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    advice = page.locator(".advice .button")
    advice.first.wait_for()
    for each in advice.all():
        expect(each).to_be_in_viewport(ratio=1)  # none is cut off
        each.click()
        shown = page.locator(
            ".card.on, .market .piece.on, .spot.here, .mark.chosen, .tray .row .primary, .place .button.on"
        )
        expect(shown.first).to_be_visible()


def has_built(options: list[dict[str, Any]]) -> str | None:
    """Buys and builds, until a building could be moved."""
    if of_kind(options, "remove"):
        return None
    return str([*of_kind(options, "place", "buy", "take"), *options][0]["move"])


def test_rebuilding_says_what_to_do(visit: Visitor) -> None:
    page = visit()
    table = make_table(page, "alhambra", seed=FIRST)
    play_until(page, table, has_built)
    sit_down(page, table)
    assert asked(page)
    page.get_by_role("button", name="Rebuild", exact=True).click()
    expect(page.locator(".bar .text")).to_contain_text("tap a building of your city")
    page.get_by_role("button", name="Stop rebuilding").click()
    expect(page.locator(".bar .text")).not_to_contain_text("tap a building of your city")
