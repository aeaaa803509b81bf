"""What every judge of positions can be asked, and the judge for games that have none of their own."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from sabika.engine.playout import settle_all
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER, State

ROUND: Final[i64] = 40  # decisions after which a move has often shown in the points
FUTURES: Final[i64] = 6  # ways luck may turn out that are looked at: all faces of one die


@mypyc_attr(allow_interpreted_subclasses=True)
class Worth:
    """Judges the positions of a game; `worth/<game>.py` has one, all others use this: points that a seat has."""

    def __init__(self) -> None:
        self.play_on: i64 = ROUND  # decisions that are played at random to tell level moves apart; 0: not done

    def of(self, state: State, seat: i64) -> float:
        """How many points the seat is ahead, or expects to be at the end."""
        if state.actor != LUCK:
            return lead(state, seat)
        total = 0.0
        for future in range(FUTURES):
            twin = state.clone()
            twin.settle((2 * future + 1) * state.luck_total() // (2 * FUTURES))  # spread evenly over all chances
            settle_all(twin, Rng(future))  # what comes after that is the same luck for every move
            total += lead(twin, seat)
        return total / float(FUTURES)

    def shortlist(self, state: State) -> vec[i64]:
        """The moves worth a closer look: all that could be best."""
        return state.moves()

    def harmless(self, state: State) -> vec[i64]:
        """The moves of a beginner who means no harm to himself: those that cost him no points."""
        now = lead(state, state.actor)
        found = vec[i64]()
        for move in state.moves():
            twin = state.clone()
            twin.play(move)
            if lead(twin, state.actor) >= now:
                found = append(found, move)
        return found if len(found) > 0 else state.moves()


def lead(state: State, seat: i64) -> float:
    """The points of the seat's side, before those of the best other side: counted, and as a scoring now would count."""
    points = [0.0] * state.players()
    for player in range(state.players()):
        points[state.side(player)] += float(state.score(player))
    if state.actor != OVER:
        for line in state.score_now():
            points[state.side(line.player)] += float(line.points)
    mine = state.side(seat)
    others = [points[side] for side in sides(state) if side != mine]
    return points[mine] - max(others) if others else points[mine]


def sides(state: State) -> list[i64]:
    """The teams that can win: those with a seat."""
    found: list[i64] = []
    for seat in range(state.seats):
        side = state.side(seat)
        if side not in found:
            found.append(side)
    return found
