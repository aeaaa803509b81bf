"""The pictures of a report, each as SVG that stands in the page itself. Needs matplotlib (the extra `sim`)."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from sabika.arena.match import Played
from sabika.arena.plan import Plan
from sabika.arena.stats import Estimate
from sabika.arena.tally import Tally, average
from sabika.extras import Needing

with Needing("a report", "sim"):
    import matplotlib as mpl
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.colors import to_hex
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch
    from matplotlib.ticker import MaxNLocator

mpl.use("svg")

INK: Final = "#2b2a33"
QUIET: Final = "#8b8478"
LINES: Final = "#e0d5c0"
BOTS: Final = ("#2a5caa", "#c0392b", "#2e8b57", "#d08a1e", "#6c4a9e", "#2aa7a1", "#8a5a2b", "#5d6d7e")
SOURCES: Final = {  # a building's colour is the same wherever it is drawn
    "pavilion": "#2a5caa",
    "seraglio": "#c0392b",
    "arcades": "#8a5a2b",
    "chambers": "#d9c9a0",
    "garden": "#2e8b57",
    "tower": "#6c4a9e",
    "wall": "#5f5a52",
    "chips": "#2aa7a1",
}
STYLE: Final[Any] = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "sabika",  # the same picture is the same file
    "font.size": 11,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": QUIET,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "xtick.color": QUIET,
    "ytick.color": INK,
    "ytick.major.size": 0,
    "grid.color": LINES,
    "legend.frameon": False,
    "legend.fontsize": 10,
}


def colour_of(found: Tally, bot: str) -> str:
    """Every bot keeps its colour through the whole report."""
    return BOTS[sorted(each.bot for each in found.standings).index(bot) % len(BOTS)]


def drawn(figure: Figure) -> str:
    """The figure as SVG, without what only a file of its own needs."""
    out = io.StringIO()
    figure.savefig(out, format="svg", transparent=True, bbox_inches="tight", metadata={"Date": None})
    text = out.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    for size in ("width", "height"):  # the page decides
        text = re.sub(rf'(<svg[^>]*?) {size}="[^"]*"', r"\1", text, count=1)
    return text


def canvas(width: float, height: float, columns: Sequence[float] = (1,)) -> tuple[Figure, list[Axes]]:
    """A figure with one row of axes, so wide in proportion."""
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, list(figure.subplots(1, len(columns), squeeze=False, width_ratios=list(columns))[0])


def whiskers(axes: Axes, at: float, estimate: Estimate, colour: str) -> None:
    """A point with its interval."""
    axes.plot([estimate.low, estimate.high], [at, at], color=colour, linewidth=3, alpha=0.45, solid_capstyle="round")
    axes.plot([estimate.value], [at], "o", color=colour, markersize=9, markeredgecolor="white", markeredgewidth=1.2)


def rows(axes: Axes, names: Sequence[str]) -> None:
    """Names down the left side, the first on top."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(axis="x")
    axes.set_axisbelow(True)


# Pictures.


def ratings(found: Tally) -> str:
    """Ratings with error bars, the best on top."""
    with mpl.rc_context(STYLE):
        figure, (axes,) = canvas(7.4, 0.9 + 0.5 * len(found.standings))
        rows(axes, [each.bot for each in found.standings])
        for at, each in enumerate(found.standings):
            if each.rating is not None:
                whiskers(axes, at, each.rating, colour_of(found, each.bot))
                axes.annotate(f"{each.rating.value:.0f}", (each.rating.value, at), (0, 8), textcoords="offset points",
                              ha="center", fontsize=10, fontweight="bold")  # fmt: skip
        axes.set_xlabel("Elo points")
        return drawn(figure)


