"""A turn with dice for every side: the mover's best policy is fixed, then points and chances are averaged along it.

A plan tells what a turn is worth to the mover, by exact dice and the best policy. If every end of the turn were worth a
little more to him, in proportion to some figure, the turn would be worth more by the mean of that figure along the
policy. So a second plan with ends that are raised by a touch of the figure tells its mean, for any chips and rules that
the plan knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.dice.plan import NEVER, Plan
from sabika.bots.value.estimate import Estimate
from sabika.bots.value.valuer import Valuer, against, levelled, notable
from sabika.bots.worth.base import Worth, after
from sabika.engine.state import LUCK, State
from sabika.games.parts.building import kind_of
from sabika.games.parts.dice import FACES, KEEP, UNIT, kept_by, showing
from sabika.games.parts.rounds import ROUNDS, DiceRounds
from sabika.games.parts.turns import MARK, MARKERS, ONE, THROW, TURN, type_of

TOUCH: Final = 1e-8  # so little that the policy stays as it is, so much that rounding does not show
TIE: Final = 1e-4  # of all figures together: by so much ends differ that are worth the same to the mover
NEAR: Final = 1e-4  # points: a touch changes far less
UNEVEN: Final = [0.618 * n % 1.0 for n in range(1, 20)]  # no figure counts the same as another there
PER_CENT: Final = 100.0  # chances are touched in per cent, to be of the size of points

# Of one thing: points of each side, then chances to win in per cent; not of the last side that can win, whose chance is
# what the others leave, and not of the ghost, who has none.
Figures = list[float]


class TurnPlan:
    """One turn of one seat: what it is worth to him, number 0, and the same with a touch of every figure."""

    def __init__(self, plans: Sequence[Plan], seats: int) -> None:
        self.plans = plans
        self.seats = seats  # all sides that can win

    # What a game fills in.

    def weigh(self, n: int, state: State, moves: vec[i64]) -> list[float]:
        """What moves of the turn are worth by the n-th plan."""
        raise NotImplementedError

    # Questions.

    def start(self) -> Estimate:
        """Before the first throw."""
        return self.figures([plan.start() for plan in self.plans])

    def thrown(self, kept: i64, dice: i64, throws: i64) -> Estimate:
        """Before another throw."""
        return self.figures([plan.keep(kept, dice, throws) for plan in self.plans])

    def decided(self, state: State) -> Estimate:
        """With the dice as they lie, if the mover does what is best."""
        best = self.nearly_best(state, state.moves())
        return self.figures([max(self.weigh(n, state, best)) for n in range(len(self.plans))])

    def nearly_best(self, state: State, moves: vec[i64]) -> vec[i64]:
        """Those that a touch might make the best."""
        worths = self.weigh(0, state, moves)
        least = max(worths) - NEAR
        return vec[i64]([move for move, worth in zip(moves, worths, strict=True) if worth >= least])

    def moved(self, state: State, moves: vec[i64]) -> list[Estimate]:
        """After each of these moves."""
        rows = [self.weigh(n, state, moves) for n in range(len(self.plans))]
        return [self.figures([row[at] for row in rows]) for at in range(len(moves))]

    def figures(self, worths: Sequence[float]) -> Estimate:
        """What the figures come to, given a worth by every plan."""
        found = [(worth - worths[0]) / TOUCH for worth in worths[1:]]
        seats, sides = self.seats, len(found) - self.seats + 1
        wins = [each / PER_CENT for each in found[sides:]]
        return Estimate(tuple(found[:sides]), (*wins, 1.0 - sum(wins), *[0.0] * (sides - seats)))


def figures_of(estimate: Estimate, seats: int) -> Figures:
    return [*estimate.points, *(PER_CENT * win for win in estimate.wins[: seats - 1])]


def touched(worths: Sequence[float], figures: Sequence[Figures], n: int) -> vec[float]:
    """These worths, raised by a touch of the n-th figure from 1 on; what can never be stays so.

    Where two ends are worth the same, the policy has to be the same for all figures: so all of them break the tie.
    """
    return vec[float]([raised(worth, each, n) for worth, each in zip(worths, figures, strict=True)])


def raised(worth: float, figures: Figures, n: int) -> float:
    if worth <= NEVER:
        return worth
    tie: float = sum(map(mul, figures, UNEVEN))
    return worth + TIE * tie + (TOUCH * figures[n - 1] if n else 0.0)


class DiceValuer(Valuer):
    """What the two games with dice share: five rounds, and turns that are solved."""

    def __init__(self, game: str, worth: Worth) -> None:
        super().__init__(game, worth)
        self.key: object = None  # the turn that was asked about last, by all that it depends on
        self.plan: TurnPlan | None = None

    # What a game fills in.

    def turn_key(self, state: State) -> tuple[object, ...]:
        """What the worth of a turn's ends depends on."""
        raise NotImplementedError

    def plan_turn(self, state: State) -> TurnPlan:
        raise NotImplementedError

    # Questions.

    def drawer(self, state: State) -> int:
        state = cast(DiceRounds, state)
        return int(state.turn) if state.stage == THROW else -1

    def turn_of(self, state: State) -> int:
        """From the first throw to the marker; prizes are given when all turns of the round are over."""
        state = cast(DiceRounds, state)
        return int(state.turn) if state.stage in (THROW, TURN) else -1

    def reasons(self, state: State, seat: int, move: int, other: int) -> dict[str, float]:
        """Of two markers the parts differ; with dice to be thrown, all that can be told is what throwing is worth."""
        if not in_turn(state) or KEEP not in (kind_of(move), kind_of(other)):
            return super().reasons(state, seat, move, other)
        points = [each.points for each in self.after(state, [move, other])]
        name, mine = self.gained(int(kind_of(move)), int(kind_of(other))), points[0][seat] - points[1][seat]
        return notable({name: mine, "rivals": against(state, seat, points[1]) - against(state, seat, points[0])})

    def gained(self, kind: int, other: int) -> str:
        """The part by which a move of this kind gains on one of the other; one of them keeps dice."""
        if kind == other:
            return "dice"
        return "throw" if kind == KEEP else "stop"

    def progress(self, state: State) -> float:
        """Rounds, and the part of this one's markers that have been placed."""
        state = cast(DiceRounds, state)
        if state.round == 0:
            return 0.0
        placed = 1.0  # while prizes are given
        if state.stage in (THROW, TURN) or state.actor == LUCK:
            hand = sum(int(state.in_hand(seat)) for seat in range(state.seats))
            placed = 1.0 - hand / int(MARKERS[state.seats] * state.seats)
        return (int(state.round) - 1 + placed) / int(ROUNDS)

    def plays_out(self, state: State) -> bool:
        """Prizes are given, column by column, and nothing is thrown or drawn meanwhile."""
        return state.actor >= 0 and not in_turn(state)

    def of(self, state: State) -> Estimate:
        return self.turn(state).decided(state) if in_turn(state) else super().of(state)

    def judged(self, state: State, prospects: Sequence[float]) -> Estimate:
        begun = cast(DiceRounds, state).round > 0
        return super().judged(state, prospects if begun else levelled(list(prospects), state))

    def before(self, state: State) -> Estimate:
        state = cast(DiceRounds, state)
        if state.stage != THROW:
            return super().before(state)
        turn = self.turn(state)
        return turn.thrown(state.kept, state.dice, state.throws) if state.throws else turn.start()

    def weigh(self, state: State, moves: vec[i64]) -> list[float]:
        return self.turn(state).weigh(0, state, moves) if in_turn(state) else super().weigh(state, moves)

    def plain(self, state: State) -> int:
        """In a turn nothing is plain: the dice are solved."""
        if not in_turn(state):
            return super().plain(state)
        moves = state.moves()
        worths = self.weigh(state, moves)
        return int(moves[worths.index(max(worths))])

    def obvious(self, state: State, moves: vec[i64]) -> vec[i64]:
        """Gather the face that most dice show, and place the marker there after the last throw."""
        if not in_turn(state):
            return super().obvious(state, moves)
        symbols = [int(showing(cast(DiceRounds, state).dice, face)) for face in range(FACES)]
        most = [face for face in range(FACES) if symbols[face] == max(symbols)]
        gathered = [symbols[face] * int(UNIT[face]) for face in most]
        keeps = [move for move in moves if kind_of(move) == KEEP and int(kept_by(move)) in gathered]
        marks = [move for move in moves if kind_of(move) == MARK and int(type_of(move)) in most]
        return vec[i64](keeps or marks) if keeps or marks else super().obvious(state, moves)

    def after(self, state: State, moves: Sequence[int]) -> list[Estimate]:
        """Markers that end a round are valued by the prizes that they win, if nothing else is compared with them."""
        if not in_turn(state):
            return super().after(state, moves)
        ends = [after(state, move) for move in moves]
        if all(cast(DiceRounds, end).stage not in (THROW, TURN) for end in ends):
            return [self.of(end) for end in ends]
        return self.turn(state).moved(state, vec[i64](moves))

    def turn(self, state: State) -> TurnPlan:
        """The plan of the turn that is played."""
        key = (state.seats, *self.turn_key(state))
        if self.plan is None or self.key != key:
            self.key, self.plan = key, self.plan_turn(state)
        return self.plan


def ends_round(state: DiceRounds) -> bool:
    """Is this the last marker of the round?"""
    return int(state.in_hand(state.turn)) == 1 and int(state.in_hand((state.turn + 1) % state.seats)) == 0


def with_last_marker(state: DiceRounds, column: int, cell: int) -> DiceRounds:
    """The prizes are given when the marker stands on a free cell, or has fallen off the column."""
    twin = cast(DiceRounds, state.clone())
    twin.hand -= ONE[twin.turn]
    twin.set_marker(column, cell, twin.turn)
    twin.end_turn()
    return twin


def in_turn(state: State) -> bool:
    return isinstance(state, DiceRounds) and bool(state.stage == TURN) and state.actor >= 0
