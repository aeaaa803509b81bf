"""The picture of a result: its size, its ground, and all that is drawn."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Visitor
from tests.web.robot import finish, make_table

PNG = b"\x89PNG\r\n\x1a\n"

CORNER = """async (bytes) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return [...canvas.getImageData(2, 2, 1, 1).data].slice(0, 3);
}"""

# How much of the middle of a picture, where cities or the board are, is of strong colour: pieces, not ground or stone.
COLOURFUL = """async (bytes) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(40, 150, 1120, 270);
    let drawn = 0;
    for (let at = 0; at < data.length; at += 4) {
        const colour = [data[at], data[at + 1], data[at + 2]];
        if (Math.max(...colour) - Math.min(...colour) > 60) drawn += 1;
    }
    return drawn / (1120 * 270);
}"""


@pytest.mark.parametrize("game", ["alcazaba", "alhambra_dice", "zatre"])
def test_the_end_of_a_game_is_a_picture_to_keep(game: str, visit: Visitor) -> None:
    """Its size is that of a link's preview; what a style sheet says is in it, for it is drawn without the page."""
    page = visit("/me")
    table = make_table(page, game, seed=7)
    finish(page, table)
    page.goto(f"/table/{table}")
    page.locator(".place > *").first.wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture").click()
    content = Path(saved.value.path()).read_bytes()
    assert content.startswith(PNG)
    assert struct.unpack(">II", content[16:24]) == (1200, 630)
    assert page.evaluate(COLOURFUL, list(content)) > 0.04


# Whatever is drawn comes in from nothing, and takes its time.
COMING = """() => document.querySelectorAll('.place svg g, .place svg path').forEach((each) =>
    each.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 600_000, fill: 'backwards' }))"""


@pytest.mark.parametrize("game", ["alcazaba", "zatre"])
def test_a_picture_does_not_miss_what_is_still_arriving(game: str, visit: Visitor) -> None:
    page = visit("/me")
    table = make_table(page, game, seed=7)
    finish(page, table)
    page.goto(f"/table/{table}")
    page.locator(".place > *").first.wait_for()
    before = saved_picture(page)
    page.evaluate(COMING)
    after = saved_picture(page)
    assert page.evaluate(COLOURFUL, after) == pytest.approx(page.evaluate(COLOURFUL, before), rel=0.02)


def saved_picture(page: Page) -> list[int]:
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture").click()
    return list(Path(saved.value.path()).read_bytes())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_picture_has_the_ground_its_board_is_drawn_for(scheme: str, visit: Visitor) -> None:
    page = visit("/me", color_scheme=scheme)
    table = make_table(page, "zatre", seed=7)
    finish(page, table)
    page.goto(f"/table/{table}")
    page.locator(".place > *").first.wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture").click()
    content = Path(saved.value.path()).read_bytes()
    corner = page.evaluate(CORNER, list(content))
    assert corner == {"light": [0xF6, 0xEF, 0xE2], "dark": [0x17, 0x1A, 0x2B]}[scheme]
