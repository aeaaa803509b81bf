"""Somebody who plays by clicking what the page offers, and knows no rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

GAMES = {
    "alhambra": "Alhambra",
    "alhambra_dice": "Alhambra: The Dice Game",
    "alcazaba": "Alcazaba",
    "zatre": "Zatre",
}
MOST = 400  # moves of one person in a game
MOST_LOOKS = 1500  # 20 ms after one another, at something that no locator can wait for


def start(page: Page, game: str) -> None:
    """One click on the first page."""
    press(page.get_by_role("button", name=f"play {GAMES[game]} now", exact=True))
    page.wait_for_url("**/table/*")


# Where a move may begin, in this order; then it is confirmed.
OFFERS = {
    "alhambra": [".city .spot", ".hold .tray .button", ".market .piece.can:enabled", ".display .card:enabled"],
    "alhambra_dice": [".turn .chips .button", ".columns .mark"],
    "alcazaba": [".city .spot", ".left div.tray button.piece", ".left div.tray .button", ".columns .mark"],
    "zatre": [".board .spot", ".hold .button"],
    "magpie": [".choices .choice"],  # the example of another package
}
FIRST_THROW = ".tray .row .button:last-child:enabled"


def offers(game: str, rng: Random) -> list[str]:
    """Selectors of what a move may begin with; with dice, sometimes another throw before all."""
    throws = game in ("alhambra_dice", "alcazaba") and rng.random() < 0.5
    return [*([FIRST_THROW] if throws else []), *OFFERS[game]]


def offered(page: Page, selectors: list[str], rng: Random) -> Locator | None:
    """Something to click."""
    for selector in selectors:
        found = page.locator(selector)
        number = found.count()
        if number:
            return found.nth(rng.randrange(number))
    return None


def play_to_the_end(page: Page, game: str, rng: Random) -> int:
    """Click until the result is shown; how many moves that took."""
    moves = 0
    expect(page.locator("main.table")).to_be_visible()
    while asked(page):
        move(page, game, rng)
        moves += 1
        assert moves < MOST
    return moves


def asked(page: Page) -> bool:
    """Waits until this page is to move, which is True, or the game is over."""
    page.locator("[data-asks=true], [data-status=over]").first.wait_for(state="attached")
    if page.locator("[data-status=over]").count():
        return False
    board_is_there(page)
    return True


def board_is_there(page: Page) -> None:
    """It is fetched when it is needed: what is looked for at once would not be found."""
    page.locator(".place > *").first.wait_for()


def move(page: Page, game: str, rng: Random, selectors: list[str] | None = None) -> None:
    """One move: choose, confirm, and wait until the table has gone on."""
    board_is_there(page)
    before = version(page)
    wanted = selectors or offers(game, rng)
    page.locator(", ".join(wanted)).first.wait_for(state="attached")  # a page that has just come back draws it soon
    thing = offered(page, wanted, rng)
    assert thing is not None, page.locator("main.table").inner_text()
    press(thing)
    confirm(page)
    gone_on(page, before)


def version(page: Page) -> str:
    return page.locator("main.table").get_attribute("data-version") or ""


def gone_on(page: Page, before: str) -> None:
    page.wait_for_function("version => document.querySelector('main.table').dataset.version !== version", arg=before)


def in_step(*pages: Page) -> None:
    """Waits until all show the same version; for when nobody but a person is asked, so that it stays."""
    for _ in range(MOST_LOOKS):
        if len({version(page) for page in pages}) == 1:
            return
        pages[0].wait_for_timeout(20)
    raise AssertionError([version(page) for page in pages])


def confirm(page: Page) -> None:
    press(page.locator(".bar .button.primary"))


def press(thing: Locator) -> None:
    """With a finger where there is one."""
    if thing.page.evaluate("navigator.maxTouchPoints > 0"):
        thing.tap()
    else:
        thing.click()


# What a test prepares without clicking, as the person of a page.

BOT = {"type": "bot", "bot": "novice"}
ME = {"type": "me", "name": None}
PERSON = {"type": "person"}
FIRST = 5  # luck with which one begins an Alhambra for two and can buy; what bots do is decided elsewhere

ASK = """async ([method, path, body]) => {
    const answer = await fetch('/api' + path, {
        method, headers: {'Content-Type': 'application/json'}, body: body === null ? undefined : JSON.stringify(body),
    });
    return answer.status === 204 ? null : answer.json();
}"""

# Plays for whoever is asked among one's seats, as the options are chosen by their number.
ADVANCE = """async ([table, moves]) => {
    let chance = 12345;
    for (let done = 0; done < moves; ) {
        const whole = await (await fetch('/api/tables/' + table)).json();
        if (whole.table.status === 'over') return done;
        const options = whole.game && whole.game.options;
        if (!options) { await new Promise((go) => setTimeout(go, 20)); continue; }
        chance = (chance * 16807) % 2147483647;
        const bought = options.filter((each) => ['buy', 'place', 'add'].includes(each.action.type));
        const among = bought.length ? bought : options;
        const move = among[chance % among.length].move;
        const id = `advance-${whole.version}`;
        const answer = await fetch(`/api/tables/${table}/commands`, {
            method: 'POST', headers: {'Content-Type': 'application/json'},
            body: JSON.stringify({type: 'play', id, version: whole.version, move}),
        });
        if (!answer.ok) throw new Error(await answer.text());
        done += 1;
    }
    return moves;
}"""


def ask(page: Page, method: str, path: str, body: object = None) -> Any:
    return page.evaluate(ASK, [method, path, body])


def make_table(page: Page, game: str, *others: dict[str, Any], **more: Any) -> str:
    """A table of this page's person, who is ready; its id."""
    if ask(page, "GET", "/me") is None:
        ask(page, "POST", "/people", {"name": "Ana"})
    plan = {"game": game, "seats": [ME, *(others or (BOT,))], "ready": True, **more}
    made = ask(page, "POST", "/tables", plan)
    assert "id" in made, made
    return str(made["id"])


