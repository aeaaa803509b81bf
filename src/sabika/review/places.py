"""Where a step stands in the game, as the players count: their turns, and the rounds of a game that has some."""

from __future__ import annotations

from collections import Counter

import msgspec

from sabika.bots.value import Valuer
from sabika.engine.state import State


class Place(msgspec.Struct, frozen=True):
    """A turn of a seat; in a game of rounds, turns are counted anew in each."""

    seat: int = -1  # whose turn it is; -1: nobody's, as while a table is set up or prizes are given
    turn: int = 0  # of that seat, from 1
    round: int = 0  # from 1; 0: the game has none, or has not begun


class Places:
    """Counts turns while somebody goes through a game, step by step."""

    def __init__(self, valuer: Valuer) -> None:
        self.valuer = valuer
        self.round = 0
        self.seat = -1  # whose turn was the last one
        self.turns: Counter[int] = Counter()  # by seat, in this round

    def at(self, state: State) -> Place:
        """The place of the step that comes in this state; luck that is nobody's turn belongs to the turn before it."""
        self.begin_round(int(getattr(state, "round", 0)))
        seat = self.valuer.turn_of(state)
        if seat < 0 and state.actor >= 0:
            return Place(round=self.round)
        if seat >= 0 and seat != self.seat:
            self.seat = seat
            self.turns[seat] += 1
        return Place(self.seat, self.turns[self.seat], self.round) if self.seat >= 0 else Place(round=self.round)

    def begin_round(self, number: int) -> None:
        if number != self.round:
            self.round, self.seat = number, -1
            self.turns.clear()
