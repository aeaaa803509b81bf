"""A run as one HTML page that needs nothing else: tables, and pictures that stand in the page itself."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sabika import __version__
from sabika.arena import text_report
from sabika.arena.match import Played
from sabika.arena.plan import Plan
from sabika.arena.stats import Sprt
from sabika.arena.tally import Tally
from sabika.engine.registry import find
from sabika.extras import need


def check_plots() -> None:
    """ValueError with one line where pictures cannot be drawn."""
    need("a report", "matplotlib", "sim")


def page(plan: Plan, games: Sequence[Played], found: Tally, test: Sprt | None = None) -> str:
    """The report."""
    from sabika.arena import plots

    parts = [section("Standings", table(text_report.standing_rows(found)) + notes(found, test))]
    if found.anchor:
        parts.append(section("Ratings", plots.ratings(found), "A bar holds the true rating in 95 of 100 such runs."))
    if len(found.standings) > 2:
        parts.append(section("Against each other", plots.meetings(found), "How often the row came in ahead."))
        parts[-1] += section("", table(text_report.meeting_rows(found)))
    if any(game.scores for game in games):
        parts.append(section("Scores", plots.scores(found, games)))
        about = "A seat's average points per game, by scoring and by what was scored."
        parts.append(section("Where points came from", plots.sources(found, games), about))
    parts.append(section("Seats", plots.seats(found, plan), "Every bot sat in every seat equally often."))
    parts.append(section("Thinking", table(text_report.speed_rows(found))))
    return PAGE.format(
        title=escape(f"{find(plan.game).title}: {', '.join(plan.names)}"),
        game=escape(find(plan.game).title),
        bots=escape(" · ".join(each.bot for each in found.standings)),
        facts="".join(f"<li><b>{escape(value)}</b> {escape(name)}</li>" for name, value in facts(plan, found)),
        command=escape(command(plan, found)),
        parts="\n".join(parts),
        version=__version__,
    )


def facts(plan: Plan, found: Tally) -> list[tuple[str, str]]:
    best = found.standings[0]
    told = [
        ("games", f"{found.games:,}"),
        ("deals, each played in every seating", f"{found.deals:,}"),
        ("seats", str(plan.seats)),
        (f"of its games won by {best.bot}", text_report.percent(best.rate.value)),
    ]
    return [*told, ("void games", str(found.void))] if found.void else told


def command(plan: Plan, found: Tally) -> str:
    """What plays these games again."""
    options = "".join(f" --option {name}={value}" for name, value in plan.options.items())
    return (
        f"sabika arena {plan.game} --bots {','.join(plan.bots)} --seats {plan.seats}{options} "
        f"--games {found.games + found.void} --seed {plan.seed}"
    )


def notes(found: Tally, test: Sprt | None) -> str:
    return "".join(f"<p class='note'>{escape(line)}</p>" for line in text_report.notes(found, test))


def section(title: str, body: str, about: str = "") -> str:
    head = f"<h2>{escape(title)}</h2>" if title else ""
    body = body.replace("<svg", f'<svg role="img" aria-label="{escape(title)}"', 1) if body.startswith("<svg") else body
    told = f"<p class='about'>{escape(about)}</p>" if about else ""
    return f"<section>{head}{told}<div class='wide'>{body}</div></section>"


def table(rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body]
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ --plaster: #f6efe2; --ink: #2b2a33; --quiet: #6f685c; --line: #e0d5c0; --night: #1d2340; }}
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: var(--plaster); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }}
header {{ background: var(--night); color: #f6efe2; position: relative; overflow: hidden; }}
header svg {{ position: absolute; inset: 0; width: 100%; height: 100%; opacity: .16; }}
header div {{ position: relative; max-width: 58rem; margin: 0 auto; padding: 2.6rem 1.2rem 2rem; }}
h1 {{ font-size: 2.2rem; line-height: 1.15; margin: 0; font-weight: 650; letter-spacing: -.01em; }}
header p {{ margin: .4rem 0 1.4rem; font-size: 1.1rem; color: #d9cfb8; }}
ul {{ list-style: none; display: flex; flex-wrap: wrap; gap: .4rem 2.2rem; margin: 0; padding: 0; }}
li {{ color: #d9cfb8; }}
li b {{ display: block; font-size: 1.5rem; color: #fff; font-variant-numeric: tabular-nums; }}
main {{ max-width: 58rem; margin: 0 auto; padding: .8rem 1.2rem 3rem; }}
section {{ margin-top: 2rem; }}
h2 {{ font-size: 1.25rem; margin: 0 0 .2rem; }}
.about, .note {{ color: var(--quiet); margin: .2rem 0 .8rem; max-width: 46rem; }}
.note {{ margin: .6rem 0 0; font-size: .95rem; }}
.wide {{ background: #fffdf8; border: 1px solid var(--line); border-radius: 10px; padding: 1rem; overflow-x: auto; }}
.wide svg {{ display: block; width: 100%; height: auto; max-width: 52rem; margin: 0 auto; }}
.wide svg text {{ font-family: system-ui, sans-serif !important; }}
table {{ border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }}
th, td {{ text-align: right; padding: .35rem .45rem; white-space: nowrap; font-size: .95rem; }}
th:first-child, td:first-child {{ text-align: left; font-weight: 600; }}
th {{ color: var(--quiet); font-weight: 500; font-size: .9rem; border-bottom: 1px solid var(--line); }}
tbody tr:not(:last-child) td {{ border-bottom: 1px solid #f0e8d8; }}
footer {{ max-width: 58rem; margin: 0 auto; padding: 0 1.2rem 3rem; color: var(--quiet); font-size: .9rem; }}
code {{ overflow-wrap: anywhere; }}
</style>
<header>
<svg aria-hidden="true"><defs><pattern id="star" width="64" height="64" patternUnits="userSpaceOnUse">
<g fill="none" stroke="#f6efe2" stroke-width="1.4"><rect x="16" y="16" width="32" height="32"/>
<rect x="16" y="16" width="32" height="32" transform="rotate(45 32 32)"/>
<path d="M32 9.4V0M32 54.6V64M9.4 32H0M54.6 32H64M16 16 0 0M48 16 64 0M16 48 0 64M48 48 64 64"/></g></pattern></defs>
<rect width="100%" height="100%" fill="url(#star)"/></svg>
<div><h1>{game}</h1><p>{bots}</p><ul>{facts}</ul></div>
</header>
<main>
{parts}
</main>
<footer>Sabika {version}. Played by <code>{command}</code></footer>
</html>
"""
