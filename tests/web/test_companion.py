"""The companion on phones: whole games of all four are written down by thumb, by two at once, mended and kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Page, expect

from sabika.engine.companion import Note
from sabika.games import GAMES
from tests.games.notes import played
from tests.web.conftest import Visitor
from tests.web.test_accessible import violations
from tests.web.test_screens import sideways

PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True, "reduced_motion": "reduce"}
UNIT = 100  # of a city's drawing
SQUARE = 40  # of Zatre's


def begin(page: Page, title: str, *names: str) -> None:
    """From the first page to a new sheet."""
    page.get_by_role("link", name="Score a game at the real table").click()
    page.get_by_role("button", name=title, exact=True).click()
    fields = page.get_by_role("group", name="Players").get_by_role("textbox")
    while fields.count() > len(names):
        page.get_by_role("button", name="one player").first.click()
    for n, name in enumerate(names):
        fields.nth(n).fill(name)
    page.get_by_role("button", name="Start the sheet").click()
    expect(page.locator("ol.points")).to_be_visible()


class Thumb:
    """Writes notes as a person does: by what can be tapped on the page."""

    def __init__(self, page: Page, names: list[str]) -> None:
        self.page = page
        self.names = names
        self.written = 0
        self.cells: dict[str, list[int]] = {}  # where tiles stand

    def write(self, note: Note) -> None:
        what = to_builtins(note)
        act: Callable[[dict[str, Any]], None] = getattr(self, what["type"])
        act(what)
        self.written += 1
        expect(self.page.get_by_text(f"Written down: {self.written} entr")).to_be_visible()

    def tap(self, name: str, exact: bool = True) -> None:
        self.page.get_by_role("button", name=name, exact=exact).first.click()

    def seat(self, player: int) -> None:
        self.page.get_by_role("group", name="Players").get_by_role("button").nth(player).click()

    # Cities.

    def tile(self, name: str) -> None:
        kind, price, walls = name.split("-")
        self.tap(kind)
        label = f"{kind} {price}, {'no walls' if walls == 'none' else ' '.join(walls)}"
        self.page.get_by_role("group", name=kind, exact=True).get_by_role("button", name=label, exact=True).click()

    def place(self, kind: str, cell: list[int]) -> None:
        self.page.locator(f'.{kind}[transform="translate({cell[0] * UNIT} {cell[1] * UNIT})"]').click()

    def build(self, what: dict[str, Any]) -> None:
        self.seat(what["player"])
        self.tile(what["tile"])
        self.place("spot", what["cell"])
        self.cells[what["tile"]] = what["cell"]

    def remove(self, what: dict[str, Any]) -> None:
        self.seat(what["player"])
        self.place("pick", self.cells[what["tile"]])
        self.page.get_by_role("button", name=re.compile("^Take .* out of the city")).click()

    def swap(self, what: dict[str, Any]) -> None:
        self.seat(what["player"])
        self.tile(what["tile"])
        self.cells[what["tile"]] = self.cells[what["leaver"]]
        self.place("pick", self.cells[what["leaver"]])

    def ghost(self, what: dict[str, Any]) -> None:
        self.seat(len(self.names))
        self.tile(what["tile"])

    def score(self, what: dict[str, Any]) -> None:
        self.tap(f"Do scoring {what['scoring']}")

    # The Dice Game.

    def advance(self, what: dict[str, Any]) -> None:
        names = [*self.names, "Carlo"]
        self.page.get_by_role("group", name="columns").get_by_role("button", name=what["column"]).click()
        points = "1 point" if what["points"] == 1 else "2 points"
        self.tap(f"{names[what['player']]}, {what['column']}: {points} up")

    def chips(self, what: dict[str, Any]) -> None:
        name = [*self.names, "Carlo"][what["player"]]
        if not self.page.locator("details.chips").evaluate("(each) => each.open"):
            self.page.locator("details.chips summary").click()
        steppers = self.page.locator(f'.stepper[aria-label^="{name}: "]')
        for n, count in enumerate(what["chips"]):
            for _ in range(count - int(steppers.nth(n).locator("output").inner_text())):
                steppers.nth(n).get_by_role("button").last.click()
                self.written += 1  # a note for each tap
                expect(self.page.get_by_text(f"Written down: {self.written} entr")).to_be_visible()
        self.written -= 1  # it is counted by `write`

    # Zatre.

    def turn(self, what: dict[str, Any]) -> None:
        self.tap("By lines")
        self.seat(what["player"])
        for label, count in (("10", "tens"), ("11", "elevens"), ("12", "twelves"), ("Crosses", "crosses")):
            for _ in range(what[count]):
                self.tap(f"+ {label}", exact=False)
        self.tap(f"Write down for {self.names[what['player']]}")

    def lay(self, what: dict[str, Any]) -> None:
        self.tap("By tiles")
        self.seat(what["player"])
        self.tap(f"tile {what['value']}")
        x, y = what["cell"]
        self.page.locator(f'.spot[transform="translate({x * SQUARE} {y * SQUARE})"]').click()

    def done(self, what: dict[str, Any]) -> None:
        self.page.get_by_role("button", name=re.compile(" is done: ")).click()

    def end(self, what: dict[str, Any]) -> None:
        self.tap("The end")
        for player, tiles in enumerate(what["held"]):
            for value in tiles:
                self.tap(f"{self.names[player]} holds a {value}")
        self.tap("End the game")


def points(page: Page) -> list[int]:
    return [int(text) for text in page.locator("ol.points strong").all_inner_texts()]


TITLES = {"alhambra": "Alhambra", "alhambra_dice": "Alhambra: The Dice Game", "alcazaba": "Alcazaba", "zatre": "Zatre"}


@pytest.mark.parametrize("name", TITLES)
def test_a_whole_game_by_thumb(name: str, visit: Visitor) -> None:
    """Random play of the rules, written down on a phone: the points are the engine's, and so is the winner."""
    game = GAMES[name]
    options = {option.name: option.choices[0] for option in game.options}
    state, notes = played(game, 2, options, Random(5), sums=True)
    page = visit(**PHONE)
    begin(page, TITLES[name], "Ana", "Ben")
    thumb = Thumb(page, ["Ana", "Ben"])
    for note in notes:
        if type(note).__name__ != "DoneNote":  # a turn without lines is none for the sheet
            thumb.write(note)
    result = state.result()
    winners = ["Ana", "Ben"][result.winners[0]] + " wins" if len(result.winners) == 1 else "Ana and Ben win together"
    expect(page.locator(".outcome")).to_have_text(winners)
    assert points(page) == result.scores
    other = visit(page.url.removeprefix(visit.url), **PHONE)
    expect(other.locator(".outcome")).to_have_text(winners)
    assert points(other) == result.scores
    assert violations(page) == []


