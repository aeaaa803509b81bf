"""A real server and a real browser; every page that a test opens is watched for errors."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.server.house import GENEROUS, House, house

EXPECTED = ("status of 401",)  # a browser notes that nobody is known yet; that is how one asks


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One whose bots move at once."""
    with house(tmp_path_factory.mktemp("web"), "--pace", "0", limits=GENEROUS) as running:
        yield running
        assert running.failures() == []


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    assert path, "the tests of the browser's client need Chromium: apt install chromium, or CHROMIUM=PATH"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path)
        yield chromium
        chromium.close()


Visitor = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, server: House) -> Iterator[Visitor]:
    """Opens a page as somebody new: `visit("/")`, `visit("/", width=360, touch=True)`."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(path: str = "/", width: int = 1280, height: int = 800, touch: bool = False, **more: Any) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            base_url=server.url,
            **{"locale": "en-US", **more},
        )
        contexts.append(context)
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
        page.on(
            "console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None
        )
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [error for error in errors if not any(known in error for known in EXPECTED)] == []
