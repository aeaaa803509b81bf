"""What every judge of positions can be asked, and the judge for games that have none of their own."""

from __future__ import annotations

import math
from typing import Final, TypeVar, cast

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from sabika.bots.dice.odds import TurnOdds
from sabika.engine.playout import settle_all
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER, State

ROUND: Final[i64] = 40  # decisions after which a move has often shown in the points
FUTURES: Final[i64] = 6  # ways luck may turn out that are looked at: all faces of one die
LOOK: Final[i64] = 1  # further decisions of one's own that are looked at: a second action, or where a tile goes
UNREST: Final = 20.0  # points by which a game often ends otherwise than it stands
WARMTH: Final = 4.0  # points that a move may seem behind the best and yet turn out better
CLEARLY: Final = 1e-6  # a difference below this is rounding

Position = TypeVar("Position", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Thought:
    """A judge's own way to think about one decision: the more playouts, the better it weighs."""

    def __init__(self) -> None:
        self.playouts: i64 = 0
        self.decisions: i64 = 0  # made in all playouts
        self.done: bool = False  # is there nothing more to think about?

    def playout(self) -> None:
        """Think a little longer."""
        raise NotImplementedError

    def spent(self) -> i64:
        """How much of a number of playouts is spent; one that takes far longer than others counts for several."""
        return self.playouts

    def weigh(self, moves: vec[i64]) -> vec[float]:
        """What these moves are worth by what was thought so far; see `Worth.weigh`."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Worth:
    """Judges the positions of a game; `worth/<game>.py` has one, all others use this: points that a side has."""

    def __init__(self) -> None:
        self.play_on: i64 = ROUND  # decisions that are played at random to tell level moves apart; 0: not done
        self.look: i64 = LOOK
        self.ahead: i64 = 0  # decisions that a search plays on by `guide` before it asks for `prospects`
        self.beyond_luck: bool = True  # does a search keep what came of moves after luck was drawn?
        self.odds_columns: tuple[str, ...] = ()  # what the columns of `odds` are called; empty: it tells none
        self.warmth: float = WARMTH  # points: the larger, the more moves a search looks at

    def of(self, state: State, seat: i64) -> float:
        """By how many points the seat's side expects to beat the best other side at the end."""
        return lead(state, self.prospects(state), seat)

    def prospects(self, state: State) -> vec[float]:
        """The points that each side can expect at the end, by its number; of a side nobody has, 0."""
        if state.actor != LUCK:
            return points_now(state)
        total = vec[float]([0.0] * state.players())
        for future in range(FUTURES):
            twin = state.clone()
            twin.settle((2 * future + 1) * state.luck_total() // (2 * FUTURES))  # spread evenly over all chances
            settle_all(twin, Rng(future))  # what comes after that is the same luck for every move
            points = points_now(twin)
            for side in range(state.players()):
                total[side] += points[side] / float(FUTURES)
        return total

    def odds(self, state: State) -> TurnOdds | None:
        """For people: the chances of what the player on turn may reach; None where there are none to tell."""
        return None

    def unrest(self, state: State) -> float:
        """By how many points the lead at the end is often off what is expected now; 0 when the game is over."""
        return 0.0 if state.actor == OVER else UNREST

    def weigh(self, state: State, moves: vec[i64]) -> vec[float]:
        """For each of these moves what `of` says of the actor's position after it, its own next decision included."""
        found = vec[float](capacity=len(moves))
        for move in moves:
            found = append(found, self.outlook(after(state, move), state.actor, self.look))
        return found

    def outlook(self, state: State, seat: i64, look: i64) -> float:
        """What a position is worth: if the seat is still asked, what its best next move makes of it."""
        if look == 0 or state.actor != seat:
            return self.of(state, seat)
        most = -1e9
        for move in self.shortlist(state):
            most = max(most, self.outlook(after(state, move), seat, look - 1))
        return most

    # For search, which asks thousands of times a second.

    def decides(self, state: State) -> bool:
        """Is the judge's own choice here the best there is, so that no search is needed (exact dice)?"""
        return False

    def cut(self, state: State) -> bool:
        """Does a playout end here at the latest, even before luck falls?"""
        return False

    def far(self) -> Worth:
        """The judge of a bot that plays on, where there is one that takes more time than this."""
        return self

    def thought(self, state: State, seed: i64) -> Thought | None:
        """A way of its own to think about this decision, where the judge knows a better one than a tree."""
        return None

    def glance(self, state: State, moves: vec[i64]) -> vec[float]:
        """What `weigh` says, faster and rougher; only differences count. It orders moves in a search."""
        return self.weigh(state, moves)

    def guide(self, state: State) -> i64:
        """The move that is played in a playout: at a glance the best; where the judge decides, its choice."""
        moves = self.shortlist(state)
        if len(moves) == 1:
            return moves[0]
        values = self.weigh(state, moves) if self.decides(state) else self.glance(state, moves)
        best: i64 = 0
        for n in range(i64(len(moves))):
            if values[n] > values[best]:
                best = n
        return moves[best]

    # Which moves.

    def shortlist(self, state: State) -> vec[i64]:
        """The moves worth a closer look: all that could be best."""
        return state.moves()

    def harmless(self, state: State) -> vec[i64]:
        """The moves of a beginner who means no harm to himself: those that cost him no points."""
        now = lead(state, points_now(state), state.actor)
        found = vec[i64]()
        for move in state.moves():
            twin = after(state, move)
            if lead(twin, points_now(twin), state.actor) >= now:
                found = append(found, move)
        return found if len(found) > 0 else state.moves()


def after(state: Position, move: i64) -> Position:
    """The position that a move leads to."""
    twin = cast(Position, state.clone())
    twin.play(move)
    return twin


def points_now(state: State) -> vec[float]:
    """The points of each side: counted, and as a scoring now would count."""
    points = vec[float]([0.0] * state.players())
    for player in range(state.players()):
        points[state.side(player)] += float(state.score(player))
    if state.actor != OVER:
        for line in state.score_now():
            points[state.side(line.player)] += float(line.points)
    return points


def lead(state: State, points: vec[float], seat: i64) -> float:
    """How far the seat's side is ahead of the best other one that can win; alone, its points."""
    mine = state.side(seat)
    best = -1e9
    for other in range(state.seats):
        side = state.side(other)
        if side != mine and points[side] > best:
            best = points[side]
    return points[mine] - best if best > -1e9 else points[mine]


def win_chances(state: State, points: vec[float], unrest: float) -> vec[float]:
    """Each side's chance to win if its points may be this far off; at the end, whoever is ahead has won."""
    best = -1e9
    for seat in range(state.seats):
        best = max(best, points[state.side(seat)])
    scale = max(0.01, 0.55 * unrest)  # so the logistic curve comes near the normal one of that deviation
    found = vec[float]([0.0] * len(points))
    total = 0.0
    for seat in range(state.seats):
        side = state.side(seat)
        if found[side] == 0.0:
            found[side] = math.exp(max(-50.0, (points[side] - best) / scale))
            total += found[side]
    for side in range(len(points)):
        found[side] /= total
    return found


def best_moves(state: State, worth: Worth) -> vec[i64]:
    """The moves that lead to the position worth most to the seat whose turn it is; several are level."""
    moves = worth.shortlist(state)
    if len(moves) == 1:
        return moves
    return best_of(moves, worth.weigh(state, moves))


def best_of(moves: vec[i64], values: vec[float]) -> vec[i64]:
    """The moves that are worth most; several are level."""
    most = -1e9
    best = vec[i64]()
    for n in range(len(moves)):
        if values[n] > most + CLEARLY:
            most = values[n]
            best = vec[i64]()
        if values[n] >= most - CLEARLY:
            best = append(best, moves[n])
    return best
