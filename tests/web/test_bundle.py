"""The bundle in the package is what the sources in web/ give."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "sabika" / "server" / "static"
MOST = 150_000  # bytes, gzipped, for the first playable screen


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


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
    """All four boards and all pages together, though a first screen fetches only a part."""
    assert sum(len(gzip.compress(content)) for content in files(STATIC).values()) < MOST


def test_nothing_is_fetched_from_elsewhere() -> None:
    """The only addresses in it are names: of XML's vocabularies, and of Svelte's error messages."""
    known = (b"http://www.w3.org/", b"https://svelte.dev/e/")
    for name, content in files(STATIC).items():
        for found in re.finditer(rb"https?://[^\s\"'`]+", content):
            assert found[0].startswith(known), name
