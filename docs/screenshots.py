"""Make docs/pictures/: the page in a real browser, with a game of each kind under way; and the covers of the games.

Run it with `PYTHONPATH=. .venv/bin/python docs/screenshots.py` after a change to what the browser shows. It starts
a server of its own, lets a bot hold the visitor's seat for a while, and takes the seat back at the next decision. With
the names of pictures it makes only those.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageOps
from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.server_process import GENEROUS, ServerProcess, started_server
from tests.web.pages import settle
from tests.web.robot import ask, make_table

PICTURES = Path(__file__).parent / "pictures"
COVERS = Path(__file__).parents[1] / "web" / "public" / "covers"  # for the previews of links; `make web` ships them
COVER = (600, 315)
PLAIN = "() => document.querySelectorAll('.picture > ellipse, .picture > rect + rect').forEach((each) => each.remove())"
DESK, PHONE = (1280, 800), (390, 844)
QUALITY = 82  # of the WebP files
BUILDERS = ({"type": "bot", "bot": "builder"}, {"type": "bot", "bot": "architect"})

# picture: (game, size, seats besides the visitor's, versions of the table to wait for)
TABLES = {
    "alhambra": ("alhambra", DESK, 2, 90),
    "alhambra_dice": ("alhambra_dice", DESK, 2, 60),
    "alcazaba": ("alcazaba", DESK, 1, 70),
    "zatre": ("zatre", DESK, 1, 40),
    "phone": ("alhambra", PHONE, 2, 80),
}


def command(page: Page, table: str, **words: object) -> None:
    """What the visitor wants of the table, at the version it has now; once more if it has gone on meanwhile."""
    for number in range(50):
        version = ask(page, "GET", f"/tables/{table}")["version"]
        answer = ask(
            page, "POST", f"/tables/{table}/commands", {"id": f"{words['type']}-{number}", "version": version, **words}
        )
        if answer["type"] == "done":
            return
        page.wait_for_timeout(50)
    raise SystemExit(f"the table refuses {words}: {answer}")


def play_on(page: Page, table: str, versions: int) -> None:
    """A bot holds the seat until the table has come so far."""
    command(page, table, type="leave")
    while ask(page, "GET", f"/tables/{table}")["version"] < versions:
        page.wait_for_timeout(100)
    command(page, table, type="return")


def new_page(browser: Browser, server: ServerProcess, size: tuple[int, int]) -> Page:
    width, height = size
    touch = width < 600
    page = browser.new_context(
        base_url=server.url,
        viewport={"width": width, "height": height},
        device_scale_factor=2 if touch else 1,
        has_touch=touch,
        locale="en-US",
    ).new_page()
    page.goto("/")
    settle(page)
    return page


def keep(page: Page, name: str) -> None:
    page.wait_for_timeout(1500)  # until nothing moves any more
    picture = Image.open(io.BytesIO(page.screenshot()))
    file = PICTURES / f"{name}.webp"
    picture.convert("RGB").save(file, quality=QUALITY, method=6)
    print(f"{file.name}: {file.stat().st_size // 1000} kB")
    page.context.close()


def take(browser: Browser, server: ServerProcess, name: str) -> None:
    """One picture."""
    if name == "home":
        keep(new_page(browser, server, DESK), name)
        return
    game, size, others, versions = TABLES[name]
    page = new_page(browser, server, size)
    table = make_table(page, game, *BUILDERS[:others], seed=7)
    play_on(page, table, versions)
    page.goto(f"/table/{table}")
    settle(page)
    page.locator("[data-asks=true]").first.wait_for(state="attached", timeout=120_000)
    keep(page, name)


def take_covers(browser: Browser, server: ServerProcess) -> None:
    """The picture of each game on the first page, as wide as previews show it."""
    page = browser.new_context(base_url=server.url, viewport={"width": 640, "height": 900}, locale="en-US").new_page()
    page.goto("/")
    settle(page)
    page.evaluate(PLAIN)
    for game in dict.fromkeys(game for game, *_ in TABLES.values()):
        drawn = page.locator("svg.picture", has=page.locator(f"#sky-{game}"))
        drawn.scroll_into_view_if_needed()
        picture = Image.open(io.BytesIO(drawn.screenshot())).convert("RGB")
        small = ImageOps.fit(picture, COVER).quantize(128, kmeans=2, dither=Image.Dither.NONE)
        small.save(COVERS / f"{game}.png", optimize=True)
        print(f"{game}.png: {(COVERS / f'{game}.png').stat().st_size // 1000} kB")
    page.context.close()


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    PICTURES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        started_server(Path(folder), "--pace", "100", limits=GENEROUS) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium)
        for name in sys.argv[1:] or ["home", *TABLES, "covers"]:
            if name == "covers":
                take_covers(browser, server)
            else:
                take(browser, server, name)
        browser.close()


if __name__ == "__main__":
    main()
