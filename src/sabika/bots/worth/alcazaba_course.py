"""Turns of Alcazaba played on at a glance, with luck that is the same for all courses that are compared."""

from __future__ import annotations

from mypy_extensions import i64

from sabika.bots.worth.alcazaba import AlcazabaWorth
from sabika.bots.worth.alcazaba_glance import Aims
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.parts import building
from sabika.games.parts.space import CELLS
from sabika.games.parts.turns import MARK, type_of


class Course:
    """How a round goes on from its next turn."""

    def __init__(self, worth: AlcazabaWorth, state: Alcazaba, luck: i64) -> None:
        self.worth: AlcazabaWorth = worth
        self.state: Alcazaba = state
        self.luck: i64 = luck  # one number for all the luck to come
        self.decisions: i64 = 0

    def place_markers(self) -> None:
        """All turns; when the last marker stands nothing is evaluated yet."""
        state = self.state
        while True:
            move = self.throw_dice()
            if markers_left(state) == 1:
                cell = state.space.reach(type_of(move), state.goal(type_of(move)))
                if cell < CELLS:
                    state.space.put(type_of(move), cell, state.turn)
                return
            state.play(move)

    def throw_dice(self) -> i64:
        """One turn up to the move that places the marker: what its cells are worth stays, whatever is thrown."""
        self.settle()
        aims = Aims(self.state, self.worth.outlook_of(self.state))
        while True:
            move = aims.move()
            self.decisions += 1
            if building.kind_of(move) == MARK:
                return move
            self.state.play(move)
            self.settle()

    def settle(self) -> None:
        """A throw, if one is due: what it gives depends on the turn and on how often was thrown, on nothing else."""
        state = self.state
        if state.actor == LUCK:
            when = 4 * markers_left(state) + state.throws
            state.settle(Rng(self.luck * 64 + when).below(state.luck_total()))


def markers_left(state: Alcazaba) -> i64:
    """Markers that the seats have still to place."""
    number: i64 = 0
    for seat in range(state.seats):
        number += state.in_hand(seat)
    return number
