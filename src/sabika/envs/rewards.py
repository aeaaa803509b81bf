"""What a finished game is worth to each seat."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.engine.state import Result, State

REWARDS: Final = ("win", "margin", "rank")


def rewards_of(kind: str, state: State, result: Result) -> vec[float]:
    """By seat. `win`: winners share 1; `margin`: points ahead of the best other; `rank`: 1 the first, 0 the last."""
    found = vec[float](capacity=state.seats)
    for seat in range(state.seats):
        if kind == "win":
            worth = 1.0 / float(len(result.winners)) if seat in result.winners else 0.0
        elif kind == "margin":
            worth = margin(state, result.scores, seat)
        else:
            worth = rank(state, result.scores, seat)
        found = append(found, worth)
    return found


def margin(state: State, scores: list[int], seat: i64) -> float:
    """Points ahead of the best seat of another side."""
    best = -1_000_000
    for other in range(state.seats):
        if state.side(other) != state.side(seat) and scores[other] > best:
            best = scores[other]
    return float(scores[seat] - best)


def rank(state: State, scores: list[int], seat: i64) -> float:
    """The share of rivals that are beaten; a tie is half a win."""
    beaten = 0.0
    rivals = 0.0
    for other in range(state.seats):
        if state.side(other) != state.side(seat):
            rivals += 1.0
            if scores[seat] > scores[other]:
                beaten += 1.0
            elif scores[seat] == scores[other]:
                beaten += 0.5
    return beaten / rivals
