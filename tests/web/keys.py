"""Somebody who plays without a mouse: Tab, arrows and Enter, and looks where the focus is."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, expect

from tests.web.robot import board_is_there, gone_on, offers, version

MOST_TABS = 80
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")

# Does the focused control look different from how it looks without focus?
RING = """() => {
    const held = document.activeElement;
    const look = () => [held, ...held.querySelectorAll('rect')].map((each) => {
        const style = getComputedStyle(each);
        return style.outlineStyle + style.outlineWidth + style.outlineColor + style.stroke + style.strokeWidth;
    }).join();
    const focused = look();
    held.blur();
    const plain = look();
    held.focus();
    return focused !== plain;
}"""


def focus(page: Page) -> str:
    """What has the focus, in a few words; empty: nothing."""
    return str(
        page.evaluate(
            "() => document.activeElement === document.body ? '' : document.activeElement.outerHTML.slice(0, 120)"
        )
    )


def holds(page: Page, selector: str) -> bool:
    return bool(page.evaluate("selector => document.activeElement.matches(selector)", selector))


def tab_to(page: Page, selector: str) -> None:
    for _ in range(MOST_TABS):
        if holds(page, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached with Tab; the focus is on {focus(page)}")


def move_by_keys(page: Page, game: str, rng: Random) -> None:
    """One move; afterwards something has the focus."""
    board_is_there(page)
    before = version(page)
    selector = next(each for each in offers(game, rng) if page.locator(each).count())
    tab_to(page, selector)
    if ".spot" in selector:
        wander(page, rng)
    page.keyboard.press("Enter")
    expect(page.locator(".bar .button.primary")).to_be_focused()
    page.keyboard.press("Enter")
    gone_on(page, before)
    page.locator("[data-asks=true], [data-status=over]").first.wait_for(state="attached")
    expect(page.locator(".place, .outcome, .uncover").locator("visible=true").first).to_be_attached()
    expect(page.locator(":focus")).to_have_count(1)  # it is not lost


def wander(page: Page, rng: Random) -> None:
    """Over the board with the arrows; one stays on its squares."""
    for _ in range(rng.randrange(3)):
        page.keyboard.press(rng.choice(ARROWS))
        assert holds(page, ".spot")
