"""What positions of Alhambra promise every side, Dirk's included."""

from __future__ import annotations

from typing import Final, cast

from sabika.bots.value.valuer import Valuer
from sabika.bots.worth.alhambra import WORTH
from sabika.bots.worth.alhambra_outlook import DIRK, AlhambraOutlook
from sabika.bots.worth.city import KINDS
from sabika.engine.state import State
from sabika.games.alhambra.bank import SCORING
from sabika.games.alhambra.luck import card_name
from sabika.games.alhambra.state import Alhambra
from sabika.games.alhambra.tabletop import DEAL
from sabika.games.parts.tiles import tiles_in

TILES: Final = 54  # in the bag when a game begins


class AlhambraValuer(Valuer):
    """Progress is what has left the bag: the game ends when the market cannot be filled."""

    def progress(self, state: State) -> float:
        state = cast(Alhambra, state)
        return 1.0 if state.ending else max(0.0, 1.0 - int(tiles_in(state.bag)) / TILES)

    def prospects(self, state: State) -> list[float]:
        state = cast(Alhambra, state)
        outlook = AlhambraOutlook(state, WORTH.weights)
        found = [outlook.prospects(seat) for seat in range(state.seats)]
        if state.players() > state.seats:
            places = sum(outlook.places(DIRK, kind, 0.0) for kind in range(KINDS))
            found.append(float(state.points[DIRK]) + places)
        return found

    def parts(self, state: State, seat: int) -> dict[str, float]:
        """As the judge adds them up."""
        state = cast(Alhambra, state)
        outlook = AlhambraOutlook(state, WORTH.weights)
        exact = sum(outlook.payable(held) for held in state.hands[seat].packed) * WORTH.weights.exact * outlook.time
        return {
            "points": float(state.points[seat]),
            "places": sum(outlook.places(seat, kind, 0.0) for kind in range(KINDS)),
            "wall": outlook.wall(seat),
            "room": outlook.room(seat),
            "exact": exact,
            "money": outlook.money(seat) - exact,
            "offers": outlook.next_purchase(seat) + outlook.last_tiles(seat),
        }

    def drawer(self, state: State) -> int:
        """The start hands are dealt seat by seat; all else is laid out for everybody."""
        state = cast(Alhambra, state)
        return int(state.turn) if state.stage == DEAL else -1

    def luck_kind(self, kind: str, outcome: str) -> str:
        """A scoring card among the money is when a scoring came."""
        return outcome if outcome == card_name(SCORING) else kind


VALUER = AlhambraValuer
