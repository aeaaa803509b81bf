"""The page is a witness: it shows its digest, doubts what does not follow, and finds out a record of another game."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.web.conftest import Visitor
from tests.web.pages import sentences
from tests.web.robot import PERSON, ask, asked, finish, in_step, make_table, move, sit_down

SAYS = sentences("en")
DIGEST = re.compile(r"[0-9a-f]{64}")


def record(page: Page, table: str) -> str:
    return str(page.evaluate("async (table) => (await fetch(`/api/tables/${table}/record`)).text()", table))


def shown(page: Page) -> str:
    """The digest that the page of a table shows."""
    return page.locator("details.digest p").inner_text()


def check(page: Page, table: str) -> str:
    """What the page of a finished game says when it is asked to check it."""
    page.goto(f"/table/{table}/replay/0")
    page.get_by_role("button", name=SAYS["verify.check"]).click()
    said = page.locator("p.good, p.bad")
    expect(said).to_be_visible()
    return said.inner_text()


def seen_and_finished(page: Page) -> str:
    """A table of Zatre, where some luck is secret: the page saw a turn, and the rest was played without it."""
    table = make_table(page, "zatre", seed=5)
    sit_down(page, table)
    assert asked(page)
    luck = record(page, table).count("\nluck ")
    while record(page, table).count("\nluck ") == luck:  # no move before it can be taken back
        move(page, "zatre", Random(1))
        assert asked(page)
    page.goto("/me")
    finish(page, table)
    return table


def test_the_page_shows_the_digest_of_the_record(visit: Visitor) -> None:
    page = visit()
    table = make_table(page, "zatre", seed=5)
    sit_down(page, table)
    assert asked(page)
    move(page, "zatre", Random(1))
    assert asked(page)
    page.locator("details.digest summary").click()
    expect(page.locator("details.digest p")).to_have_text(DIGEST)
    assert f"\ndigest: {shown(page)}\n" in record(page, table)


def test_the_record_of_the_game_that_was_seen(visit: Visitor) -> None:
    page = visit()
    table = seen_and_finished(page)
    steps = len(re.findall(r"^(?:luck |\d)", record(page, table).partition("\n\n")[2], re.MULTILINE))
    same = re.escape(SAYS["verify.same"]).replace(r"\{step\}", r"(\d+)").replace(r"\{steps\}", str(steps))
    found = re.search(same, check(page, table))
    assert found
    assert 0 < int(found[1]) < steps
    page.goto(f"/table/{table}")  # what the server says now replaces nothing
    page.locator("[data-status=over]").first.wait_for(state="attached")
    assert re.search(same, check(page, table))


def test_another_record_is_found_out_whatever_the_server_says(visit: Visitor) -> None:
    page = visit()
    table = seen_and_finished(page)
    honest = record(page, table)
    forged = re.sub(r"^(\d: lay \d) (\S+)$", r"\1 7,7", honest, count=1, flags=re.MULTILINE)
    assert forged != honest
    page.route("**/record", lambda route: route.fulfill(body=forged))
    page.route("**/verify*", agree)
    assert check(page, table) == SAYS["verify.other"]


def test_a_move_that_was_taken_back_unseen(visit: Visitor) -> None:
    page = visit()
    table = make_table(page, "zatre", seed=5)
    sit_down(page, table)
    assert asked(page)
    move(page, "zatre", Random(1))
    page.goto("/me")
    version = ask(page, "GET", f"/tables/{table}")["version"]
    undo = {"type": "undo", "id": "back", "version": version}
    assert ask(page, "POST", f"/tables/{table}/commands", undo)["type"] == "done"
    finish(page, table)
    assert SAYS["verify.undone"].partition(". ")[2] in check(page, table)


def agree(route: Route) -> None:
    """A server that finds everything in order."""
    answer: dict[str, Any] = route.fetch().json()
    route.fulfill(json={**answer, "known": answer["moves"] + answer["draws"]})


def test_a_move_told_otherwise_than_it_was_made_is_doubted(visit: Visitor) -> None:
    page = visit()
    table = make_table(page, "zatre", seed=5)
    page.route_web_socket(re.compile("/socket$"), tell_otherwise)
    sit_down(page, table)
    assert asked(page)
    expect(page.locator(".doubt")).to_have_count(0)
    move(page, "zatre", Random(1))
    expect(page.get_by_role("alert").filter(has_text=SAYS["table.doubt"])).to_be_visible()


def tell_otherwise(socket: WebSocketRoute) -> None:
    """Between the page and its server: every move is told as another one."""
    server = socket.connect_to_server()

    def pass_on(text: str | bytes) -> None:
        message: dict[str, Any] = json.loads(text)
        for step in message.get("steps", []):
            if step["what"]["type"] == "played":
                step["what"]["move"] += " 7,7"
        socket.send(json.dumps(message))

    server.on_message(pass_on)


def test_a_page_that_lost_its_nonce_says_so_in_time(visit: Visitor) -> None:
    ana = visit()
    table = make_table(ana, "zatre", PERSON, ready=False)
    ben = visit()
    ask(ben, "POST", "/people", {"name": "Ben"})
    for page in (ana, ben):
        page.goto(f"/table/{table}")
    ben.get_by_role("button", name=SAYS["gathering.sit"]).click()
    in_step(ana, ben)
    ana.get_by_role("button", name=SAYS["gathering.ready"], exact=True).click()
    expect(ana.locator(".wait")).to_be_visible()
    ana.goto("/me")
    ana.evaluate("localStorage.clear()")
    ben.get_by_role("button", name=SAYS["gathering.ready"], exact=True).click()
    ana.goto(f"/table/{table}")
    expect(ana.get_by_role("alert").filter(has_text=SAYS["gathering.lost"])).to_be_visible()
    expect(ben.get_by_role("alert")).to_have_count(0)
