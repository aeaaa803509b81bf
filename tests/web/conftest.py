"""A real server and a real browser; every page that a test opens is watched for errors."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from tests.server.server_process import GENEROUS, ServerProcess, started_server
from tests.web.pages import prepared, settle

PATIENCE = 120_000  # ms; the machine may be busy with other things
expect.set_options(timeout=PATIENCE)

# A browser notes that a table is not there; that is how one asks.
EXPECTED = ("status of 404", "response code: 404")


@pytest.fixture(scope="session")
def server(process: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One whose bots move at once."""
    with started_server(tmp_path_factory.mktemp("web"), "--pace", "0", limits=GENEROUS) as running:
        yield running
        assert running.failures() == []


@pytest.fixture(scope="session")
def browser(process: None) -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    assert path, "the tests of the browser's client need Chromium: apt install chromium, or CHROMIUM=PATH"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path)
        yield chromium
        chromium.close()


def go_on(moment: Locator) -> None:
    """Whoever has seen a scoring goes on; it may have been closed meanwhile, and bots may hold the next one at once."""
    moment.evaluate_all("(open) => open.forEach((each) => each.close())")


class Visitor:
    """Opens pages, each as somebody new: `visit("/")`, `visit("/", width=360, touch=True)`."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []  # of pages, consoles and the content policy
        self.abroad: list[str] = []  # requests to anywhere else
        self.forgiven: list[str] = list(EXPECTED)

    def __call__(self, path: str = "/", width: int = 1280, height: int = 800, touch: bool = False, **more: Any) -> Page:
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            base_url=self.url,
            **{"locale": "en-US", **more},
        )
        self.contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        self.watch(page)
        page.add_locator_handler(page.locator("dialog.moment"), go_on, no_wait_after=True)
        page.goto(path)
        return page

    def watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        page.on("console", lambda line: self.errors.append(line.text) if line.type in ("error", "warning") else None)
        page.on("request", lambda request: self.note(request.url))
        page.on("websocket", lambda socket: self.note(socket.url))

    def note(self, url: str) -> None:
        here = urlsplit(self.url)
        asked = urlsplit(url)
        if asked.scheme not in ("data", "blob") and asked.netloc != here.netloc:
            self.abroad.append(url)

    def forgive(self, *texts: str) -> None:
        """What a test brings about itself: a lost line is noted by the browser too."""
        self.forgiven += texts

    def close(self) -> None:
        for context in self.contexts:
            context.close()

    def complaints(self) -> list[str]:
        return [error for error in self.errors if not any(known in error for known in self.forgiven)]


@pytest.fixture
def visit(browser: Browser, server: ServerProcess) -> Iterator[Visitor]:
    """Whatever is opened with it stays without an error, and asks no other host for anything."""
    visitor = Visitor(browser, server.url)
    yield visitor
    visitor.close()
    assert visitor.complaints() == []
    assert visitor.abroad == []


@dataclass(frozen=True)
class Tour:
    """All pages, and who may see them."""

    paths: dict[str, str]
    person: Any  # what a browser keeps of the person whose tables they are

    def walk(self, page: Page) -> Iterator[str]:
        """Shows the page one after the other; the name of each."""
        for name, path in self.paths.items():
            page.goto(path)
            settle(page)
            yield name


@pytest.fixture(scope="session")
def tour(browser: Browser, server: ServerProcess) -> Tour:
    context = browser.new_context(base_url=server.url, locale="en-US")
    page = context.new_page()
    page.goto("/")
    paths = prepared(page)
    person = context.storage_state()
    context.close()
    return Tour(paths, person)