def meetings(found: Tally) -> str:
    """Who came in ahead of whom, as a table of colours."""
    names = [each.bot for each in found.standings]
    with mpl.rc_context(STYLE):
        figure, (axes,) = canvas(7.4, 0.7 + 0.42 * len(names))
        shown = np.full((len(names), len(names)), np.nan)
        for each in found.meetings:
            a, b = names.index(each.first), names.index(each.second)
            shown[a, b], shown[b, a] = each.rate.value, 1 - each.rate.value
        edges = np.arange(len(names) + 1) - 0.5
        axes.pcolormesh(edges, edges, shown, cmap="BrBG", vmin=-0.25, vmax=1.25, edgecolor="#fffdf8", linewidth=2)
        axes.invert_yaxis()
        for (a, b), part in np.ndenumerate(shown):
            if not np.isnan(part):
                pale = abs(part - 0.5) < 0.4
                axes.text(b, a, f"{100 * part:.0f} %", ha="center", va="center", color=INK if pale else "white")
        axes.set_xticks(range(len(names)), names, color=INK)
        axes.set_yticks(range(len(names)), names)
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        return drawn(figure)


def scores(found: Tally, games: Sequence[Played]) -> str:
    """How the scores of each bot are spread, one above the other."""
    by_bot = {each.bot: scores_of(each.bot, games) for each in found.standings}
    everything = [score for own in by_bot.values() for score in own]
    with mpl.rc_context(STYLE):
        figure, (axes,) = canvas(7.4, 1.0 + 0.75 * len(by_bot))
        if everything:
            wide = max(3.0, float(np.std(everything)))
            line = np.linspace(min(everything) - wide / 2, max(everything) + wide / 2, 300)
            highest = max(density(own, line).max() for own in by_bot.values() if own)
            for at, (bot, own) in enumerate(by_bot.items()):
                ridge(axes, at, line, density(own, line) / highest, own, colour_of(found, bot))
        axes.set_yticks(range(len(by_bot)), list(by_bot))
        axes.set_ylim(len(by_bot) - 0.7, -1.0)
        axes.grid(axis="x")
        axes.set_axisbelow(True)
        axes.set_xlabel("points at the end; the mark is the mean")
        return drawn(figure)


def scores_of(bot: str, games: Sequence[Played]) -> list[int]:
    return [score for game in games if game.scores for name, score in zip(game.seating, game.scores, strict=True)
            if name == bot]  # fmt: skip


def density(own: Sequence[int], line: np.ndarray) -> np.ndarray:
    """A smooth curve through a spread of scores: a bell of Silverman's width for each."""
    if not own:
        return np.zeros_like(line)
    width = max(1.0, 1.06 * float(np.std(own)) * len(own) ** -0.2)
    bells = np.exp(-0.5 * ((line[:, None] - np.asarray(own)[None, :]) / width) ** 2)
    curve: np.ndarray = bells.sum(axis=1) / (len(own) * width * math.sqrt(2 * math.pi))
    return curve


def ridge(axes: Axes, at: int, line: np.ndarray, curve: np.ndarray, own: Sequence[int], colour: str) -> None:
    top = at - 0.85 * curve
    axes.fill_between(line, at, top, color=colour, alpha=0.55, linewidth=0)
    axes.plot(line, top, color=colour, linewidth=1.4)
    if own:
        mean = average([float(score) for score in own])
        axes.plot([mean, mean], [at, at - 0.2], color=INK, linewidth=2)
        axes.annotate(f"{mean:.0f}", (mean, at), (0, -11), textcoords="offset points", ha="center", fontsize=9)


def sources(found: Tally, games: Sequence[Played]) -> str:
    """Where points came from: a column of bars for each scoring, one bar a bot, one colour a source."""
    bots = [each.bot for each in found.standings]
    means = {bot: means_of(bot, games) for bot in bots}
    parts = list(dict.fromkeys(part for own in means.values() for part, _ in own))
    kinds = sorted({source for own in means.values() for _, source in own}, key=source_order)
    most = {part: max(total_of(own, part) for own in means.values()) for part in parts}
    widest = max([*most.values(), 1.0])
    with mpl.rc_context(STYLE):
        figure, columns = canvas(7.4, 1.7 + 0.5 * len(bots), [max(0.18, most[part] / widest) for part in parts] or [1])
        for axes, part in zip(columns, parts, strict=False):
            for at, bot in enumerate(bots):
                stack(axes, at, means[bot], part, kinds)
            rows(axes, bots if axes is columns[0] else [""] * len(bots))
            axes.set_xlim(min(axes.get_xlim()[0], 0), 1.15 * max(0.18 * widest, most[part]))
            axes.xaxis.set_major_locator(MaxNLocator(max(1, round(6 * most[part] / widest)), integer=True))
            axes.set_title(part.replace("-", " ") if len(parts) > 1 else "")
            axes.set_xlabel("points" if axes is columns[-1] else "")
        handles = [Patch(color=colour_of_source(kind, kinds), label=kind.replace("-", " ")) for kind in kinds]
        figure.legend(handles=handles, loc="outside lower center", ncols=min(8, len(handles) or 1), handlelength=0.9,
                      columnspacing=1.2)  # fmt: skip
        return drawn(figure)