def test_two_of_the_same_name_are_told_apart(visit: Visitor) -> None:
    page = visit(**PHONE)
    begin(page, "Zatre", "Anna", "Anna", "Ben")
    expect(page.locator("ol.points li")).to_contain_text(["Anna 1", "Anna 2", "Ben"])
    Thumb(page, ["Anna 1", "Anna 2", "Ben"]).turn({"player": 1, "tens": 1, "elevens": 0, "twelves": 0, "crosses": 0})
    page.get_by_text("Written down: 1 entry").click()
    expect(page.get_by_role("button", name=re.compile("Anna 2: 1 . 10"))).to_be_visible()


def test_tile_by_tile_from_the_board(visit: Visitor) -> None:
    state, notes = played(GAMES["zatre"], 2, {}, Random(6))
    page = visit(**PHONE)
    begin(page, "Zatre", "Ana", "Ben")
    thumb = Thumb(page, ["Ana", "Ben"])
    for note in notes[:24]:
        thumb.write(note)
    sheets = page.locator("table tbody tr")
    assert sheets.count() > 0
    assert state.result().reason


TOWER = {"type": "build", "player": 0, "tile": "tower-11-none", "cell": [1, 0]}


def test_two_phones_write_at_once_and_a_mistake_is_mended(visit: Visitor) -> None:
    visit.forgiven.append("status of 409")  # a browser notes that the other phone was first
    ana = visit(**PHONE)
    begin(ana, "Alhambra", "Ana", "Ben", "Cleo")
    path = ana.url.removeprefix(visit.url)
    ben = visit(path, **PHONE)
    thumb, other = Thumb(ana, ["Ana", "Ben", "Cleo"]), Thumb(ben, ["Ana", "Ben", "Cleo"])
    expect(ben.locator("ol.points")).to_be_visible()
    thumb.build(TOWER)
    other.build({**TOWER, "player": 1, "tile": "garden-11-none"})  # before the first is told of
    for page in (ana, ben):
        expect(page.get_by_text("Written down: 2 entries")).to_be_visible()
    thumb.score({"scoring": 1})
    expect(ben.locator("ol.points strong")).to_have_text(["6", "5", "0"])

    # The tower was Cleo's, and came to stand elsewhere.
    ben.get_by_text("Written down: 3 entries").click()
    ben.get_by_role("button", name=re.compile("Ana builds tower 11")).click()
    ben.get_by_role("button", name="Edit").click()
    expect(ben.get_by_text("The table as it was then")).to_be_visible()
    other.build({**TOWER, "player": 2, "cell": [0, 1]})
    expect(ben.locator("ol.points strong")).to_have_text(["0", "5", "6"])
    expect(ana.locator("ol.points strong")).to_have_text(["0", "5", "6"])

    # A building was forgotten before the scoring.
    ben.get_by_role("button", name=re.compile("Scoring 1")).click()
    ben.get_by_role("button", name="Insert before").click()
    expect(ben.get_by_text("Enter what happened before")).to_be_visible()
    other.build({**TOWER, "tile": "tower-12-none"})
    expect(ana.locator("ol.points strong")).to_have_text(["3", "5", "3"])

    # And one was none: what hangs on it says so.
    thumb.build({**TOWER, "tile": "arcades-10-none", "cell": [2, 0]})
    expect(ben.get_by_text("Written down: 5 entries")).to_be_visible()
    ben.get_by_role("button", name=re.compile("Ana builds tower 12")).click()
    ben.get_by_role("button", name="Delete").click()
    expect(ana.get_by_text("1 entry no longer fits")).to_be_visible()
    expect(ana.get_by_text(re.compile(r"Does not count: .*\(A17b\)"))).to_be_visible()
    assert violations(ana) == []

    ana.get_by_role("button", name="Undo the last entry").click()
    expect(ana.get_by_text("1 entry no longer fits")).to_have_count(0)
    ana.reload()
    expect(ana.locator("ol.points strong")).to_have_text(["0", "5", "6"])
    ana.goto("/companion")
    ana.get_by_role("link", name=re.compile("Ana, Ben and Cleo")).click()
    expect(ana.locator("ol.points strong")).to_have_text(["0", "5", "6"])


