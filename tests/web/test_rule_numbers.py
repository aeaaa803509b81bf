"""Rule numbers in sentences."""

from __future__ import annotations

from tests.web.conftest import Visitor
from tests.web.robot import BOT, asked, make_table, sit_down

# Numbers that begin a line which their bracket does not.
PARTED = """() => [...document.querySelectorAll('[role=log] .rule')].filter((number) => {
    const before = document.createRange();
    let text = number.previousSibling;
    while (!text.length || text.nodeType !== Node.TEXT_NODE) text = text.previousSibling;
    before.setStart(text, text.length - 1);
    before.setEnd(text, text.length);
    return before.toString() === '(' && before.getBoundingClientRect().top < number.getBoundingClientRect().top - 8;
}).map((number) => number.closest('li').innerText)"""


def test_a_rule_number_stays_with_its_bracket(visit: Visitor) -> None:
    page = visit(width=360, height=740)
    sit_down(page, make_table(page, "alhambra", *[BOT] * 5))
    assert asked(page)
    page.locator("[role=log] .rule").first.wait_for(state="attached")
    parted: list[str] = []
    for width in range(320, 700, 12):
        page.set_viewport_size({"width": width, "height": 740})
        parted += page.evaluate(PARTED)
    assert parted == []
