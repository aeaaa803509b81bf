"""The browser's client is served at every place that it has a page for."""

from __future__ import annotations

import re
from pathlib import Path

from sabika.server.http.static import CLIENT_PLACES

APP = Path(__file__).parents[3] / "web" / "src" / "App.svelte"
OF_TABLES_ONLY = {"replay"}  # /table/ID/replay; a review has a place of its own too


def test_the_server_knows_every_page_of_the_client() -> None:
    """Where it does not, the page is shown, but answered with 404."""
    pages = set(re.findall(r"page === '(\w*)'", APP.read_text(encoding="utf-8")))
    assert set(CLIENT_PLACES) == pages - OF_TABLES_ONLY
