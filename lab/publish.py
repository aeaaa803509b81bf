"""The tables of the package and of docs/lab/ratings.md, from the contests played."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

import sabika
from lab.budgets import GAMES, TIMES
from lab.contests import LEVELS, Contest, Progress, progress
from sabika.arena.published import Rated, Ratings, published
from sabika.arena.ratings import Deal, anchor_of, ratings
from sabika.arena.tally import by_deal, results_of
from sabika.arena.text_report import percent

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def publish(given: argparse.Namespace) -> int:
    """The ratings of every game that was played, and all contests, into the package and the docs."""
    played = [each for each in progress(given) if each.ledger.games]
    tables = published_in(given.table)
    for game in GAMES:
        own = [each for each in played if each.contest.game == game and each.contest.seats == 2]
        if own:
            tables[game] = rated(game, own)
    given.table.write_text(msgspec.json.format(msgspec.json.encode(tables)).decode() + "\n")
    told = [f"These contests were played with {100 * given.share:g} % of the playouts that fit in a bot's time.", ""]
    lines = [*rating_lines(tables), "", *contest_lines(played), "", *speed_lines(played)]
    write_page(given.page, [*told, *lines] if given.share != 1 else lines)
    print(f"{given.table} and {given.page} are written")
    return 0


def published_in(file: Path) -> dict[str, Ratings]:
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Ratings]) if file.exists() else published()


def rated(game: str, own: Sequence[Progress]) -> Ratings:
    """The ratings of all that met in a game."""
    levels = [level for level in LEVELS if any(level in each.contest.bots for each in own)]
    found = ratings(levels, [deal for each in own for deal in renamed(each, levels)])
    rows = [
        Rated(
            bot=level,
            played_as=next(spec for each in own for spec in each.plan.bots if spec.partition("@")[0] == level),
            rating=round(estimate.value, 1),
            low=round(estimate.low, 1),
            high=round(estimate.high, 1),
            games=sum(each.tally.games for each in own if level in each.contest.bots),
        )
        for level, estimate in zip(levels, found, strict=True)
    ]
    rows.sort(key=lambda row: -row.rating)
    return Ratings(game, levels[anchor_of(levels)], datetime.now(UTC).date().isoformat(), sabika.__version__, rows)


def renamed(each: Progress, levels: Sequence[str]) -> Iterable[Deal]:
    """The deals of a contest, with the numbers that its bots have among all levels."""
    first, second = (levels.index(bot) for bot in each.contest.bots)
    for deal in by_deal([game for game in each.ledger.games if game.shares]):
        for part in results_of(each.plan, deal).values():
            yield {(first, second): part} if first < second else {(second, first): 1 - part}


def rating_lines(tables: dict[str, Ratings]) -> list[str]:
    lines = ["| bot | " + " | ".join(sabika.games.find(game).title for game in tables) + " |"]
    lines.append("|---|" + "---|" * len(tables))
    for level in reversed(LEVELS):
        cells = [cell_of(tables[game], level) for game in tables]
        if any(cells):
            lines.append(f"| `{level}` | " + " | ".join(cells) + " |")
    return lines


def cell_of(found: Ratings, level: str) -> str:
    for row in found.rows:
        if row.bot == level:
            span = "anchor" if level == found.anchor else f"{row.low:.0f} to {row.high:.0f}"
            return f"{row.rating:.0f} ({span})"
    return ""


def contest_lines(played: Sequence[Progress]) -> list[str]:
    lines = ["| game | seats | who | games | wins | 95 % interval | mean margin | 95 % interval | aim | evidence |"]
    lines.append("|---|---|---|---|---|---|---|---|---|---|")
    for each in sorted(played, key=lambda each: GAMES.index(each.contest.game)):
        found = each.tally
        first = found.standing(each.plan.bots[0])
        others = f"three {each.plan.bots[1]}s" if each.contest.seats == 4 else each.plan.bots[1]
        cells = [
            sabika.games.find(each.contest.game).title,
            str(each.contest.seats),
            f"{each.plan.bots[0]} against {others}",
            str(found.games),
            percent(first.rate.value),
            f"{100 * first.rate.low:.1f} to {100 * first.rate.high:.1f}",
            f"{first.margin.value:+.1f}",
            f"{first.margin.low:+.1f} to {first.margin.high:+.1f}",
            aim_of(each.contest),
            evidence(each),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def aim_of(contest: Contest) -> str:
    if contest.figure is not None:
        return f"{100 * contest.figure:.0f} %"
    return "margin above 0" if contest.by_margin else "-"


def evidence(each: Progress) -> str:
    """What the sequential test says, where there is one."""
    if each.test is None:
        return "-"
    accepted = {"elo1": each.test.elo1, "elo0": each.test.elo0}
    verdict = each.test.verdict
    return f"{accepted[verdict]:+.0f} Elo accepted" if verdict else f"open ({each.test.ratio:+.1f})"


def speed_lines(played: Sequence[Progress]) -> list[str]:
    """How long the thinking bots took for a move at these playouts."""
    lines = ["| game | bot | a decision, mean | 95 % below | playouts/s | decisions in a playout |"]
    lines.append("|---|---|---|---|---|---|")
    for game in GAMES:
        for level in TIMES:
            own = [each for each in played if each.contest.game == game and level == each.contest.bots[0]]
            if own:
                speed = max(own, key=lambda each: each.tally.games).tally.standing(own[0].plan.bots[0]).speed
                cells = [f"{speed.mean_ms:.0f} ms", f"{speed.p95_ms:.0f} ms", f"{speed.playouts_per_second:,.0f}"]
                title = sabika.games.find(game).title
                lines.append(f"| {title} | {own[0].plan.bots[0]} | " + " | ".join(cells) + f" | {speed.depth:.1f} |")
    return lines if len(lines) > 2 else []


def write_page(page: Path, lines: Sequence[str]) -> None:
    """Put the tables between the two marks of the page."""
    text = page.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise ValueError(f"{page} has no lines {BEGIN} and {END}, between which the tables go")
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    page.write_text("\n".join([before + BEGIN, "", *lines, "", END + after]), encoding="utf-8")
