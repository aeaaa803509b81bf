"""From a position to the points and the chance to win of every side: the one function that hints and reviews ask."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.value.calibration import PLAIN, Calibration, Counted, calibration, counted
from sabika.bots.value.estimate import STEEPEST, Estimate, chances, mean_of, outcome_of, side_count, sides_of
from sabika.bots.worth.base import Worth, after, best_of
from sabika.engine.state import LUCK, OVER, State

NOTABLE: Final = 0.3  # points
LEAST_SCALE: Final = 0.5  # even a game that is all but over is not quite
LOGISTIC: Final = 0.55  # of a standard deviation: the scale of the logistic curve that comes near it
PLAYED_OUT: Final = 1.0  # points of lead that make a win e times as likely, where only moves of the judge are to come


class Valuer:
    """Values the positions of one game; `value/<game>.py` has one for each of ours, all others use this.

    It may remember the turn that it was asked about last: keep one for each game that is gone through.
    """

    def __init__(self, game: str, worth: Worth) -> None:
        self.game = game
        self.worth = worth
        self.look = int(worth.look)  # further decisions of the mover that a move is valued with
        self.asked = PLAIN, 0.0  # the table and the progress that were asked about last
        self.found = counted(*self.asked)

    # What a game fills in.

    def progress(self, state: State) -> float:
        """How much of the game has been played, from 0 to 1; it grows without leaps."""
        return 0.0

    def prospects(self, state: State) -> list[float]:
        """The points of every side at the end as the judge sees them, the ghost's included."""
        return list(self.worth.prospects(state))[: side_count(state)]

    def ground(self, state: State, prospects: Sequence[float]) -> float:
        """What sides can expect on average, of that which one does not have at the expense of another."""
        sides = sides_of(state)
        return sum(prospects[side] for side in sides) / len(sides)

    def plays_out(self, state: State) -> bool:
        """Is somebody asked where the judge's moves are followed before anything is valued, so that no border shows?"""
        return False

    def certain(self, state: State) -> Estimate | None:
        """What each side can expect, if no decision is to come any more that would change it."""
        return None

    def parts(self, state: State, seat: int) -> dict[str, float]:
        """What a seat's prospects are made of, in points, by the names that reviews use; the ghost has none."""
        return {"points": self.prospects(state)[int(state.side(seat))]}

    def drawer(self, state: State) -> int:
        """Luck is to fall: who draws or throws; -1: nobody in particular."""
        return -1

    def turn_of(self, state: State) -> int:
        """Whose turn it is; -1: nobody's, or luck between two turns."""
        return int(state.actor) if state.actor >= 0 else -1

    def luck_kind(self, kind: str, outcome: str) -> str:
        """How people call what luck brought: by what was drawn from, where nothing else is said."""
        return kind

    # What can be asked.

    def of(self, state: State) -> Estimate:
        """What each side can expect. Before luck this is the judge's word; `before` gives the exact mean."""
        if state.actor == OVER:
            return outcome_of(state)
        quiet = self.quiet(state)
        if quiet.actor == OVER:
            points = outcome_of(quiet).points
            return Estimate(points, chances(points, sides_of(state), PLAYED_OUT))
        return self.certain(quiet) or self.judged(quiet, self.prospects(quiet))

    def quiet(self, state: State) -> State:
        """Where the judge's moves lead until luck falls again, or a turn begins that is judged as a whole."""
        if not self.plays_out(state):
            return state
        twin = state.clone()
        while twin.actor >= 0 and self.plays_out(twin):
            twin.play(self.followed(twin))
        return twin

    def followed(self, state: State) -> int:
        """The move that the judge would make."""
        moves = self.worth.shortlist(state)
        if len(moves) == 1:
            return int(moves[0])
        worths = list(self.worth.weigh(state, moves))
        return int(moves[worths.index(max(worths))])

    def start(self, state: State) -> Estimate:
        """What each side can expect before anything has happened: what such games bring, and equal chances."""
        known, sides = self.calibration(state), sides_of(state)
        if not known.start:
            return self.before(state) if state.actor == LUCK else self.of(state)
        points = [known.start if side in sides else known.ghost_start for side in range(side_count(state))]
        return Estimate(tuple(points), chances(points, sides, 1.0))

    def before(self, state: State) -> Estimate:
        """Luck is to fall: the mean of `fallen` over everything that it may bring, by exact chances."""
        total, first = int(state.luck_total()), 0
        found: list[tuple[float, Estimate]] = []
        for _, ways in state.chances():
            twin = state.clone()
            twin.settle(first)
            found.append((ways / total, self.fallen(twin)))
            first += ways
        return mean_of(found, side_count(state))

    def fallen(self, state: State) -> Estimate:
        """What each side can expect when luck has just fallen, though more of it may be to come."""
        return self.of(state)

    def weigh(self, state: State, moves: vec[i64]) -> list[float]:
        """The judge's opinion of moves of the actor, as its lead; only differences count."""
        return list(self.worth.weigh(state, moves))

    def after(self, state: State, moves: Sequence[int]) -> list[Estimate]:
        """What each side can expect after each of these moves, the mover's own next decision included."""
        return [self.of(self.follow(after(state, move), int(state.actor), self.look)) for move in moves]

    def plain(self, state: State) -> int:
        """The move that looks best at first sight."""
        return int(self.worth.guide(state))

    def obvious(self, state: State, moves: vec[i64]) -> vec[i64]:
        """Those that somebody would make who looks one step ahead: a scoring now would give most."""
        return best_of(moves, Worth().weigh(state, moves))

    def shifted(self, state: State, estimate: Estimate, side: int, points: float) -> Estimate:
        """The same if a side can expect these points more."""
        if points == 0.0:
            return estimate
        odds = math.exp(max(-STEEPEST, min(STEEPEST, points / self.scale(state))))
        wins = [win * odds if other == side else win for other, win in enumerate(estimate.wins)]
        mine = [each + points if other == side else each for other, each in enumerate(estimate.points)]
        return Estimate(tuple(mine), tuple(win / sum(wins) for win in wins))

    def scale(self, state: State) -> float:
        """Points of lead that make a win e times as likely."""
        return max(LEAST_SCALE, self.counted(state).scale)

    def reasons(self, state: State, seat: int, move: int, other: int) -> dict[str, float]:
        """Where one move gains on another: the parts that differ, in points, and what it takes from rivals."""
        ends = [self.follow(after(state, each), seat, self.look) for each in (move, other)]
        points = [self.of(end).points for end in ends]
        if any(end.actor == OVER for end in ends):  # there are no parts any more
            mine = [{"points": each[int(state.side(seat))]} for each in points]
        else:
            mine = [self.parts(end, seat) for end in ends]
        found = {name: mine[0].get(name, 0.0) - mine[1].get(name, 0.0) for name in {**mine[0], **mine[1]}}
        return notable(found | {"rivals": against(state, seat, points[1]) - against(state, seat, points[0])})

    # How it is done.

    def follow(self, state: State, seat: int, look: int) -> State:
        """Where the seat's best next decisions lead, if it is still asked."""
        if look == 0 or state.actor != seat:
            return state
        ends = [self.follow(after(state, move), seat, look - 1) for move in self.worth.shortlist(state)]
        return max(ends, key=lambda end: self.worth.of(end, seat))

    def judged(self, state: State, prospects: Sequence[float]) -> Estimate:
        """What the judge's figures come to, by experience."""
        return judged_at(prospects, self.ground(state, prospects), sides_of(state), self.counted(state))

    def counted(self, state: State) -> Counted:
        """What was counted at this progress; the positions that are asked about are often at the same."""
        asked = self.calibration(state), self.progress(state)
        if self.asked != asked:
            self.asked, self.found = asked, counted(*asked)
        return self.found

    def calibration(self, state: State) -> Calibration:
        return calibration(self.game, int(state.seats))


