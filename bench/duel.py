"""Two bots against each other on equal deals: how often the first wins, by how much, how fast each is.

    python bench/duel.py alhambra builder novice --games 400 --seats 2
    python bench/duel.py alhambra builder:exact=0 builder     what one number of Alhambra's judge is worth

A deal is played twice: with two seats the bots swap them, with more they sit in turn (A B A B ..) and then the other
way round. The n-th draw of each kind is the same number in both games of a deal, as long as the totals are.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import sabika
from sabika.bots import Bot, Factory
from sabika.bots.greedy import GreedyBot
from sabika.bots.worth.alhambra import AlhambraWorth, Weights
from sabika.engine.dealer import Dealer
from sabika.engine.game import Game
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER, State


class PairedDealer:
    """Luck from one stream a kind, so that two games of a deal draw alike as long as they go alike."""

    def __init__(self, deal: int) -> None:
        self.deal = deal
        self.streams: dict[str, Rng] = {}

    def answer(self, state: State) -> int:
        luck = state.luck()
        if luck.kind not in self.streams:
            self.streams[luck.kind] = Rng(self.deal * 1000 + sum(luck.kind.encode()))
        return self.streams[luck.kind].below(luck.total)


@dataclass
class Side:
    """One of the two bots, and what was measured of it."""

    name: str
    factory: Factory
    wins: float = 0.0  # a shared win counts in part
    points: list[float] = field(default_factory=list)  # mean of its seats, a game each
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def choose(self, bot: Bot, state: State) -> int:
        sight = state.sight(state.actor)
        start = time.perf_counter()
        move = bot.choose(sight)
        spent = time.perf_counter() - start
        self.decisions += 1
        self.seconds += spent
        self.slowest = max(self.slowest, spent)
        return move


def duel(game: Game, sides: Sequence[Side], games: int, seats: int, first: int = 0) -> None:
    """Play all games; the sides keep what came out."""
    for n in range(games):
        deal, swapped = first + n // 2, n % 2
        seating = [sides[(seat + swapped) % 2] for seat in range(seats)]
        play(game, seating, sides, deal)


def play(game: Game, seating: Sequence[Side], sides: Sequence[Side], deal: int) -> None:
    bots = [side.factory(deal * 100 + seat) for seat, side in enumerate(seating)]
    dealer: Dealer = PairedDealer(deal)
    state = game.start(len(seating))
    while state.actor != OVER:
        if state.actor == LUCK:
            state.settle(dealer.answer(state))
        else:
            state.play(seating[state.actor].choose(bots[state.actor], state))
    result = state.result()
    for seat in result.winners:
        seating[seat].wins += 1 / len(result.winners)
    for side in sides:
        mine = [result.scores[seat] for seat in range(len(seating)) if seating[seat] is side]
        side.points.append(sum(mine) / len(mine))


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The interval that holds the true rate in 95 of 100 duels; it stays sensible near 0 and 1."""
    z, rate = 1.96, wins / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_margin(ours: Sequence[float], theirs: Sequence[float]) -> tuple[float, float]:
    """Mean difference and half its 95 % interval; the two games of a deal are one observation."""
    margins = [a - b for a, b in zip(ours, theirs, strict=True)]
    pairs = [(margins[n] + margins[n + 1]) / 2 for n in range(0, len(margins) - 1, 2)]
    mean = sum(pairs) / len(pairs)
    variance = sum((pair - mean) ** 2 for pair in pairs) / max(1, len(pairs) - 1)
    return mean, 1.96 * math.sqrt(variance / len(pairs))


def report(sides: Sequence[Side], games: int) -> str:
    ours, theirs = sides
    low, high = wilson(ours.wins, games)
    margin, half = mean_margin(ours.points, theirs.points)
    lines = [
        f"{ours.name} against {theirs.name}, {games} games: wins {100 * ours.wins / games:.1f} % "
        f"[{100 * low:.1f}, {100 * high:.1f}], mean margin {margin:+.1f} ± {half:.1f} points"
    ]
    for side in sides:
        mean = sum(side.points) / len(side.points)
        lines.append(
            f"  {side.name:<12} {mean:6.1f} points  {side.decisions / side.seconds:9,.0f} decisions/s  "
            f"mean {1000 * side.seconds / side.decisions:.2f} ms  slowest {1000 * side.slowest:.1f} ms"
        )
    return "\n".join(lines)


def factory(name: str) -> Factory:
    """A bot by name; `builder:exact=0,look=0` is Alhambra's builder with other numbers."""
    known, colon, changes = name.partition(":")
    if not colon:
        return sabika.bots.find(name)
    if known != "builder":
        raise ValueError(f"only the builder has numbers to change, not {known!r}")
    weights = Weights()
    judge = AlhambraWorth(weights)
    for change in changes.split(","):
        key, _, number = change.partition("=")
        if key == "look":
            judge.look = int(number)
        elif hasattr(weights, key):
            setattr(weights, key, float(number))
        else:
            raise ValueError(f"the builder has no number {key!r}; it has look, {', '.join(vars_of(weights))}")
    return lambda seed: GreedyBot(seed, judge)


def vars_of(weights: Weights) -> list[str]:
    """The names of all numbers; a compiled object has no `__dict__`."""
    return [key for key in dir(weights) if not key.startswith("_")]


def main() -> None:
    parser = argparse.ArgumentParser(description="Two bots against each other on equal deals, seats swapped.")
    parser.add_argument("game")
    parser.add_argument("bots", nargs=2, metavar="BOT")
    parser.add_argument("--games", type=int, default=200, help="an even number")
    parser.add_argument("--seats", type=int, default=2, help="the sides sit in turn")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    given = parser.parse_args()
    games = given.games + given.games % 2
    try:
        game = sabika.games.find(given.game)
        sides = [Side(name, factory(name)) for name in given.bots]
    except ValueError as problem:
        parser.error(str(problem))
    duel(game, sides, games, given.seats, given.first)
    print(report(sides, games))


if __name__ == "__main__":
    main()
