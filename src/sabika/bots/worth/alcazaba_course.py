"""How a round of Alcazaba may go on: all seats play as builders do, and the luck of the dice is taken out.

What a throw was worth, less the exact mean of all throws, is 0 on average. So a course without its luck tells as much
as five with it. Nobody restructures in it, which seldom matters.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sabika.bots.dice.plan import STOP, Plan, Turn
from sabika.bots.worth.alcazaba_columns import things_in
from sabika.bots.worth.alcazaba_judge import AlcazabaJudge, ends
from sabika.bots.worth.base import best_moves
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.parts.dice import FACES, keep
from sabika.games.parts.space import CELLS
from sabika.games.parts.turns import MARK, THROW, with_type

STREAMS: Final[i64] = 128  # more than the numbers of the throws of a round
TURN_TAKES: Final[i64] = 4  # as long as this many playouts of the tree that thinks about prizes
PRIZES_TAKE: Final[i64] = 16


class Course:
    """Rounds that go on from different positions of one round, with the same cities and the same prizes."""

    def __init__(self, worth: AlcazabaJudge, seat: i64) -> None:
        self.worth: AlcazabaJudge = worth
        self.seat: i64 = seat  # whose lead it is
        self.decisions: i64 = 0
        self.spent: i64 = 0  # time, counted in playouts of a tree
        self.ends: dict[tuple[i64, i64, i64], float] = {}  # what it came to, by how the prizes began

    def lead(self, state: Alcazaba, number: i64) -> float:
        """What the seat leads by when the round is over, without its luck; equal numbers give equal luck."""
        luck = 0.0
        while state.stage == THROW:
            thrower = state.turn
            gain = self.play_turn(state, number)
            luck += gain if thrower == self.seat else -gain / float(state.seats - 1)
        key = (order_of(state), state.carlo, ((state.won * 8 + state.actor) * 8 + state.caliph) * 8 + state.chip)
        if key not in self.ends:
            self.give_prizes(state)
            self.ends[key] = self.worth.of(state, self.seat)
        return self.ends[key] - luck

    def play_turn(self, state: Alcazaba, number: i64) -> float:
        """One turn with exact dice; returns how lucky it was."""
        self.spent += TURN_TAKES
        plan = Plan(Turn(ends(state, self.worth.weights)))
        when = 4 * markers_left(state)
        expected = plan.start()
        luck = 0.0
        while True:
            state.settle(Rng(number * STREAMS + when + state.throws).below(state.luck_total()))
            luck += plan.worth(state.dice, state.throws) - expected
            self.decisions += 1
            kept = plan.best_keep(state.dice, state.throws)
            if kept == STOP:
                state.play(with_type(MARK, plan.best_type(state.dice, state.throws)))
                return luck
            expected = plan.keep(kept, state.dice, state.throws)
            state.play(keep(kept))

    def give_prizes(self, state: Alcazaba) -> None:
        """Until the round is over."""
        self.spent += PRIZES_TAKE
        while state.actor != LUCK and state.actor != OVER:
            state.play(best_moves(state, self.worth)[0])
            self.decisions += 1


def markers_left(state: Alcazaba) -> i64:
    """Markers that the seats have still to place."""
    number: i64 = 0
    for seat in range(state.seats):
        number += state.in_hand(seat)
    return number


def order_of(state: Alcazaba) -> i64:
    """A number that tells whose markers still win something, in which columns and in which order."""
    found: i64 = 0
    for column in range(FACES):
        left = i64(len(things_in(state, column)))
        cell = state.space.best(column, 0)
        while left > 0 and cell < CELLS:
            found = found * 8 + state.space.owner(column, cell) + 1
            cell = state.space.best(column, cell + 1) if cell + 1 < CELLS else CELLS
            left -= 1
        found *= 8
    return found
