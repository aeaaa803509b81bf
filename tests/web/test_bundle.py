"""The bundle in the package is what the sources in web/ give."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.web.conftest import Visitor
from tests.web.pages import settle
from tests.web.robot import GAMES, asked, finish, make_table
from tests.web.test_languages import LOCALES

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "sabika" / "server" / "static"
SCREEN = 150_000  # bytes, at most, that a browser fetches for the first playable screen
FURTHER = 60_000  # bytes, at most, that another page adds to it
WHOLE = 600_000  # bytes, gzipped, of all games and languages together

# Bytes of everything that a page has fetched besides what the server tells of its tables.
FETCHED = """() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
    .filter((each) => !new URL(each.name).pathname.startsWith('/api/'))
    .reduce((sum, each) => sum + each.encodedBodySize, 0)"""

# Go to another page as a link inside the page does.
GO = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.process
def test_the_bundle_is_built_from_these_sources(tmp_path: Path) -> None:
    npm = shutil.which("npm")
    assert npm is not None, "Node is missing: `make test` installs it"
    subprocess.run(
        [npm, "run", "build", "--", "--outDir", str(tmp_path / "static")],
        cwd=ROOT / "web",
        check=True,
        capture_output=True,
    )
    fresh, kept = files(tmp_path / "static"), files(STATIC)
    assert sorted(fresh) == sorted(kept), "run `make web` and commit what it made"
    assert [name for name in fresh if fresh[name] != kept[name]] == []


def test_the_whole_client_is_small() -> None:
    """All boards, pages and languages together, though nobody fetches more than a part of them."""
    assert sum(len(gzip.compress(content)) for content in files(STATIC).values()) < WHOLE


@pytest.mark.parametrize("game", GAMES)
def test_the_first_playable_screen_is_small(game: str, visit: Visitor) -> None:
    """A game in one language brings no other game and no other language."""
    first = visit()
    table = make_table(first, game, seed=5)
    for language in LOCALES.values():
        page = visit(f"/table/{table}", locale=language, storage_state=first.context.storage_state())
        assert asked(page)
        assert 10_000 < page.evaluate(FETCHED) < SCREEN


@pytest.mark.parametrize("game", GAMES)
def test_a_further_page_brings_little(game: str, visit: Visitor) -> None:
    """Rules, lessons, replays and puzzles come when they are opened, each by itself."""
    first = visit()
    table = make_table(first, game, seed=5)
    finish(first, table)
    page = visit(f"/table/{table}", storage_state=first.context.storage_state())
    settle(page)
    pages = (f"/rules/{game}", f"/table/{table}/replay", f"/table/{table}/review", f"/learn/{game}", f"/editor/{game}")
    for path in (*pages, "/puzzles", f"/puzzles/{game}", f"/puzzles/{game}/1", "/companion", "/me", "/"):
        before = page.evaluate(FETCHED)
        page.evaluate(GO, path)
        page.wait_for_load_state("networkidle")
        settle(page)
        assert page.evaluate(FETCHED) - before < FURTHER, path


def test_nothing_is_fetched_from_elsewhere() -> None:
    """The only addresses in it are names: of XML's vocabularies, and of Svelte's error messages."""
    known = (b"http://www.w3.org/", b"https://svelte.dev/e/")
    for name, content in files(STATIC).items():
        for found in re.finditer(rb"https?://[^\s\"'`]+", content):
            assert found[0].startswith(known), name
