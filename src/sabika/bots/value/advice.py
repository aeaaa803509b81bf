"""What hints tell of a move: the chance to win and the lead that the mover can expect after it."""

from __future__ import annotations

from collections.abc import Sequence

from sabika.bots.bot import Advice
from sabika.bots.value import valuer_of
from sabika.bots.value.estimate import Estimate, sides_of
from sabika.bots.worth.base import after, lead
from sabika.engine.state import State


def advised(state: State, moves: Sequence[int], more: Sequence[float]) -> list[Advice]:
    """What each move of the actor promises, if his prospects are this many points better than the judge says."""
    valuer, side = valuer_of(state.game), int(state.side(state.actor))
    estimates = valuer.after(state, moves)
    shifted = [valuer.shifted(state, each, side, points) for each, points in zip(estimates, more, strict=True)]
    return [advice(state, move, each) for move, each in zip(moves, shifted, strict=True)]


def searched(state: State, moves: Sequence[int], margins: Sequence[float]) -> list[Advice]:
    """The same when a search found these leads over the best other side."""
    valuer, seat = valuer_of(state.game), int(state.actor)
    ends = [valuer.follow(after(state, move), seat, valuer.look) for move in moves]
    judged = [lead(end, valuer.worth.prospects(end), seat) for end in ends]
    return advised(state, moves, [found - said for found, said in zip(margins, judged, strict=True)])


def advice(state: State, move: int, estimate: Estimate) -> Advice:
    side = int(state.side(state.actor))
    return Advice(move, estimate.wins[side], estimate.lead(side, sides_of(state)))
