"""What positions of Alcazaba promise every side, Carlo's included."""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.dice.plan import NEVER, Plan, Turn
from sabika.bots.value.estimate import Estimate
from sabika.bots.value.turns import (
    DiceValuer,
    Figures,
    TurnPlan,
    ends_round,
    figures_of,
    raised,
    touched,
    with_last_marker,
)
from sabika.bots.worth.alcazaba import WORTH
from sabika.bots.worth.alcazaba_columns import AlcazabaOutlook, Contest, things_in
from sabika.bots.worth.alcazaba_judge import ends
from sabika.bots.worth.base import after
from sabika.bots.worth.city import KINDS
from sabika.engine.state import State
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.parts import building
from sabika.games.parts.dice import FACES, KEEP, kept_by
from sabika.games.parts.space import CELLS, NOBODY
from sabika.games.parts.turns import MARK, ONE, type_of


class AlcazabaValuer(DiceValuer):
    """The judge of Alcazaba for every side."""

    def prospects(self, state: State) -> list[float]:
        return promised(AlcazabaOutlook(cast(Alcazaba, state), WORTH.weights))

    def parts(self, state: State, seat: int) -> dict[str, float]:
        """As the judge adds them up: the wall as it stands, and the room for tiles to come."""
        state = cast(Alcazaba, state)
        outlook = AlcazabaOutlook(state, WORTH.weights)
        wall = outlook.side * float(outlook.growths[seat].wall)
        places = sum(outlook.places(seat, kind) for kind in range(KINDS))
        parts = {
            "points": float(state.points[seat]),
            "places": places,
            "wall": wall,
            "room": outlook.form(outlook.growths[seat]) - wall,
        }
        return parts | {"columns": outlook.prospects(seat) - sum(parts.values())}

    def gained(self, kind: int, other: int) -> str:
        """Who restructures instead of placing a marker gains by the city (C55)."""
        return "city" if kind in (building.ADD, building.REMOVE, building.SWAP) else super().gained(kind, other)

    def turn_key(self, state: State) -> tuple[object, ...]:
        state = cast(Alcazaba, state)
        return state.round, state.hand, state.resting, tuple(state.laid)

    def plan_turn(self, state: State) -> TurnPlan:
        """Ends are markers, or a restructuring instead of one (C55)."""
        state = cast(Alcazaba, state)
        worths, figures = list(ends(state, WORTH.weights)), self.cells(state)
        best, instead = self.best_restructuring(state)
        raised_instead = [NEVER if instead is None else raised(best, instead, n) for n in range(len(figures[0]) + 1)]
        turns = [turn_of(touched(worths, figures, n), each) for n, each in enumerate(raised_instead)]
        return AlcazabaPlan(self, turns, int(state.seats))

    def cells(self, state: Alcazaba) -> list[Figures]:
        """What every side can expect, by the cell that a marker is meant for (D16, D18)."""
        if ends_round(state):
            return self.last_cells(state)
        twin = state.clone()
        twin.hand -= ONE[twin.turn]
        outlook = AlcazabaOutlook(twin, WORTH.weights)
        base = promised(outlook)
        seats = int(state.seats)
        fallen = figures_of(self.judged(twin, base), seats)
        found = [fallen] * (FACES * CELLS)
        for column in range(FACES):
            landed = fallen
            for cell in range(CELLS - 1, -1, -1):
                if twin.space.owner(column, cell) == NOBODY:
                    landed = figures_of(self.judged(twin, with_marker(outlook, base, column, cell)), seats)
                found[column * CELLS + cell] = landed
        return found

    def last_cells(self, state: Alcazaba) -> list[Figures]:
        """The same for the last marker of a round: the prizes are given, as the judge would choose."""
        fallen = figures_of(self.of(with_last_marker(state, 0, CELLS)), int(state.seats))
        found = [fallen] * (FACES * CELLS)
        for column in range(FACES):
            taken = [cell for cell in range(CELLS) if state.space.owner(column, cell) != NOBODY]
            landed = fallen
            for cell in range(CELLS - 1, -1, -1):
                if cell not in taken and cell + 1 in (*taken, CELLS):  # only who comes before whom counts now
                    landed = fallen
                    if sum(other < cell for other in taken) < len(things_in(state, column)):
                        landed = figures_of(self.of(with_last_marker(state, column, cell)), int(state.seats))
                found[column * CELLS + cell] = landed
        return found

    def best_restructuring(self, state: Alcazaba) -> tuple[float, Figures | None]:
        """The lead after the best one, and what every side can expect then."""
        seat, best, most = int(state.turn), None, NEVER
        for move in building.redesigns(state.cities[seat], vec[i64]()):
            twin = state.clone()
            twin.restructure(move)
            worth = WORTH.of(twin, seat)
            if worth > most:
                best, most = twin, worth
        return most, None if best is None else figures_of(self.of(best), int(state.seats))


