"""What came out of a run: win rates, margins and ratings with intervals, seats, faults, speed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby
from statistics import median

from sabika.arena.match import Fault, Played, Thinking
from sabika.arena.plan import Plan
from sabika.arena.ratings import Deal, Pair, anchor_of, ratings
from sabika.arena.stats import Estimate, mean, rate


@dataclass
class Speed:
    """How long a bot thought. Unlike all else here, this differs from run to run."""

    decisions: int
    per_second: float
    mean_ms: float
    p95_ms: float
    playouts: float  # a decision, in the median; 0: it does not search
    playouts_per_second: float
    depth: float  # decisions in a playout, on average


@dataclass
class Standing:
    """How a bot did against all others."""

    bot: str
    games: int
    wins: float  # a shared win counts in part
    rate: Estimate
    fair: float  # the rate of a bot no better than its rivals: its part of the sides
    margin: Estimate  # points ahead of the others' mean, over games that came to their end
    points: float  # mean
    rating: Estimate | None  # None: it met nobody else
    faults: int
    speed: Speed


@dataclass
class Meeting:
    """How two bots did against each other: who came in ahead, level counts half."""

    first: str
    second: str
    games: int
    rate: Estimate  # of the first
    margin: Estimate


@dataclass
class SeatTally:
    """How good a seat is, whoever sits there."""

    seat: int
    rate: Estimate
    points: float


@dataclass
class Tally:
    """Everything a run found out."""

    game: str
    options: dict[str, str]
    seats: int
    seed: int
    deals: int
    games: int  # that count
    void: int
    timed: list[str]  # bots that think by the clock; if there is one, the run cannot be repeated exactly
    anchor: str  # whose rating is fixed; empty: nobody met another
    standings: list[Standing] = field(default_factory=list)  # the best first
    meetings: list[Meeting] = field(default_factory=list)
    seat_wins: list[SeatTally] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def standing(self, bot: str) -> Standing:
        return next(each for each in self.standings if each.bot == bot)


def tally(plan: Plan, games: Sequence[Played]) -> Tally:
    """Count whole deals, in order."""
    counted = [game for game in games if game.shares]
    deals = by_deal(counted)
    rated = dict(zip(plan.names, pool_ratings(plan, deals), strict=True)) if len(plan.names) > 1 and deals else {}
    standings = [standing(plan, bot, deals, games, rated.get(bot)) for bot in plan.names]
    standings.sort(key=lambda each: -(each.rating.value if each.rating else each.rate.value))
    return Tally(
        game=plan.game,
        options=plan.options,
        seats=plan.seats,
        seed=plan.seed,
        deals=len(deals),
        games=len(counted),
        void=len(games) - len(counted),
        timed=plan.timed(),
        anchor=plan.names[anchor_of(plan.names)] if rated else "",
        standings=standings,
        meetings=[meeting(plan, first, second, deals) for first, second in combinations(plan.names, 2)],
        seat_wins=[seat_tally(plan, seat, deals) for seat in range(plan.seats)],
        faults=[game.fault for game in games if game.fault],
    )


Deals = Sequence[Sequence[Played]]


def by_deal(games: Sequence[Played]) -> Deals:
    return [list(group) for _, group in groupby(games, key=lambda game: game.deal)]


def average(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def averages(groups: Iterator[list[float]]) -> list[float]:
    """The mean of each group that is not empty: one observation a deal."""
    return [average(group) for group in groups if group]


# One bot.


def standing(plan: Plan, bot: str, deals: Deals, games: Sequence[Played], rated: Estimate | None) -> Standing:
    mine = [game for deal in deals for game in deal if bot in game.seating]
    thinking = Thinking()
    for game in games:
        for seat, name in enumerate(game.seating):
            if name == bot:
                thinking.add(game.thinking[seat])
    return Standing(
        bot=bot,
        games=len(mine),
        wins=sum(share_of(plan, bot, game) for game in mine),
        rate=rate_of(plan, bot, deals),
        fair=average([len(sides_of(plan, bot, game)) / len(game.shares) for game in mine]),
        margin=mean(averages([x for game in deal for x in margin_of(plan, bot, game)] for deal in deals)),
        points=average([score for game in mine for name, score in seat_scores(game) if name == bot]),
        rating=rated,
        faults=sum(game.fault is not None and game.fault.bot == bot for game in games),
        speed=speed(thinking),
    )


def rate_of(plan: Plan, bot: str, deals: Deals) -> Estimate:
    """The bot's win rate."""
    return rate(averages([share_of(plan, bot, game) for game in deal if bot in game.seating] for deal in deals))


