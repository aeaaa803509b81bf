"""What positions of the Dice Game promise every side, Carlo's included."""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.dice.plan import Plan, Turn
from sabika.bots.dice.race import Front
from sabika.bots.value.estimate import Estimate
from sabika.bots.value.turns import DiceValuer, Figures, TurnPlan, figures_of, touched
from sabika.bots.worth.alhambra_dice import WORTH
from sabika.bots.worth.alhambra_dice_outlook import DiceOutlook
from sabika.bots.worth.alhambra_dice_thought import weigh_turn
from sabika.engine.state import State
from sabika.games.alhambra_dice.codes import ANNUL_THROW, BLACK_DIE
from sabika.games.alhambra_dice.facts import DISPLACE
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.parts.dice import FACES
from sabika.games.parts.space import CELLS, NOBODY, Space
from sabika.games.parts.turns import ONE


class DiceGameValuer(DiceValuer):
    """The judge of the Dice Game for every side."""

    def prospects(self, state: State) -> list[float]:
        return list(DiceOutlook(cast(AlhambraDice, state), WORTH.weights).prospects())

    def parts(self, state: State, seat: int) -> dict[str, float]:
        """Points and chips that a seat has, and what the columns promise."""
        state = cast(AlhambraDice, state)
        outlook = DiceOutlook(state, WORTH.weights)
        points, chips = float(state.points[seat]), outlook.chips(seat)
        return {"points": points, "chips": chips, "columns": outlook.prospects()[seat] - points - chips}

    def gained(self, kind: int, other: int) -> str:
        """With the black die or without the last throw (D29, D30) the turn goes on: a chip makes the difference."""
        return "chips" if {kind, other} & {BLACK_DIE, ANNUL_THROW} else super().gained(kind, other)

    def turn_key(self, state: State) -> tuple[object, ...]:
        state = cast(AlhambraDice, state)
        return state.round, state.hand, state.chips[state.turn], state.black, state.chip, tuple(state.space.cells)

    def plan_turn(self, state: State) -> TurnPlan:
        state = cast(AlhambraDice, state)
        outlook = DiceOutlook(state, WORTH.weights)
        turn = outlook.turn(state.turn)
        marks, pushes = MarkFigures(self, state, outlook).all()
        annul, black = (self.price(state, outlook, price) for price in (turn.annul_price, turn.black_price))
        worths = list(outlook.marks), list(outlook.pushes)
        ends, plans = [], []
        for n in range(len(annul) + 1):
            ends.append(Ends(touched(worths[0], marks, n), touched(worths[1], pushes, n)))
            prices = touched([turn.annul_price, turn.black_price], [annul, black], n)
            plans.append(Plan(twin_of(turn, ends[n], prices)))
        return DiceGamePlan(outlook, ends, plans)

    def price(self, state: AlhambraDice, outlook: DiceOutlook, price: float) -> Figures:
        """What it costs in all figures to give up a chip that is worth these points to the thrower."""
        points = list(outlook.prospects())
        before = self.judged(state, points)
        points[state.turn] -= price
        return figures_of(before - self.judged(state, points), int(state.seats))


class Ends:
    """What a marker is worth by the cell that it is meant for, and what it is worth if it displaces another."""

    def __init__(self, marks: vec[float], pushes: vec[float]) -> None:
        self.marks = marks
        self.pushes = pushes

    def best(self) -> vec[float]:
        return vec[float]([max(pair) for pair in zip(self.marks, self.pushes, strict=True)])


class DiceGamePlan(TurnPlan):
    """Markers, some of which displace others, and chips."""

    def __init__(self, outlook: DiceOutlook, ends: list[Ends], plans: list[Plan]) -> None:
        super().__init__(plans, int(outlook.state.seats))
        self.outlook = outlook
        self.ends = ends  # of every plan

    def weigh(self, n: int, state: State, moves: vec[i64]) -> list[float]:
        self.outlook.marks, self.outlook.pushes = self.ends[n].marks, self.ends[n].pushes
        return list(weigh_turn(cast(AlhambraDice, state), self.outlook, self.plans[n], moves))


class MarkFigures:
    """What every side can expect when the thrower has placed his marker."""

    def __init__(self, valuer: DiceGameValuer, state: AlhambraDice, outlook: DiceOutlook) -> None:
        self.valuer = valuer
        self.seat = state.turn
        self.outlook = outlook  # of which `turn` was asked: the marker counts as placed
        self.base = list(outlook.prospects())
        self.price = outlook.chip_price(WORTH.weights.displace, state.turn)
        self.may_push = state.has(state.turn, DISPLACE) > 0
        self.twin = state.clone()
        self.twin.hand -= ONE[state.turn]
        self.space: Space = state.space

    def all(self) -> tuple[list[Figures], list[Figures]]:
        """By cell: of a marker that is meant for it, and of one that displaces another there (D16, D18, D28)."""
        fallen = figures_of(self.estimate(self.base), int(self.twin.seats))
        marks, pushes = [fallen] * (FACES * CELLS), [fallen] * (FACES * CELLS)
        for column in range(FACES):
            without, landed = self.means(column, Front(self.space, column)), fallen
            for cell in range(CELLS - 1, -1, -1):
                owner = self.space.owner(column, cell)
                if owner == NOBODY:
                    front = Front(self.space, column)
                    front.put(cell, self.seat)
                    landed = self.figures(column, front, without, 0.0)
                elif owner != self.seat and self.may_push:
                    twin = self.space.clone()
                    twin.push(column, cell, self.seat)
                    pushes[column * CELLS + cell] = self.figures(column, Front(twin, column), without, self.price)
                marks[column * CELLS + cell] = landed
        return marks, pushes

    def means(self, column: int, front: Front) -> list[float]:
        """What a column brings every player, with these markers best in it."""
        outlook = self.outlook
        starts = [(player * FACES + column) * outlook.outcomes for player in range(len(self.base))]
        return [outlook.race.mean(outlook.brings, start, front) for start in starts]

    def figures(self, column: int, front: Front, without: list[float], price: float) -> Figures:
        found = self.means(column, front)
        points = [base + new - old for base, new, old in zip(self.base, found, without, strict=True)]
        points[self.seat] -= price
        return figures_of(self.estimate(points), int(self.twin.seats))

    def estimate(self, points: list[float]) -> Estimate:
        return self.valuer.judged(self.twin, points)


def twin_of(turn: Turn, ends: Ends, prices: vec[float]) -> Turn:
    """The same turn with other ends and prices."""
    twin = Turn(ends.best())
    twin.annuls, twin.black = turn.annuls, turn.black
    twin.annul_price, twin.black_price = prices[0], prices[1]
    twin.same_dice, twin.late_black = turn.same_dice, turn.late_black
    return twin


VALUER = DiceGameValuer
