"""What positions of Alhambra promise every side, Dirk's included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from sabika.bots.value.valuer import Valuer
from sabika.bots.worth.alhambra import WORTH, plain_moves
from sabika.bots.worth.alhambra_glance import Glance
from sabika.bots.worth.alhambra_outlook import DIRK, AlhambraOutlook
from sabika.bots.worth.city import KINDS
from sabika.engine.state import State
from sabika.games.alhambra.bank import SCORING
from sabika.games.alhambra.luck import card_name
from sabika.games.alhambra.state import Alhambra
from sabika.games.alhambra.tabletop import ACT, DEAL, GIFTS, LAST, SHOW, SITE
from sabika.games.parts.tiles import tiles_in

TILES: Final = 54  # in the bag when a game begins
# What the best action is worth that a seat could take now, by how soon its turn comes: the next to play has the choice.
TEMPO: Final = (0.7, 0.35, 0.15)


class AlhambraValuer(Valuer):
    """Progress is what has left the bag: the game ends when the market cannot be filled."""

    def progress(self, state: State) -> float:
        state = cast(Alhambra, state)
        return 1.0 if state.ending else max(0.0, 1.0 - int(tiles_in(state.bag)) / TILES)

    def prospects(self, state: State) -> list[float]:
        state = cast(Alhambra, state)
        outlook = AlhambraOutlook(state, WORTH.weights)
        found = [outlook.prospects(seat) for seat in range(state.seats)]
        for seat, gain in actions(state).items():
            found[seat] += gain
        if state.players() > state.seats:
            found.append(float(state.points[DIRK]) + placed(outlook, int(DIRK)))
        return found

    def ground(self, state: State, prospects: Sequence[float]) -> float:
        """Points, places and walls: money, room and offers are worth what others have not."""
        state = cast(Alhambra, state)
        outlook = AlhambraOutlook(state, WORTH.weights)
        seats = range(int(state.seats))
        built = sum(float(state.points[seat]) + placed(outlook, seat) + outlook.wall(seat) for seat in seats)
        return built / len(seats)

    def plays_out(self, state: State) -> bool:
        """The last tiles are placed (A26), and nothing is drawn any more."""
        return bool(cast(Alhambra, state).stage == LAST)

    def parts(self, state: State, seat: int) -> dict[str, float]:
        """As the judge adds them up."""
        state = cast(Alhambra, state)
        outlook = AlhambraOutlook(state, WORTH.weights)
        exact = sum(outlook.payable(held) for held in state.hands[seat].packed) * WORTH.weights.exact * outlook.time
        return {
            "points": float(state.points[seat]),
            "places": placed(outlook, seat),
            "wall": outlook.wall(seat),
            "room": outlook.room(seat),
            "exact": exact,
            "money": outlook.money(seat) - exact,
            "offers": outlook.next_purchase(seat) + outlook.last_tiles(seat) + actions(state).get(seat, 0.0),
        }

    def drawer(self, state: State) -> int:
        """The start hands are dealt seat by seat; all else is laid out for everybody."""
        state = cast(Alhambra, state)
        return int(state.turn) if state.stage == DEAL else -1

    def turn_of(self, state: State) -> int:
        """Tiles that are placed at the end belong to no turn."""
        state = cast(Alhambra, state)
        return int(state.turn) if state.actor == state.turn and state.stage in (ACT, SITE) else -1

    def luck_kind(self, kind: str, outcome: str) -> str:
        """A scoring card among the money is when a scoring came."""
        return outcome if outcome == card_name(SCORING) else kind


def placed(outlook: AlhambraOutlook, player: int) -> float:
    """What places in all types bring a player at the scorings to come."""
    return float(sum(outlook.places(player, kind, 0.0) for kind in range(KINDS)))


def actions(state: Alhambra) -> dict[int, float]:
    """What the seats that come next could do at once, as far as it is theirs to have."""
    if not SHOW <= state.stage <= GIFTS or state.ending:
        return {}
    first = int(state.turn) + (0 if state.stage <= ACT else 1)  # whose actions are over comes last
    seats = [(first + n) % int(state.seats) for n in range(min(int(state.seats), len(TEMPO)))]
    return {seat: tempo * best_action(state, seat) for seat, tempo in zip(seats, TEMPO, strict=False)}


def best_action(state: Alhambra, seat: int) -> float:
    """What the best action would bring a seat if it were its turn."""
    twin = state.clone()
    twin.stage, twin.turn, twin.actor, twin.waiting = ACT, seat, seat, 0
    moves = plain_moves(twin)
    return max(Glance(twin, WORTH.weights).values(moves)) if moves else 0.0


VALUER = AlhambraValuer