def sides_of(plan: Plan, bot: str, game: Played) -> list[int]:
    """The sides that the bot plays."""
    return list(dict.fromkeys(side for side, name in zip(plan.sides, game.seating, strict=True) if name == bot))


def share_of(plan: Plan, bot: str, game: Played) -> float:
    """The part of the win that a bot's sides took."""
    return sum(game.shares[side] for side in sides_of(plan, bot, game))


def seat_scores(game: Played) -> Iterator[tuple[str, int]]:
    """Who sat in a seat and its score; of a game that came to its end."""
    return zip(game.seating, game.scores, strict=True) if game.scores else iter(())


def margin_of(plan: Plan, bot: str, game: Played) -> list[float]:
    """How far the bot was ahead of the others on average: one number, or none."""
    mine = [float(score) for name, score in seat_scores(game) if name == bot]
    others = [float(score) for name, score in seat_scores(game) if name != bot]
    return [average(mine) - average(others)] if mine and others else []


def speed(thinking: Thinking) -> Speed:
    count, seconds = max(1, thinking.decisions), max(thinking.seconds, 1e-9)
    return Speed(
        decisions=thinking.decisions,
        per_second=thinking.decisions / seconds,
        mean_ms=1000 * thinking.seconds / count,
        p95_ms=1000 * thinking.quantile(0.95),
        playouts=median(thinking.playouts or [0]),
        playouts_per_second=sum(thinking.playouts) / max(thinking.searching, 1e-9),
        depth=thinking.depths / max(1, sum(thinking.playouts)),
    )


# Two bots.


def meeting(plan: Plan, first: str, second: str, deals: Deals) -> Meeting:
    together = [[game for game in deal if first in game.seating and second in game.seating] for deal in deals]
    return Meeting(
        first=first,
        second=second,
        games=sum(map(len, together)),
        rate=rate(averages([x for game in deal for x in compared(plan, first, second, game)] for deal in together)),
        margin=mean(averages([x for game in deal for x in between(first, second, game)] for deal in together)),
    )


def compared(plan: Plan, first: str, second: str, game: Played) -> list[float]:
    """For each side of the first against each of the second: 1 if it came in ahead, 1/2 if level, 0 if behind."""
    pairs = [(one, other) for one in sides_of(plan, first, game) for other in sides_of(plan, second, game)]
    if game.fault:  # all are ahead of the one that failed, and nobody knows more
        failed = plan.sides[game.fault.seat]
        return [float(one != failed) for one, other in pairs if failed in (one, other)]
    ranks = [(share, side_score(plan, game, side)) for side, share in enumerate(game.shares)]
    return [((ranks[one] > ranks[other]) + (ranks[one] >= ranks[other])) / 2 for one, other in pairs]


def side_score(plan: Plan, game: Played, side: int) -> float:
    return average([float(score) for its, score in zip(plan.sides, game.scores, strict=True) if its == side])


def between(first: str, second: str, game: Played) -> list[float]:
    """The difference of the mean scores: one number, or none."""
    scores: Mapping[str, list[float]] = defaultdict(list)
    for name, score in seat_scores(game):
        scores[name].append(score)
    return [average(scores[first]) - average(scores[second])] if game.scores else []


# The pool and the seats.


def pool_ratings(plan: Plan, deals: Deals) -> list[Estimate]:
    return ratings(plan.names, [results_of(plan, deal) for deal in deals])


def results_of(plan: Plan, deal: Sequence[Played]) -> Deal:
    """What each bot took of each other in a deal."""
    found: dict[Pair, float] = {}
    for (a, first), (b, second) in combinations(enumerate(plan.names), 2):
        parts = [
            x
            for game in deal
            if first in game.seating and second in game.seating
            for x in compared(plan, first, second, game)
        ]
        if parts:
            found[a, b] = round(average(parts), 6)
    return found


def seat_tally(plan: Plan, seat: int, deals: Deals) -> SeatTally:
    side = plan.sides[seat]
    return SeatTally(
        seat=seat,
        rate=rate(averages([game.shares[side] for game in deal] for deal in deals)),
        points=average([float(game.scores[seat]) for deal in deals for game in deal if game.scores]),
    )
