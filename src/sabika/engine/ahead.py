"""What lies ahead of a table and behind it: where a move leads, luck that is dealt, a position that stays."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, NamedTuple

from sabika.engine.dealer import Dealer
from sabika.engine.record import check_kind, check_outcome
from sabika.engine.state import LUCK, Event, State
from sabika.engine.step import LuckStep, MoveStep


@dataclass(frozen=True)
class Firm:
    """A position that will not be taken back, and what came after it."""

    state: State
    events: list[Event]  # everything that had happened by then
    moves: list[MoveStep]  # since
    digest: str  # of what everybody had been told by then


class Ahead(NamedTuple):
    """Where a move leads: the position after it and after the luck that answers it."""

    before: State
    state: State
    move: MoveStep
    luck: list[LuckStep]


def deal(state: State, dealer: Dealer, drawn: Counter[str], steps: list[Any], heard: int = 0) -> None:
    """Let luck answer until it is a seat's turn; `heard` events were before those that the state tells."""
    told = state.chronicle
    assert told is not None  # every state of a table tells what happens
    while state.actor == LUCK:
        luck = state.luck()
        kind, k = luck.kind, dealer.answer(state)
        n = drawn[kind] = drawn[kind] + 1
        if n == 1:
            check_kind(kind)
        outcome = state.outcome(k)
        check_outcome(outcome)
        step = LuckStep(kind, n, k, luck.total, outcome, luck.seen_by, heard + len(told))
        state.settle(k)
        steps.append(step)