def advance(page: Page, table: str, moves: int) -> None:
    """So many moves of this person at a table, without looking at it."""
    page.evaluate(ADVANCE, [table, moves])


def finish(page: Page, table: str) -> None:
    """Give up: bots play it to its end."""
    whole = ask(page, "GET", f"/tables/{table}")
    command = {"type": "resign", "id": "finish", "version": whole["version"]}
    answer = ask(page, "POST", f"/tables/{table}/commands", command)
    assert answer["type"] == "done", answer
    while ask(page, "GET", f"/tables/{table}")["table"]["status"] != "over":
        page.wait_for_timeout(50)


def sit_down(page: Page, table: str) -> None:
    page.goto(f"/table/{table}")
    page.locator("main.table[data-status]").wait_for()


def hands_in(position: dict[str, Any]) -> list[Any]:
    """What is shown of each seat's hand in a position."""
    return [seat["hand"] for seat in position["seats"]]


def pay_with_other_money(page: Page) -> None:
    """In Alhambra, when a building is chosen: change the payment to a card of another currency."""
    paid = page.locator(".hand .card[aria-pressed=true]")
    currency = (paid.first.get_attribute("aria-label") or "").split()[0]
    while paid.count():
        paid.first.click()
    page.locator(f".hand .card:not([aria-label^='{currency} '])").first.click()


def play_until(page: Page, table: str, choose: Callable[[list[dict[str, Any]]], str | None]) -> list[dict[str, Any]]:
    """Plays for whoever is asked among this person's seats until `choose` has seen enough; the options of then."""
    for _ in range(MOST_LOOKS):
        whole = ask(page, "GET", f"/tables/{table}")
        options = whole["game"] and whole["game"]["options"]
        assert whole["table"]["status"] != "over"
        if not options:
            page.wait_for_timeout(20)
            continue
        move = choose(options)
        if move is None:
            return list(options)
        play(page, table, move, whole["version"])
    raise AssertionError("it never came to that")


def play(page: Page, table: str, move: str, version: int) -> None:
    command = {"type": "play", "id": f"play-{version}", "version": version, "move": move}
    answer = ask(page, "POST", f"/tables/{table}/commands", command)
    assert answer["type"] == "done", answer


def of_kind(options: list[dict[str, Any]], *kinds: str) -> list[dict[str, Any]]:
    """The options of these kinds, the kind named first before the others."""
    return [option for kind in kinds for option in options if option["action"]["type"] == kind]
