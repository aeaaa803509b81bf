"""Draw docs/picture.svg: a real position of a game that anybody can deal again.

Run it with `python docs/picture.py` after a change to what the terminal shows.
"""

from __future__ import annotations

import html
import io
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from sabika import Table, bots
from sabika.terminal import face
from sabika.terminal.log import Log
from sabika.terminal.screen import joined, line, menu, numbered, spots_of
from sabika.terminal.sitting import scene_of

SEATS = ("you", "builder", "novice")
SEED = 29
DECISIONS = 177  # of all seats; then you are asked where a tile goes
SIZE = (118, 30)
ASPECT = 0.602  # width to height of a character
WIDE = 20 * ASPECT
TEXT = re.compile(
    r'<text class="(?P<kind>[^"]*)" x="(?P<x>[^"]*)" y="(?P<y>[^"]*)"[^>]*>(?P<words>[^<]*)</text>', re.DOTALL
)

# Night in a courtyard: ground, plaster, and the sixteen colours of a terminal, of which the drawing uses none.
NIGHT = TerminalTheme((23, 26, 43), (246, 239, 226), [(246, 239, 226)] * 8)

# No font is fetched from anywhere: the reader's own monospaced one serves.
FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: {char_height}px;
  line-height: {line_height}px; white-space: pre; }}
{styles}
</style>
<rect width="{width}" height="{height}" rx="10" fill="#171a2b"/>
<g transform="translate({terminal_x}, 14)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def position() -> Table:
    """A game among bots, after so many decisions."""
    table = Table.deal("alhambra", SEATS, seed=SEED)
    players = [bots.find("builder" if name == "you" else name)(SEED + seat) for seat, name in enumerate(SEATS)]
    for _ in range(DECISIONS):
        table.play(players[table.actor].choose(table.sight))
    return table


def draw() -> str:
    table = position()
    log = Log(face("alhambra"))
    console = Console(
        record=True, width=SIZE[0], height=SIZE[1], file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    scene = scene_of(table, 0, console)
    log.recall(scene)
    shown = face("alhambra")
    groups = shown.menu(scene)
    console.rule("your turn", style="dim")
    for text in log.news(scene, 0):
        console.print(text)
    console.print(shown.draw(scene, spots_of(numbered(groups))))
    console.print(joined(menu(groups, scene.width)))
    console.print(line("you> "))
    svg = console.export_svg(title="", theme=NIGHT, code_format=FRAME, unique_id="sabika", font_aspect_ratio=ASPECT)
    return TEXT.sub(trimmed, svg)


def trimmed(found: re.Match[str]) -> str:
    """A piece of text without the spaces round it, because not every viewer keeps them."""
    kind, x, y, words = found["kind"], float(found["x"]), found["y"], found["words"].replace("&#160;", "\xa0")
    column = x + WIDE * (len(words) - len(words.lstrip("\xa0")))
    words = words.strip("\xa0\n")
    if not words:
        return ""
    length = WIDE * len(html.unescape(words))
    words = words.replace("\xa0", "&#160;")
    return f'<text class="{kind}" x="{column:g}" y="{y}" textLength="{length:g}">{words}</text>\n'


if __name__ == "__main__":
    Path(__file__).with_suffix(".svg").write_text(draw(), encoding="utf-8")
