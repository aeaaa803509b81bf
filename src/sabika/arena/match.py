"""One game of an arena. A bot that fails loses it and is named; the arena goes on."""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from sabika.arena.deal import PairedDealer, mixed
from sabika.arena.plan import Plan
from sabika.bots import Bot
from sabika.engine.rule import NONE
from sabika.engine.sight import Sight
from sabika.engine.state import Result
from sabika.engine.table import Table

MOST_DECISIONS: Final = 5000  # a longer game is void
FINENESS: Final = 1.05  # times of decisions are kept to 5 %


@dataclass
class Thinking:
    """What a seat's thinking took."""

    decisions: int = 0
    seconds: float = 0.0
    times: dict[int, int] = field(default_factory=dict)  # how many decisions took FINENESS**n microseconds
    playouts: list[int] = field(default_factory=list)  # of each decision that was searched
    searching: float = 0.0  # seconds for these playouts
    depths: float = 0.0  # decisions in them, all together

    def note(self, seconds: float, playouts: int = 0, depth: float = 0.0) -> None:
        self.decisions += 1
        self.seconds += seconds
        took = round(math.log(max(seconds * 1e6, 0.1), FINENESS))
        self.times[took] = self.times.get(took, 0) + 1
        if playouts > 0:
            self.playouts.append(playouts)
            self.searching += seconds
            self.depths += playouts * depth

    def add(self, other: Thinking) -> None:
        self.decisions += other.decisions
        self.seconds += other.seconds
        for took, count in other.times.items():
            self.times[took] = self.times.get(took, 0) + count
        self.playouts += other.playouts
        self.searching += other.searching
        self.depths += other.depths

    def quantile(self, part: float) -> float:
        """Seconds that so large a part of the decisions stayed below, to 5 %."""
        wanted = part * sum(self.times.values())
        for n in sorted(self.times):
            wanted -= self.times[n]
            if wanted <= 0:
                return float(FINENESS**n / 1e6)
        return 0.0


@dataclass
class Fault:
    """What a bot did that lost it a game."""

    bot: str
    seat: int
    kind: str  # hangs, crashes, dies, illegal
    told: str  # one line


@dataclass
class Played:
    """A game and how it came out: plain values, which cross from process to process."""

    number: int
    deal: int
    seating: tuple[str, ...]
    shares: list[float]  # of the win, by side; empty: the game is void
    scores: list[int] = field(default_factory=list)  # by seat; empty unless the game came to its end
    points: list[tuple[int, str, str, int]] = field(default_factory=list)  # seat, scoring, source, points
    fault: Fault | None = None
    void: str = ""  # why the game does not count
    decisions: int = 0
    seconds: float = 0.0
    thinking: list[Thinking] = field(default_factory=list)  # by seat
    record: str = ""
    extracted: bytes = b""  # what the plan wanted from the finished table


class Watch:
    """Told before and after a bot is asked, so that whoever watches a worker knows who thinks."""

    def begins(self, number: int, seat: int) -> None: ...

    def ends(self) -> None: ...


def play(plan: Plan, number: int, watch: Watch | None = None) -> Played:
    """Play one game of a plan to its end, or until a bot fails; or do the other work that it is a plan of."""
    if plan.work is not None:
        done: Played = plan.work(plan, number, watch or Watch())
        return done
    return Match(plan, number, watch or Watch()).played()


class Failed(Exception):
    """A bot failed."""

    def __init__(self, kind: str, told: str) -> None:
        super().__init__(told)
        self.kind = kind


