"""Results of moves before they are made, dealing luck, and the last position that no undo can pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from sabika.engine.dealer import Dealer
from sabika.engine.record import check_kind, check_outcome
from sabika.engine.state import LUCK, Event, State
from sabika.engine.step import LuckStep, MoveStep


@dataclass(frozen=True)
class Firm:
    """A position that cannot be undone, and the moves after it."""

    state: State
    events: list[Event]  # events up to then
    moves: list[MoveStep]  # since
    digest: str  # of everything that players were told by then


class Ahead(NamedTuple):
    """The result of a move: the position after it and the luck that follows."""

    before: State
    state: State
    move: MoveStep
    luck: list[LuckStep]


def deal(state: State, dealer: Dealer, drawn: dict[str, int], steps: list[Any], heard: int = 0) -> None:
    """Answer luck until it is a seat's turn; `heard` events came before those in the state."""
    told = state.chronicle
    assert told is not None  # every state of a table records its events
    while state.actor == LUCK:
        luck = state.luck()
        kind, k = luck.kind, dealer.answer(state)
        n = drawn[kind] = drawn.get(kind, 0) + 1
        if n == 1:
            check_kind(kind)
        outcome = state.outcome(k)
        check_outcome(outcome)
        step = LuckStep(kind, n, k, luck.total, outcome, luck.seen_by, heard + len(told))
        state.settle(k)
        steps.append(step)
