"""What positions of Zatre promise every side."""

from __future__ import annotations

import math
from typing import Final, cast

from sabika.bots.value.estimate import Estimate, chances
from sabika.bots.value.valuer import LEAST_SCALE, LOGISTIC, Valuer, levelled
from sabika.bots.worth.base import Worth
from sabika.bots.worth.zatre import WORTH
from sabika.engine.state import LUCK, State
from sabika.games.zatre.facts import ALL_TILES, VALUES, count_of, lowest_value, pips_of, tiles_in
from sabika.games.zatre.state import Zatre
from sabika.games.zatre.tabletop import CHOICE, DRAWING, LAYING, OPENING

Hands = tuple[int, ...]

TILES: Final = int(tiles_in(ALL_TILES))


class ZatreValuer(Valuer):
    """The judge knows a turn's tiles once all are drawn: what a first tile is worth is the mean over the second."""

    def __init__(self, game: str, worth: Worth) -> None:
        super().__init__(game, worth)
        self.look = 0  # the judge goes on with the turn itself
        self.turn: object = None  # the board that the tiles below are drawn for
        self.drawn: dict[Hands, Estimate] = {}  # by what the seats hold

    def parts(self, state: State, seat: int) -> dict[str, float]:
        """What the sheet shows already, and what it can still expect: entries to come, and what the board offers."""
        state = cast(Zatre, state)
        side = int(state.side(seat))
        written = float(state.sheets[side].total())
        entries = WORTH.entries(state, side).now - written
        return {"lines": written, "sheet": entries, "offers": self.prospects(state)[side] - written - entries}

    def drawer(self, state: State) -> int:
        state = cast(Zatre, state)
        return int(state.turn) if state.stage == DRAWING else -1

    def turn_of(self, state: State) -> int:
        state = cast(Zatre, state)
        return int(state.turn) if state.stage in (CHOICE, DRAWING, LAYING) else -1

    def progress(self, state: State) -> float:
        state = cast(Zatre, state)
        return 1.0 - int(tiles_in(state.bag)) / TILES

    def plays_out(self, state: State) -> bool:
        """Tiles are being laid: the turn is played to its end, which the last one of a game is as well (Z18)."""
        return bool(cast(Zatre, state).stage == LAYING)

    def followed(self, state: State) -> int:
        """The judge thinks of the turn as a whole."""
        return int(self.worth.guide(state))

    def certain(self, state: State) -> Estimate | None:
        """Nothing fits any more: whoever's turn it is draws, and what is held in the end is taken off (Z20)."""
        state = cast(Zatre, state)
        if state.stage != DRAWING or state.board.empty() or lowest_left(state) <= state.board.roomiest():
            return None
        mean, variance = pips_to_come(int(state.bag))
        points, end = [float(sheet.total()) for sheet in state.sheets], drawn_out(state)
        for seat in range(state.seats):
            held = int(state.hands[seat])
            drawn = int(tiles_in(end.hands[seat]) - tiles_in(held))
            points[int(state.side(seat))] -= int(pips_of(held)) + mean * drawn
        apart = math.sqrt(variance * 2 * int(tiles_in(state.bag)) / len(points))  # two sides draw so many
        return Estimate(tuple(points), chances(points, range(len(points)), max(LEAST_SCALE, LOGISTIC * apart)))

    def prospects(self, state: State) -> list[float]:
        state, found = cast(Zatre, state), super().prospects(state)
        return levelled(found, state) if state.stage == OPENING else found

    def before(self, state: State) -> Estimate:
        state = cast(Zatre, state)
        turn = (tuple(state.board.cells), int(state.turn))
        if turn != self.turn:
            self.turn, self.drawn = turn, {}
        return super().before(state)

    def fallen(self, state: State) -> Estimate:
        """The tiles of a turn are worth the same in whatever order they are drawn."""
        state = cast(Zatre, state)
        hands = (*map(int, state.hands), int(state.aside), int(state.tied))
        if hands not in self.drawn:
            goes_on = state.actor == LUCK and state.turn == cast(tuple[object, int], self.turn)[1] and state.due > 0
            self.drawn[hands] = self.before(state) if goes_on else self.of(state)
        return self.drawn[hands]


def pips_to_come(bag: int) -> tuple[float, float]:
    """The mean and the variance of a tile in the bag."""
    number = max(1, int(tiles_in(bag)))
    mean = int(pips_of(bag)) / number
    return mean, sum(int(count_of(bag, value)) * (value - mean) ** 2 for value in range(1, int(VALUES) + 1)) / number


def lowest_left(state: Zatre) -> int:
    """Of all tiles that lie nowhere yet."""
    return int(lowest_value(state.bag + sum(map(int, state.hands))))


def drawn_out(state: Zatre) -> Zatre:
    """The end, if only draws are to come: who draws how many does not depend on what they draw."""
    twin = state.clone()
    while twin.actor == LUCK:
        twin.settle(0)
    return twin


VALUER = ZatreValuer
