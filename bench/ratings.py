"""How strong the bots of the house are: the figures of docs/bots.md and the table of `sabika ratings`.

    python bench/ratings.py calibrate           how many playouts fit in a bot's time, into bench/playouts.json
    python bench/ratings.py play --minutes 60   plays on with every contest that is not decided
    python bench/ratings.py show                how all contests stand
    python bench/ratings.py publish             writes the table of the package and the one in docs/bots.md

Strength is measured at fixed playouts, so that a run can be repeated on any machine; `calibrate` makes them those that
the bot reaches in its time on this one. Every contest keeps its games in a file of build/ratings, deal after deal, so a
run may be stopped at any time and goes on where it was. Time is shared out evenly among the contests not yet decided.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles

import msgspec

import sabika
from sabika import Table, bots
from sabika.arena.ledger import Ledger, OtherResults
from sabika.arena.match import Played
from sabika.arena.plan import Plan
from sabika.arena.pool import Pool
from sabika.arena.published import Rated, Ratings, published
from sabika.arena.ratings import Deal, anchor_of, ratings
from sabika.arena.run import note, run
from sabika.arena.show import percent
from sabika.arena.stats import Sprt, elo_of
from sabika.arena.tally import Tally, by_deal, rate_of, results_of, tally

ROOT = Path(__file__).parents[1]
PLAYOUTS = ROOT / "bench" / "playouts.json"
RESULTS = ROOT / "build" / "ratings"
TABLE = ROOT / "src" / "sabika" / "arena" / "ratings.json"
PAGE = ROOT / "docs" / "bots.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
TIMES = {"architect": 200, "vizier": 1000}  # milliseconds for a move, which the playouts stand for
SEED = 2026
MANY = 200  # games of bots that do not search: they cost next to nothing
AT_FOUR = 60  # games at four seats
LOOKS = (40, 100, 200)  # games after which it is seen whether a margin is above 0
FEW = 100  # playouts; of fewer a speed is not told
SLICE = 60.0  # seconds that a contest plays before it is the next one's turn

GAMES = ["alhambra", "alcazaba", "alhambra_dice", "zatre"]
LEVELS = ["novice", "apprentice", "builder", "architect", "vizier"]
FIGURES: dict[tuple[str, str], Sequence[float | None]] = {  # what the first should win against the second, by game
    ("apprentice", "novice"): (None, None, None, None),
    ("builder", "apprentice"): (None, None, None, None),
    ("builder", "novice"): (0.95, 0.95, 0.90, 0.90),
    ("architect", "builder"): (0.65, 0.65, 0.55, 0.58),
    ("vizier", "builder"): (0.80, 0.75, 0.60, 0.65),
    ("vizier", "architect"): (0.56, 0.54, None, None),  # None here: the mean margin is above 0
}
AMONG_THREE = ("vizier", "builder", "builder", "builder")  # Alhambra at four seats, 45 %


@dataclass(frozen=True)
class Contest:
    """Bots that meet in a game, and what is expected of the first."""

    game: str
    bots: tuple[str, ...]  # levels
    figure: float | None = None

    @property
    def seats(self) -> int:
        return len(self.bots)

    @property
    def by_margin(self) -> bool:
        """Luck decides too many games: only the margin is to be above 0."""
        return self.figure is None and self.bots == ("vizier", "architect")

    @property
    def name(self) -> str:
        return f"{self.game}-{'-'.join(dict.fromkeys(self.bots))}-{self.seats}"


def contests(only: Sequence[str] = ()) -> list[Contest]:
    """All of them, or those of some games, or those of some pairs (`vizier-builder`)."""
    found = [Contest(game, pair, figures[n]) for pair, figures in FIGURES.items() for n, game in enumerate(GAMES)]
    found.append(Contest("alhambra", AMONG_THREE, 0.45))
    wanted = [each for each in found if not only or {each.game, "-".join(each.bots[:2]), each.name} & set(only)]
    if not wanted:
        raise ValueError(f"there is no contest of {' '.join(only)}")
    return wanted


# A contest.


class Standoff:
    """A contest with its file: how it stands, and whether it is decided."""

    def __init__(self, contest: Contest, given: argparse.Namespace) -> None:
        self.contest = contest
        slow = bool(set(contest.bots) & set(TIMES))
        self.least: int = given.least if slow else given.most
        self.most: int = min(given.most, AT_FOUR if contest.seats == 4 else given.most if slow else MANY)
        bots = tuple(played_as(bot, contest.game, given.share) for bot in contest.bots)
        self.plan = Plan(contest.game, bots, 1, contest.seats, SEED)
        file = given.results / f"{contest.name}.jsonl"
        self.ledger = Ledger(file, self.plan, code_of(contest.game), any_code=given.any_code)
        self.test: Sprt | None = None
        if contest.figure is not None and contest.seats == 2:
            self.test = Sprt(0, elo_of(contest.figure))
        for deal in by_deal(self.ledger.games):
            self.noted(deal)

    def noted(self, deal: Sequence[Played]) -> None:
        if self.test is not None:
            note(self.plan, self.test, list(deal))

    @property
    def deals(self) -> int:
        """How many there are to be at most."""
        return -(-self.most // len(self.plan.seatings))

    @property
    def decided(self) -> bool:
        """All games are played; or enough, and the test has a verdict that the interval agrees with."""
        games = len(self.ledger.games)
        if games >= self.deals * len(self.plan.seatings):
            return True
        if self.contest.by_margin:
            return any(look <= games and self.ahead_after(look) for look in LOOKS)
        if games < self.least or self.test is None or not self.test.verdict:
            return False
        deals = by_deal([game for game in self.ledger.games if game.shares])
        return self.test.verdict == "elo0" or rate_of(self.plan, self.plan.bots[0], deals).low > 0.5

    def ahead_after(self, games: int) -> bool:
        """Whether the margin of the first so many games was clearly above 0."""
        return tally(self.plan, self.ledger.games[:games]).standing(self.plan.bots[0]).margin.low > 0

    @property
    def tally(self) -> Tally:
        return tally(self.plan, self.ledger.games)

    @property
    def seconds(self) -> float:
        """What it has cost."""
        return sum(game.seconds for game in self.ledger.games)

    def add(self, deal: list[Played]) -> None:
        self.ledger.add(deal)
        self.noted(deal)

    def slice(self, jobs: int) -> int:
        """How many deals more fit in its turn."""
        played = self.ledger.deals
        wanted = jobs if not played else int(SLICE * jobs * played / max(self.seconds, 0.01))
        return max(1, min(wanted, self.deals - played))

    def play(self, jobs: int, deadline: float) -> bool:
        """Play for a while; False when it was interrupted."""

        def counted(deal: list[Played]) -> bool:
            self.add(deal)
            return self.decided or time.monotonic() > deadline

        first = self.ledger.deals
        plan = replace(self.plan, deals=first + self.slice(jobs))
        return not run(plan, Pool(jobs), counted=counted, first=first).interrupted

    def line(self) -> str:
        """How it stands."""
        if not self.ledger.games:
            return f"{self.contest.name}: nothing played yet"
        first = self.tally.standing(self.plan.bots[0])
        verdict = f", {self.test.verdict or 'no verdict'} ({self.test.ratio:+.1f})" if self.test else ""
        return (
            f"{self.contest.name}: {first.games} games, {percent(first.rate.value)} "
            f"[{100 * first.rate.low:.1f}, {100 * first.rate.high:.1f}], margin {first.margin.value:+.1f} "
            f"[{first.margin.low:+.1f}, {first.margin.high:+.1f}]{verdict}, {self.seconds:,.0f} s"
            f"{', ' + str(first.faults) + ' faults' if first.faults else ''}{'' if self.decided else ', goes on'}"
        )


def played_as(bot: str, game: str, share: float) -> str:
    """A level with its budget, or a share of it, where it thinks."""
    if bot not in TIMES:
        return bot
    known = playouts().get(game, {})
    if bot not in known:
        raise ValueError(f"how many playouts does {bot} make in {game}? `bench/ratings.py calibrate` tells")
    return f"{bot}@{rounded(share * known[bot])}"


def playouts() -> dict[str, dict[str, int]]:
    return msgspec.json.decode(PLAYOUTS.read_bytes(), type=dict[str, dict[str, int]]) if PLAYOUTS.exists() else {}


def code_of(game: str) -> str:
    """What the results depend on: the rules of the game and the bots, as one short word."""
    package = Path(str(sabika.__file__)).parent
    patterns = ("engine/*.py", "games/parts/*.py", f"games/{game}/*.py", "arena/deal.py", "bots/**/*.py")
    found = sorted(file for pattern in patterns for file in package.glob(pattern))
    own = [file for file in found if file.parent.name != "worth" or owner(file.stem) in ("", game)]
    return hashlib.sha256(b"".join(file.read_bytes() for file in own)).hexdigest()[:12]


def owner(judge: str) -> str:
    """The game that a file of judges is about; empty: several."""
    return max((game for game in GAMES if judge.startswith(game)), key=len, default="")


# Commands.


def calibrate(given: argparse.Namespace) -> int:
    """Two games each against the builder: the playouts that fit in a bot's time at nineteen of twenty decisions.

    The seconds are those of the processor, so that other work on the machine matters less. The first game tells how
    many playouts to try in the second, which counts.
    """
    found = playouts()
    for game in given.only or GAMES:
        for bot, time_ in TIMES.items():
            fit = FEW
            for seed in (SEED, SEED + 1):
                fit = rounded(slow_speed(game, f"{bot}@{fit}", seed) * time_ / 1000)
            found.setdefault(game, {})[bot] = fit
            PLAYOUTS.write_text(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
            print(f"{game}: {bot} has time for {fit:,} playouts", flush=True)
    return 0


def slow_speed(game: str, spec: str, seed: int) -> float:
    """Playouts a second of a bot in a game against the builder; one of twenty decisions is slower than that."""
    table = Table.deal(game, seats=[spec, "builder"], seed=seed)
    players = [bots.find(spec)(seed), bots.find("builder")(seed)]
    speeds = []
    while not table.over:
        mover = players[table.actor]
        start = time.process_time()
        move = mover.choose(table.sight)
        made = getattr(mover, "spent", 0)
        if made >= FEW:
            speeds.append(made / (time.process_time() - start))
        table.play(move)
    if not speeds:
        raise ValueError(f"{spec} does not tell its playouts in {game}")
    return quantiles(speeds, n=20)[0]


def rounded(number: float) -> int:
    """To two digits: more would not be the same tomorrow."""
    return int(float(f"{number:.2g}"))


def play(given: argparse.Namespace) -> int:
    deadline = time.monotonic() + 60 * given.minutes
    all_of_them = standoffs(given)
    while time.monotonic() < deadline:
        going = [each for each in all_of_them if not each.decided]
        if not going:
            break
        next_one = min(going, key=lambda each: each.seconds)
        going_on = next_one.play(given.jobs, deadline)
        print(next_one.line(), flush=True)
        if not going_on:
            return 130
    print(f"{sum(each.decided for each in all_of_them)} of {len(all_of_them)} contests are decided")
    return 0


def show(given: argparse.Namespace) -> int:
    for each in standoffs(given):
        print(each.line())
    return 0


def standoffs(given: argparse.Namespace) -> list[Standoff]:
    return [Standoff(contest, given) for contest in contests(given.only)]


# Publishing.


def publish(given: argparse.Namespace) -> int:
    """The ratings of every game that was played, and all contests, into the package and the docs."""
    played = [each for each in standoffs(given) if each.ledger.games]
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


def rated(game: str, own: Sequence[Standoff]) -> Ratings:
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


def renamed(standoff: Standoff, levels: Sequence[str]) -> Iterable[Deal]:
    """The deals of a contest, with the numbers that its bots have among all levels."""
    first, second = (levels.index(bot) for bot in standoff.contest.bots)
    for deal in by_deal([game for game in standoff.ledger.games if game.shares]):
        for part in results_of(standoff.plan, deal).values():
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


def contest_lines(played: Sequence[Standoff]) -> list[str]:
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


def evidence(standoff: Standoff) -> str:
    """What the sequential test says, where there is one."""
    if standoff.test is None:
        return "-"
    accepted = {"elo1": standoff.test.elo1, "elo0": standoff.test.elo0}
    verdict = standoff.test.verdict
    return f"{accepted[verdict]:+.0f} Elo accepted" if verdict else f"open ({standoff.test.ratio:+.1f})"


def speed_lines(played: Sequence[Standoff]) -> list[str]:
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


COMMANDS = {"calibrate": calibrate, "play": play, "show": show, "publish": publish}


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="How strong the bots of the house are.")
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("--only", nargs="+", default=[], metavar="WHAT", help="games, or pairs as vizier-builder")
    parser.add_argument("--minutes", type=float, default=480, help="then stop; a game that is on is played again later")
    parser.add_argument("--least", type=int, default=60, help="games before a verdict counts")
    parser.add_argument("--most", type=int, default=400, help="games of a contest at most")
    parser.add_argument("--share", type=float, default=1.0, help="of the playouts that fit in a bot's time")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--any-code", action="store_true", help="results of other code count too: it plays the same")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder of what was played")
    parser.add_argument("--table", type=Path, default=TABLE)
    parser.add_argument("--page", type=Path, default=PAGE)
    given = parser.parse_args(words)
    try:
        return COMMANDS[given.command](given)
    except (ValueError, OtherResults) as problem:
        parser.error(str(problem))


if __name__ == "__main__":
    sys.exit(main())
