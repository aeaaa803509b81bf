"""Draw docs/rooms.svg: the rooms of the program, each above those it may import from.

Run it with `python docs/rooms.py` after a change of the folders.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("rooms.svg")
WIDTH, HEIGHT = 1056, 656

TITLE = "The rooms of Sabika"
TIP = (
    '<marker id="tip" markerWidth="8" markerHeight="8" refX="6" refY="4" orient="auto">'
    '<path d="M0 0 L8 4 L0 8 z"/></marker>'
)
STYLE = """
  svg { --ground: #fbf7ef; --room: #ffffff; --line: #8a7f6d; --ink: #2a2620; --quiet: #655c4e; --game: #0b6e8f; }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #171a2b; --room: #20243a; --line: #7d83a3; --ink: #f6efe2; --quiet: #b9b4a8; --game: #6cc6e4; }
  }
  text { font: 14px system-ui, "DejaVu Sans", sans-serif; fill: var(--ink); }
  .name { font-weight: 600; } .quiet { font-size: 12px; fill: var(--quiet); }
  .game { font-size: 12px; fill: var(--game); }
  rect { fill: var(--room); stroke: var(--line); rx: 6px; } .ground { fill: var(--ground); stroke: none; }
  path { stroke: var(--line); fill: none; marker-end: url(#tip); } marker path { fill: var(--line); stroke: none; }
"""


class Room(NamedTuple):
    """A box with the name of its folder, what is in it, and a line for what belongs to one game."""

    x: int
    y: int
    width: int
    height: int
    name: str
    about: str = ""
    game: str = ""


ROOMS = (
    Room(20, 40, 776, 56, "src/sabika/cli/", "the command sabika, a file for each command"),
    Room(20, 120, 136, 136, "terminal/", "play at a prompt", "faces/<game>.py"),
    Room(168, 120, 276, 50, "dataset/", "self-play as Parquet files"),
    Room(168, 182, 124, 74, "arena/", "bots play bots"),
    Room(304, 182, 140, 74, "envs/", "for learning", "codecs/<game>.py"),
    Room(456, 120, 340, 136, "server/", "live tables on the network"),
    Room(20, 280, 776, 56, "review/", "what a game teaches: the account of its luck and decisions"),
    Room(20, 360, 776, 72, "bots/", "six strengths, from random to vizier", "worth/, value/<game>.py: its judge"),
    Room(20, 456, 776, 72, "games/", "parts/: what several games share", "<game>/: rules, moves, views, locales/"),
    Room(20, 552, 776, 56, "engine/", "what every game is: states, luck, tables, records, sights"),
    Room(852, 40, 184, 392, "web/src/", "the page in the browser", "games/<game>/"),
    Room(852, 456, 184, 152, "bench/ and lab/"),
)
# From the top down.
INNER = ("ops", "http", "socket", "live", "companion", "store", "review", "table", "protocol", "common")
WEB = ("pages/: home, rules, replay", "table/: seats, bar, log", "lib/: socket, REST, words", "art/: ornaments")
MEASURES = ("bench/: how fast it is", "lab/: how strong bots are")
DOWN = [*((x, y) for y in (98, 258) for x in (88, 230, 374, 626)), *((408, y) for y in (338, 434, 530))]
ARROWS = ["M798 168 H848", "M850 196 H800", *(f"M{x} {y} v20" for x, y in DOWN), "M230 172 v6", "M374 172 v6"]
LEGEND = "A room may import from those below it. Rooms side by side do not know each other. Blue: one game's own."


def text(x: int, y: int, words: str, kind: str = "") -> str:
    mark = f' class="{kind}"' if kind else ""
    return f'<text x="{x}" y="{y}"{mark}>{escape(words)}</text>'


def drawn(room: Room) -> list[str]:
    """A box and its words."""
    found = [f'<rect x="{room.x}" y="{room.y}" width="{room.width}" height="{room.height}"/>']
    lines = [(room.name, "name"), (room.about, "quiet"), (room.game, "game")]
    for n, (words, kind) in enumerate(each for each in lines if each[0]):
        found.append(text(room.x + 14, room.y + 24 + 19 * n, words, kind))
    return found


def inner() -> list[str]:
    """The server's own rooms, in three lines from the top down."""
    found = []
    for line, names in enumerate((INNER[:4], INNER[4:7], INNER[7:])):
        x, y = 470, 170 + 28 * line
        for name in names:
            width = 24 + 7 * len(name)
            found += [f'<rect x="{x}" y="{y}" width="{width}" height="24"/>', text(x + 8, y + 16, name, "quiet")]
            x += width + 6
    return found


def picture() -> str:
    """The whole drawing."""
    parts = [f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>']
    for room in ROOMS:
        parts += drawn(room)
    parts += inner()
    parts += [f'<path d="{arrow}"/>' for arrow in ARROWS]
    parts += [text(866, 140 + 22 * n, words, "quiet") for n, words in enumerate(WEB)]
    parts += [text(866, 504 + 22 * n, words, "quiet") for n, words in enumerate(MEASURES)]
    parts += [text(866, 268, "protocol.ts comes from", "quiet"), text(866, 287, "server/protocol/", "quiet")]
    parts += [text(20, 636, LEGEND, "quiet")]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{TITLE}">'
    return "\n".join([head, f"<style>{STYLE}</style>", f"<defs>{TIP}</defs>", *parts, "</svg>", ""])


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