class Match:
    """A table and the bots around it."""

    def __init__(self, plan: Plan, number: int, watch: Watch) -> None:
        self.plan = plan
        self.number = number
        self.watch = watch
        self.deal = plan.deal_of(number)
        self.seating = plan.seating_of(number)
        self.thinking = [Thinking() for _ in self.seating]
        names = [label(name) for name in self.seating]
        self.table = Table.deal(plan.game, names, None, plan.options, PairedDealer(plan.seed, self.deal))
        self.table.record.game_id = f"arena-{plan.seed}-{number}"
        self.bots: dict[int, Bot] = {}

    def played(self) -> Played:
        start = time.perf_counter()
        found = Played(self.number, self.deal, self.seating, [], thinking=self.thinking)
        try:
            self.play_on()
        except Failed as failed:
            seat = self.table.actor
            found.fault = Fault(self.seating[seat], seat, failed.kind, str(failed))
        if found.fault is not None:
            found.shares = forfeit(self.plan.sides, found.fault.seat)
        elif not self.table.over:
            found.void = f"over {MOST_DECISIONS:,} decisions"
        else:
            self.count(found, self.table.result)
        found.decisions = sum(each.decisions for each in self.thinking)
        found.seconds = time.perf_counter() - start
        found.record = self.table.record.text if self.plan.records else ""
        if self.plan.extract is not None and self.table.over:
            found.extracted = self.plan.extract(self.table)
        return found

    def play_on(self) -> None:
        """Ask bot after bot until the game is over or too long."""
        for _ in range(MOST_DECISIONS):
            if self.table.over:
                return
            move = self.asked(self.table.actor, self.table.sight)
            rule = self.table.refusal(move)
            if rule is not NONE:
                raise Failed("illegal", f"answers {self.described(move)}, which {rule.label} refuses")
            self.table.play(move)

    def asked(self, seat: int, sight: Sight) -> int:
        """What the seat's bot answers. Somebody else's code may fail in any way."""
        self.watch.begins(self.number, seat)
        try:
            move = self.choice(seat, sight)
        except (Exception, SystemExit) as problem:
            self.watch.ends()
            raise Failed("crashes", " ".join(f"{type(problem).__name__}: {problem}".split())[:300]) from None
        self.watch.ends()  # not after what ends the whole process: whoever watches still knows who was asked
        if not isinstance(move, int):
            raise Failed("illegal", f"answers with a {type(move).__name__}, not with a move")
        return move

    def choice(self, seat: int, sight: Sight) -> object:
        """Ask the seat's bot, which is made when it is first asked, and note what its thinking took."""
        if seat not in self.bots:
            self.bots[seat] = self.plan.finder(self.seating[seat])(mixed(self.plan.seed, self.deal, "seat", seat))
        bot = self.bots[seat]
        start = time.perf_counter()
        move = bot.choose(sight)
        spent = time.perf_counter() - start
        self.thinking[seat].note(spent, int(told_by(bot, "playouts")), told_by(bot, "depth"))
        return move

    def described(self, move: int) -> str:
        """A move in words if it is one of this game at all."""
        if move.bit_length() > 63:  # beyond the numbers that a game reads
            return f"a number of {move.bit_length()} bits"
        try:
            return f"'{self.table.game.notation(move)}'"
        except (ValueError, ArithmeticError, LookupError):
            return str(move)[:40]

    def count(self, found: Played, result: Result) -> None:
        """Scores, shares of the win and where points came from."""
        sides = self.plan.sides
        winners = {sides[seat] for seat in result.winners}
        found.shares = [1 / len(winners) if side in winners else 0.0 for side in range(max(sides) + 1)]
        found.scores = result.scores[: len(sides)]
        summed: Counter[tuple[int, str, str]] = Counter()
        for line in result.breakdown:
            if line.points and line.player < len(sides):
                summed[int(line.player), line.part, line.source] += line.points
        found.points = [(*key, points) for key, points in summed.items()]


def told_by(bot: Bot, what: str) -> float:
    """What a searching bot reports about its last decision: how many playouts, how deep; 0 for others."""
    found = getattr(bot, what, 0)
    return found if isinstance(found, int | float) and math.isfinite(found) else 0


def label(name: str) -> str:
    """A bot's name as a seat's name in a record."""
    return "".join(letter if letter.isprintable() and letter != "," else " " for letter in name).strip()[:40] or "bot"


def forfeit(sides: list[int], seat: int) -> list[float]:
    """The shares of a game that a seat lost by a fault: the other sides share the win."""
    loser, count = sides[seat], max(sides) + 1
    return [0.0 if side == loser else 1 / (count - 1) for side in range(count)]


def lost(plan: Plan, number: int, seat: int, kind: str, told: str) -> Played:
    """A game that ended with its worker, because of the bot that was asked."""
    seating = plan.seating_of(number)
    fault = Fault(seating[seat], seat, kind, told)
    shares = forfeit(plan.sides, seat)
    thinking = [Thinking() for _ in seating]
    return Played(number, plan.deal_of(number), seating, shares, fault=fault, thinking=thinking)


def voided(plan: Plan, number: int, why: str) -> Played:
    """A game that does not count."""
    seating = plan.seating_of(number)
    return Played(number, plan.deal_of(number), seating, [], void=why, thinking=[Thinking() for _ in seating])