class AlcazabaPlan(TurnPlan):
    """Markers and restructurings."""

    def __init__(self, valuer: AlcazabaValuer, turns: list[Turn], seats: int) -> None:
        super().__init__([Plan(turn) for turn in turns], seats)
        self.valuer = valuer
        self.others: dict[int, tuple[float, Figures]] = {}  # by restructuring: the lead after it, and all figures

    def weigh(self, n: int, state: State, moves: vec[i64]) -> list[float]:
        state, plan = cast(Alcazaba, state), self.plans[n]
        found = []
        for move in moves:
            kind = building.kind_of(move)
            if kind == KEEP:
                found.append(plan.keep(kept_by(move), state.dice, state.throws))
            elif kind == MARK:
                found.append(plan.turn.ends[type_of(move) * CELLS + state.goal(type_of(move))])
            else:
                found.append(self.restructured(n, state, move))
        return found

    def decided(self, state: State) -> Estimate:
        """Of the restructurings the plan knows the best."""
        state = cast(Alcazaba, state)
        plain = vec[i64]([move for move in state.moves() if building.kind_of(move) in (KEEP, MARK)])
        plain = self.nearly_best(state, plain)
        worths = []
        for n, plan in enumerate(self.plans):
            worths.append(max(plan.turn.instead[state.throws - 1], *self.weigh(n, state, plain)))
        return self.figures(worths)

    def restructured(self, n: int, state: Alcazaba, move: int) -> float:
        if move not in self.others:
            twin = after(state, move)
            self.others[move] = WORTH.of(twin, state.actor), figures_of(self.valuer.of(twin), self.seats)
        worth, figures = self.others[move]
        return raised(worth, figures, n)


def turn_of(cells: vec[float], instead: float) -> Turn:
    turn = Turn(cells)
    turn.instead = vec[float]([instead, instead, NEVER])
    return turn


def promised(outlook: AlcazabaOutlook) -> list[float]:
    """The judge's figures for every player; Carlo has tiles and no city (C68)."""
    state = outlook.state
    found = [outlook.prospects(seat) for seat in range(state.seats)]
    if state.players() > state.seats:
        places = sum(outlook.places(state.seats, kind) for kind in range(KINDS))
        found.append(float(state.points[state.seats]) + places)
    return found


def with_marker(outlook: AlcazabaOutlook, base: list[float], column: int, cell: int) -> list[float]:
    """The same with a marker of the thrower on this free cell."""
    state, contest, players = outlook.state, outlook.contests[column], range(len(base))
    before = [in_column(outlook, player, column) for player in players]
    contest.enter(-1.0)
    state.space.put(column, cell, state.turn)
    changed = Contest(outlook, column)
    changed.enter(1.0)
    outlook.contests[column] = changed
    found = [base[player] + in_column(outlook, player, column) - before[player] for player in players]
    changed.enter(-1.0)
    outlook.contests[column] = contest
    contest.enter(1.0)
    state.space.take(column, cell)
    return found


def in_column(outlook: AlcazabaOutlook, player: int, column: int) -> float:
    return outlook.in_column(player, column) if player < outlook.seats else outlook.places(player, column)


VALUER = AlcazabaValuer
