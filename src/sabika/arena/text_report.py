"""A tally in words and columns."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from sabika.arena.stats import Estimate, Sprt
from sabika.arena.tally import Standing, Tally


def text(found: Tally, test: Sprt | None = None) -> str:
    """Everything a person wants to know, for a terminal."""
    parts = [[headline(found)], columns(standing_rows(found))]
    if len(found.standings) > 2:
        parts.append(columns(meeting_rows(found)))
    parts += [columns(speed_rows(found)), list(notes(found, test))]
    return "\n\n".join("\n".join(part) for part in parts if part)


def headline(found: Tally) -> str:
    options = "".join(f", {name} {value}" for name, value in found.options.items())
    return (
        f"{found.game}, {found.seats} seats{options}: {count(found.games, 'game')} in "
        f"{count(found.deals, 'deal')}, seed {found.seed}" + (f"; {found.void:,} void" if found.void else "")
    )


def standing_rows(found: Tally) -> list[list[str]]:
    rated = bool(found.anchor)
    head = ["bot", *(["rating", "95 %"] if rated else []), "wins", "95 %", "margin", "95 %", "points", "games"]
    return [head, *map(standing_row, found.standings)]


def standing_row(each: Standing) -> list[str]:
    rating = each.rating
    shown = [f"{rating.value:.0f}", "anchor" if rating.low == rating.high else span(rating, "{:.0f}")] if rating else []
    return [
        each.bot,
        *shown,
        percent(each.rate.value),
        span(Estimate(*(100 * x for x in (each.rate.value, each.rate.low, each.rate.high))), "{:.1f}"),
        f"{each.margin.value:+.1f}",
        span(each.margin, "{:+.1f}"),
        f"{each.points:.1f}",
        f"{each.games:,}",
    ]


def meeting_rows(found: Tally) -> list[list[str]]:
    rows = [["first", "second", "first ahead", "95 %", "margin", "95 %", "games"]]
    for each in found.meetings:
        percents = Estimate(*(100 * x for x in (each.rate.value, each.rate.low, each.rate.high)))
        ahead = [percent(each.rate.value), span(percents, "{:.1f}")]
        margin = [f"{each.margin.value:+.1f}", span(each.margin, "{:+.1f}")]
        rows.append([each.first, each.second, *ahead, *margin, f"{each.games:,}"])
    return rows


def speed_rows(found: Tally) -> list[list[str]]:
    searching = any(each.speed.playouts for each in found.standings)
    head = ["thinking", "decisions", "a second", "mean", "95 % below"]
    rows = [[*head, "playouts, median", "a second", "depth"] if searching else head]
    for each in found.standings:
        speed = each.speed
        row = [each.bot, f"{speed.decisions:,}", f"{speed.per_second:,.0f}"]
        row += [f"{speed.mean_ms:.2f} ms", f"{speed.p95_ms:.2f} ms"]
        if speed.playouts:
            row += [f"{speed.playouts:,.0f}", f"{speed.playouts_per_second:,.0f}", f"{speed.depth:.1f}"]
        rows.append([*row, *["-"] * (len(rows[0]) - len(row))])
    return rows


def notes(found: Tally, test: Sprt | None) -> Iterable[str]:
    if found.anchor:
        yield f"Ratings: {found.anchor} is set to 1500; 400 points more are odds of ten to one."
    if found.anchor and any(not math.isclose(each.fair, 1 / 2) for each in found.standings):
        parts = ", ".join(f"{each.bot} {percent(each.fair)}" for each in found.standings)
        yield f"Of bots of one strength each would win: {parts}."
    if test is not None:
        yield test_line(found, test)
    if found.timed:
        yield f"{', '.join(found.timed)} thinks by the clock: this run cannot be repeated exactly."
    faults: dict[tuple[str, str, str], int] = {}
    for fault in found.faults:
        key = (fault.bot, fault.kind, fault.told)
        faults[key] = faults.get(key, 0) + 1
    for (bot, kind, told), times in faults.items():
        yield f"{bot} {DONE[kind]} and lost {count(times, 'game')} by it: {told}."


DONE = {"hangs": "hung", "crashes": "crashed", "dies": "ended its process", "illegal": "made an illegal move"}


def test_line(found: Tally, test: Sprt) -> str:
    first = found.meetings[0].first if found.meetings else ""
    verdicts = {
        "elo1": f"{first} is better by more than {test.elo0:g} Elo ({test.elo1:g} accepted)",
        "elo0": f"{first} is not better by {test.elo1:g} Elo ({test.elo0:g} accepted)",
        "": "the evidence does not suffice",
    }
    return (
        f"Test of {test.elo0:g} against {test.elo1:g} Elo, errors {100 * test.alpha:g} and {100 * test.beta:g} %: "
        f"{verdicts[test.verdict]}; log-likelihood ratio {test.ratio:+.2f}, of {test.lower:.2f} to {test.upper:.2f}."
    )


def count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def percent(part: float) -> str:
    return f"{100 * part:.1f} %"


def span(estimate: Estimate, form: str) -> str:
    """The interval; - where nothing is known."""
    if math.isinf(estimate.low) or math.isinf(estimate.high):
        return "-"
    return f"{form.format(estimate.low)} to {form.format(estimate.high)}"


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Text in columns, the first to the left, numbers to the right."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    return ["  ".join(aligned(cell, widths[n], n) for n, cell in enumerate(row)) for row in rows]


def aligned(cell: str, width: int, column: int) -> str:
    return cell.rjust(width) if column else cell.ljust(width)
