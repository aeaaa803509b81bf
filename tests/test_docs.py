"""The docs cannot rot: their Python runs, what it prints is what they show, their links lead somewhere."""

from __future__ import annotations

import contextlib
import io
import re
import runpy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.examples.registered import registered

ROOT = Path(__file__).parents[1]
SITE = ROOT / "docs" / "site"  # its pages are laid out elsewhere: tests/test_site.py
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(set((ROOT / "docs").rglob("*.md")) - set(SITE.glob("*.md")))]
STARTS = ("docs/arena.md", "docs/server.md")  # pages whose Python starts a process or a server
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")


@dataclass
class Block:
    """A fenced part of a page."""

    language: str
    text: str
    line: int  # of its first line
    after: bool  # directly after the block before it


def blocks(page: str) -> Iterator[Block]:
    end = -1
    for found in FENCE.finditer(page):
        line = page.count("\n", 0, found.start()) + 2
        yield Block(found[1], found[2], line, end >= 0 and not page[end : found.start()].strip())
        end = found.end()


def run(page: Path) -> None:
    """All Python of a page in order, in one namespace; a text block directly after one is what it prints."""
    names: dict[str, object] = {"__name__": "docs"}
    printed: str | None = None
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.language == "python":
            printed = execute(block, page.name, names)
        elif block.language == "text" and block.after and printed is not None:
            assert printed == block.text, f"{page.name}, line {block.line}"
            printed = None
        else:
            printed = None


def execute(block: Block, page: str, names: dict[str, object]) -> str:
    """Run a block; errors point to its lines on the page."""
    source = "\n" * (block.line - 1) + block.text
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(source, page, "exec"), names)  # with the annotations import of this file
    return out.getvalue()


def with_marker(page: Path) -> object:
    """The page as a parameter, with the marker where it belongs."""
    name = page.relative_to(ROOT).as_posix()
    return pytest.param(page, id=name, marks=[pytest.mark.process] if name in STARTS else [])


@pytest.mark.parametrize("page", [with_marker(page) for page in PAGES])
def test_the_python_of_a_page_runs_and_prints_what_the_page_says(page: Path) -> None:
    with registered():  # a page may register a game of its own
        run(page)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_links_of_a_page_lead_to_files(page: Path) -> None:
    for target in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_every_page_is_in_the_index() -> None:
    docs = ROOT / "docs"
    index = (docs / "README.md").read_text(encoding="utf-8")
    pages = [str(page.relative_to(docs)) for page in PAGES if docs in page.parents and page.name != "README.md"]
    assert [page for page in pages if f"]({page})" not in index] == []


def test_the_example_game_of_the_engine_page_is_the_one_that_the_tests_play() -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    shown = [block.text for block in blocks(page) if block.language == "python" and "class " in block.text]
    assert "\n\n".join(shown) == (ROOT / "tests" / "examples" / "pig.py").read_text(encoding="utf-8")


def test_the_picture_of_the_rooms_is_the_one_that_its_script_draws() -> None:
    drawn = runpy.run_path(str(ROOT / "docs" / "rooms.py"))
    assert (ROOT / "docs" / "rooms.svg").read_text(encoding="utf-8") == drawn["picture"]()
    server = ROOT / "src" / "sabika" / "server"
    assert all((server / name).is_dir() for name in drawn["INNER"])


ROOMS = "engine|games|bots|review|terminal|arena|envs|dataset|server|cli|locales"
FILE = re.compile(rf"`((?:src|{ROOMS}|web|bench|lab|examples|tests|docs|deploy)/[\w./]+)`")
FOLDERS = (ROOT, ROOT / "src" / "sabika", ROOT / "web", ROOT / "tests")  # which a page may leave out


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_files_that_a_page_names_exist(page: Path) -> None:
    names = [name for name in FILE.findall(page.read_text(encoding="utf-8")) if "NNN" not in name]
    assert [name for name in names if not any((folder / name).exists() for folder in FOLDERS)] == []


def test_the_files_to_start_reading_at_are_in_their_rooms() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w/]+/)` \|[^|]*\| (`[^|]*`) \|$", page, re.MULTILINE)
    assert len(rows) > 10
    for room, files in rows:
        assert [name for name in re.findall(r"`([^`]*)`", files) if not (ROOT / room / name).is_file()] == []


# The runner itself.

FAULTS = {
    "code that fails": "```python\nassert False\n```\n",
    "output that differs": "```python\nprint(1)\n```\n\n```text\n2\n```\n",
    "output that is missing": "```python\npass\n```\n\n```text\n2\n```\n",
    "a name of a later block": "```python\nprint(late)\n```\n\n```python\nlate = 1\n```\n",
}


@pytest.mark.parametrize("page", FAULTS.values(), ids=list(FAULTS))
def test_a_fault_on_a_page_is_found(page: str, tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(page)
    with pytest.raises((AssertionError, NameError)):
        run(tmp_path / "page.md")


def test_blocks_of_other_languages_and_loose_text_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("```sh\nmake\n```\n\n```python\nprint(1)\n```\n\nwords\n\n```text\n2\n```\n")
    run(tmp_path / "page.md")
