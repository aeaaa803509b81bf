"""Build the site into build/site/html: `make docs`.

The pages of docs/ and the project's own (CONTRIBUTING, CHANGELOG ..) are laid side by side, and Sphinx reads them from
there. A warning is an error. In the end nothing on a page may come from another host.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "site"
PROJECT = ("CONTRIBUTING.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "SECURITY.md")
OURS = {f"site/{name}": name for name in ("conf.py", "index.md", "api.md")}  # pages of the site alone
STYLE_LOADS = re.compile(r"(?:url\(|@import )\s*['\"]?((?:https?:)?//[^'\")\s]+)")
LINK = re.compile(r"(\]\()([^)#\s]+)")


def lay_out(folder: Path) -> None:
    """All pages, with links that fit their places there."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in PROJECT:
        shutil.copy(ROOT / name, folder)
    for source, name in OURS.items():
        shutil.copy(folder / source, folder / name)
    listed = (folder / "index.md").read_text(encoding="utf-8")
    (folder / "index.md").write_text(listed + more(unlisted(folder, listed)), encoding="utf-8")
    for page in folder.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        page.write_text(LINK.sub(lambda found: found[1] + moved(found[2], folder), text), encoding="utf-8")


def unlisted(folder: Path, index: str) -> list[str]:
    """Pages that no list of the first page names: new ones, which nobody has given a place yet."""
    pages = [page.relative_to(folder).with_suffix("").as_posix() for page in sorted(folder.rglob("*.md"))]
    return [
        page for page in pages if page not in index.split() and page not in ("index", "README") and page[:5] != "site/"
    ]


def more(pages: list[str]) -> str:
    return "\n".join(["\n```{toctree}", ":hidden:", ":caption: More", "", *pages, "```\n"]) if pages else ""


def moved(target: str, folder: Path) -> str:
    """Where a link leads now: pages of the project and of docs/ are neighbours, the index is the first page.

    Another file of the repository, such as a server's settings, is laid beside them.
    """
    if "://" in target:
        return target
    target = target.removeprefix("docs/")
    name, inside = target.rpartition("/")[2], re.sub(r"^(\.\./)+", "", target)
    if name in PROJECT:
        return "/" + name
    if name == "README.md":
        return "/index.md"
    if target.startswith("../") and not (ROOT / "docs" / inside).exists() and (ROOT / inside).is_file():
        place = folder / "files" / inside
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / inside, place)
        return f"/files/{inside}"
    return target


def render(source: Path, html: Path) -> int:
    """Sphinx's exit code. It imports the sources, whose docstrings and signatures the reference shows."""
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", str(source), str(html)]
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, check=False).returncode


class Loaded(HTMLParser):
    """Collects what a browser fetches for a page without being asked."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("script", "img", "iframe", "source", "audio", "video", "embed"):
            self.found.append(given.get("src") or "")
        elif tag == "link" and given.get("rel") not in ("canonical", "index", "search", "next", "prev"):
            self.found.append(given.get("href") or "")


def abroad(html: Path) -> Iterator[str]:
    """What the pages, or their styles, load from elsewhere."""
    for file in sorted(html.rglob("*.html")):
        page = Loaded()
        page.feed(file.read_text(encoding="utf-8"))
        yield from (f"{file.name}: {address}" for address in page.found if re.match(r"(https?:)?//", address))
    for file in sorted(html.rglob("*.css")):
        yield from (f"{file.name}: {address}" for address in STYLE_LOADS.findall(file.read_text(encoding="utf-8")))


def main() -> int:
    lay_out(SITE / "source")
    shutil.rmtree(SITE / "html", ignore_errors=True)
    if render(SITE / "source", SITE / "html"):
        return 1
    found = list(abroad(SITE / "html"))
    for line in found:
        print(f"loaded from another host: {line}", file=sys.stderr)
    if found:
        return 1
    print(f"The site is in {(SITE / 'html' / 'index.html').relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