def judged_at(prospects: Sequence[float], ground: float, sides: Sequence[int], known: Counted) -> Estimate:
    """What a judge's figures come to, by what was counted."""
    middle = sum(prospects[side] for side in sides) / len(sides)
    level = known.level + known.tilt * ground
    points = [known.ghost + known.ghost_tilt * each for each in prospects]
    for side in sides:
        points[side] = level + known.spread * (prospects[side] - middle)
    return Estimate(tuple(points), chances(points, sides, max(LEAST_SCALE, known.scale)))


def against(state: State, seat: int, points: Sequence[float]) -> float:
    """The points of a seat's rivals, on average."""
    others = [side for side in sides_of(state) if side != state.side(seat)]
    return sum(points[side] for side in others) / max(1, len(others))


def notable(parts: dict[str, float]) -> dict[str, float]:
    """Those that people would notice, the largest first."""
    return dict(sorted(((k, v) for k, v in parts.items() if abs(v) >= NOTABLE), key=lambda item: -abs(item[1])))


def levelled(prospects: list[float], state: State) -> list[float]:
    """Before it is known who begins, all sides that can win can expect the same."""
    sides = sides_of(state)
    middle = sum(prospects[side] for side in sides) / len(sides)
    return [middle if side in sides else each for side, each in enumerate(prospects)]
