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


def test_the_reference_has_every_module_from_which_envs_md_imports() -> None:
    told = (ROOT / "docs" / "envs.md").read_text(encoding="utf-8")
    used = {f"sabika.envs.{name}" for name in re.findall(r"(?:from |import )sabika\.envs(?:\.| import )(\w+)", told)}
    reference = (ROOT / "docs" / "site" / "api.md").read_text(encoding="utf-8")
    assert {"sabika.envs.aec", "sabika.envs.single", "sabika.envs.vector", "sabika.envs.openspiel"} <= used
    assert used | {"sabika.envs.codec", "sabika.envs.batch"} <= set(re.findall(r"automodule:: (\S+)", reference))


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
