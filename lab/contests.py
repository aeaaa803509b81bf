"""Which bots meet, what is expected of them, and how each contest stands."""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import sabika
from lab.budgets import GAMES, SEED, TIMES, played_as
from sabika.arena.ledger import Ledger
from sabika.arena.match import Played
from sabika.arena.plan import Plan
from sabika.arena.pool import Pool
from sabika.arena.run import note, run
from sabika.arena.stats import Sprt, elo_of
from sabika.arena.tally import Tally, by_deal, rate_of, tally
from sabika.arena.text_report import percent

MANY = 200  # games of bots that do not search: they cost next to nothing
AT_FOUR = 60  # games at four seats
LOOKS = (40, 100, 200)  # after so many games the margin is checked
SLICE = 60.0  # seconds a contest plays before the next one's turn

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


class Progress:
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


def progress(given: argparse.Namespace) -> list[Progress]:
    """All contests asked for, each with the games it has so far."""
    return [Progress(contest, given) for contest in contests(given.only)]
