"""A review as one HTML file that needs no network: curve, account, turning points with boards, luck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import Final

from sabika.engine.svg import INK, PLAYERS, QUIET, Drawing, disc, line, rect, text
from sabika.review.account import Account, Entry, LuckEntry
from sabika.review.words import Teller

WIDTH: Final = 900
HEIGHT: Final = 260

STYLE: Final = """
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem}
body{color:#2b2620;background:#fbf6ea}.quiet{color:#6f6656}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}table{border-collapse:collapse}
th,td{text-align:right;padding:.2rem .7rem;border-bottom:1px solid #d9cfb8}
th:first-child,td:first-child{text-align:left}td{white-space:nowrap}
.wide{overflow-x:auto}.curve{min-width:44rem}svg{max-width:100%;height:auto}summary{cursor:pointer}li{margin:.5rem 0}
@media (prefers-color-scheme:dark){
body{background:#1f1c18;color:#eee6d6}.quiet{color:#b0a690}th,td{border-color:#4a443a}}
"""


def page(teller: Teller, language: str) -> str:
    """The whole file."""
    say = teller.say
    body = [
        f"<h1>{escape(teller.title())}</h1>",
        *(f'<p class="quiet">{escape(note)}</p>' for note in teller.notes()),
        section(say("curve"), drawn_curve(teller)),
        section(say("account"), table(["", *teller.names()], teller.account_rows())),
        section(say("turning"), moments(teller, teller.turning(), teller.none("turning"))),
        section(say("slips"), moments(teller, teller.slips(), teller.none("slips"))),
    ]
    if teller.story.well_played:
        body.append(section(say("well"), moments(teller, teller.praise(), "")))
    body.append(section(say("ledger"), table(["", *teller.names()], teller.ledger())))
    title = f"<title>{escape(teller.title())}</title>"
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width">{title}<style>{STYLE}</style>'
    whole = f"<head>{head}</head><body>{''.join(body)}</body>"
    return f'<!doctype html><html lang="{language}">{whole}</html>\n'


def section(title: str, content: str) -> str:
    return f'<section><h2>{escape(title)}</h2><div class="wide">{content}</div></section>'


def table(columns: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]]) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(row(name, cells) for name, cells in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def row(name: str, cells: Sequence[str]) -> str:
    return f"<tr><td>{escape(name)}</td>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


def drawn_curve(teller: Teller) -> str:
    """The curve and how to read it; on a phone it is moved sideways, so that its figures can be read."""
    drawing = curve(teller.account, teller.names()).svg
    return f'<div class="curve">{drawing}</div><p class="quiet">{escape(teller.say("page.legend"))}</p>'


def moments(teller: Teller, told: Sequence[tuple[Entry, str]], none: str) -> str:
    """Sentences, each of which opens the table as it was."""
    if not told:
        return f"<p>{escape(none)}</p>"
    items = []
    for entry, sentence in told:
        picture = teller.scenes[entry.step].picture
        said = escape(sentence).replace(" %", "&nbsp;%")
        opened = f"<details><summary>{said}</summary>{picture}</details>" if picture else said
        items.append(f'<li id="step-{entry.step}">{opened}</li>')
    return f"<ol>{''.join(items)}</ol>"


def curve(account: Account, names: Sequence[str]) -> Drawing:
    """Every side's chance to win; luck is drawn thin, decisions thick."""
    last = max([1, *(entry.step for entry in account.entries)])
    luck = {entry.step for entry in account.entries if isinstance(entry, LuckEntry)}
    points = list(account.curve())
    shapes = rect(40, 10, WIDTH - 60, HEIGHT - 40, "#fffdf6")
    for part in (0, 25, 50, 75, 100):
        y = y_of(part / 100)
        shapes += line(40, y, WIDTH - 20, y, 0.5, QUIET) + text(34, y + 4, f"{part} %", 10, QUIET, "end")
    can_win = [side for side in range(len(names)) if any(now.wins[side] for _, now in points)]
    for side in can_win:
        for (step, before), (to, now) in pairwise(points):
            ends = x_of(step, last), y_of(before.wins[side]), x_of(to, last), y_of(now.wins[side])
            shapes += line(*ends, 1.0 if to in luck else 2.6, PLAYERS[side % len(PLAYERS)])
        shapes += disc(50 + 150 * side, HEIGHT - 12, 5, PLAYERS[side % len(PLAYERS)])
        shapes += text(60 + 150 * side, HEIGHT - 8, names[side], 12, INK)
    return Drawing(WIDTH, HEIGHT, shapes)


def x_of(step: int, last: int) -> float:
    return 40 + (WIDTH - 60) * step / last


def y_of(win: float) -> float:
    """Luck is added to an estimate that a decision corrects later: the sum may leave 0 to 1, a chance does not."""
    return 10 + (HEIGHT - 40) * (1 - min(1.0, max(0.0, win)))
