"""Builds the face: `python -m lab.face` writes web/src/art/titles.woff and web/src/art/wordmark.ts."""

from __future__ import annotations

from pathlib import Path

from lab.face.build import as_woff, wordmark

ART = Path(__file__).parents[2] / "web" / "src" / "art"
NAME = "Sabika"


def written(name: str) -> str:
    """The wordmark as the page's source."""
    width, path = wordmark(name)
    return (
        "/** Our name in the face of the titles, baseline at 0: made by `python -m lab.face`. */\n\n"
        f"export const WIDTH = {width:.0f};\n"
        f"export const WORDMARK =\n  '{path}';\n"
    )


if __name__ == "__main__":
    (ART / "titles.woff").write_bytes(as_woff())
    (ART / "wordmark.ts").write_text(written(NAME))
