"""Where strength is lost: how far the choices of bots are behind the best that playing games to their end can find.

    python bench/regret.py alhambra_dice --stage turn --positions 60 --games 200 --bots builder vizier@8100

Positions are decisions of one stage in games among builders. The moves that the judge likes best and those that the
bots choose are each followed by the same number of games to the end, with the same luck. One half of the games tells
which move is best, the other half what it is worth, and then the other way round: so nothing looks good by luck.

In the Dice Game rounds are played on by `Rest`, nearly as builders would and fifty times as fast; chips that change a
turn count there what the judge thinks of them. In the other games, or with --slow, builders play on.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from random import Random
from statistics import mean, stdev
from typing import Protocol, cast

from duel import tuned

from sabika import OVER, Rng, games
from sabika.bots import Bot
from sabika.bots.dice.outlook import Outlook
from sabika.bots.dice.plan import Plan
from sabika.bots.dice.thought import weigh_turn
from sabika.bots.greedy import best_moves, best_of
from sabika.bots.worth import alhambra_dice, worth_of
from sabika.bots.worth.base import lead, points_now
from sabika.engine.playout import settle_all
from sabika.engine.state import LUCK, State
from sabika.games.alhambra_dice.facts import BLACK, CHIP, DISPLACE
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.parts.turns import THROW, TURN

RARE = {"prize": 6, "first": 2}  # one decision in so many is looked at; of the other stages one in thirty
STRIDE = 1_000_003  # between the seeds of games, and of the throws in them


class Course(Protocol):
    """Plays games on from one position."""

    def margin(self, move: int, seed: int) -> float:
        """By how many points the actor is ahead at the end, after this move and with this luck."""
        ...


class Builders:
    """Builders play on."""

    def __init__(self, game: str, state: State) -> None:
        self.state = state
        self.worth = worth_of(game)

    def margin(self, move: int, seed: int) -> float:
        state, rng = self.state.clone(), Rng(seed)
        state.play(move)
        settle_all(state, rng)
        while state.actor != OVER:
            state.play(best_moves(state, self.worth)[0])
            settle_all(state, rng)
        return final(state, self.state.actor)


class Rounds:
    """Rounds of the Dice Game are played on at a glance, from the end of the turn that is asked about."""

    def __init__(self, state: AlhambraDice) -> None:
        self.state = state
        self.worth = alhambra_dice.WORTH
        self.plans: dict[tuple[int, int], tuple[Outlook, Plan]] = {}  # of this turn, by its chips

    def margin(self, move: int, seed: int) -> float:
        state, hand = self.state.clone(), self.state.hand
        state.play(move)
        while state.hand == hand and state.stage in (THROW, TURN):
            self.go_on(state, seed)
        cashed = 0.0
        while state.actor != OVER:
            if state.stage == THROW:
                cashed += self.play_round(state, seed)
            elif state.actor == LUCK:
                state.settle(luck(state, seed).below(state.luck_total()))
            else:
                state.play(best_moves(state, self.worth)[0])
        return final(state, self.state.actor) + cashed

    def go_on(self, state: AlhambraDice, seed: int) -> None:
        """The next throw or choice of the turn that is asked about, by exact dice."""
        if state.actor == LUCK:
            state.settle(luck(state, seed).below(state.luck_total()))
            return
        chips = (state.chips[state.actor], state.black)
        if chips not in self.plans:
            outlook = Outlook(state, self.worth.weights)
            self.plans[chips] = (outlook, Plan(outlook.turn(state.actor)))
        moves = state.moves()
        state.play(best_of(moves, weigh_turn(state, *self.plans[chips], moves))[0])

    def play_round(self, state: AlhambraDice, seed: int) -> float:
        """All turns that are left of a round; tells what the chips come to that it leaves out."""
        outlook = Outlook(state, self.worth.weights)
        cashed = self.cash(state, outlook)
        rest = outlook.rest(state.turn)
        while rest.hand[rest.turn] > 0:
            rest.play(Rng(seed + STRIDE * (100 * state.round + sum(rest.hand))))
        state.hand = 0
        state.evaluate()
        return cashed

    def cash(self, state: AlhambraDice, outlook: Outlook) -> float:
        """Take all chips that change a turn, for what they are worth."""
        worth = [0.0] * state.seats
        for seat in range(state.seats):
            for kind in range(DISPLACE, BLACK + 1):
                held = state.has(seat, kind)
                worth[seat] += held * outlook.chip_worth(kind, seat)
                state.chips[seat] -= held * CHIP[kind]
        rivals = [one for seat, one in enumerate(worth) if seat != self.state.actor]
        return worth[self.state.actor] - mean(rivals)


def luck(state: AlhambraDice, seed: int) -> Rng:
    """The same for the same throw of the same turn, whatever was played before."""
    when = (state.round * 4096 + state.hand % 4096) * 64 + state.stage * 4 + state.throws
    return Rng(seed + STRIDE * (1000 + when))


def final(state: State, seat: int) -> float:
    """The lead at the end."""
    return lead(state, points_now(state), seat)


def positions(game: str, stage: str, number: int, seed: int) -> Iterator[State]:
    """Decisions of a stage with more than one move, one in about thirty of them."""
    chance, deal = Random(seed), seed * STRIDE
    while number:
        deal += 1
        state, rng = games.find(game).start(2), Rng(deal)
        stages: Sequence[str] = import_module(type(state).__module__).STAGES
        settle_all(state, rng)
        while state.actor != OVER and number:
            asked = stages[cast(AlhambraDice, state).stage] == stage and len(state.moves()) > 1
            if asked and chance.randrange(RARE.get(stage, 30)) == 0:
                yield state.clone()
                number -= 1
            state.play(best_moves(state, worth_of(game))[0])
            settle_all(state, rng)


class Found:
    """What came of some moves of one position, game by game."""

    def __init__(self, course: Course, moves: Sequence[int], number: int) -> None:
        self.moves = moves
        self.margins = [[course.margin(move, STRIDE * STRIDE + n) for n in range(number)] for move in moves]

    def of(self, move: int) -> list[float]:
        return self.margins[self.moves.index(move)]

    def behind(self, move: int) -> float:
        """How far a move is behind the best: each half of the games values what is best by the other."""
        return mean(mean(self.best(1 - half)[half::2]) - mean(self.of(move)[half::2]) for half in (0, 1))

    def best(self, half: int) -> list[float]:
        return max(self.margins, key=lambda margins: mean(margins[half::2]))


def wins(margins: Sequence[float]) -> float:
    """The part of games that is won; a tie is half a win."""
    return mean((margin > 0) + (margin == 0) / 2 for margin in margins)


class Measured:
    """How the choices of a bot compare."""

    def __init__(self) -> None:
        self.behind: list[float] = []  # the best move found
        self.ahead: list[float] = []  # of the first bot's choice
        self.more_wins: list[float] = []  # than with the first bot's choice

    def add(self, found: Found, move: int, usual: int) -> None:
        self.behind.append(found.behind(move))
        self.ahead.append(mean(found.of(move)) - mean(found.of(usual)))
        self.more_wins.append(100 * (wins(found.of(move)) - wins(found.of(usual))))

    def line(self) -> str:
        other = sum(1 for one in self.ahead if one)
        return (
            f"behind the best {told(self.behind)} points, ahead of the first bot {told(self.ahead)} points and "
            f"{told(self.more_wins)} % of wins, with other choices in {other} of {len(self.ahead)}"
        )


def told(points: Sequence[float]) -> str:
    """A mean with its 95 % interval."""
    half = 1.96 * stdev(points) / math.sqrt(len(points)) if len(points) > 1 else 0.0
    return f"{mean(points):+.3f} ± {half:.3f}"


def look_at(state: State, game: str, players: Sequence[Bot], given: argparse.Namespace) -> tuple[Found, list[int]]:
    """What the bots choose in a position, and what comes of it."""
    worth = worth_of(game)
    sight = state.sight(state.actor)
    chosen = [player.choose(sight) for player in players]
    moves = worth.shortlist(state)
    values = worth.weigh(state, moves)
    liked = [moves[at] for at in sorted(range(len(moves)), key=lambda at: -values[at])[: given.moves]]
    looked_at = list(dict.fromkeys([*chosen, *liked]))
    quick = isinstance(state, AlhambraDice) and not given.slow
    course: Course = Rounds(cast(AlhambraDice, state)) if quick else Builders(game, state)
    return Found(course, looked_at, given.games if len(looked_at) > 1 else 2), chosen


def main() -> None:
    parser = argparse.ArgumentParser(description="How far the choices of bots are behind the best that can be found.")
    parser.add_argument("game")
    parser.add_argument("--stage", default="turn")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--games", type=int, default=200, help="after each move of each position")
    parser.add_argument("--moves", type=int, default=4, help="that the judge likes best, besides those chosen")
    parser.add_argument("--bots", nargs="+", default=["builder"], metavar="BOT", help="as bench/duel.py takes them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", action="store_true", help="builders play on in the Dice Game too")
    given = parser.parse_args()
    start = time.process_time()
    measured = {name: Measured() for name in given.bots}
    spread: list[float] = []
    for n, state in enumerate(positions(given.game, given.stage, given.positions, given.seed)):
        found, chosen = look_at(state, given.game, [tuned(given.game, name)(n) for name in given.bots], given)
        spread += [stdev(found.margins[0])] if len(found.moves) > 1 else []
        for name, move in zip(given.bots, chosen, strict=True):
            measured[name].add(found, move, chosen[0])
        if n % 20 == 19 or n == given.positions - 1:
            print(f"{n + 1} positions, {time.process_time() - start:.0f} s; margins scatter by {mean(spread):.1f}")
            for name, each in measured.items():
                print(f"  {name}: {each.line()}", flush=True)


if __name__ == "__main__":
    main()
