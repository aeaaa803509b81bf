"""What positions of Zatre promise every side."""

from __future__ import annotations

from typing import Final, cast

from sabika.bots.value.estimate import Estimate
from sabika.bots.value.valuer import Valuer, levelled
from sabika.bots.worth.base import Worth
from sabika.bots.worth.zatre import WORTH
from sabika.engine.state import LUCK, State
from sabika.games.zatre.facts import ALL_TILES, tiles_in
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


VALUER = ZatreValuer
