"""The site: every page has a place in it, links fit, and nothing comes from another host. `make docs` builds it."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BUILD = runpy.run_path(str(ROOT / "docs" / "site" / "build.py"))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("site") / "source"
    BUILD["lay_out"](folder)
    return folder


def test_every_page_is_in_one_list(pages: Path) -> None:
    lists = re.findall(r"```\{toctree\}\n(.*?)```", (pages / "index.md").read_text(encoding="utf-8"), re.DOTALL)
    named = [line for text in lists for line in text.split("\n\n", 1)[1].split()]
    there = {page.relative_to(pages).with_suffix("").as_posix() for page in pages.rglob("*.md")}
    assert sorted(named) == sorted(page for page in there - {"index", "README"} if not page.startswith("site/"))


def test_a_page_that_nobody_gave_a_place_is_listed_all_the_same() -> None:
    assert BUILD["more"]([]) == ""
    assert BUILD["more"](["news"]).split("\n")[-3:] == ["news", "```", ""]


def test_links_lead_to_pages(pages: Path) -> None:
    for page in pages.rglob("*.md"):
        if "site" in page.relative_to(pages).parts or page.name == "README.md":
            continue
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)#\s]+)", text):
            if "://" not in target:
                found = pages / target[1:] if target.startswith("/") else page.parent / target
                assert found.exists(), f"{page.name}: {target}"


# Not in the reference: pages of a game and of the server explain their own insides.
INSIDE = ("sabika.games", "sabika.server")
IMPORTED = re.compile(r"^(?:>>> )?(?:from (sabika[\w.]*) import ([\w, ]+)|import (sabika[\w.]*))", re.MULTILINE)


def imported(text: str) -> set[str]:
    """The modules that a page imports from, a package's own modules included."""
    found = set()
    for module, names, whole in IMPORTED.findall(text):
        found.add(module or whole)
        found |= {f"{module}.{name}" for name in names.split(", ") if module and is_module(f"{module}.{name}")}
    return {module for module in found if not module.startswith(INSIDE) and module != "sabika"}


def is_module(name: str) -> bool:
    place = ROOT / "src" / name.replace(".", "/")
    return place.with_suffix(".py").exists() or place.is_dir()


def test_the_reference_has_every_module_from_which_a_page_imports() -> None:
    told = "\n".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md"))
    reference = (ROOT / "docs" / "site" / "api.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"automodule:: (\S+)", reference))
    used = imported(told)
    assert {"sabika.envs.aec", "sabika.envs.openspiel", "sabika.review.story", "sabika.bots.value"} <= used
    packages = {"sabika.envs"}  # what it gives is told by the modules it comes from
    assert used - packages <= listed
    assert {"sabika.envs.codec", "sabika.envs.batch"} <= listed


ABROAD = {
    "a script": ("a.html", '<script src="https://cdn.example/x.js"></script>', 1),
    "a style": ("a.html", '<link rel="stylesheet" href="//fonts.example/x.css">', 1),
    "a picture": ("a.html", '<img src="http://example.org/x.png">', 1),
    "a font": ("a.css", "@font-face { src: url('https://fonts.example/x.woff2') }", 1),
    "a link that one may follow": ("a.html", '<a href="https://docs.ray.io">Ray</a>', 0),
    "our own": ("a.html", '<script src="_static/x.js"></script><img src="data:image/png;base64,AA==">', 0),
}


@pytest.mark.parametrize(("name", "text", "number"), ABROAD.values(), ids=ABROAD)
def test_what_comes_from_another_host_is_found(tmp_path: Path, name: str, text: str, number: int) -> None:
    (tmp_path / name).write_text(text)
    assert len(list(BUILD["abroad"](tmp_path))) == number