def test_what_the_rules_forbid_is_refused_with_the_rule_or_recorded_as_it_lies(visit: Visitor) -> None:
    page = visit(**PHONE)
    begin(page, "Alhambra", "Ana", "Ben", "Cleo")
    thumb = Thumb(page, ["Ana", "Ben", "Cleo"])
    thumb.seat(0)
    thumb.tile("tower-7-NEW")
    expect(page.locator(".spot")).to_have_count(1)  # only below: every other side has a wall
    page.get_by_role("checkbox", name="As it lies").check()
    expect(page.locator(".spot")).to_have_count(4)
    thumb.place("spot", [1, 0])
    expect(page.get_by_text("Written down: 1 entry")).to_be_visible()


def test_a_connection_that_fails_loses_nothing_and_writes_nothing_twice(visit: Visitor) -> None:
    page = visit(**PHONE)
    visit.forgiven += ["ERR_INTERNET_DISCONNECTED", "ERR_FAILED"]
    begin(page, "Zatre", "Ana", "Ben")
    thumb = Thumb(page, ["Ana", "Ben"])
    lost: list[Any] = []

    def swallow(route: Any) -> None:
        """The server is told, and its answer is lost."""
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch())
            route.abort()
        else:
            route.continue_()

    page.route("**/api/companion/**", swallow)
    thumb.turn({"player": 0, "tens": 1, "elevens": 1, "twelves": 1, "crosses": 1})
    expect(page.get_by_text("Written down: 1 entry")).to_be_visible()
    assert len(lost) == 1
    expect(page.locator("ol.points strong")).to_have_text(["20", "0"])

    page.context.set_offline(True)
    page.get_by_role("button", name="+ 10").click()
    page.get_by_role("button", name="Write down for Ben").click()
    expect(page.get_by_text("1 entry is not saved yet")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("Written down: 2 entries")).to_be_visible()
    expect(page.locator("ol.points strong")).to_have_text(["20", "1"])
    expect(page.get_by_text("not saved yet")).to_have_count(0)


def test_a_scoring_opens_with_its_reasons(visit: Visitor) -> None:
    page = visit(**PHONE)
    page.remove_locator_handler(page.locator("dialog.moment"))
    begin(page, "Alhambra", "Ana", "Ben", "Cleo")
    thumb = Thumb(page, ["Ana", "Ben", "Cleo"])
    thumb.build(TOWER)
    expect(page.get_by_text("Written down: 1 entry")).to_be_visible()
    thumb.build({**TOWER, "player": 1, "tile": "tower-12-none"})
    expect(page.get_by_text("Written down: 2 entries")).to_be_visible()
    thumb.score({"scoring": 2})
    moment = page.get_by_role("dialog")
    expect(moment).to_contain_text("+9")
    expect(moment).to_contain_text(re.compile(r"1\W+1st\W+19\W+2"))
    assert violations(page) == []
    moment.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="All points").click()
    expect(moment).to_contain_text("+9")


def test_point_chips_of_six(visit: Visitor) -> None:
    page = visit(**PHONE)
    page.get_by_role("link", name="Score a game at the real table").click()
    page.get_by_role("button", name=TITLES["alhambra_dice"], exact=True).click()
    fields = page.get_by_role("group", name="Players").get_by_role("textbox")
    while fields.count() < 6:
        page.get_by_role("button", name="one player").last.click()
    for n in range(6):
        fields.nth(n).fill(f"Maximiliana {n + 1}")
    page.get_by_role("button", name="Start the sheet").click()
    page.locator("details.chips summary").click()
    six = page.get_by_role("group", name="Maximiliana 6: 2 points")
    six.get_by_role("button").last.click()
    expect(six.locator("output")).to_have_text("1")
    expect(six.locator(".label")).to_have_text("2 points")
    assert violations(page) == sideways(page) == []


def test_no_such_sheet(visit: Visitor) -> None:
    page = visit("/companion/" + "2" * 22, **PHONE)
    expect(page.get_by_role("heading", name="There is no such sheet.")).to_be_visible()