def means_of(bot: str, games: Sequence[Played]) -> dict[tuple[str, str], float]:
    """A seat's average points per game with this bot, by scoring and source."""
    summed: dict[tuple[str, str], float] = {}
    count = 0
    for game in games:
        if game.scores:
            count += game.seating.count(bot)
            for seat, part, source, points in game.points:
                if game.seating[seat] == bot:
                    summed[part, source] = summed.get((part, source), 0.0) + points
    return {key: points / count for key, points in sorted(summed.items(), key=lambda item: part_order(item[0][0]))}


def total_of(own: Mapping[tuple[str, str], float], part: str) -> float:
    """All gains of a scoring."""
    return sum(points for (its, _), points in own.items() if its == part and points > 0)


PARTS: Final = ("first", "second", "third")


def part_order(part: str) -> int:
    """Scorings in the order they happen; other parts as the games name them."""
    return PARTS.index(part) if part in PARTS else len(PARTS)


def source_order(source: str) -> tuple[int, str, int]:
    """Buildings first, then by name and number."""
    word, _, number = source.rpartition("-")
    known = list(SOURCES).index(source) if source in SOURCES else len(SOURCES)
    return (known, word, int(number)) if number.isdecimal() else (known, source, 0)


def colour_of_source(source: str, kinds: Sequence[str]) -> str:
    if source in SOURCES:
        return SOURCES[source]
    others = [kind for kind in kinds if kind not in SOURCES]
    return to_hex(mpl.colormaps["viridis"]((others.index(source) + 0.5) / len(others)))


def stack(axes: Axes, at: int, own: Mapping[tuple[str, str], float], part: str, kinds: Sequence[str]) -> None:
    """The sources of one bot in one scoring side by side: losses to the left of zero, gains to the right."""
    left = {False: 0.0, True: 0.0}
    for kind in kinds:
        points = own.get((part, kind), 0.0)
        if points:
            axes.barh(at, points, 0.62, left=left[points < 0], color=colour_of_source(kind, kinds), edgecolor="white",
                      linewidth=0.6)  # fmt: skip
            left[points < 0] += points
    if any(left.values()):
        axes.annotate(f"{sum(left.values()):.0f}", (left[False], at), (4, 0), textcoords="offset points", va="center",
                      fontsize=9, color=INK)  # fmt: skip


def seats(found: Tally, plan: Plan) -> str:
    """What a seat wins, whoever sits there, beside its fair part."""
    sides = [list(group) for _, group in groupby(found.seat_wins, key=lambda each: plan.sides[each.seat])]
    with mpl.rc_context(STYLE):
        figure, (axes,) = canvas(7.4, 0.9 + 0.5 * len(sides))
        rows(axes, ["seat " + " and ".join(str(each.seat + 1) for each in side) for side in sides])
        axes.axvline(100 / len(sides), color=QUIET, linewidth=1.2, linestyle=(0, (4, 3)))
        for at, side in enumerate(sides):
            rate = side[0].rate
            whiskers(axes, at, Estimate(100 * rate.value, 100 * rate.low, 100 * rate.high), INK)
            axes.annotate(f"{100 * rate.value:.1f} %, {side[0].points:.0f} points", (100 * rate.value, at), (0, 9),
                          textcoords="offset points", ha="center", fontsize=9,
                          bbox={"facecolor": "#fffdf8", "edgecolor": "none", "pad": 0.5})  # fmt: skip
        axes.set_xlabel("wins in %; the broken line is a fair part")
        return drawn(figure)
