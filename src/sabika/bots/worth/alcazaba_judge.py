"""What a position of Alcazaba is worth to a seat: the points by which it can expect to be ahead at the end.

What cities and tiles bring is in `alcazaba_stand.py`, what markers may win in `alcazaba_columns.py`; here moves are
weighed, a turn by exact dice.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.dice.plan import NEVER, Plan, Turn
from sabika.bots.worth.alcazaba_columns import AlcazabaOutlook, things_in
from sabika.bots.worth.alcazaba_stand import AlcazabaWeights
from sabika.bots.worth.base import Worth, after
from sabika.engine.state import LUCK, OVER, State
from sabika.games.alcazaba.codes import PICK
from sabika.games.alcazaba.state import SITE, Alcazaba
from sabika.games.parts import building
from sabika.games.parts.building import ADD, PLACE, RESERVE
from sabika.games.parts.dice import FACES, KEEP, THROWS, UNIT, kept_by, showing
from sabika.games.parts.rounds import NAME
from sabika.games.parts.space import CELLS, NOBODY
from sabika.games.parts.tiles import TYPES
from sabika.games.parts.turns import MARK, ONE, THROW, TURN, type_of

UNREST: Final = vec[float]([33.0, 33.0, 33.0, 27.0, 18.0, 12.0])  # points by which a lead is often off, by round


class AlcazabaJudge(Worth):
    """Weighs positions and moves."""

    def __init__(self, weights: AlcazabaWeights) -> None:
        super().__init__()
        self.weights: AlcazabaWeights = weights
        self.play_on = 0  # level moves are as good as each other
        self.warmth = 1.5
        self.odds_columns = TYPES

    def of(self, state: State, seat: i64) -> float:
        """With several rivals: the lead over their average, which is steadier than over the best of them."""
        assert isinstance(state, Alcazaba)
        return AlcazabaOutlook(state, self.weights).lead(seat)

    def prospects(self, state: State) -> vec[float]:
        assert isinstance(state, Alcazaba)
        outlook = AlcazabaOutlook(state, self.weights)
        found = vec[float]([0.0] * state.players())
        for seat in range(state.seats):
            found[seat] = outlook.prospects(seat)
        return found

    def weigh(self, state: State, moves: vec[i64]) -> vec[float]:
        """A throw by its exact chances to end on each cell; all else by the position it leads to."""
        assert isinstance(state, Alcazaba)
        if state.stage != TURN:
            return super().weigh(state, moves)
        return self.weigh_turn(state, moves, ends(state, self.weights))

    def weigh_turn(self, state: Alcazaba, moves: vec[i64], ends: vec[float]) -> vec[float]:
        """The moves of a turn, if a marker that is meant for a cell leads to this."""
        turn = Turn(ends)
        found = vec[float](capacity=len(moves))
        for move in moves:
            found = append(found, self.end_of(state, move, turn))
        if state.throws < THROWS:
            turn.instead[0] = turn.instead[1]
            plan = Plan(turn)
            for n in range(len(moves)):
                if building.kind_of(moves[n]) == KEEP:
                    found[n] = plan.keep(kept_by(moves[n]), state.dice, state.throws)
        return found

    def harmless(self, state: State) -> vec[i64]:
        """Throw for the type that shows most, mark where something can be won, build what fits; no tearing down."""
        assert isinstance(state, Alcazaba)
        found = vec[i64](capacity=32)
        for move in state.moves():
            if means_well(state, move):
                found = append(found, move)
        if len(found) == 0 and state.stage == SITE:
            found = append(found, building.with_tile(RESERVE, state.won))
        return found if len(found) > 0 else state.moves()

    # For search.

    def unrest(self, state: State) -> float:
        """Counted in games of builders."""
        assert isinstance(state, Alcazaba)
        return 0.0 if state.actor == OVER else UNREST[state.round]

    def cut(self, state: State) -> bool:
        """A playout ends before the tiles of the next round are laid out: they could be any."""
        assert isinstance(state, Alcazaba)
        return state.actor == LUCK and state.stage != THROW

    def end_of(self, state: Alcazaba, move: i64, turn: Turn) -> float:
        """The worth of a move that ends the turn; the best restructuring is what you may do instead (C55)."""
        kind = building.kind_of(move)
        if kind == KEEP:
            return NEVER
        if kind == MARK:
            return turn.ends[type_of(move) * CELLS + state.goal(type_of(move))]
        worth = self.of(after(state, move), state.actor)
        turn.instead[1] = max(turn.instead[1], worth)
        return worth


def means_well(state: Alcazaba, move: i64) -> bool:
    """Would a beginner who means no harm to himself do this?"""
    kind = building.kind_of(move)
    if kind == MARK:
        return can_win(state, type_of(move))
    if kind == KEEP:
        return keeps_most(state.dice, kept_by(move))
    return kind in (ADD, PLACE, PICK, NAME)


def can_win(state: Alcazaba, column: i64) -> bool:
    """Would a marker in this column win something, if no other came?"""
    cell = state.space.reach(column, state.goal(column))
    ahead: i64 = 0
    for better in range(cell):
        if state.space.owner(column, better) != NOBODY:
            ahead += 1
    return cell < CELLS and ahead < len(things_in(state, column))


def keeps_most(dice: i64, kept: i64) -> bool:
    """Are these all dice of one type, of which no other shows more?"""
    most: i64 = 0
    for face in range(FACES):
        most = max(most, showing(dice, face))
    return any(kept == most * UNIT[face] for face in range(FACES))


def ends(state: Alcazaba, weights: AlcazabaWeights) -> vec[float]:
    """The thrower's lead after marking, by the type and cell that the marker is meant for."""
    twin = state.clone()
    twin.hand -= ONE[twin.turn]
    outlook = AlcazabaOutlook(twin, weights)
    lead = outlook.lead(twin.turn)
    found = vec[float]([lead] * (FACES * CELLS))
    for column in range(FACES):
        worth = 0.0  # of a marker that falls off the column (D18)
        for cell in range(CELLS - 1, i64(-1), i64(-1)):
            if twin.space.owner(column, cell) == NOBODY:
                worth = outlook.with_marker(twin.turn, column, cell)
            found[column * CELLS + cell] += worth  # a cell that is taken sends it to the next free one (D16)
    return found
