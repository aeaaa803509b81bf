"""Duels of two with the luck taken out: far fewer games give the mean margin.

Luck, as reviews count it, is 0 on average, so a game's margin less its luck has the same mean as the margin, with a
third or half of the spread.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from statistics import stdev

from sabika.arena.match import Played
from sabika.arena.plan import Plan
from sabika.arena.stats import mean
from sabika.bots.value import valuer_of
from sabika.engine.replay import retrace
from sabika.engine.step import LuckStep
from sabika.engine.table import Table
from sabika.review.luck import gain_of, lead_of

Game = tuple[float, float]  # margin and luck of the first bot


def check_two(plan: Plan) -> None:
    """ValueError with one line unless two bots play at tables of two."""
    if plan.seats != 2 or len(plan.bots) != 2:
        raise ValueError(f"--luck-free is for two bots at a table of two, not {len(plan.bots)} at one of {plan.seats}")


def luck_of(table: Table) -> float:
    """How many points of its lead the first seat owes to luck, in a game that is over."""
    game, valuer = table.game, valuer_of(table.game.name)
    start = game.start(len(table.record.seats), table.record.options)
    steps = retrace(start, game, table.record.steps)
    return math.fsum(lead_of(gain_of(valuer, state, k)) for state, step, k in steps if isinstance(step, LuckStep))


def take_luck(table: Table) -> bytes:
    """For `Plan.extract`."""
    return struct.pack("<d", luck_of(table))


def whole_deals(plan: Plan, games: Sequence[Played]) -> list[list[Game]]:
    """Margin and luck of the first bot in the two games of each deal; a deal in which a bot failed is left out."""
    pairs = zip(games[::2], games[1::2], strict=True)
    return [[game_of(plan, each) for each in pair] for pair in pairs if all(each.extracted for each in pair)]


def game_of(plan: Plan, game: Played) -> Game:
    sign = -1.0 if game.number % len(plan.seatings) else 1.0  # in the second game of a deal seats are swapped
    (luck,) = struct.unpack("<d", game.extracted)
    return sign * (game.scores[0] - game.scores[1]), sign * luck


def compared(deals: Sequence[Sequence[Game]]) -> list[str]:
    """The margin as it was and without its luck, a line each."""
    if len(deals) < 2:
        return ["  it takes at least two deals to tell a spread"]
    lines = []
    margins = [[margin for margin, _ in each] for each in deals]
    calm = [[margin - luck for margin, luck in each] for each in deals]
    for name, found in (("margin", margins), ("without luck", calm)):
        spread = stdev([one for each in found for one in each])
        about = mean([sum(each) / 2 for each in found])
        lines.append(f"  {name} {about.value:+.1f} ({about.low:+.1f} to {about.high:+.1f}), spread {spread:.1f}")
    return lines


def text(plan: Plan, games: Sequence[Played]) -> str:
    """For a terminal."""
    return "\n".join([f"{plan.bots[0]} against {plan.bots[1]}, points a game:", *compared(whole_deals(plan, games))])
